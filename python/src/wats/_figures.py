"""Figures with Matplotlib, in the manner of scikit-learn's displays. Numbers come from the engine."""

from __future__ import annotations

import importlib
from typing import Any, Mapping, Sequence, TypeVar

from ._results import Comparison

_Values = Mapping[str, Sequence[Mapping[str, Any]]]
_FEW = 20  # nodes of a bin
_Own = TypeVar("_Own", bound="_Curve")


class _Display:
    """Draws into ``ax``, by default new axes; :meth:`plot` sets ``ax_`` and ``figure_``."""

    ax_: Any
    figure_: Any

    def _axes(self, ax: Any, xlabel: str, ylabel: str) -> Any:
        if ax is None:
            ax = importlib.import_module("matplotlib.pyplot").subplots(constrained_layout=True)[1]
        ax.set(xlabel=xlabel, ylabel=ylabel)
        self.ax_, self.figure_ = ax, ax.figure
        return ax


class _Curve(_Display):
    """Curves by name, such as ``before`` and ``after``; hollow for bins of fewer than 20 nodes."""

    _labels: tuple[str, str]
    _list: str
    _style = "s-"

    def __init__(self, curves: Mapping[str, _Values]) -> None:
        self.curves = curves

    @classmethod
    def from_calibrator(cls: type[_Own], calibrator: Any, ax: Any = None) -> _Own:
        """Draws the test nodes of a fitted calibrator before and after, into Matplotlib axes."""
        return cls(calibrator._page()[2]).plot(ax)

    @classmethod
    def from_evaluation(cls: type[_Own], result: Any, ax: Any = None, name: str = "measured") -> _Own:
        """Draws what :func:`wats.evaluate` returned, with a name for the legend."""
        return cls({name: result}).plot(ax)

    def plot(self: _Own, ax: Any = None) -> _Own:
        """Draws a line for each curve into Matplotlib axes, by default new ones."""
        ax = self._axes(ax, *self._labels)
        self._ideal(ax)
        for name, curve in self.curves.items():
            (line,) = ax.plot(*zip(*map(self._point, curve[self._list])), self._style, label=name)
            few = [self._point(b) for b in curve[self._list] if b.get("count", _FEW) < _FEW]
            ax.plot(*(zip(*few) if few else ([], [])), "s", color=line.get_color(), mfc="white")
        ax.legend()
        return self

    def _ideal(self, ax: Any) -> None:
        """Where calibrated nodes are."""

    def _point(self, b: Mapping[str, Any]) -> tuple[Any, float]:
        raise NotImplementedError


class ReliabilityDisplay(_Curve):
    """The accuracy of nodes of about equal confidence: on the diagonal if it is calibrated."""

    _labels, _list = ("mean confidence", "accuracy"), "reliability"

    def _ideal(self, ax: Any) -> None:
        ax.plot([0, 1], [0, 1], ":", color="gray", label="perfectly calibrated")

    def _point(self, b: Mapping[str, Any]) -> tuple[Any, float]:
        return b["confidence"], b["accuracy"]


class DegreeDisplay(_Curve):
    """Confidence minus accuracy by the degree of nodes: above 0 where it is overconfident."""

    _labels, _list = ("degree", "mean confidence − accuracy"), "degreeBins"

    def _ideal(self, ax: Any) -> None:
        ax.axhline(0, ls=":", color="gray")
        ax.tick_params(axis="x", rotation=45)

    def _point(self, b: Mapping[str, Any]) -> tuple[Any, float]:
        return str(b["degrees"]), b["confidence"] - b["accuracy"]


class RiskCoverageDisplay(_Curve):
    """The error rate among the most confident nodes, by their share of all nodes."""

    _labels, _list = ("coverage", "risk (error rate)"), "coverage"
    _style = "-"

    def _point(self, b: Mapping[str, Any]) -> tuple[Any, float]:
        return b["coverage"], 1 - b["accuracy"]


class ComparisonDisplay(_Display):
    """A metric of all methods with its interval, the best method first."""

    def __init__(self, result: Comparison, metric: str = "nll") -> None:
        self.result, self.metric = result, metric

    @classmethod
    def from_comparison(
        cls, result: Comparison, metric: str = "nll", ax: Any = None
    ) -> "ComparisonDisplay":
        """Draws a metric, such as ``"ece"``, of what :func:`wats.compare` returned."""
        return cls(result, metric).plot(ax)

    def plot(self, ax: Any = None) -> "ComparisonDisplay":
        """Draws a point and a bar for each method into Matplotlib axes, by default new ones."""
        ax = self._axes(ax, self.metric, "")
        rows = sorted(self.result["results"], key=lambda row: row[self.metric]["value"])
        for place, row in enumerate(rows):
            value = row[self.metric]
            ax.plot([value.get("low"), value.get("high")], [place, place], color="gray")
            ax.plot(value["value"], place, "s", color="C0")
        ax.set_yticks(range(len(rows)), [row["method"] for row in rows])
        ax.invert_yaxis()
        return self
