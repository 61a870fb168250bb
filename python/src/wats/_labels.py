"""Calibration of nodes with several labels."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np

from . import _engine, _functions
from ._errors import DataError, NotFittedError
from ._functions import Fields
from ._inputs import Array
from ._results import Metrics, Monitoring, Result, Selection, as_option

_MODEL = "model.json"


class MultiLabelCalibrator:
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
        self._model: dict[str, Any] = {}

    def fit(self, data: Any, logits: Any = None, **named: Any) -> "MultiLabelCalibrator":
        """Fits on the validation nodes.

        Parameters
        ----------
        data, logits : as in :meth:`wats.Calibrator.fit`, with logits (N, L)
        **named : ``y`` (N, L) of 1, 0 and -1 where unknown, ``val_mask``, ``class_names`` (L), …
        """
        fields, files = self._run("calibrate", data, logits, named, {"-o": "out.npz", "--save": _MODEL})
        self.probabilities_ = files.pop("out.npz")["probabilities"]
        self.metrics_, self.notes_ = fields, fields["fit"]["notes"]
        self.labels_ = list(fields["labels"])
        self._model = files
        return self

    def select(self, data: Any, logits: Any = None, *, risk: float, **named: Any) -> Selection:
        """Which labels to ``accept`` (N, L), so that of each at most ``risk`` are wrong."""
        given = {**named, "risk": risk}
        fields, files = self._run("select", data, logits, given, {"-o": "out.npz"}, Selection)
        return Selection(fields, files["out.npz"])

    def predict_proba(self, data: Any, logits: Any = None, **named: Any) -> Array:
        """Calibrated probabilities (N, L) of other logits, on the graph of the fit or another."""
        _, files = self._apply("apply", data, {**named, "logits": logits}, {"-o": "out.npz"})
        return np.asarray(files["out.npz"]["probabilities"])

    def monitor(self, data: Any, logits: Any = None, **options: Any) -> Monitoring:
        """Whether new data are like those of the fit: ``checks`` and ``alarm``."""
        return Monitoring(self._apply("monitor", data, {**options, "logits": logits}, {})[0])

    def save(self, path: "str | os.PathLike[str]") -> None:
        """Writes the fitted calibrator, for :meth:`load` and the command ``wats apply``."""
        _engine.write(path, self._fitted()[_MODEL])

    @classmethod
    def load(cls, path: "str | os.PathLike[str]") -> "MultiLabelCalibrator":
        """A calibrator that :meth:`save` or ``wats calibrate --multi-label --save`` wrote."""
        try:
            content = Path(path).read_bytes()
            fields = json.loads(content)
            first, count = fields["labels"][0], len(fields["labels"])
            loaded = cls(first["method"], seed=first["seed"])
            loaded.labels_ = fields["names"] or [str(label) for label in range(count)]
        except (ValueError, KeyError, TypeError, IndexError):
            raise DataError(f"{os.fspath(path)}: is no file of a calibrator of several labels") from None
        loaded._model = {_MODEL: content}
        return loaded

    def to_onnx(self) -> bytes:
        """The calibrator as an ONNX model of logits (N, L), for ``ts``, ``platt`` and ``beta``."""
        files = _functions.run_on_files(["export", _MODEL], self._fitted(), {"-o": "m.onnx"})
        return bytes(files["m.onnx"])

    def _run(
        self, command: str, data: Any, logits: Any, named: Fields, outputs: Any,
        result: type[Result] = Metrics,
    ) -> tuple[Any, dict[str, Any]]:
        settings = {name: as_option(value) for name, value in self.settings.items()}
        own = {"multi_label": True, "method": self.method, "seed": self.seed, **settings}
        given = {**_outcomes(named), "logits": logits, **own}
        return _functions.run_on_nodes(command, data, given, outputs=outputs, result=result)

    def _apply(self, command: str, data: Any, given: Fields, outputs: Any) -> tuple[Any, Any]:
        model: dict[str, Any] = {"inputs": self._fitted(), "arguments": (_MODEL,)}
        return _functions.run_on_nodes(command, data, _outcomes(given), outputs=outputs, **model)

    def _fitted(self) -> dict[str, Any]:
        if not self._model:
            raise NotFittedError("it is not fitted: write calibrator.fit(data, logits, y=y) first")
        return self._model


def _outcomes(named: Fields) -> Fields:
    """Outcomes that are true or false are 1 or 0."""
    boolean = str(getattr(named.get("y"), "dtype", "")) in ("bool", "torch.bool")
    return {**named, "y": named["y"] * 1} if boolean else named
