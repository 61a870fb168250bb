"""The calibrator of pairs of nodes, such as links."""

from __future__ import annotations

import os
from typing import Any, Mapping, Optional

import numpy as np

from ._errors import UsageError
from . import _engine
from ._functions import MODEL, OUT, Fitted, option_words, read_model
from ._inputs import GRAPH, Array, array, nodes
from ._results import Metrics, as_option


class PairCalibrator(Fitted):
    """Calibrates scores of pairs of nodes: the probability of a link.

    Parameters
    ----------
    method : str
        ``"ridge-pair"`` or ``"wats-pair"``, or one of scores alone, such as ``"platt"``.
    seed, threads : int
        Equal seeds give equal results, for any number of threads. Default: all cores.
    prior, negatives_per_positive : float, optional
        The share of links among all pairs, or ``1 / share - 1``: probabilities then hold for all
        pairs, and without it for pairs drawn like the validation pairs.
    **settings : of the method, such as ``directed=True``

    Attributes
    ----------
    probabilities_ : ndarray of shape (M,), the calibrated probability of a link
    metrics_ : Metrics of the test pairs as they were given, without the prior, before and after
    notes_, settings_ : remarks on the fit, and all settings of the method
    """

    def __init__(
        self, method: str = "ridge-pair", *, seed: int = 0, threads: Optional[int] = None,
        prior: Optional[float] = None, negatives_per_positive: Optional[float] = None,
        **settings: Any,
    ) -> None:
        self.method, self.seed, self.threads = method, seed, threads
        self.prior, self.negatives_per_positive = prior, negatives_per_positive
        self._settings = settings

    def fit(
        self, graph: Any, pairs: Any, scores: Any, y: Any, *, val_mask: Any = None,
        test_mask: Any = None, num_nodes: Optional[int] = None,
    ) -> "PairCalibrator":
        """Fits on the validation pairs, by default all of known label.

        Parameters
        ----------
        graph : as for :meth:`wats.Calibrator.fit`, or None for methods of scores alone
            Without the edges of validation and test pairs.
        pairs : array of shape (M, 2) or (2, M) of node numbers
        scores : array of shape (M,), of any scale
        y : array of shape (M,): 1 for a link, 0 for none, -1 for unknown
        val_mask, test_mask : arrays of shape (M,), optional
        num_nodes : int, optional; where there are nodes beyond the edges and pairs
        """
        given = _arrays(graph, pairs, scores, num_nodes)
        given["y"] = array(y, "y")
        given["val_mask"] = array(given["y"] >= 0 if val_mask is None else val_mask, "val_mask")
        if test_mask is not None:
            given["test_mask"] = array(test_mask, "test_mask")
        options = {
            "method": self.method, "seed": self.seed, "threads": self.threads, "prior": self.prior,
            "negatives_per_positive": self.negatives_per_positive, "no_baseline": True,
            **{name: as_option(value) for name, value in self._settings.items()},
        }
        outputs = {"-o": OUT, "--save": MODEL}
        fields, files = _run("calibrate", given, options, outputs)
        self.probabilities_: Array = files.pop(OUT)["probabilities"][:, 1]
        self._model = files
        self.metrics_ = Metrics(fields)
        self.notes_: list[str] = fields["fit"]["notes"]
        self.settings_: dict[str, Any] = fields["settings"]
        return self

    def predict_proba(
        self, graph: Any, pairs: Any, scores: Any, *, num_nodes: Optional[int] = None
    ) -> Array:
        """The probability of a link (M,) of other pairs, of the same graph or another."""
        self._require_fit()
        k = self.negatives_per_positive
        options = {"prior": self.prior if k is None else 1 / (1 + k)}
        given = _arrays(graph, pairs, scores, num_nodes)
        _, files = _run("apply", given, options, {"-o": OUT}, self._model)
        return np.asarray(files[OUT]["probabilities"][:, 1])

    @classmethod
    def load(cls, path: "str | os.PathLike[str]") -> "PairCalibrator":
        """A calibrator that :meth:`save` or ``wats calibrate --pairs --save`` wrote."""
        content, fields, given = read_model(path, "PairCalibrator")
        loaded = cls(**given)
        loaded._model, loaded.settings_ = {MODEL: content}, fields["settings"]
        return loaded


def _arrays(graph: Any, pairs: Any, scores: Any, num_nodes: Optional[int]) -> dict[str, Array]:
    found: "str | dict[str, Array]" = {} if graph is None else nodes(graph, {}, False)
    if isinstance(found, str):
        raise UsageError("graph must be in memory for pairs; for files write wats calibrate --pairs")
    given = {name: found[name] for name in (*GRAPH, "num_nodes") if name in found}
    if num_nodes is not None:
        given["num_nodes"] = np.array(num_nodes)
    return {**given, "pairs": array(pairs, "pairs"), "scores": array(scores, "scores")}


def _run(
    command: str, given: dict[str, Array], options: dict[str, Any], outputs: dict[str, str],
    model: Mapping[str, bytes] = {},
) -> tuple[dict[str, Any], dict[str, Any]]:
    line = [command, *model, "--pairs", _engine.RUN]
    for name, value in options.items():
        line += option_words(name, value)
    return _engine.run(line, {_engine.RUN: given, **model}, outputs)
