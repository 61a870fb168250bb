"""What functions return: the fields of a command's JSON, with a sentence and a table to look at."""

from __future__ import annotations

import html
import importlib
import os
import re
from typing import TYPE_CHECKING, Any, Iterator, Mapping, Optional, Sequence

import numpy as np

from . import _engine
from ._errors import UsageError
from ._methods import PERCENT, ScoreFields

Array = np.ndarray[Any, Any]

_LISTS = ("results", "slices", "checks", "contributions", "inputs", "groups")  # lists that are tables
_HIDDEN = (  # what is no row of a table: sentences among others
    "schema", "command", "seed", "notes", "figures", "fit", "fitNotes", "settings",
    "summary", "warning", "recommended", "reason", "verdict", "goal",
)


class Result(dict[str, Any]):
    """The fields of a result: ``result["noiseFloor"]`` is also ``result.noise_floor``.

    Arrays with a row per node are there under their names too, but are no items, so that
    ``json.dumps(result)`` works. Shows as sentences and a table; :meth:`to_frame` gives the table.
    """

    def __init__(self, fields: Mapping[str, Any] = {}, arrays: Mapping[str, Array] = {}) -> None:
        super().__init__(fields)
        self._arrays = dict(arrays)

    def __missing__(self, name: str) -> Any:
        arrays = self.__dict__.get("_arrays", {})
        if name in arrays:
            return arrays[name]
        camel = re.sub("_(.)", lambda found: found.group(1).upper(), name)
        if camel in self:
            return self[camel]
        raise KeyError(name)

    if not TYPE_CHECKING:  # attributes that are declared are known to type checkers, others not

        def __getattr__(self, name: str) -> Any:
            if name.startswith("__") or name == "_arrays":
                raise AttributeError(name)
            try:
                return _wrapped(self[name])
            except KeyError:
                fields = ", ".join([*map(_snake, self), *self._arrays])
                raise AttributeError(f"no field {name}; fields: {fields}") from None

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *map(_snake, self), *self._arrays]

    def __reduce__(self) -> Any:
        return type(self), (dict(self), self._arrays)

    def rows(self) -> list[dict[str, Any]]:
        """The rows of the table, each with its values by column."""
        for name in _LISTS:
            if len(self.get(name, ())) > (name == "groups"):  # one has all nodes
                return [dict(_flat("", row)) for row in self[name]]
        sides = {side: self[side] for side in ("before", "after", "metrics") if side in self}
        if sides:
            names = [name for name in next(iter(sides.values())) if name != "nodes"]
            return [{"metric": name, **self._columns(sides, name)} for name in names]
        shown = {name: value for name, value in self.items() if name not in _HIDDEN}
        return [{"name": name, "value": value} for name, value in _flat("", shown)]

    def _columns(self, sides: Mapping[str, Mapping[str, Any]], metric: str) -> dict[str, Any]:
        columns: dict[str, Any] = {}
        intervals = self.get("intervals", {})
        for side, values in sides.items():
            interval = intervals.get(side, intervals).get(metric, {})
            name = "value" if side == "metrics" else side
            columns[name] = values[metric]
            columns.update({f"{name}.{end}": interval.get(end) for end in ("low", "high")})
        return columns

    def to_frame(self, library: Optional[str] = None, *, groups: bool = False) -> Any:
        """The table as a data frame: a row per node where there are arrays of nodes.

        Parameters
        ----------
        library : str, optional
            ``"pandas"``, ``"polars"`` or ``"pyarrow"``; by default the first that is installed.
        groups : bool
            Whether to give a row per group instead of one per node.
        """
        if groups:
            rows = [dict(_flat("", row)) for row in self["groups"]]
        elif self._arrays:
            return frame(node_columns(self._arrays), library)
        else:
            rows = self.rows()
        names = dict.fromkeys(name for row in rows for name in row)
        return frame({name: [row.get(name) for row in rows] for name in names}, library)

    def _table(self) -> tuple[list[str], list[list[str]], str]:
        rows = [_shown(row) for row in self.rows()]
        columns = list(dict.fromkeys(name for row in rows for name in row))
        texts = [[row.get(name, "") for name in columns] for row in rows]
        said = [self.get("summary"), self.get("warning")]
        if "before" in self and "recommended" in self:
            said.append(f"Recommended is {self['recommended']}: {self['reason']}.")
        if "goal" in self:
            said.append(f"The goal: {self['goal']}.")
        return columns, texts, "\n".join(filter(None, said))

    def __repr__(self) -> str:
        columns, texts, sentences = self._table()
        widths = [max(map(len, column)) for column in zip(columns, *texts)] or [0]
        lines = [
            row[0].ljust(widths[0]) + "".join(t.rjust(w + 2) for t, w in zip(row[1:], widths[1:]))
            for row in (columns, *texts) if row
        ]
        return "\n".join([*([sentences, ""] if sentences else []), *map(str.rstrip, lines)])

    def _repr_html_(self) -> str:
        columns, texts, sentences = self._table()
        head = "".join(f"<th>{html.escape(name)}</th>" for name in columns)
        body = "".join(
            "<tr>" + "".join(f"<td>{html.escape(text)}</td>" for text in row) + "</tr>"
            for row in texts
        )
        said = "".join(f"<p>{html.escape(line)}</p>" for line in sentences.splitlines())
        return f"{said}<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


class Scores(Result, ScoreFields):
    """Metrics by name; ``degree_ece`` is absent without a graph."""


class Metrics(Result):
    """The metrics of the test nodes before and after calibration."""

    method: str
    summary: str
    before: Scores
    after: Scores
    noise_floor: Scores
    intervals: Result
    warning: str
    recommended: str
    reason: str
    other_classes: int


class Evaluation(Result):
    """The metrics of probabilities on the test nodes."""

    metrics: Scores
    noise_floor: Scores
    intervals: Result
    reliability: list[Result]
    degree_bins: list[Result]
    coverage: list[Result]
    slices: list[Result]
    class_gaps: list[Result]
    bins: int
    passed: bool
    report: "Report"


class Comparison(Result):
    """All methods on the same nodes: a row for each in ``results``, and the one to use."""

    recommended: str
    reason: str
    results: list[Result]


class Selection(Result):
    """Which nodes to accept (N)."""

    accept: Array
    probabilities: Array
    threshold: Optional[float]
    bound: Optional[float]
    coverage: float
    test: Result
    groups: list[Result]
    notes: list[str]


class PredictionSets(Result):
    """The classes in the set of each node (N, C)."""

    sets: Array
    probabilities: Array
    target: float
    test: Result
    groups: list[Result]
    notes: list[str]


class Monitoring(Result):
    """Whether a calibrator still holds."""

    alarm: bool
    verdict: str
    checks: list[Result]
    gaps: list[Result]
    metrics: Scores
    expected_accuracy: Result
    passed: bool


class Explanation(Result):
    """Why a node has its confidence."""

    node: str
    temperature: float


def _wrapped(value: Any) -> Any:
    if isinstance(value, list):
        return [_wrapped(one) for one in value]
    return Result(value) if type(value) is dict else value


def _snake(name: str) -> str:
    return re.sub("(?<!^)([A-Z])", r"_\1", name).lower()


def frame(columns: Mapping[str, Any], library: Optional[str] = None) -> Any:
    """A data frame of columns, of a library or of the first that is installed."""
    makers = {"pandas": "DataFrame", "polars": "DataFrame", "pyarrow": "table"}
    if library not in (None, *makers):
        raise UsageError(f"library must be one of {', '.join(makers)}, got {library!r}")
    for name in [library] if library else makers:
        try:
            return getattr(importlib.import_module(name), makers[name])(dict(columns))
        except ImportError as missing:
            failed = missing
    raise failed


def node_columns(arrays: Mapping[str, Array], labels: Any = None) -> dict[str, Any]:
    """A column per array of nodes: ids, classes and confidences before the probabilities."""
    p = arrays["probabilities"]
    names = [str(name) for name in arrays.get("class_names", [f"p{c}" for c in range(p.shape[1])])]
    classes = np.array(names if "class_names" in arrays else range(p.shape[1]))
    own, sets = arrays.get("network_prediction"), arrays.get("sets")
    columns = {
        "id": arrays.get("node_ids", np.arange(len(p))), "label": labels,
        "prediction": classes[arrays.get("prediction", p.argmax(1))],
        "confidence_before": arrays.get("confidence_before"), "confidence": p.max(1),
        "network_prediction": None if own is None else classes[own],
        "temperature": arrays.get("temperatures"), "accept": arrays.get("accept"),
        "set": None if sets is None else ["|".join(map(str, classes[row])) for row in sets],
        **{name: p[:, c] for c, name in enumerate(names)},
    }
    return {name: column for name, column in columns.items() if column is not None}


def _flat(prefix: str, fields: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Nested fields by names such as ``ece.low``; the value itself is ``ece``."""
    for name, value in fields.items():
        full = prefix if name == "value" and prefix else f"{prefix}.{name}" if prefix else name
        if isinstance(value, Mapping):
            yield from _flat(full, value)
        elif not isinstance(value, list) or not any(isinstance(v, Mapping) for v in value):
            yield full, value


def _shown(row: Mapping[str, Any]) -> dict[str, str]:
    """The texts of a row: intervals are beside their values, differences of methods left out."""
    texts = {}
    for name, value in row.items():
        if not name.startswith("differences.") and not name.endswith((".low", ".high")):
            percent = row.get("metric", name) in PERCENT
            low, high = (row.get(f"{name}.{end}") for end in ("low", "high"))
            interval = "" if low is None else f" ({_text(low, percent)}–{_text(high, percent)})"
            sign = " %" if percent and isinstance(value, float) else ""
            texts[name] = _text(value, percent) + sign + interval
    return texts


def _text(value: Any, percent: bool = False) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(map(_text, value))
    if percent and isinstance(value, float):
        return f"{100 * value:.2f}"
    return "" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)


class _Document:
    """A text that a notebook shows and ``save`` writes to a file."""

    _file: str

    def __init__(self, text: str) -> None:
        self.text = text

    def save(self, path: "str | os.PathLike[str]") -> None:
        """Writes it to a file."""
        _engine.write(path, self.text.encode("utf-8"))

    def __repr__(self) -> str:
        kind = type(self).__name__
        return f"<wats.{kind} of {len(self.text):,} characters: save({self._file!r}) writes it>"


class Report(_Document):
    """An HTML page: shows inline in a notebook, and ``save`` writes it to a file."""

    _file = "report.html"

    @property
    def html(self) -> str:
        """The text of the page."""
        return self.text

    def _repr_html_(self) -> str:
        page = html.escape(self.text, quote=True)
        return f'<iframe srcdoc="{page}" width="100%" height="600" frameborder="0"></iframe>'


class Figure(_Document):
    """A figure as SVG: shows inline in a notebook, and ``save`` writes it to a file."""

    _file = "figure.svg"

    def _repr_svg_(self) -> str:
        return self.text[self.text.index("<svg") :]


def as_option(value: Any) -> str:
    """A value as the command line has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ",".join(map(as_option, value))
    return str(value)
