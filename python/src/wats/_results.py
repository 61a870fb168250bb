"""What functions return: the fields of a command's JSON, shown as a table."""

from __future__ import annotations

import html
import importlib
import os
from typing import Any, Iterator, Mapping, Sequence

from . import _engine

_LISTS = ("results", "slices", "checks", "contributions", "inputs")  # lists that are tables
_HIDDEN = ("schema", "command", "seed", "notes")


class Result(dict[str, Any]):
    """The fields of a result, also as attributes: ``result["metrics"]`` is ``result.metrics``.

    Shows as a table in notebooks and terminals; :meth:`to_pandas` gives it as a data frame.
    """

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"no field {name}; fields: {', '.join(self)}") from None

    def rows(self) -> list[dict[str, Any]]:
        """The rows of the table, each with its values by column."""
        for name in _LISTS:
            if self.get(name):
                return [dict(_flat("", row)) for row in self[name]]
        sides = {side: self[side] for side in ("before", "after", "metrics") if side in self}
        if sides:
            return [
                {"metric": metric, **self._columns(sides, metric)}
                for metric in next(iter(sides.values())) if metric != "nodes"
            ]
        fields = _flat("", {name: value for name, value in self.items() if name not in _HIDDEN})
        return [{"name": n, "value": v} for n, v in fields if not hasattr(v, "shape")]

    def _columns(self, sides: Mapping[str, Mapping[str, Any]], metric: str) -> dict[str, Any]:
        columns: dict[str, Any] = {}
        intervals = self.get("intervals", {})
        for side, values in sides.items():
            interval = intervals.get(side, intervals).get(metric, {})
            name = "value" if side == "metrics" else side
            columns[name] = values[metric]
            columns.update({f"{name}.{end}": interval.get(end) for end in ("low", "high")})
        return columns

    def to_pandas(self) -> Any:
        """The table as a ``pandas.DataFrame``."""
        return importlib.import_module("pandas").DataFrame(self.rows())

    def _table(self) -> tuple[list[str], list[list[str]], str]:
        rows = [_shown(row) for row in self.rows()]
        columns = list(dict.fromkeys(name for row in rows for name in row))
        texts = [[row.get(name, "") for name in columns] for row in rows]
        notes = (name for name in ("recommended", "reason", "warning") if name in self)
        return columns, texts, "\n".join(f"{name}: {self[name]}" for name in notes)

    def __repr__(self) -> str:
        columns, texts, notes = self._table()
        widths = [max(map(len, column)) for column in zip(columns, *texts)] or [0]
        lines = [
            row[0].ljust(widths[0]) + "".join(t.rjust(w + 2) for t, w in zip(row[1:], widths[1:]))
            for row in (columns, *texts)
        ]
        return "\n".join([*(line.rstrip() for line in lines), *([notes] if notes else [])])

    def _repr_html_(self) -> str:
        columns, texts, notes = self._table()
        head = "".join(f"<th>{html.escape(name)}</th>" for name in columns)
        body = "".join(
            "<tr>" + "".join(f"<td>{html.escape(text)}</td>" for text in row) + "</tr>"
            for row in texts
        )
        foot = f"<p>{html.escape(notes)}</p>" if notes else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{foot}"


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
            low, high = (row.get(f"{name}.{end}") for end in ("low", "high"))
            interval = "" if low is None else f" ({_text(low)}–{_text(high)})"
            texts[name] = _text(value) + interval
    return texts


def _text(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(map(_text, value))
    return "" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)


class Report:
    """An HTML page: shows inline in a notebook, and ``save`` writes it to a file."""

    def __init__(self, page: str) -> None:
        self.html = page

    def save(self, path: "str | os.PathLike[str]") -> None:
        """Writes the page to a file."""
        _engine.write(path, self.html.encode("utf-8"))

    def _repr_html_(self) -> str:
        page = html.escape(self.html, quote=True)
        return f'<iframe srcdoc="{page}" width="100%" height="600" frameborder="0"></iframe>'

    def __repr__(self) -> str:
        return f"<wats.Report of {len(self.html):,} characters: save('report.html') writes it>"


def as_option(value: Any) -> str:
    """A value as the command line has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ",".join(map(as_option, value))
    return str(value)
