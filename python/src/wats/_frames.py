"""Tables of nodes and edges (pandas, polars, PyArrow) as arrays of a node file."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np

from ._errors import DataError

_SPLIT = ("train", "val", "test")
_NAMES: dict[str, tuple[str, ...]] = {  # of columns, by the arrays that they are
    "node_ids": ("id", "node", "node_id", "node_ids"), "y": ("y", "label", "labels", "node_label"),
    "split": ("split", "part", "subset"), **{f"{part}_mask": (f"{part}_mask", part) for part in _SPLIT},
}
_PARTS = {"train": "train", "training": "train", "val": "val", "valid": "val", "validation": "val", "test": "test"}
_ENDS = (("source", "target"), ("src", "dst"), ("from", "to"), ("u", "v"), ("source_id", "target_id"))


def columns(table: Any) -> Optional[dict[str, Any]]:
    """The columns of a table by name, None if it is none."""
    if hasattr(table, "column_names") and hasattr(table, "column"):  # PyArrow
        return {name: table.column(name).to_numpy() for name in table.column_names}
    if hasattr(table, "columns") and (hasattr(table, "iloc") or hasattr(table, "get_columns")):
        return {str(name): table[name] for name in table.columns}
    return None


def nodes(table: Any) -> dict[str, Any]:
    """The arrays of a table of nodes; one of class columns alone stays the table of logits."""
    found = columns(table) or {}
    lower = {name.lower(): name for name in found}
    parts: dict[str, Any] = {}
    for key, names in _NAMES.items():
        name = next((lower[one] for one in names if one in lower), None)
        if name is not None:
            column = found.pop(name)
            parts[key] = np.asarray(column).astype(bool) if key.endswith("_mask") else column
    if "split" in parts:
        words = [_PARTS.get(str(word).lower(), "") for word in np.asarray(parts.pop("split"))]
        parts.update((f"{part}_mask", np.array([w == part for w in words])) for part in _SPLIT)
    strange = [name for name in found if np.asarray(found[name]).dtype.kind not in "fiu"]
    if strange:
        known = (name for names in _NAMES.values() for name in names)
        raise DataError(
            f"the columns of classes must be numbers, got {', '.join(strange)}: leave them out of"
            f" the table; other columns: {', '.join(known)}"
        )
    if found:
        parts["logits"] = np.column_stack([np.asarray(one, float) for one in found.values()])
        parts["class_names"] = list(found)
    return parts


def edges(table: Any, ids: Any) -> Any:
    """The edges (2 × E) of a table of edges, by the ids of nodes where they have any."""
    found = columns(table) or {}
    lower = {name.lower(): name for name in found}
    ends = next((pair for pair in _ENDS if all(one in lower for one in pair)), None)
    if ends is None and len(found) < 2:
        raise DataError(f"a table of edges needs columns source and target, got {', '.join(found)}")
    names = [lower[one] for one in ends] if ends else list(found)[:2]
    pairs = np.stack([np.asarray(found[name]) for name in names])
    if ids is None:
        return pairs
    known = np.asarray(ids).astype(str)
    order = np.argsort(known, kind="stable")
    words = pairs.astype(str)
    place = np.minimum(np.searchsorted(known[order], words), len(known) - 1)
    rows = order[place]
    missing = words[known[rows] != words]
    if missing.size:
        raise DataError(f"edges must join ids of the table of nodes, got {missing[0]!r}")
    return rows
