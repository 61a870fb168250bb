"""Nodes with several labels."""

import numpy as np
import pytest

import wats


def data(seed=0, nodes=600, labels=3):
    random = np.random.default_rng(seed)
    z = 3 * random.normal(size=(nodes, labels)) - 1
    arrays = {
        "y": (random.random((nodes, labels)) < 1 / (1 + np.exp(-z))).astype(int),
        "edge_index": random.integers(0, nodes, (2, 3 * nodes)),
        "train_mask": np.arange(nodes) < 100,
        "val_mask": (np.arange(nodes) >= 100) & (np.arange(nodes) < 350),
        "test_mask": np.arange(nodes) >= 350,
        "class_names": np.array(["cat", "dog", "owl"]),
    }
    return arrays, 2 * z + 2


def test_fits_applies_and_stores(tmp_path):
    arrays, logits = data()
    fitted = wats.MultiLabelCalibrator("platt").fit(arrays, logits)
    p = fitted.probabilities_
    assert p.shape == logits.shape and fitted.labels_ == ["cat", "dog", "owl"]
    metrics = fitted.metrics_
    assert metrics["after"]["nll"] < metrics["before"]["nll"]
    assert metrics["macro"]["after"]["nll"] < metrics["macro"]["before"]["nll"]
    assert [one["label"] for one in metrics["byLabel"]["after"]] == ["cat", "dog", "owl"]
    np.testing.assert_array_equal(fitted.predict_proba(arrays, logits), p)
    fitted.save(tmp_path / "m.json")
    loaded = wats.MultiLabelCalibrator.load(tmp_path / "m.json")
    np.testing.assert_array_equal(loaded.predict_proba(arrays, logits), p)
    assert loaded.labels_ == fitted.labels_
    assert not loaded.monitor(arrays, logits).alarm
    assert loaded.monitor(arrays, 4 * logits).alarm


def test_outcomes_may_be_true_and_false():
    arrays, logits = data()
    expected = wats.MultiLabelCalibrator().fit(arrays, logits).probabilities_
    given = {**arrays, "y": None}
    p = wats.MultiLabelCalibrator().fit(given, logits, y=arrays["y"] == 1).probabilities_
    np.testing.assert_array_equal(p, expected)


def test_select_accepts_labels():
    arrays, logits = data()
    chosen = wats.MultiLabelCalibrator("platt").select(arrays, logits, risk=0.35)
    assert chosen.accept.shape == logits.shape and chosen.accept.any()


def test_onnx_gives_the_same(tmp_path):
    onnxruntime = pytest.importorskip("onnxruntime")
    arrays, logits = data()
    for method in ("ts", "platt", "beta"):
        fitted = wats.MultiLabelCalibrator(method).fit(arrays, logits)
        session = onnxruntime.InferenceSession(fitted.to_onnx(), providers=["CPUExecutionProvider"])
        (p,) = session.run(["probabilities"], {"logits": logits.astype(np.float32)})
        np.testing.assert_allclose(p, fitted.probabilities_, atol=1e-6)


def test_says_what_is_wrong(tmp_path):
    arrays, logits = data()
    with pytest.raises(wats.NotFittedError, match="not fitted"):
        wats.MultiLabelCalibrator().save(tmp_path / "m.json")
    with pytest.raises(wats.Error, match="must be one of uncalibrated, ts, platt, beta, wats, ridge"):
        wats.MultiLabelCalibrator("isotonic").fit(arrays, logits)
    with pytest.raises(wats.Error, match="outcomes must be 0, 1, or -1"):
        wats.MultiLabelCalibrator().fit({**arrays, "y": arrays["y"] + 1}, logits)
    (tmp_path / "x.json").write_text("{}")
    with pytest.raises(wats.DataError, match="is no file of a calibrator"):
        wats.MultiLabelCalibrator.load(tmp_path / "x.json")
