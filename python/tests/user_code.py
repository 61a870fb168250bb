"""What a user writes: a type checker must be content with it, and not with planted mistakes."""

from typing import Any

import numpy as np

import wats


def calibrated(data: Any, logits: Any) -> "np.ndarray[Any, Any]":
    calibrator = wats.Calibrator("ridge", mode="keep-class").fit(data, logits)
    print(calibrator.metrics_.after.ece, calibrator.temperatures_ is None)
    return calibrator.probabilities_


def chosen(data: Any, logits: Any) -> str:
    other = wats.Calibrator("wats", k=3, s=[0.2, 0.8], seed=1)
    other.fit(data, logits, metrics=False).plot_reliability()
    accepted = wats.select(data, logits, risk=0.05).accept.sum()
    print(accepted, wats.evaluate(data, logits).metrics.nll)
    return wats.compare(data, logits).recommended
