"""The fitted calibrator outside the JVM: ONNX and PyTorch give what the engine gives."""

import io

import numpy as np
import pytest

import wats
from conftest import TABLES, make_nodes

TOLERANCE = 1e-5
FITS = [
    ("ts", {}), ("vs", {}), ("vs", {"bias": False}), ("ets", {}), ("wats", {}),
    ("wats", {"k": 3, "s": [0.3, 1.5], "coefficients": "heat-kernel", "signal": "without-self-loop"}),
    ("ridge", {}), ("ridge", {"mode": "keep-class"}), ("ridge", {"neighbor_labels": "ignore"}),
    ("auto", {}), ("auto", {"mode": "keep-class"}), ("auto", {"neighbor_labels": "ignore"}),
    ("ridge-temperature", {}),
]
WITH_GRAPH = ("wats", "ridge", "auto")  # in PyTorch


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
    assert probabilities.dtype == np.float32
    assert (probabilities.argmax(1) == calibrator.probabilities_.argmax(1)).all()


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


@pytest.mark.parametrize("method", ["ridge", "auto"])
def test_classes_that_the_model_would_change_are_kept_in_float32(method):
    nodes = large_nodes()
    kept = wats.Calibrator(method, mode="keep-class").fit(nodes)
    free = wats.Calibrator(method).fit(nodes).probabilities_
    predicted = nodes["logits"].argmax(1)
    changed = free.argmax(1) != predicted
    assert changed.sum() > 10, "the case that is tested"
    runtime = pytest.importorskip("onnxruntime")
    inputs = {"logits": nodes["logits"].astype(np.float32), "features": kept.onnx_features()}
    found = runtime.InferenceSession(kept.to_onnx()).run(["probabilities"], inputs)[0]
    assert np.abs(found - kept.probabilities_)[changed].max() < TOLERANCE
    for probabilities in (kept.probabilities_.astype(np.float32), found):
        others = np.where(np.eye(5)[predicted] == 1, 0, probabilities).max(1)
        assert (probabilities.max(1) > others)[changed].all(), "the predicted class leads alone"
        assert (probabilities.argmax(1) == predicted).all()


def test_methods_that_pass_messages_say_why_not(nodes):
    calibrator = wats.Calibrator("cagcn", epochs=1).fit(nodes)
    with pytest.raises(wats.DataError, match="cagcn cannot be written as ONNX: its model reads"):
        calibrator.to_onnx()
    pytest.importorskip("torch")
    with pytest.raises(wats.UsageError, match="cagcn is not available in PyTorch; methods: ts"):
        calibrator.to_torch()


@pytest.mark.parametrize("fit", [f for f in FITS if f[0] != "ridge-temperature"], ids=name)
@pytest.mark.filterwarnings("ignore::wats.Note")
def test_torch(fit):
    torch = pytest.importorskip("torch")
    nodes = large_nodes()
    calibrator = wats.Calibrator(fit[0], **fit[1]).fit(nodes)
    module = calibrator.to_torch()
    logits = torch.tensor(nodes["logits"], dtype=torch.float32, requires_grad=True)
    edges = torch.tensor(nodes["edge_index"])
    inputs = (logits, edges) if fit[0] in WITH_GRAPH else (logits,)
    found = module(*inputs)
    with torch.no_grad():
        has = hasattr(module, "temperatures")
        temperatures = module.temperatures(edges, len(logits)).numpy() if has else None
    record("PyTorch", fit, calibrator, found.detach().numpy(), temperatures)
    (found[:, 0].sum()).backward()
    assert logits.grad.abs().sum() > 0
    assert all(p.grad is not None for p in module.parameters() if p.requires_grad)
    stored = io.BytesIO()
    torch.jit.save(torch.jit.script(module), stored)
    stored.seek(0)
    assert torch.equal(torch.jit.load(stored)(*inputs), found)


@pytest.mark.parametrize("method", ["ridge", "auto"])
def test_torch_on_another_graph(method):
    """As the engine: without labels none are used, those of the fit neither."""
    torch = pytest.importorskip("torch")
    nodes, other = large_nodes(), make_nodes(700, 5, seed=8)
    calibrator = wats.Calibrator(method).fit(nodes)
    module = calibrator.to_torch()
    codes = np.where(other["train_mask"], other["y"] + 1, 0) - other["val_mask"] * (other["y"] + 1)
    logits = torch.tensor(other["logits"])
    edges = torch.tensor(other["edge_index"])
    plain = {name: other[name] for name in ("edge_index", "logits")}
    for given, labels in ((plain, None), (other, torch.tensor(codes))):
        found = module(logits, edges, labels).detach().numpy()
        assert np.abs(found - calibrator.predict_proba(given)).max() < 1e-9
    assert np.abs(module(logits, edges).detach().numpy() - found).max() > 0.01


@pytest.mark.filterwarnings("ignore::wats.Note")
@pytest.mark.parametrize("method", ["ridge", "auto"])
def test_torch_with_few_validation_nodes(method, nodes):
    torch = pytest.importorskip("torch")
    nodes["val_mask"] &= nodes["val_mask"].cumsum() <= 20
    calibrator = wats.Calibrator(method).fit(nodes)
    inputs = torch.tensor(nodes["logits"]), torch.tensor(nodes["edge_index"])
    found = torch.jit.script(calibrator.to_torch())(*inputs).detach().numpy()
    assert np.abs(found - calibrator.probabilities_).max() < 1e-12


def test_a_loaded_calibrator_is_exported_too(nodes, tmp_path):
    torch = pytest.importorskip("torch")
    calibrator = wats.Calibrator("wats", hidden=1500, epochs=3).fit(nodes)
    calibrator.save(tmp_path / "m.json")
    module = wats.load(tmp_path / "m.json").to_torch()
    logits = torch.tensor(nodes["logits"], dtype=torch.float32)
    found = module(logits, torch.tensor(nodes["edge_index"])).detach().numpy()
    assert np.abs(found - calibrator.probabilities_).max() < TOLERANCE
    assert wats.load(tmp_path / "m.json").onnx_features(nodes).shape == (len(logits), 5)
