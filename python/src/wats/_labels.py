"""Calibration of nodes with several labels."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from ._functions import MODEL, OUT, Fields, Fitted, R, read_model, run_on_nodes
from ._inputs import Array
from ._results import Metrics, Monitoring, Result, Selection, as_option


class MultiLabelCalibrator(Fitted):
    """Calibrates the labels of nodes, each of which a node has or has not.

    Parameters
    ----------
    method : str
        ``"ridge"``, ``"platt"``, ``"beta"``, ``"ts"`` or ``"wats"``.
    seed : int
        Equal seeds give equal results.
    **settings : settings of the method

    Attributes
    ----------
    probabilities_ : ndarray of shape (N, L)
        The calibrated probability that a node has a label.
    metrics_ : Metrics of the test outcomes ``before`` and ``after``; ``macro`` and ``byLabel``
        have those of the labels, also before and after
    labels_, notes_ : the names or numbers of the labels, and remarks on the fit
    """

    def __init__(self, method: str = "ridge", *, seed: int = 0, **settings: Any) -> None:
        self.method, self.seed, self.settings = method, seed, settings

    def fit(self, data: Any, logits: Any = None, **named: Any) -> "MultiLabelCalibrator":
        """Fits on the validation nodes.

        Parameters
        ----------
        data, logits : as in :meth:`wats.Calibrator.fit`, with logits (N, L)
        **named : ``y`` (N, L) of 1, 0 and -1 where unknown, ``val_mask``, ``class_names`` (L), …
        """
        outputs = {"-o": OUT, "--save": MODEL}
        fields, files = self._run("calibrate", data, logits, named, Metrics, outputs)
        self.probabilities_ = files.pop(OUT)["probabilities"]
        self.metrics_, self.notes_ = fields, fields["fit"]["notes"]
        self.labels_ = list(fields["labels"])
        self._model = files
        return self

    def select(self, data: Any, logits: Any = None, *, risk: float, **named: Any) -> Selection:
        """Which labels to ``accept`` (N, L), so that of each at most ``risk`` are wrong."""
        given = {**named, "risk": risk}
        return self._run("select", data, logits, given, Selection, {"-o": OUT})[0]

    def predict_proba(self, data: Any, logits: Any = None, **named: Any) -> Array:
        """Calibrated probabilities (N, L) of other logits, on the graph of the fit or another."""
        given = {**named, "logits": logits}
        return np.asarray(self._apply("apply", data, given, Result, {"-o": OUT})["probabilities"])

    def monitor(self, data: Any, logits: Any = None, **options: Any) -> Monitoring:
        """Whether new data are like those of the fit: ``checks`` and ``alarm``."""
        return self._apply("monitor", data, {**options, "logits": logits}, Monitoring, {})

    @classmethod
    def load(cls, path: "str | os.PathLike[str]") -> "MultiLabelCalibrator":
        """A calibrator that :meth:`save` or ``wats calibrate --multi-label --save`` wrote."""
        content, fields, given = read_model(path, "MultiLabelCalibrator")
        loaded = cls(**given)
        loaded.labels_ = fields.get("names") or [str(k) for k in range(len(fields["labels"]))]
        loaded._model = {MODEL: content}
        return loaded

    def to_onnx(self) -> bytes:
        """The calibrator as an ONNX model of logits (N, L), for ``ts``, ``platt`` and ``beta``."""
        return self._onnx()

    def _run(
        self, command: str, data: Any, logits: Any, named: Fields, result: type[R], outputs: Any
    ) -> tuple[R, dict[str, Any]]:
        settings = {name: as_option(value) for name, value in self.settings.items()}
        own = {"multi_label": True, "method": self.method, "seed": self.seed, **settings}
        given = {**_outcomes(named), "logits": logits, **own}
        return run_on_nodes(command, data, given, result, outputs)

    def _apply(self, command: str, data: Any, given: Fields, result: type[R], outputs: Any) -> R:
        self._require_fit()
        given = _outcomes(given)
        return run_on_nodes(command, data, given, result, outputs, self._model, (MODEL,))[0]


def _outcomes(named: Fields) -> Fields:
    """Outcomes that are true or false are 1 or 0."""
    boolean = str(getattr(named.get("y"), "dtype", "")) in ("bool", "torch.bool")
    return {**named, "y": named["y"] * 1} if boolean else named
