"""Figures with Matplotlib, in the manner of scikit-learn's displays. Numbers come from the engine."""

from __future__ import annotations

import importlib
from typing import Any, Mapping, Sequence

from ._results import Comparison

_Curves = Mapping[str, Sequence[Mapping[str, float]]]


class _Display:
    """Draws into ``ax``, by default new axes; :meth:`plot` sets ``ax_`` and ``figure_``."""

    ax_: Any
    figure_: Any

    def _axes(self, ax: Any, xlabel: str, ylabel: str) -> Any:
        if ax is None:
            ax = importlib.import_module("matplotlib.pyplot").subplots()[1]
        ax.set(xlabel=xlabel, ylabel=ylabel)
        self.ax_, self.figure_ = ax, ax.figure
        return ax


class _Curve(_Display):
    """Curves of the same nodes, by name such as ``before`` and ``after``."""

    def __init__(self, curves: Mapping[str, _Curves]) -> None:
        self.curves = curves

    @classmethod
    def from_calibrator(cls, calibrator: Any, ax: Any = None) -> Any:
        """Draws the test nodes of a fitted calibrator before and after.

        Parameters
        ----------
        calibrator : a fitted :class:`wats.Calibrator`
        ax : Matplotlib axes, by default new ones
        """
        return cls(calibrator._figures()[1]).plot(ax)

    @classmethod
    def from_evaluation(cls, result: Any, ax: Any = None, name: str = "measured") -> Any:
        """Draws what :func:`wats.evaluate` returned, under a name.

        Parameters
        ----------
        result : what :func:`wats.evaluate` returned
        ax : Matplotlib axes, by default new ones
        name : in the legend
        """
        return cls({name: result}).plot(ax)

    def plot(self, ax: Any = None) -> Any:
        raise NotImplementedError


class ReliabilityDisplay(_Curve):
    """The accuracy of nodes of about equal confidence: on the diagonal if it is calibrated."""

    def plot(self, ax: Any = None) -> "ReliabilityDisplay":
        """Draws a point for each bin of confidence."""
        ax = self._axes(ax, "mean confidence", "accuracy")
        ax.plot([0, 1], [0, 1], ":", color="gray", label="perfectly calibrated")
        for name, curve in self.curves.items():
            bins = curve["reliability"]
            ax.plot([b["confidence"] for b in bins], [b["accuracy"] for b in bins], "s-", label=name)
        ax.legend()
        return self


class DegreeDisplay(_Curve):
    """Confidence minus accuracy by the degree of nodes: above 0 where it is overconfident."""

    def plot(self, ax: Any = None) -> "DegreeDisplay":
        """Draws a point for each bin of degrees."""
        ax = self._axes(ax, "degree", "mean confidence − accuracy")
        ax.axhline(0, ls=":", color="gray")
        for name, curve in self.curves.items():
            bins = curve["degreeBins"]
            places, gaps = range(len(bins)), [b["confidence"] - b["accuracy"] for b in bins]
            ax.plot(places, gaps, "s-", label=name)
            ax.set_xticks(places, [str(b["degrees"]) for b in bins], rotation=45)
        ax.legend()
        return self


class RiskCoverageDisplay(_Curve):
    """The error rate among the most confident nodes, by their share of all nodes."""

    def plot(self, ax: Any = None) -> "RiskCoverageDisplay":
        """Draws a line for each side."""
        ax = self._axes(ax, "coverage", "risk (error rate)")
        for name, curve in self.curves.items():
            points = curve["coverage"]
            ax.plot([p["coverage"] for p in points], [1 - p["accuracy"] for p in points], label=name)
        ax.legend()
        return self


class ComparisonDisplay(_Display):
    """A metric of all methods with its interval, the best method first."""

    def __init__(self, result: Comparison, metric: str = "nll") -> None:
        self.result = result
        self.metric = metric

    @classmethod
    def from_comparison(
        cls, result: Comparison, metric: str = "nll", ax: Any = None
    ) -> "ComparisonDisplay":
        """Draws what :func:`wats.compare` returned.

        Parameters
        ----------
        result : what :func:`wats.compare` returned
        metric : such as ``"ece"``
        ax : Matplotlib axes, by default new ones
        """
        return cls(result, metric).plot(ax)

    def plot(self, ax: Any = None) -> "ComparisonDisplay":
        """Draws a point and a bar for each method."""
        ax = self._axes(ax, self.metric, "")
        rows = sorted(self.result["results"], key=lambda row: row[self.metric]["value"])
        for place, row in enumerate(rows):
            value = row[self.metric]
            ax.plot([value.get("low"), value.get("high")], [place, place], color="gray")
            ax.plot(value["value"], place, "s", color="C0")
        ax.set_yticks(range(len(rows)), [row["method"] for row in rows])
        ax.invert_yaxis()
        return self
