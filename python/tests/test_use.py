"""What users of scikit-learn, netcal and data frames expect."""

import json
import os
import re
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest

import wats
from conftest import C, N, make_nodes
from wats import _engine, _inputs

PYTHON = Path(__file__).resolve().parent.parent
SHARED = PYTHON.parents[1] / "shared"


def test_metrics_page_and_figures_are_of_what_the_fit_saw(nodes):
    arrays = {name: value.copy() for name, value in nodes.items()}
    expected = wats.Calibrator("wats").fit(nodes).metrics_
    lazy = wats.Calibrator("wats").fit(arrays, metrics=False)
    for value in arrays.values():
        value[...] = value[::-1].copy()
    same = ("before", "after", "intervals", "noiseFloor", "summary", "reason", "settings")
    assert {name: lazy.metrics_[name] for name in same} == {name: expected[name] for name in same}
    assert lazy.metrics_ is lazy.metrics_ and "recommended" in lazy.metrics_
    assert f"{100 * expected.before.ece:.2f}" in lazy.report_.html
    assert lazy.figures_["reliability"]._repr_svg_().startswith("<svg")


@pytest.mark.filterwarnings("ignore::wats.Note")
def test_metrics_are_computed_without_another_fit(nodes, monkeypatch):
    calibrator = wats.Calibrator("wats", epochs=2).fit(nodes, metrics=False)
    lines = []
    run = _engine.run
    monkeypatch.setattr(_engine, "run", lambda line, *more: lines.append(line) or run(line, *more))
    calibrator.metrics_, calibrator.report_, calibrator.figures_
    assert len(lines) == 2 and all("--fitted" in line for line in lines)


@pytest.mark.parametrize("source", ["generated", "cora", "photo"])
def test_float32_changes_no_class(source, tmp_path):
    runtime = pytest.importorskip("onnxruntime")
    nodes = make_nodes(900, 5, seed=4)
    if source != "generated":
        if not (SHARED / "datasets").exists():
            pytest.skip("real data sets are in ../shared beside the project")
        folder = SHARED / "datasets"
        wats.train(dataset=source, data_dir=folder, epochs=30, output=tmp_path / "run.npz", quiet=True)
        nodes = dict(np.load(tmp_path / "run.npz"))
    predicted = nodes["logits"].argmax(1)
    for settings in ({"mode": "keep-class"}, {}):
        calibrator = wats.Calibrator(**settings).fit(nodes)
        p = calibrator.probabilities_
        assert not settings or np.array_equal(p.argmax(1), predicted)
        assert np.array_equal(calibrator.predict_proba(nodes).astype(np.float32).argmax(1), p.argmax(1))
        session = runtime.InferenceSession(calibrator.to_onnx())
        inputs = {"logits": nodes["logits"].astype(np.float32), "features": calibrator.onnx_features()}
        rounded, found = session.run(["probabilities", "prediction"], inputs)
        z = inputs["logits"].astype(np.float64)  # logits that float32 itself has made equal
        top = np.sort(z, axis=1)
        clear = top[:, -1] - top[:, -2] > 1e-5
        assert found.dtype == np.int64 and np.array_equal(found[clear], p.argmax(1)[clear])
        assert np.array_equal(rounded.argmax(1)[clear], p.argmax(1)[clear])


def test_groups_are_arrays_columns_and_lists(nodes):
    words = np.array(["north", "south", "west"])[np.arange(N) % 3]
    expected = None
    for group in (words, list(words), {"group": words}, __import__("pandas").Series(words)):
        slices = wats.evaluate(nodes, group=group)["slices"]
        expected = expected or slices
        assert slices == expected and {"north", "south", "west"} <= {row["slice"] for row in slices}
    many = wats.evaluate(nodes, group={"region": words, "size": np.arange(N) * 1.5}).slices
    assert {row["by"] for row in many} == {"region", "size"} if "by" in many[0] else len(many) > 6
    torch = pytest.importorskip("torch")
    assert wats.evaluate(nodes, group=torch.arange(N) % 3).slices


def test_scikit_learn_checks_it():
    checks = pytest.importorskip("sklearn.utils.estimator_checks")
    validation = pytest.importorskip("sklearn.utils.validation")
    exceptions = pytest.importorskip("sklearn.exceptions")
    calibrator = wats.Calibrator()
    with pytest.raises(exceptions.NotFittedError):
        validation.check_is_fitted(calibrator)
    validation.check_is_fitted(calibrator.fit(make_nodes()))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        results = checks.check_estimator(wats.Calibrator(), on_fail=None, on_skip=None)
    passed = {re.sub("set_param$", "set_params", one["check_name"]) for one in results if one["status"] == "passed"}
    # Those that fit on a random table have no graph and no logits: they say so.
    failed = {one["check_name"]: str(one["exception"]) for one in results if one["status"] == "failed"}
    assert passed >= {
        "check_estimator_cloneable", "check_do_not_raise_errors_in_init_or_set_params",  # …_param in older versions
        "check_estimator_repr", "check_get_params_invariance", "check_set_params",
        "check_no_attributes_set_in_init", "check_estimator_tags_renamed", "check_valid_tag_types",
    }
    rows = {name: text for name, text in failed.items() if "edge_index" not in text and "graph" not in text}
    print(f"{len(passed)} checks pass, {len(failed)} need a table of features; other reasons: {rows}")


@pytest.mark.filterwarnings("ignore::wats.Note")
def test_grid_search_over_settings(nodes):
    selection = pytest.importorskip("sklearn.model_selection")
    estimator = wats.Calibrator("wats", epochs=5).on(nodes)
    rows = np.flatnonzero(nodes["val_mask"])
    grid = {"k": [1, 3], "hidden": [4, 8]}
    search = selection.GridSearchCV(estimator, grid, scoring="neg_log_loss", cv=3)
    search.fit(rows, nodes["y"][rows])
    assert set(search.best_params_) == {"k", "hidden"}
    assert np.isfinite(search.cv_results_["mean_test_score"]).all()
    assert len(set(search.cv_results_["mean_test_score"])) > 1
    best = search.best_estimator_
    assert best.settings_["k"] == search.best_params_["k"]
    # the same fit without scikit-learn
    same = wats.Calibrator("wats", epochs=5, **search.best_params_).fit(nodes)
    assert np.array_equal(best.probabilities_, same.probabilities_)
    assert best.score(rows, nodes["y"][rows]) == pytest.approx(
        np.log(same.probabilities_[rows, nodes["y"][rows]]).mean())
    assert np.array_equal(best.predict(rows), same.probabilities_[rows].argmax(1))


def test_a_fold_of_a_grid_search_is_the_fit_on_its_nodes(nodes):
    rows = np.flatnonzero(nodes["val_mask"])[::2]
    fold = {**nodes, "val_mask": np.isin(np.arange(N), rows)}
    expected = wats.Calibrator("ridge").fit(fold).probabilities_
    names = np.array(["a", "bb", "ccc", "dddd"])[nodes["y"]]
    for given in (nodes, {**nodes, "y": names}, {**nodes, "y": nodes["y"].astype(np.uint8)},
                  {**nodes, "val_mask": nodes["val_mask"].astype(int)}):
        for y in (None, given["y"][rows]):
            found = wats.Calibrator("ridge").on(given).fit(rows, y)
            assert np.array_equal(found.probabilities_, expected)
            assert found.classes_[0] == ("a" if given["y"] is names else 0)


@pytest.mark.parametrize("method", ["vs", "cagcn", "gats"])
def test_says_that_a_constant_per_row_matters(nodes, method):
    z = nodes["logits"]
    logs = z - np.log(np.exp(z).sum(1, keepdims=True))
    settings = {} if method == "vs" else {"epochs": 2}
    with pytest.warns(wats.Note, match=f"log-probabilities .log_softmax.: {method} gives other results"):
        wats.Calibrator(method, **settings).fit({**nodes, "logits": logs})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", "fewer validation nodes")
        wats.Calibrator("ts").fit({**nodes, "logits": logs}, metrics=False)
        wats.Calibrator(method, **settings).fit(nodes, metrics=False)


def test_says_once_what_is_not_read_of_a_graph(nodes, monkeypatch):
    monkeypatch.setattr(_inputs, "_said", set())
    both = np.hstack([nodes["edge_index"], nodes["edge_index"][::-1]])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        wats.Calibrator("ts").fit({**nodes, "edge_index": both}, metrics=False)
    with pytest.warns(wats.Note, match="one direction only"):
        wats.Calibrator("ts").fit({**nodes, "edge_index": both[:, :-5]}, metrics=False)
    data = pytest.importorskip("torch_geometric.data").Data
    torch = pytest.importorskip("torch")
    graph = data(edge_index=torch.tensor(both), edge_weight=torch.ones(both.shape[1]))
    named = {name: nodes[name] for name in ("y", "val_mask", "test_mask")}
    with pytest.warns(wats.Note, match="edge_weight is ignored"):
        wats.Calibrator("ts").fit(graph, nodes["logits"], metrics=False, **named)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        wats.Calibrator("ts").fit(graph, nodes["logits"], metrics=False, **named)


def test_messages_have_the_words_of_python(nodes, named):
    masks = np.stack([nodes["val_mask"], nodes["test_mask"]], axis=1)
    calls = (
        lambda: wats.Calibrator("ts").fit({**nodes, "val_mask": masks}),
        lambda: wats.evaluate(nodes, by="age"),
        lambda: wats.select(nodes, risk=2),
        lambda: wats.evaluate(nodes, probabilities=np.full((N, C), 0.5)),
        lambda: wats.evaluate(nodes, max_ece=7),
        lambda: wats.compare(nodes, folds=1),
        lambda: wats.Calibrator("wats").fit(None, nodes["logits"], **named),
        lambda: wats.select(nodes),
    )
    for call in calls:
        with pytest.raises((wats.DataError, wats.UsageError)) as raised:
            call()
        assert "--" not in str(raised.value) and ".npz" not in str(raised.value), raised.value
    assert _engine._in_python("give --risk 0.05 or --method auto") == 'give risk=0.05 or method="auto"'
    assert _engine._in_python("--max-ece must be in 0 … 1") == "max_ece must be in 0 … 1"


def test_small_things(nodes, named, tmp_path):
    assert wats.evaluate(nodes, max_ece=0.9).passed
    failed = wats.evaluate(nodes, max_ece=0.0001)
    assert failed.passed is False and failed.metrics.ece > 0.0001
    result = wats.Calibrator("ts").fit({k: v for k, v in nodes.items() if k != "y"}, labels=nodes["y"])
    assert np.array_equal(result.probabilities_, wats.Calibrator("ts").fit(nodes).probabilities_)
    half = result.probabilities_.astype(np.float16)
    assert wats.evaluate(nodes, probabilities=half).metrics.nll == pytest.approx(result.metrics_.after.nll, abs=1e-3)
    everywhere = wats.evaluate(None, probabilities=result.probabilities_, y=nodes["y"])
    assert everywhere.metrics.nodes == N
    assert wats.select(nodes, accept_share=0.9).bound > 0
    with pytest.raises(wats.UsageError, match="either risk.*or accept_share"):
        wats.select(nodes, risk=0.1, accept_share=0.9)
    result.save(tmp_path / "m.json")
    assert np.array_equal(wats.load(tmp_path / "m.json").classes_, result.classes_)
    torch = pytest.importorskip("torch")
    assert result.explain(torch.tensor(7)).node == result.explain(np.int64(7)).node == "7"
    for one in (result.metrics_, wats.select(nodes, risk=0.2), wats.sets(nodes, coverage=0.9)):
        assert json.loads(json.dumps(one)) == one
    sms = wats.Calibrator("sms").fit(nodes)
    with pytest.raises(wats.DataError, match="there is no ONNX form of its model"):
        sms.to_onnx()


def test_uncalibrated_sets_use_all_validation_nodes(nodes):
    half = wats.sets(nodes, coverage=0.9, method="ts")
    every = wats.sets(nodes, coverage=0.9, method="uncalibrated")
    count = nodes["val_mask"].sum()
    assert (half["heldOutNodes"], every["heldOutNodes"]) == (count // 2, count)
    cross = wats.sets(nodes, coverage=0.9, method="ts", cross_fit=True)
    assert (cross["fitNodes"], cross["heldOutNodes"]) == (count, count)
    assert "fitNotes" in half and "fitNotes" not in repr(half)  # sentences that make a table wide
    assert half.temperatures.shape == (N,) and "temperatures" not in dir(cross)  # of several fits


def test_validation_nodes_that_the_network_was_trained_on(nodes):
    known = np.eye(C)[nodes["y"]] * nodes["val_mask"][:, None]
    with pytest.warns(wats.Note, match="calibrate on others or set validation_reused=True"):
        usual = wats.Calibrator().fit(nodes, nodes["logits"] + 9 * known)
    reused = wats.Calibrator(validation_reused=True, mode="free").fit(nodes, metrics=False)
    assert (usual.method_, reused.method_, reused.requested_method_) == ("auto", "ets", "auto")
    assert np.array_equal(reused.probabilities_, wats.Calibrator("ets").fit(nodes).probabilities_)
    assert "ets in place of auto" in reused.notes_[-1] and reused.metrics_.method == "ets"
    assert wats.Calibrator("ridge", validation_reused=True).fit(nodes).method_ == "ridge"
    assert reused.get_params()["validation_reused"] and "validation_reused=True" in repr(reused)


def test_metrics_are_left_out_until_they_are_read_unless_calibration_made_it_worse(nodes, monkeypatch):
    lines = []
    run = _engine.run
    monkeypatch.setattr(_engine, "run", lambda line, *more: lines.append(line) or run(line, *more))
    wats.Calibrator("ts").fit(nodes).metrics_
    assert len(lines) == 2  # the second reads what the first left out
    worse = {**nodes, "y": np.where(nodes["val_mask"], nodes["logits"].argmax(1), nodes["y"])}
    with pytest.warns(wats.Note, match="calibration increased"):
        fitted = wats.Calibrator("ts").fit(worse)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # nothing is said twice
        assert fitted.metrics_.after.nll > fitted.metrics_.before.nll
    assert len(lines) == 3


def test_cross_fitted_sets_have_the_coverage():
    """40 splits: the mean coverage is the target up to its standard error, and sets vary less."""
    covered = {False: [], True: []}
    for seed in range(40):
        nodes = make_nodes(400, 4, seed=seed)
        for cross in covered:
            found = wats.sets(nodes, coverage=0.9, method="ts", cross_fit=cross, seed=seed)
            test = nodes["test_mask"]
            covered[cross].append(found.sets[test, nodes["y"][test]].mean())
    for cross, values in covered.items():
        error = np.std(values) / np.sqrt(len(values))
        print(f"cross_fit={cross}: coverage {np.mean(values):.4f} ± {error:.4f}, deviation {np.std(values):.4f}")
        assert abs(np.mean(values) - 0.9) < 0.01 + 3 * error
    assert np.std(covered[True]) < np.std(covered[False])


def test_frames_of_nodes(nodes):
    calibrator = wats.Calibrator("wats", epochs=3).fit(nodes, node_ids=[f"n{k}" for k in range(N)])
    table = calibrator.to_frame()
    assert list(table.columns[:7]) == [
        "id", "label", "prediction", "confidence_before", "confidence", "network_prediction", "temperature"]
    assert table.loc[3, "id"] == "n3" and table.shape[0] == N
    before = np.exp(nodes["logits"]) / np.exp(nodes["logits"]).sum(1, keepdims=True)
    assert np.allclose(table["confidence_before"], before.max(1))
    assert np.array_equal(table["confidence"], calibrator.probabilities_.max(1))
    for library in ("polars", "pyarrow"):
        module = pytest.importorskip(library)
        other = calibrator.to_frame(library)
        assert isinstance(other, module.DataFrame if library == "polars" else module.Table)
        assert np.array_equal(np.asarray(other["confidence"]), table["confidence"])
    chosen = wats.select(nodes, risk=0.2)
    assert np.array_equal(chosen.to_frame()["accept"], chosen.accept)
    found = wats.sets(nodes, coverage=0.9, by="degree")
    assert found.to_frame().loc[0, "set"] == "|".join(map(str, np.flatnonzero(found.sets[0])))
    assert len(found.to_frame(groups=True)) == len(found["groups"]) > 1
    with pytest.raises(wats.UsageError, match="library must be one of"):
        calibrator.to_frame("excel")


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_tables_of_nodes_and_edges(nodes, library):
    module = pytest.importorskip(library)
    make = getattr(module, "table" if library == "pyarrow" else "DataFrame")
    ids = np.array([f"n{k}" for k in np.random.default_rng(1).permutation(N)])
    split = np.select([nodes["train_mask"], nodes["val_mask"]], ["train", "val"], "test")
    names = [f"class {c}" for c in range(C)]
    table = make({
        "id": ids, "label": np.array(names)[nodes["y"]], "split": split,
        **{name: nodes["logits"][:, c] for c, name in enumerate(names)},
    })
    source, target = ids[nodes["edge_index"]]
    edges = make({"source": source, "target": target})
    found = wats.Calibrator("ridge").fit(edges, table)
    assert list(found.classes_) == names
    assert np.array_equal(found.probabilities_, wats.Calibrator("ridge").fit(nodes).probabilities_)
    wrong = make({"source": ["nobody"], "target": [ids[0]]})
    with pytest.raises(wats.DataError, match="edges must join ids.*'nobody'"):
        wats.Calibrator("ts").fit(wrong, table)


def test_displays_draw_the_numbers_of_the_engine(nodes):
    pyplot = pytest.importorskip("matplotlib.pyplot")
    pyplot.switch_backend("agg")
    calibrator = wats.Calibrator("ts").fit(nodes)
    display = calibrator.plot_reliability()
    bins = wats.evaluate(nodes)["reliability"]
    assert list(display.ax_.lines[1].get_ydata()) == [b["accuracy"] for b in bins]
    few = [b["accuracy"] for b in bins if b["count"] < 20]
    assert few and list(display.ax_.lines[2].get_ydata()) == few  # hollow
    _, ax = pyplot.subplots()
    assert calibrator.plot_degree(ax).ax_ is ax and calibrator.plot_risk_coverage().ax_ is not ax
    result = wats.compare(nodes, methods=["ts", "vs"])
    drawn = wats.ComparisonDisplay.from_comparison(result, "ece")
    assert [text.get_text() for text in drawn.ax_.get_yticklabels()] == [
        row["method"] for row in sorted(result["results"], key=lambda row: row["ece"]["value"])]
    assert wats.ReliabilityDisplay.from_evaluation(wats.evaluate(nodes)).figure_
    assert calibrator.plot_comparison(["ts", "vs"]).result.reason == result.reason
    pyplot.close("all")
    drawn = wats.figures(nodes, method="ts")
    assert drawn.keys() == calibrator.figures_.keys() and drawn["reliability"]._repr_svg_().endswith("</svg>\n")


# Commands without a function of their own name.
METHODS = {
    "calibrate": wats.Calibrator.fit, "apply": wats.Calibrator.predict_proba,
    "export": wats.Calibrator.to_onnx, "help": help,
}


def test_every_command_has_its_function(tmp_path):
    done = subprocess.run(
        [*wats._java.command(wats._java.find()), "--help"], capture_output=True, text=True, check=True)
    commands = set(re.findall(r"^(?:[a-z]+ +| {10})([a-z]+) +[A-Z]", done.stdout, re.MULTILINE))
    missing = [c for c in commands if c not in METHODS and not callable(getattr(wats, c, None))]
    assert not missing and len(commands) > 15
    assert wats.dataset("list")["command"] == "dataset list"


def test_a_graph_is_sent_once(nodes, monkeypatch):
    sent = []
    write = _engine._write
    monkeypatch.setattr(_engine, "_write", lambda path, arrays: sent.append(arrays) or write(path, arrays))
    graph = {**nodes, "edge_index": np.hstack([nodes["edge_index"], [[7], [9]]])}
    first, second = (wats.Calibrator("ridge", seed=seed).fit(graph, metrics=False) for seed in (0, 0))
    assert sum("edge_index" in arrays for arrays in sent) == 1
    assert np.array_equal(first.probabilities_, second.probabilities_)
    graph["edge_index"][:] = graph["edge_index"][:, ::-1] % 50  # the same object, another graph
    third = wats.Calibrator("ridge").fit(graph, metrics=False)
    assert sum("edge_index" in arrays for arrays in sent) == 2
    assert not np.array_equal(first.probabilities_, third.probabilities_)


def test_of_many_graphs_the_latest_are_kept():
    graphs = [make_nodes(90, 3, seed=seed) for seed in range(10)]
    first, second = (
        [wats.Calibrator("ridge").fit(one, metrics=False).probabilities_ for one in graphs] for _ in "12"
    )
    assert all(map(np.array_equal, first, second))
    kept = [name for name in os.listdir(_engine._scratch) if name.startswith("graph-")]
    assert len(kept) == _engine._MOST_GRAPHS < len(graphs)


def test_methods_and_settings_are_those_of_the_engine(tmp_path):
    if not (PYTHON / "methods.py").exists():
        pytest.skip("methods.py is not part of the source distribution")
    written = tmp_path / "_methods.py"
    environment = {**os.environ, "WATS_JAVA": wats._java.find().path, "WATS_JAR": wats._java.jar()}
    subprocess.run([sys.executable, PYTHON / "methods.py", written], check=True, env=environment)
    kept = Path(wats.__file__).with_name("_methods.py")
    assert written.read_text() == kept.read_text(), "run python3 methods.py"


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_type_checkers_find_mistakes(checker, tmp_path):
    pytest.importorskip(checker)
    sample = (PYTHON / "tests" / "user_code.py").read_text()
    right = tmp_path / "right.py"
    right.write_text(sample)
    arguments = ["--strict", "--cache-dir", str(tmp_path / "cache")] if checker == "mypy" else [
        "--pythonpath", sys.executable]
    environment = dict(os.environ)
    folder = Path(wats.__file__).parent.parent
    if folder.name != "site-packages":  # not installed
        environment |= {"MYPYPATH": str(folder), "PYTHONPATH": str(folder)}

    def check(file):
        command = [sys.executable, "-m", checker, *arguments, str(file)]
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment)
        return done.stdout + done.stderr, done.returncode

    said, code = check(right)
    if "nodejs" in said.lower() or "Could not find Node" in said:
        pytest.skip("pyright needs Node.js, which cannot be installed here")
    assert code == 0, said
    plants = [("probabilities_", "probabilites_"), ('"ridge"', '"rigde"'), ("k=3", "kk=3"),
              (".recommended", ".recomended"), (".after.ece", ".after.eec")]
    wrong = tmp_path / "wrong.py"
    lines = sample.splitlines()
    planted = {}
    for old, new in plants:
        place = next(n for n, line in enumerate(lines) if old in line)
        lines[place] = lines[place].replace(old, new, 1)
        planted[place + 1] = new
    wrong.write_text("\n".join(lines) + "\n")
    said, code = check(wrong)
    assert code != 0
    missed = [new for line, new in planted.items() if f"wrong.py:{line}:" not in said]
    assert not missed, said


def test_compare_leaves_out_what_takes_longer_than_all_others():
    sparse = pytest.importorskip("scipy.sparse")
    nodes = make_nodes(120)
    wide = sparse.random(120, 80_000, density=1e-4, format="csr", dtype=np.float32, random_state=0)
    with pytest.warns(wats.Note, match="gets is left out: it would take about .* methods names it"):
        result = wats.compare({**nodes, "x": wide})
    listed = {row["method"] for row in result.results}
    assert "gets" not in listed and {"ts", "wats", "auto"} <= listed


@pytest.mark.filterwarnings("ignore::wats.Note")
def test_results_begin_with_a_sentence_to_act_on(nodes):
    calibrator = wats.Calibrator("ridge").fit(nodes)
    begin = {
        "No threshold guarantees an error rate of 1 % with 45 held-out labels; ": wats.select(nodes, risk=0.01),
        "Accept predictions with a confidence from 0.": wats.select(nodes, accept_share=0.5),
        "95.3 % of 150 test nodes have their class in the set (target 90 %); ": wats.sets(nodes, coverage=0.9),
        "Node 7, class 0: confidence down 3 points, from ": wats.explain(calibrator, 7),
        "No alarm: ": calibrator.monitor(nodes),
        "On 150 test nodes the network is overconfident": wats.evaluate(nodes),
        "Use ridge: ": wats.compare(nodes, methods=["ts", "ridge"]),
    }
    for words, result in begin.items():
        shown = [text.replace("\xa0", " ") for text in (repr(result), result._repr_html_()[3:], result.summary)]
        assert all(text.startswith(words) for text in shown) and str(result) == repr(result)
        assert "--" not in repr(result)
        assert repr(result).count(result.summary) == 1


def test_functions_take_the_calibrator_by_its_name(nodes):
    calibrator = wats.Calibrator("ts").fit(nodes)
    assert wats.explain(calibrator=calibrator, node=7) == calibrator.explain(7)
    assert wats.monitor(calibrator=calibrator, data=nodes).alarm is False


@pytest.mark.parametrize("method", ["ts", "ridge"])
def test_logits_of_other_classes_are_no_fault_of_the_labels(nodes, method):
    calibrator = wats.Calibrator(method).fit(nodes)
    with pytest.raises(wats.DataError, match="^this calibrator was fitted on 4 classes, got logits of 3$"):
        calibrator.predict_proba(nodes, nodes["logits"][:, :3])
    if method == "ridge":  # reads labels, which may be wrong too
        with pytest.raises(wats.DataError, match="labels must be in 0 … 3"):
            calibrator.explain(7, {**nodes, "y": nodes["y"] + 7})


def test_a_calibrator_is_not_written_under_the_name_of_another_kind(nodes, tmp_path):
    calibrator = wats.Calibrator("ts").fit(nodes)
    for name in ("model.npz", "model.CSV"):
        with pytest.raises(wats.UsageError, match=f"a calibrator is written as .json, got .*{name}"):
            calibrator.save(tmp_path / name)
    calibrator.save(tmp_path / "model.v1.2")
    assert [path.name for path in tmp_path.iterdir()] == ["model.v1.2"]


def test_arrays_are_added_to_node_files_alone(nodes, tmp_path):
    np.savez(tmp_path / "run.npz", **nodes)
    shares = np.exp(2 * nodes["logits"]) / np.exp(2 * nodes["logits"]).sum(axis=1, keepdims=True)
    expected = wats.evaluate(nodes, probabilities=shares).metrics
    assert wats.evaluate(tmp_path / "run.npz", probabilities=shares).metrics == expected
    np.savez(tmp_path / "other.pt.npz", weight=np.eye(3))
    (tmp_path / "other.pt.npz").rename(tmp_path / "other.pt")
    with pytest.raises(wats.DataError, match="other.pt must be a node file .* if arrays are added: it has no array"):
        wats.evaluate(tmp_path / "other.pt", probabilities=shares)


def test_probabilities_are_evaluated_instead_of_logits(nodes):
    sharp = np.exp(2 * nodes["logits"]) / np.exp(2 * nodes["logits"]).sum(axis=1, keepdims=True)
    expected = wats.evaluate(nodes, probabilities=sharp).metrics
    assert expected != wats.evaluate(nodes).metrics
    assert wats.evaluate(nodes, nodes["logits"], sharp).metrics == expected
    with pytest.raises(wats.DataError, match="rows must be 300 .*, got 0"):
        wats.evaluate(nodes, probabilities=sharp[:0])


def test_names_of_groups_are_no_paths(nodes, tmp_path):
    np.save(tmp_path / "own.npy", np.arange(3))
    for name in (str(tmp_path / "own"), "../group", "income/capita"):
        with pytest.raises(wats.UsageError, match="names of groups must be without / "):
            wats.evaluate(nodes, group={name: nodes["y"]})
    assert len(np.load(tmp_path / "own.npy")) == 3


@pytest.mark.skipif(not hasattr(np, "dtypes") or not hasattr(np.dtypes, "StringDType"), reason="texts of NumPy 2")
def test_texts_of_any_length(nodes):
    words = np.array(["a", "größe", "", "d"])
    kind = np.dtypes.StringDType()
    found = wats.evaluate(nodes, class_names=words.astype(kind), by="class", group=words.astype(kind)[nodes["y"]])
    assert found == wats.evaluate(nodes, class_names=words, by="class", group=words[nodes["y"]])
