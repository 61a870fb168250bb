"""The calibrator follows scikit-learn's conventions."""

import copy
import os
import pickle
import re
import warnings

import numpy as np
import pytest

import wats
from conftest import C, N, make_nodes
from wats import _engine


def test_the_three_lines(nodes):
    calibrator = wats.Calibrator("wats").fit(nodes)
    probabilities = calibrator.predict_proba(nodes, nodes["logits"])
    assert probabilities.shape == (N, C) and np.allclose(probabilities.sum(axis=1), 1)
    assert np.array_equal(probabilities, calibrator.probabilities_)
    assert calibrator.temperatures_.shape == (N,) and (calibrator.temperatures_ > 1).any()
    assert calibrator.metrics_["after"]["nll"] < calibrator.metrics_["before"]["nll"]
    assert calibrator.method_ == "wats" and calibrator.settings_["k"] == 4
    assert list(calibrator.classes_) == list(range(C))


def test_the_default_is_that_of_the_command(nodes, tmp_path):
    np.savez(tmp_path / "run.npz", **nodes)
    fields = _engine.run(["calibrate", str(tmp_path / "run.npz")])[0]
    calibrator = wats.Calibrator().fit(nodes)
    assert calibrator.method_ == calibrator.requested_method_ == fields["method"] == "auto"
    assert calibrator.settings_ == fields["settings"]
    assert calibrator.settings_["mode"] == "free"
    assert calibrator.notes_[0].startswith("pooled: ")


def test_the_class_of_the_network_and_its_probability(nodes):
    calibrator = wats.Calibrator().fit(nodes)
    predicted = nodes["logits"].argmax(1)
    assert (calibrator.probabilities_.argmax(1) != predicted).any(), "the case that is tested"
    assert np.array_equal(calibrator.network_prediction_, predicted)
    own = calibrator.probabilities_[np.arange(N), predicted]
    assert np.array_equal(calibrator.network_confidence_, own)


def test_settings_of_auto_reach_the_engine(nodes):
    settings = {"mode": "keep-class", "temperature_prior": 0, "class_weights": "off"}
    calibrator = wats.Calibrator(**settings).fit(nodes)
    assert calibrator.settings_["temperature-prior"] == 0
    assert calibrator.settings_["class-weights"] == "off"
    assert np.array_equal(calibrator.probabilities_.argmax(1), nodes["logits"].argmax(1))


def test_transforms_other_logits_on_the_graph_of_the_fit(nodes):
    calibrator = wats.Calibrator("ridge").fit(nodes)
    other = nodes["logits"][:, ::-1]
    found = calibrator.transform(other)
    assert np.array_equal(found, calibrator.predict_proba({**nodes, "logits": other}))
    assert not np.array_equal(found, calibrator.probabilities_)


def test_settings_reach_the_engine(nodes):
    settings = dict(k=2, s=[0.2, 0.8], early_stopping="held_out", dropout=0.0)
    calibrator = wats.Calibrator("wats", **settings).fit(nodes)
    assert calibrator.settings_["k"] == 2 and calibrator.settings_["s"] == "0.2,0.8"
    assert calibrator.settings_["early-stopping"] == "held-out"
    assert wats.Calibrator("vs", bias=False).fit(nodes).settings_["bias"] is False


def test_scikit_learn_clones_it():
    base = pytest.importorskip("sklearn.base")
    checks = pytest.importorskip("sklearn.utils.estimator_checks")
    calibrator = wats.Calibrator("wats", seed=3, k=2, s=[0.1, 0.4])
    clone = base.clone(calibrator)
    assert clone is not calibrator and clone.get_params() == calibrator.get_params()
    assert repr(clone) == "Calibrator(method='wats', seed=3, k=2, s=[0.1, 0.4])"
    checks.check_get_params_invariance("Calibrator", wats.Calibrator("wats"))
    checks.check_set_params("Calibrator", wats.Calibrator("wats"))


def test_set_params_changes_and_checks():
    calibrator = wats.Calibrator("wats", k=2)
    assert calibrator.set_params(hidden=8, seed=1) is calibrator
    assert calibrator.get_params() == {"method": "wats", "seed": 1, "threads": None, "validation_reused": False, "k": 2, "hidden": 8}
    with pytest.raises(ValueError, match="wats has no setting hiden; it has .*hidden"):
        calibrator.set_params(hiden=9)
    assert "hiden" not in calibrator.get_params()


def test_a_setting_has_one_name_everywhere(nodes, tmp_path):
    calibrator = wats.Calibrator("wats", k=3, s=[0.2, 0.8], epochs=5).fit(nodes)
    np.savez(tmp_path / "run.npz", **nodes)
    for words in (["--k", "3", "--s", "0.2,0.8", "--epochs", "5"],
                  ["--set", "k=3", "--set", "s=0.2,0.8", "--set", "epochs=5"]):
        fields = _engine.run(["calibrate", str(tmp_path / "run.npz"), "--method", "wats", *words])[0]
        assert fields["settings"] == calibrator.settings_
        assert fields["after"]["nll"] == calibrator.metrics_["after"]["nll"]
    results = wats.compare(nodes, methods=["ts", "wats:k=3:s=0.2,0.8:epochs=5"])["results"]
    assert [one["method"] for one in results] == ["ts", "wats:k=3:s=0.2,0.8:epochs=5"]
    assert results[1]["nll"]["value"] == calibrator.metrics_["after"]["nll"]
    with pytest.raises(wats.UsageError, match="k must be in 1 … 1000, got 0"):
        wats.compare(nodes, methods="wats:k=0")


@pytest.mark.parametrize(
    "method, settings, message",
    [
        ("wats", {"learning_rat": 1}, "wats has no setting learning_rat; it has .*; did you mean learning_rate"),
        ("ts", {"k": 3}, "ts has no setting k; it has solver; add method=.wats. or wats_pair"),
        ("rigde", {}, "method must be one of .* got rigde; did you mean ridge"),
        ("wats", {"k": -1}, r"k must be in 1 … 1000, got -1"),
        ("wats", {"k": "many"}, "k "),
    ],
)
def test_wrong_settings_are_answered_with_the_right_ones(nodes, method, settings, message):
    with pytest.raises(wats.UsageError, match=message):
        wats.Calibrator(method, **settings).fit(nodes)


def test_asks_for_a_fit_first(nodes):
    calibrator = wats.Calibrator()
    for use in (calibrator.predict_proba, lambda: calibrator.temperatures_, lambda: calibrator.report_):
        with pytest.raises(wats.NotFittedError, match="fit"):
            use()
    assert not hasattr(calibrator, "metrics_")
    with pytest.raises(AttributeError, match="no attribute 'temperature'"):
        calibrator.temperature


@pytest.mark.parametrize("method", ["ts", "wats", "ridge", "auto"])
def test_a_saved_calibrator_gives_the_same(nodes, tmp_path, method):
    calibrator = wats.Calibrator(method).fit(nodes)
    calibrator.save(tmp_path / "m.json")
    loaded = wats.load(tmp_path / "m.json")
    assert np.array_equal(loaded.predict_proba(nodes), calibrator.probabilities_)
    assert loaded.get_params()["method"] == method
    assert loaded.explain(3, nodes)["node"] == "3"
    with pytest.raises(AttributeError, match="not stored in the file"):
        loaded.report_
    for same in (pickle.loads(pickle.dumps(calibrator)), copy.deepcopy(calibrator)):
        assert np.array_equal(same.transform(nodes["logits"]), calibrator.probabilities_)


def test_later_changes_of_arrays_do_not_reach_what_was_fitted(nodes):
    arrays = {name: value.copy() for name, value in nodes.items()}
    calibrator, same = (wats.Calibrator("ridge").fit(arrays) for _ in range(2))
    why, page = calibrator.explain(7), same.report_.html
    for value in arrays.values():
        value[...] = value[::-1].copy()
    assert calibrator.explain(7) == why
    assert np.array_equal(calibrator.transform(nodes["logits"]), calibrator.probabilities_)
    assert without_paths(calibrator.report_.html) == without_paths(page)
    calibrator.predict_proba()[:] = 0
    assert calibrator.predict_proba().all()


def without_paths(page):
    return re.sub(r"wats calibrate [^<]*", "", page)


def test_a_node_file_that_changes_after_the_fit_is_not_taken_for_the_same(nodes, tmp_path):
    np.savez(tmp_path / "run.npz", **nodes)
    calibrator = wats.Calibrator("ts").fit(tmp_path / "run.npz")
    assert calibrator.explain(7)["node"] == "7" and "</html>" in calibrator.report_.html
    np.savez(tmp_path / "run.npz", **{**nodes, "logits": -nodes["logits"]})
    with pytest.raises(wats.DataError, match="run.npz is not the file of the fit any more"):
        calibrator.explain(7)
    assert calibrator.explain(7, nodes)["node"] == "7"


@pytest.mark.skipif(os.name != "posix", reason="links and modes of POSIX")
def test_files_are_written_as_the_commands_write_them(nodes, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    calibrator = wats.Calibrator("ts").fit(nodes)
    for write in (calibrator.save, calibrator.to_onnx, calibrator.report_.save):
        target, link, other = (tmp_path / name for name in ("kept", "link", "other"))
        target.write_text("old")
        target.chmod(0o640)
        other.write_text("not ours")
        link.symlink_to("kept")
        for planted in (f"link.{os.getpid()}.part", f"kept.{os.getpid()}.part"):
            (tmp_path / planted).symlink_to("other")
        write("link")
        assert link.is_symlink() and target.stat().st_mode & 0o777 == 0o640
        assert target.stat().st_size > 100 and other.read_text() == "not ours"
        assert len(list(tmp_path.iterdir())) == 5
        for file in tmp_path.iterdir():
            file.unlink()
        write("new/folder/file")
        assert (tmp_path / "new" / "folder" / "file").stat().st_size > 100
        (tmp_path / "new" / "folder" / "file").unlink()
        for folder in ("new/folder", "new"):
            with pytest.raises(wats.DataError, match="is a folder"):
                write(folder)
            os.rmdir(folder)


def test_paths_in_options_are_those_of_the_caller(nodes, tmp_path, monkeypatch):
    (tmp_path / "my_groups.csv").write_text("a\nb\n" * (N // 2))
    (tmp_path / "others.csv").write_text("c\n" * N)
    wats.methods()  # the worker runs already
    monkeypatch.chdir(tmp_path)
    for group in ("my_groups.csv", tmp_path / "my_groups.csv", ["my_groups.csv", "others.csv"]):
        slices = wats.evaluate(nodes, group=group).slices
        assert {"a", "b"} <= {row["slice"] for row in slices}
    np.savez("my_run.npz", **nodes)
    wats.select("my_run.npz", risk=0.3, method="ridge_temperature", save="my_model.json")
    assert wats.load("my_model.json").method_ == "ridge-temperature"


def test_monitor_compares_new_nodes_with_those_of_the_fit(nodes, tmp_path):
    calibrator = wats.Calibrator("ts").fit(nodes, baseline=True)
    calibrator.save(tmp_path / "model.json")
    np.savez(tmp_path / "new.npz", **nodes)
    found = calibrator.monitor(nodes)
    assert not found.alarm and {row["name"] for row in found.rows()} >= {"degree psi", "calibration"}
    with pytest.warns(wats.Note, match="does not say how labels agreed"):
        assert wats.Calibrator("ts").fit(nodes).monitor(nodes).gaps == []
    narrow, wide = (calibrator.monitor(nodes, margin=margin).gaps for margin in (0, 0.1))
    assert narrow and all(a["low"] > b["low"] and a["high"] < b["high"] for a, b in zip(narrow, wide))
    wrong = {**nodes, "y": (nodes["y"] + 1) % C}
    for other in (calibrator, wats.load(tmp_path / "model.json")):
        assert other.monitor(tmp_path / "new.npz") == found
        assert other.monitor(wrong, margin=0.02).alarm
        assert not other.monitor(wrong, margin=0.99).alarm
        with pytest.raises(wats.UsageError, match="margin must be at least 0 and below 1, got 2"):
            other.monitor(nodes, margin=2)


def test_options_are_checked_by_the_engine(nodes):
    with pytest.raises(wats.UsageError, match="leave out the option help"):
        wats.evaluate(nodes, help=True)
    risk = dict(risk=0.3, method="vs")
    assert wats.select(nodes, bias=False, **risk).rows() == wats.select(nodes, bias="false", **risk).rows()
    assert not np.array_equal(
        wats.select(nodes, bias=False, **risk).probabilities, wats.select(nodes, **risk).probabilities
    )


def test_a_node_may_be_named_like_an_option_or_a_file(nodes, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "secret.txt").write_text("password")
    ids = ["@alice", "-5", *(f"n{k}" for k in range(2, N))]
    calibrator = wats.Calibrator("ts").fit(nodes, node_ids=ids)
    assert [calibrator.explain(node)["node"] for node in ids[:2]] == ids[:2]
    with pytest.raises(wats.UsageError, match="@secret.txt"):
        calibrator.explain("@secret.txt")


def test_large_models_are_one_file(nodes, tmp_path):
    calibrator = wats.Calibrator("wats", hidden=2000, epochs=2).fit(nodes)
    (tmp_path / "a").mkdir()
    calibrator.save(tmp_path / "a" / "other.json")
    assert len(list((tmp_path / "a").iterdir())) == 1
    assert np.array_equal(wats.load(tmp_path / "a" / "other.json").predict_proba(nodes), calibrator.probabilities_)


def test_a_file_that_is_no_calibrator_is_refused(nodes, tmp_path):
    (tmp_path / "m.json").write_text("{}")
    with pytest.raises(wats.DataError, match="is no file of a calibrator"):
        wats.load(tmp_path / "m.json")
    wats.Calibrator("ts").fit(nodes).save(tmp_path / "m.json")
    text = (tmp_path / "m.json").read_text()
    (tmp_path / "m.json").write_text(text.replace('"seed" : 0', '"seed" : 1'))
    with pytest.raises(wats.DataError, match="model.json"):
        wats.load(tmp_path / "m.json").predict_proba(nodes)


def test_notes_are_warnings_and_facts_are_not(nodes):
    with pytest.warns(wats.Note, match="the graph has no edges") as caught:
        wats.Calibrator("wats", epochs=2).fit({**nodes, "edge_index": np.zeros((2, 0), int)})
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        notes = wats.Calibrator("auto").fit(make_nodes(600)).notes_
        notes += wats.Calibrator("ridge").fit(make_nodes(600)).notes_
    facts = ["pooled: ", "neighbors' labels were "]
    assert len(notes) == 3
    assert all(note.startswith(fact) for note, fact in zip(notes, facts + facts[1:]))


def test_warns_where_calibration_cannot_help_much(nodes):
    nodes["val_mask"] &= nodes["val_mask"].cumsum() <= 50
    with pytest.warns(wats.Note, match="only 50 validation nodes"):
        assert wats.Calibrator().fit(nodes).notes_


def test_the_report_shows_inline_and_saves(nodes, tmp_path):
    calibrator = wats.Calibrator("ts").fit(nodes)
    report = calibrator.report_
    assert report is calibrator.report_ and report._repr_html_().startswith("<iframe srcdoc=")
    report.save(tmp_path / "r.html")
    assert (tmp_path / "r.html").read_text(encoding="utf-8") == report.html
    assert "</html>" in report.html


def test_results_are_tables(nodes):
    metrics = wats.Calibrator("ts").fit(nodes).metrics_
    sentences, table = repr(metrics).split("\n\n")
    assert "test nodes" in sentences and sentences.startswith(metrics.summary)
    assert table.splitlines()[0].split() == ["metric", "before", "after"]
    assert f"({100 * metrics.intervals['after']['ece']['low']:.2f}–" in table
    assert f"{100 * metrics.after.degree_ece:.2f} %" in table and f"{metrics.after.nll:.4g} (" in table
    assert "<td>degreeEce</td>" in metrics._repr_html_()
    assert metrics._repr_html_().count("<tr>") == len(metrics.rows()) + 1
    pandas = pytest.importorskip("pandas")
    frame = metrics.to_frame("pandas")
    assert isinstance(frame, pandas.DataFrame)
    assert frame.set_index("metric").loc["ece", "after"] == metrics.after["ece"]


def test_evaluate_features_explain(nodes):
    calibrator = wats.Calibrator("wats").fit(nodes)
    logits = wats.evaluate(nodes)
    after = wats.evaluate(nodes, probabilities=calibrator.probabilities_, bins=10, report=True)
    assert logits.metrics == calibrator.metrics_.before
    assert after.metrics["nll"] == calibrator.metrics_.after["nll"] and after.bins == 10
    assert "</html>" in after.report.html
    features = wats.features(nodes["edge_index"], num_nodes=N, k=2, s=[0.2, 0.4])
    assert features.shape == (N, 6)
    why = wats.explain(calibrator, 7)
    assert why.temperature == pytest.approx(calibrator.temperatures_[7]) and why.rows()[0]["name"] == "wave0"


def has(command):
    try:
        wats._engine.run([command])
    except wats.UsageError as wrong:
        return "Unmatched argument" not in str(wrong)
    return True


def test_compare(nodes):
    if not has("compare"):
        pytest.skip("the engine has no command compare yet")
    result = wats.compare(nodes, methods=["ts", "wats"])
    assert {row["method"] for row in result.rows()} >= {"ts", "wats"}
    assert result.recommended == "uncalibrated" and result.reason.endswith("within noise (test at 5 %)")
    assert repr(result).startswith("Leave the network as it is: by NLL, wats lowers the loss")


def test_select(nodes):
    if not has("select"):
        pytest.skip("the engine has no command select yet")
    result = wats.select(nodes, risk=0.2)
    assert result.accept.shape == (N,) and result.accept.dtype == bool


def test_sets(nodes):
    if not has("sets"):
        pytest.skip("the engine has no command sets yet")
    result = wats.sets(nodes, coverage=0.9)
    assert result["sets"].shape == (N, C) and result.target == 0.9
