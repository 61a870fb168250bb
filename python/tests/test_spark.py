"""The stages of wats.spark with the real PySpark, beside wats.Calibrator on the same nodes."""

import json
import os
import re
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("pyspark")
from pyspark.ml import Pipeline, PipelineModel  # noqa: E402
from pyspark.ml.classification import LogisticRegression  # noqa: E402
from pyspark.ml.evaluation import MulticlassClassificationEvaluator  # noqa: E402
from pyspark.ml.feature import StringIndexer  # noqa: E402
from pyspark.ml.functions import array_to_vector, vector_to_array  # noqa: E402
from pyspark.ml.tuning import CrossValidator, CrossValidatorModel, ParamGridBuilder  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402
from pyspark.sql import functions as F  # noqa: E402

import wats  # noqa: E402
import wats.spark  # noqa: E402
from conftest import N, make_nodes  # noqa: E402
from wats.spark import CalibrationEvaluator, GraphCalibrator, GraphCalibratorModel  # noqa: E402
from wats.spark import GraphPropagation, GraphWavelets  # noqa: E402

DATA = make_nodes()
PAGE = Path(__file__).resolve().parents[2] / "docs" / "spark.md"
FAST = {"epochs": 20}


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """Relative paths of Spark are those of the process that starts it."""
    before, place = os.getcwd(), tmp_path_factory.mktemp("spark")
    os.chdir(place)
    yield place
    os.chdir(before)


@pytest.fixture(scope="module")
def spark(home):
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.sql.shuffle.partitions", "2")
    session = wats.spark.session(builder.config("spark.driver.memory", "1g"))
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


@pytest.fixture(scope="module")
def edges(spark):
    return spark.createDataFrame([tuple(map(int, e)) for e in DATA["edge_index"].T], "src long, dst long")


def part(i):
    return next((p for p in ("train", "val", "test") if DATA[p + "_mask"][i]), None)


@pytest.fixture(scope="module")
def nodes(spark):
    rows = [
        (i, [float(z) for z in DATA["logits"][i]], int(DATA["y"][i]), part(i)) for i in range(N)
    ]
    table = spark.createDataFrame(rows, "id long, logits array<double>, label int, split string")
    return table.repartition(2).persist()


def by_id(frame, column):
    rows = sorted(frame.select("id", column).collect())
    return np.array([np.asarray(row[1], dtype=float) for row in rows])


@pytest.mark.parametrize("method", ["ts", "vs", "wats", "ridge", "hots", "ridge-temperature"])
def test_probabilities_are_those_of_the_command(nodes, edges, method):
    settings = FAST if method == "wats" else {}
    model = GraphCalibrator(method=method, edges=edges, settings=settings).fit(nodes)
    calibrated = model.transform(nodes)
    expected = wats.Calibrator(method, **settings).fit(DATA["edge_index"], DATA["logits"], **labels()).probabilities_
    assert np.abs(by_id(calibrated, "probability") - expected).max() < 1e-6
    assert (by_id(calibrated, "prediction") == expected.argmax(1)).all()
    assert model.report["method"] == method


def labels():
    return {name: DATA[name] for name in ("y", "train_mask", "val_mask", "test_mask")}


def test_a_pipeline_of_a_string_indexer_is_saved_and_loaded(nodes, edges, tmp_path):
    names = F.concat(F.lit("class "), F.col("label"))
    named = nodes.withColumn("topic", F.when(F.col("id") % 10 > 0, names)).drop("label")
    indexer = StringIndexer(
        inputCol="topic", outputCol="label", stringOrderType="alphabetAsc", handleInvalid="keep"
    )
    edges.write.parquet(str(tmp_path / "edges"))
    calibrator = GraphCalibrator(method="ridge", edges=f"parquet.`{tmp_path / 'edges'}`", seed=3)
    pipeline = Pipeline(stages=[indexer, calibrator])
    pipeline.save(str(tmp_path / "recipe"))
    stages = Pipeline.load(str(tmp_path / "recipe")).getStages()
    assert isinstance(stages[1], GraphCalibrator)
    assert stages[1].getOrDefault(stages[1].method) == "ridge"
    fitted = pipeline.fit(named)
    fitted.save(str(tmp_path / "fitted"))
    loaded = PipelineModel.load(str(tmp_path / "fitted"))
    assert isinstance(loaded.stages[1], GraphCalibratorModel)
    now = by_id(loaded.transform(named), "probability")
    assert (now == by_id(fitted.transform(named), "probability")).all()
    unlabeled = nodes.withColumn("label", F.when(F.col("id") % 10 > 0, F.col("label")))
    same = GraphCalibrator(method="ridge", edges=edges, seed=3).fit(unlabeled).transform(unlabeled)
    assert np.abs(now - by_id(same, "probability")).max() < 1e-12
    assert any("unknown" in note for note in loaded.stages[1].report["fit"]["notes"])


def test_features_may_be_a_stage_of_their_own(nodes, edges, tmp_path):
    wavelets = GraphWavelets(edges=edges, settings={"k": 2, "s": [0.2, 0.8]})
    calibrator = GraphCalibrator(method="wats", settings=FAST)
    features = wavelets.transform(nodes)
    assert len(features.first()["features"]) == 6
    apart = calibrator.fit(features).transform(features)
    inside = GraphCalibrator(
        method="wats", edges=edges, settings={**FAST, "k": 2, "s": [0.2, 0.8]}
    ).fit(nodes)
    one = by_id(inside.transform(nodes), "probability")
    assert np.abs(by_id(apart, "probability") - one).max() < 1e-9
    inside.toFile(str(tmp_path / "model.json"))
    read = GraphCalibratorModel.fromFile(str(tmp_path / "model.json"))
    read.setParams(edges=edges)
    assert (by_id(read.transform(nodes), "probability") == one).all()
    assert wats.load(tmp_path / "model.json").method == "wats"


def test_cross_validation_chooses_a_method(nodes, edges, tmp_path):
    features = GraphWavelets(edges=edges).transform(nodes).persist()
    calibrator = GraphCalibrator()
    grid = ParamGridBuilder().addGrid(calibrator.method, ["uncalibrated", "ts"]).build()
    evaluator = CalibrationEvaluator(metricName="nll", part="val")
    chosen = CrossValidator(
        estimator=calibrator, estimatorParamMaps=grid, evaluator=evaluator, numFolds=2, seed=1
    ).fit(features)
    assert chosen.bestModel.report["method"] == "ts"
    assert chosen.avgMetrics[1] < chosen.avgMetrics[0]
    chosen.save(str(tmp_path / "chosen"))
    assert CrossValidatorModel.load(str(tmp_path / "chosen")).avgMetrics == chosen.avgMetrics


def test_a_classifier_of_spark_ml_is_calibrated_under_its_names(spark, edges):
    rows = [
        (i, float(DATA["y"][i]), part(i), [float(v) for v in DATA["logits"][i]]) for i in range(N)
    ]
    table = spark.createDataFrame(rows, "id long, label double, split string, x array<double>")
    table = table.withColumn("features", array_to_vector("x"))
    train = table.filter("split = 'train'")
    classifier = LogisticRegression(regParam=0.5).fit(train)
    scored = classifier.transform(table).drop("features", "x")
    calibrator = GraphCalibrator(method="ts", edges=edges)
    model = calibrator.fit(scored)
    calibrated = model.transform(scored)
    added = ["calibratedProbability", "calibratedPrediction"]
    assert calibrated.columns[len(scored.columns):][:2] == added
    loss = MulticlassClassificationEvaluator(metricName="logLoss")
    test = calibrated.filter("split = 'test'")
    before = loss.evaluate(test)
    names = {loss.probabilityCol: added[0], loss.predictionCol: added[1]}
    assert loss.evaluate(test, names) < before
    evaluator = CalibrationEvaluator(metricName="nll")
    assert evaluator.evaluate(calibrated) == pytest.approx(loss.evaluate(test, names))
    before = CalibrationEvaluator(metricName="nll", probabilityCol="probability")
    assert before.evaluate(calibrated) == pytest.approx(loss.evaluate(test))
    raw = scored.drop("probability")  # rawPrediction is read as logits
    assert calibrator.fit(raw).transform(raw).columns[-5] == "probability"


@pytest.mark.parametrize("kind", ["row", "symmetric"])
def test_propagation_multiplies_by_the_normalized_adjacency(spark, nodes, edges, kind):
    isolated = spark.createDataFrame([(N, [1.0] * 4, None, None)], nodes.schema)
    table = nodes.union(isolated)
    stage = GraphPropagation(inputCol="logits", edges=edges, k=2, normalization=kind)
    result = stage.transform(table)
    a = np.zeros((N + 1, N + 1))
    a[DATA["edge_index"][0], DATA["edge_index"][1]] = 1
    d = np.maximum(a.sum(1), 1)
    a = a / d[:, None] if kind == "row" else a / np.sqrt(np.outer(d, d))
    x = np.vstack([DATA["logits"], np.ones(4)])
    assert np.abs(by_id(result, "propagated_1") - a @ x).max() < 1e-9
    assert np.abs(by_id(result, "propagated_2") - a @ a @ x).max() < 1e-9
    vectors = table.withColumn("logits", array_to_vector("logits"))
    same = stage.transform(vectors).withColumn("x", vector_to_array("propagated_2"))
    assert (by_id(same, "x") == by_id(result, "propagated_2")).all()


def test_a_graph_frame_is_taken_as_it_is(nodes, edges):
    graphframes = pytest.importorskip("graphframes")
    graph = graphframes.GraphFrame.__new__(graphframes.GraphFrame)
    try:
        graph = graphframes.GraphFrame(nodes, edges)
    except Exception:  # its jar is not here: the Python class with the two frames
        graph._impl = type("Frames", (), {"_vertices": nodes, "_edges": edges})()
    model = GraphCalibrator(method="ridge").fit(graph)
    expected = GraphCalibrator(method="ridge", edges=edges).fit(nodes).transform(nodes)
    calibrated = model.transform(graph)
    assert (by_id(calibrated, "probability") == by_id(expected, "probability")).all()
    assert GraphWavelets().transform(graph).columns[-2:] == ["degree", "features"]


def test_methods_are_compared_and_decisions_made(nodes, edges):
    held = F.when((F.col("split") == "val") & (F.col("id") % 2 == 0), "held-out")
    table = GraphWavelets(edges=edges).transform(
        nodes.withColumn("split", held.otherwise(F.col("split")))
    )
    models = [GraphCalibrator(method=name, edges=edges).fit(table) for name in ("ts", "ridge")]
    comparison = CalibrationEvaluator().compare(table, models)
    assert [one["method"] for one in comparison["results"]] == ["uncalibrated", "ts", "ridge"]
    assert comparison["recommended"] in ("ts", "ridge")
    calibrated = models[0].transform(table)
    evaluator = CalibrationEvaluator(part="held-out")
    accepted = evaluator.select(calibrated, risk=0.3)
    assert accepted["bound"] <= 0.3 and accepted["test"]["risk"] < 0.3
    assert evaluator.sets(calibrated, 0.8)["groups"][0]["value"] > 0
    measured = CalibrationEvaluator().metrics(calibrated, by=["degree", "class"])
    assert measured["metrics"]["ece"] == pytest.approx(CalibrationEvaluator().evaluate(calibrated))
    assert {one["by"] for one in measured["slices"]} == {"degree", "class"}


def test_errors_are_those_of_the_package(spark, nodes, edges, monkeypatch):
    with pytest.raises(wats.DataError, match="row with src 0 and dst 999: there is no node 999"):
        GraphWavelets(edges=spark.createDataFrame([(0, 999)], "src long, dst long")).transform(nodes)
    with pytest.raises(TypeError, match="GraphCalibrator has no parameter method_; it has blocks"):
        GraphCalibrator(method_="ts")
    with pytest.raises(wats.EngineError, match="nowhere.jar is missing"):
        monkeypatch.setenv("WATS_SPARK_JAR", "nowhere.jar")
        wats.spark.jar()
    monkeypatch.setenv("SPARK_CONNECT_MODE_ENABLED", "1")
    with pytest.raises(wats.UsageError, match="Spark Connect and serverless compute have no RDDs"):
        GraphCalibrator()


def test_the_examples_of_the_page_run(home, nodes, edges):
    text = PAGE.read_text(encoding="utf-8")
    assert "_jvm" not in text
    held = F.when((F.col("split") == "val") & (F.col("id") % 2 == 0), "held-out")
    nodes.withColumn("split", held.otherwise(F.col("split"))).write.parquet("nodes.parquet")
    edges.write.parquet("edges.parquet")
    space = {}
    for code in re.findall(r"```python\n(.*?)```", text, re.S):
        exec(compile(code, "docs/spark.md", "exec"), space)
    assert (home / "calibrated.parquet").exists()
    assert json.loads((home / "model.json").read_text())["method"] == "auto"
