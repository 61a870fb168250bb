"""Numbers of independent implementations on fixed inputs, for AgreementTest and docs/agreement.md.

pip install probmetrics==1.3.0 numba scikit-learn netcal torchcp relplot betacal
python benchmarks/agreement.py > ../wats-core/src/test/resources/golden/agreement.json
"""

import contextlib
import importlib.metadata
import json
import os
import sys
from unittest import mock

import betacal
import netcal.binning
import netcal.metrics
import netcal.scaling
import numpy as np
import relplot
import scipy.special
import sklearn.calibration
import sklearn.frozen
import sklearn.isotonic
import sklearn.metrics
import torch
from probmetrics.calibrators import ETSCalibrator, MulticlassOneVsRestCalibrator, get_calibrator
from probmetrics.calibrators.binning import BinaryHistogramBinningCalibrator
from torchcp.classification.predictor import SplitPredictor
from torchcp.classification.score import APS, LAC, RAPS

FITTED, NODES = 200, 300


def inputs(classes, seed):
    """Overconfident logits: their labels are drawn at a temperature of 2, with shares that the network misses."""
    random = np.random.default_rng(seed)
    logits = np.round(3 * random.standard_normal((NODES, classes)), 6)
    true = logits / 2 + 0.5 * np.arange(classes)
    labels = (true + random.gumbel(size=true.shape)).argmax(axis=1)
    return logits, labels


class Logits(sklearn.base.ClassifierMixin, sklearn.base.BaseEstimator):
    """A fitted classifier whose scores are its inputs."""

    def fit(self, x, y):
        self.classes_ = np.arange(x.shape[1])
        return self

    def decision_function(self, x):
        return x

    def predict(self, x):
        return x.argmax(axis=1)


def probmetrics(calibrator, logits, labels, probabilities):
    calibrator.fit(probabilities[:FITTED], labels[:FITTED])
    return calibrator.predict_proba(probabilities)


def sklearn_temperature(logits, labels, probabilities):
    estimator = sklearn.frozen.FrozenEstimator(Logits().fit(logits, labels))
    calibrator = sklearn.calibration.CalibratedClassifierCV(estimator, method="temperature")
    return calibrator.fit(logits[:FITTED], labels[:FITTED]).predict_proba(logits)


def sklearn_isotonic(logits, labels, probabilities):
    columns = []
    for c in range(logits.shape[1]):
        isotonic = sklearn.isotonic.IsotonicRegression(y_min=0, y_max=1, out_of_bounds="clip")
        isotonic.fit(probabilities[:FITTED, c], labels[:FITTED] == c)
        columns.append(isotonic.predict(probabilities[:, c]))
    columns = np.stack(columns, axis=1)
    return columns / columns.sum(axis=1, keepdims=True)


def netcal_temperature(logits, labels, probabilities):
    calibrator = netcal.scaling.TemperatureScaling()
    calibrator.fit(probabilities[:FITTED], labels[:FITTED])
    return calibrator.transform(probabilities)


def beta(logits, labels, probabilities):
    calibrator = betacal.BetaCalibration("abm")
    calibrator.fit(probabilities[:FITTED, 1], labels[:FITTED])
    after = calibrator.predict(probabilities[:, 1])
    return np.stack([1 - after, after], axis=1)


def conformal(score, probabilities, labels):
    """The threshold at a coverage of 90 %; the random share of the own class, if any, is 1."""
    with mock.patch("torch.rand", side_effect=lambda *shape, **_: torch.ones(*shape)):
        predictor = SplitPredictor(score)
        logs = torch.log(torch.as_tensor(probabilities[:FITTED]))
        predictor.calculate_threshold(logs, torch.as_tensor(labels[:FITTED]), 0.1)
    return float(predictor.q_hat)


def version(*packages):
    return ", ".join(f"{package} {importlib.metadata.version(package)}" for package in packages)


def methods():
    """Ours, theirs, classes, function, allowed difference, rows, why they differ."""
    histogram = MulticlassOneVsRestCalibrator(BinaryHistogramBinningCalibrator(strategy="quantile"))
    yield "ts", version("probmetrics"), 4, lambda *a: probmetrics(get_calibrator("temp-scaling"), *a), 1e-7, "all", "it halves an interval 30 times"
    yield "ts", version("scikit-learn"), 4, sklearn_temperature, 1e-7, "all", "its search stops earlier"
    yield "ts", version("netcal"), 4, netcal_temperature, 1e-4, "all", "its search stops earlier"
    yield "ets", version("probmetrics"), 4, lambda *a: probmetrics(ETSCalibrator("ce"), *a), 1e-5, "all", "its search stops earlier"
    yield "sms", version("probmetrics"), 4, lambda *a: probmetrics(get_calibrator("sms"), *a), 1e-3, "all", "its optimizer stops at the defaults of pytorch-minimize"
    yield "isotonic", version("scikit-learn"), 4, sklearn_isotonic, 1e-9, "all", ""
    yield "histogram", version("probmetrics"), 4, lambda *a: probmetrics(histogram, *a), 1e-9, "fitted", "on other nodes results differ: its edges are quantiles between two nodes, ours the last node of a bin"
    yield "beta", version("betacal"), 2, beta, 2e-4, "all", "its logistic regression stops at a gradient of 1e-4"


def metrics(probabilities, labels):
    confidence = probabilities.max(axis=1)
    correct = probabilities.argmax(axis=1) == labels
    hits = correct.astype(float)
    yield "accuracy", version("scikit-learn"), sklearn.metrics.accuracy_score(labels, probabilities.argmax(axis=1)), 1e-12, ""
    yield "nll", version("scikit-learn"), sklearn.metrics.log_loss(labels, probabilities), 1e-12, ""
    yield "brier", version("scikit-learn"), sklearn.metrics.brier_score_loss(labels, probabilities, scale_by_half=False), 1e-12, ""
    yield "ece", version("netcal"), netcal.metrics.ECE(10).measure(probabilities, labels), 1e-12, ""
    yield "mce", version("netcal"), netcal.metrics.MCE(10).measure(probabilities, labels), 1e-12, ""
    equal = netcal.metrics.ECE(10, equal_intervals=False).measure(probabilities, labels)
    yield "equalMassEce", version("netcal"), equal, 1e-9, "equal since 10 bins divide 300 nodes; else its edges are quantiles, and ours cut the sorted nodes into parts"
    yield "smoothEce", version("relplot"), relplot.smECE(confidence, hits), 2e-3, "its width is searched in ten halvings and it sums over a grid"
    yield "auroc", version("scikit-learn"), sklearn.metrics.roc_auc_score(correct, confidence), 1e-12, ""


def sets(probabilities, labels):
    ours = "its share of the own class is drawn; ours is 1, so that the predicted class scores 0"
    yield "lac", LAC(score_type="softmax"), 1e-9, ""
    yield "aps", APS(score_type="softmax", randomized=True), 1e-7, ours
    yield "raps", RAPS(score_type="softmax", randomized=True, penalty=0.1, kreg=1), 1e-7, ours


def main():
    data = {}
    result = {"inputs": data, "methods": [], "metrics": [], "sets": []}
    for classes in (2, 4):
        logits, labels = inputs(classes, classes)
        data[str(classes)] = {"fitted": FITTED, "logits": logits.tolist(), "labels": labels.tolist()}
    for ours, theirs, classes, function, tolerance, rows, reason in methods():
        logits, labels = inputs(classes, classes)
        after = np.asarray(function(logits, labels, scipy.special.softmax(logits, axis=1)), dtype=float)
        after = after[: FITTED if rows == "fitted" else NODES]
        entry = {"ours": ours, "theirs": theirs, "classes": classes, "tolerance": tolerance, "reason": reason}
        result["methods"].append(entry | {"probabilities": np.round(after, 12).tolist()})
    logits, labels = inputs(4, 4)
    probabilities = scipy.special.softmax(logits, axis=1)
    for ours, theirs, value, tolerance, reason in metrics(probabilities, labels):
        entry = {"ours": ours, "theirs": theirs, "tolerance": tolerance, "reason": reason}
        result["metrics"].append(entry | {"value": float(value)})
    for ours, score, tolerance, reason in sets(probabilities, labels):
        entry = {"ours": ours, "theirs": version("torchcp"), "tolerance": tolerance, "reason": reason}
        result["sets"].append(entry | {"value": conformal(score, probabilities, labels)})
    return result


if __name__ == "__main__":
    with open(os.devnull, "w") as nothing, contextlib.redirect_stdout(nothing):
        numbers = main()
    json.dump(numbers, sys.stdout, separators=(",", ":"))
