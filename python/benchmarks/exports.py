"""Largest differences of exported calibrators from the engine, on the nodes of node files.

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
ONNX = ("ts", "vs", "ets", "wats", "ridge", "ridge-temperature")
TORCH = ("ts", "vs", "ets", "wats")


def onnx(calibrator, logits):
    session = onnxruntime.InferenceSession(calibrator.to_onnx(), providers=["CPUExecutionProvider"])
    inputs = {"logits": logits}
    if len(session.get_inputs()) > 1:
        inputs["features"] = calibrator.onnx_features()
    return session.run(["probabilities"], inputs)[0]


def pytorch(calibrator, logits, edges):
    module = calibrator.to_torch()
    inputs = (edges,) if hasattr(module, "temperatures") else ()
    with torch.no_grad():
        return module(torch.from_numpy(logits), *map(torch.from_numpy, inputs)).numpy()


def differences(method, file):
    with np.load(file) as nodes:
        logits = nodes["logits"].astype(np.float32)
        edges = nodes["edge_index"].astype(np.int64)
    calibrator = wats.Calibrator(method).fit(file)
    found = [onnx(calibrator, logits)]
    found += [pytorch(calibrator, logits, edges)] if method in TORCH else []
    return [np.abs(p - calibrator.probabilities_).max() for p in found]


def main(files):
    names = [os.path.splitext(os.path.basename(file))[0] for file in files]
    print(f"| ONNX / PyTorch | {' | '.join(names)} |\n|{' --- |' * (1 + len(files))}")
    worst = 0.0
    for method in ONNX:
        rows = [differences(method, file) for file in files]
        worst = max([worst, *(d for row in rows for d in row)])
        cells = (" / ".join(f"{d:.1e}" for d in row) for row in rows)
        print(f"| `{method}` | {' | '.join(cells)} |", flush=True)
    return int(worst >= 1e-5)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
