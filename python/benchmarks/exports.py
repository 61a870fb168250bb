"""Largest differences of exported calibrators from the engine, on the nodes of node files. Fails if float32 changes a class.

python benchmarks/exports.py RUN.npz ...
"""

import os
import sys
import warnings

import numpy as np
import onnxruntime
import torch

import wats

warnings.simplefilter("ignore", wats.Note)
KEPT = {"mode": "keep-class"}
FITS = (
    ("ts", {}), ("vs", {}), ("ets", {}), ("wats", {}), ("auto", {}), ("auto", KEPT), ("ridge", {}), ("ridge", KEPT),
    ("ridge-temperature", {}),
)
GRAPH = ("wats", "auto", "ridge")


def onnx(calibrator, logits):
    session = onnxruntime.InferenceSession(calibrator.to_onnx(), providers=["CPUExecutionProvider"])
    inputs = {"logits": logits}
    if len(session.get_inputs()) > 1:
        inputs["features"] = calibrator.onnx_features()
    return session.run(["probabilities"], inputs)[0]


def pytorch(calibrator, logits, edges):
    inputs = (edges,) if calibrator.method_ in GRAPH else ()
    with torch.no_grad():
        return calibrator.to_torch()(torch.from_numpy(logits), *map(torch.from_numpy, inputs)).numpy()


def differences(method, settings, file):
    with np.load(file) as nodes:
        logits = nodes["logits"].astype(np.float32)
        edges = nodes["edge_index"].astype(np.int64)
    calibrator = wats.Calibrator(method, **settings).fit(file)
    found = [onnx(calibrator, logits)]
    found += [pytorch(calibrator, logits, edges)] if method != "ridge-temperature" else []
    classes = calibrator.probabilities_.argmax(1)
    changed = [int((p.argmax(1) != classes).sum()) for p in [calibrator.probabilities_.astype(np.float32), *found]]
    assert not any(changed), f"{method} {settings} {file}: float32 changed {changed} classes"
    return [np.abs(p - calibrator.probabilities_).max() for p in found]


def main(files):
    names = [os.path.splitext(os.path.basename(file))[0] for file in files]
    print(f"| ONNX / PyTorch | {' | '.join(names)} |\n|{' --- |' * (1 + len(files))}")
    worst = 0.0
    for method, settings in FITS:
        rows = [differences(method, settings, file) for file in files]
        worst = max([worst, *(d for row in rows for d in row)])
        cells = (" / ".join(f"{d:.1e}" for d in row) for row in rows)
        print(f"| `{' '.join([method, *settings.values()])}` | {' | '.join(cells)} |", flush=True)
    return int(worst >= 1e-5)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
