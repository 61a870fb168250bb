"""The fitted calibrator outside the JVM: ONNX and PyTorch give what the engine gives."""

import io

import numpy as np
import pytest

import wats
from conftest import TABLES, make_nodes

TOLERANCE = 1e-5
FITS = [
    ("ts", {}), ("vs", {}), ("vs", {"bias": False}), ("ets", {}), ("auto", {}), ("wats", {}),
    ("wats", {"k": 3, "s": [0.3, 1.5], "coefficients": "heat-kernel", "signal": "without-self-loop"}),
    ("ridge", {}), ("ridge", {"mode": "free"}), ("ridge", {"neighbor_labels": "ignore"}),
    ("ridge-temperature", {}),
]
WITHOUT_TORCH = ("ridge", "ridge-temperature")


def name(fit):
    return " ".join([fit[0], *map(str, fit[1].values())])


def large_nodes():
    """Isolated nodes, self-loops and duplicate edges too; classes that ridge wants to change."""
    nodes = make_nodes(700, 5, seed=3)
    edges = nodes["edge_index"]
    edges = edges[:, (edges < 680).all(axis=0)]
    nodes["edge_index"] = np.hstack([edges, edges[:, :40], edges[::-1, :40], [[1, 2], [1, 2]]])
    return nodes


def record(kind, fit, calibrator, probabilities, temperatures):
    p = np.abs(probabilities - calibrator.probabilities_).max()
    t = 0.0
    if calibrator.temperatures_ is not None and temperatures is not None:
        t = np.abs(temperatures / calibrator.temperatures_ - 1).max()
    temperature = "none" if temperatures is None else f"{t:.1e}"
    row = f"{kind:7} {name(fit):48} probabilities {p:.1e}  temperatures {temperature}"
    TABLES.setdefault("largest difference from the engine", []).append(row)
    assert p < TOLERANCE and t < TOLERANCE


@pytest.mark.parametrize("fit", FITS, ids=name)
@pytest.mark.filterwarnings("ignore::wats.Note")
def test_onnx(fit, tmp_path):
    runtime = pytest.importorskip("onnxruntime")
    nodes = large_nodes()
    calibrator = wats.Calibrator(fit[0], **fit[1]).fit(nodes)
    model = calibrator.to_onnx(tmp_path / "calibrator.onnx")
    assert (tmp_path / "calibrator.onnx").read_bytes() == model
    session = runtime.InferenceSession(model, providers=["CPUExecutionProvider"])
    inputs = {"logits": nodes["logits"].astype(np.float32)}
    if len(session.get_inputs()) > 1:
        inputs["features"] = calibrator.onnx_features()
    outputs = dict(zip([o.name for o in session.get_outputs()], session.run(None, inputs)))
    assert ("temperature" in outputs) == (calibrator.temperatures_ is not None)
    record("ONNX", fit, calibrator, outputs["probabilities"], outputs.get("temperature"))


def test_ridge_keeps_classes_in_onnx():
    runtime = pytest.importorskip("onnxruntime")
    nodes = large_nodes()
    kept = wats.Calibrator("ridge").fit(nodes)
    free = wats.Calibrator("ridge", mode="free").fit(nodes).probabilities_
    changed = free.argmax(1) != nodes["logits"].argmax(1)
    assert changed.sum() > 10, "the case that is tested"
    inputs = {"logits": nodes["logits"].astype(np.float32), "features": kept.onnx_features()}
    found = runtime.InferenceSession(kept.to_onnx()).run(["probabilities"], inputs)[0]
    assert np.abs(found - kept.probabilities_)[changed].max() < TOLERANCE


def test_methods_that_pass_messages_say_why_not(nodes):
    calibrator = wats.Calibrator("cagcn", epochs=1).fit(nodes)
    with pytest.raises(wats.DataError, match="cagcn cannot be written as ONNX: its model reads"):
        calibrator.to_onnx()
    pytest.importorskip("torch")
    with pytest.raises(wats.UsageError, match="cagcn is not available in PyTorch; methods: ts"):
        calibrator.to_torch()


@pytest.mark.parametrize("fit", [fit for fit in FITS if fit[0] not in WITHOUT_TORCH], ids=name)
@pytest.mark.filterwarnings("ignore::wats.Note")
def test_torch(fit):
    torch = pytest.importorskip("torch")
    nodes = large_nodes()
    calibrator = wats.Calibrator(fit[0], **fit[1]).fit(nodes)
    if fit[0] == "auto" and "chose ridge" in calibrator.notes_[0]:
        pytest.skip("auto chose ridge")
    module = calibrator.to_torch()
    logits = torch.tensor(nodes["logits"], dtype=torch.float32, requires_grad=True)
    edges = torch.tensor(nodes["edge_index"])
    inputs = (logits, edges) if hasattr(module, "temperatures") else (logits,)
    found = module(*inputs)
    with torch.no_grad():
        temperatures = module.temperatures(edges, len(logits)).numpy() if len(inputs) == 2 else None
    record("PyTorch", fit, calibrator, found.detach().numpy(), temperatures)
    (found[:, 0].sum()).backward()
    assert logits.grad.abs().sum() > 0
    assert all(parameter.grad is not None for parameter in module.parameters())
    stored = io.BytesIO()
    torch.jit.save(torch.jit.script(module), stored)
    stored.seek(0)
    assert torch.equal(torch.jit.load(stored)(*inputs), found)


def test_a_loaded_calibrator_is_exported_too(nodes, tmp_path):
    torch = pytest.importorskip("torch")
    calibrator = wats.Calibrator("wats", hidden=1500, epochs=3).fit(nodes)
    calibrator.save(tmp_path / "m.json")
    module = wats.load(tmp_path / "m.json").to_torch()
    logits = torch.tensor(nodes["logits"], dtype=torch.float32)
    found = module(logits, torch.tensor(nodes["edge_index"])).detach().numpy()
    assert np.abs(found - calibrator.probabilities_).max() < TOLERANCE
    assert wats.load(tmp_path / "m.json").onnx_features(nodes).shape == (len(logits), 5)
