"""Turns what people have in hand into the arrays of a node file.

Nothing but NumPy is imported: tensors, graphs and tables are recognized by what they offer.
"""

from __future__ import annotations

import os
import re
from typing import Any, Mapping

import numpy as np

from . import _frames
from ._engine import note
from ._errors import DataError
from ._hetero import NAMES as HETERO, is_heterogeneous, one_type

Array = np.ndarray[Any, Any]
_SPLIT = ("train", "val", "test")
MASKS = tuple(f"{part}_mask" for part in _SPLIT)
_INDICES = tuple(f"{part}_idx" for part in _SPLIT)
_CSR = ("data", "indices", "indptr", "shape")
GRAPH = ("edge_index", *(f"adj_{name}" for name in _CSR))
_FEATURES = ("x", *(f"attr_{name}" for name in _CSR))
KEYS = (
    *GRAPH, *_FEATURES, "logits", "probabilities", "y", *MASKS, *_INDICES, "node_ids", "class_names", "num_nodes",
)
_PARTS = {  # what a node file may have, also under other names; an array replaces all of its part
    "graph": (*GRAPH, *_CSR, "row", "col", "edges", *(f"adj_matrix.{name}" for name in _CSR)),
    "features": (*_FEATURES, "node_features", *(f"attr_matrix.{name}" for name in _CSR)),
    "labels": ("y", "labels", "node_labels"),
    "scores": ("logits", "probabilities"),
    **{part: tuple(f"{part}_{k}" for k in ("mask", "idx", "ids", "masks")) for part in _SPLIT},
}
_PART = {name: part for part, names in _PARTS.items() for name in names}
_ALL = (*KEYS, *(name for name in _PART if name not in KEYS))
_DIRECTED = (
    "some edges are given in one direction only: every edge counts in both directions, as in an"
    " undirected graph"
)
_WEIGHTS = "edge_weight is ignored: every edge counts as much as any other"
_NUMBER = re.compile(r"\s*[-+]?\d+(\.0*)?\s*")
_DGL = {"feat": "x", "label": "y", "labels": "y"}


def array(value: Any, name: str) -> Array:
    """The values of a tensor, column, table or list as an array; no copy where none is needed."""
    if hasattr(value, "edge_index") or hasattr(value, "ndata"):
        raise DataError(f"{name} must be an array, got a graph, which comes first: write fit(data, logits)")
    if isinstance(value, np.ma.MaskedArray):
        value = _unmasked(value, name)
    elif hasattr(value, "detach"):  # a PyTorch tensor: on any device, with or without gradient
        value = value.detach().cpu()
        try:
            value = value.numpy()
        except TypeError:  # bfloat16 and float8, which NumPy does not have
            value = value.float().numpy()
    elif hasattr(value, "to_numpy"):  # pandas
        value = value.to_numpy()
    elif hasattr(value, "numpy") and callable(value.numpy):
        value = value.numpy()
    try:
        result = np.asarray(value)
    except (ValueError, TypeError) as failed:
        raise DataError(f"{name} must be an array: {failed}") from None
    if result.dtype.kind in "OT":  # T: texts of any length, of NumPy 2
        result = _names(result, name)
    return result.astype(np.float64) if result.dtype == np.longdouble else result


def _unmasked(values: Any, name: str) -> Array:
    """Labels that are masked are unknown; every other array is needed as a whole."""
    count = int(np.sum(values.mask))
    if count and _PART.get(name) != "labels":
        raise DataError(
            f"{name} must have no masked values, got {count}: write np.ma.filled({name}, value)"
        )
    values = values.astype(np.int64) if count and values.dtype.kind in "bu" else values
    return np.asarray(values.filled("" if values.dtype.kind in "OSU" else -1) if count else values)


def _names(values: Array, name: str) -> Array:
    """Texts of a column of Python objects; a missing value is an empty text."""
    missing = [v is None or v != v or str(v) == "<NA>" for v in values.flat]
    kinds = {type(v) for v, gone in zip(values.flat, missing) if not gone}
    if not all(issubclass(kind, (str, int, np.integer)) for kind in kinds) or values.ndim != 1:
        shown = ", ".join(sorted(kind.__name__ for kind in kinds))
        raise DataError(
            f"{name} must be an array of numbers or a list of names, got objects of {shown}:"
            f" write np.array({name}.tolist()), with rows of equal length"
        )
    return np.array(["" if gone else str(v) for v, gone in zip(values.flat, missing)], dtype=str)


def _rows(probabilities: Array) -> Array:
    """Half-precision rows do not sum to 1 closely enough: they are divided by their sums."""
    if probabilities.ndim != 2 or probabilities.dtype.kind != "f":
        return probabilities
    rows = probabilities.astype(np.float64)
    sums = rows.sum(axis=1, keepdims=True)
    return rows / sums if 1e-7 < np.abs(sums - 1).max(initial=0) < 0.02 else rows


class Nodes(dict[str, Array]):
    """The arrays of a node file, as :func:`nodes` makes them."""


def is_path(value: Any) -> bool:
    """Whether this names a file."""
    return isinstance(value, (str, os.PathLike))


def nodes(data: Any, named: Mapping[str, Any], features: bool) -> "str | Nodes":
    """The arrays of a node file; those that are ``named`` count before those of ``data``.

    The path of a node file stays one where nothing is named: the engine reads it.
    """
    if isinstance(data, Nodes) and all(value is None for value in named.values()):
        return Nodes({n: one for n, one in data.items() if features or _PART.get(n) != "features"})
    chosen = {name: named[name] for name in HETERO if named.get(name)}
    named = {"y" if n == "labels" else n: value for n, value in named.items() if n not in HETERO}
    if chosen or is_heterogeneous(data):
        if not is_heterogeneous(data):
            raise DataError(f"{', '.join(chosen)} needs HeteroData or a DGL graph of several types")
        data = one_type(data, KEYS, array, **chosen)
    unknown = [name for name in named if name not in KEYS]
    if unknown:
        raise DataError(f"{unknown[0]} is no array of nodes; names: {', '.join(KEYS)}")
    if isinstance(data, list) and any(hasattr(item, "edge_index") for item in data):
        raise DataError(
            f"got a list of {len(data)} graphs: calibrate one after another, or write"
            " torch_geometric.data.Batch.from_data_list(graphs), with the logits of all nodes"
        )
    given = {name: value for name, value in named.items() if value is not None}
    if is_path(data) and not given:
        return str(os.path.abspath(data))
    if _frames.columns(given.get("logits")):
        table = _frames.nodes(given["logits"])
        if set(table) - {"logits", "class_names"} or not hasattr(given["logits"], "index"):
            given = {**table, **{name: one for name, one in given.items() if name != "logits"}}
    if _frames.columns(data):
        data = _frames.edges(data, given.get("node_ids"))
    found = _parts(data, given.get("node_ids"))
    replaced = {_PART[name] for name in given if name in _PART}
    found = {name: value for name, value in found.items() if _PART.get(name) not in replaced}
    found.update(given)
    if found.get("edge_index") is not None:
        found["edge_index"] = _edges(found["edge_index"])
    _check_order(found)
    _add_class_names(found)
    if "x" in found and hasattr(found["x"], "tocsr"):
        found.update(_csr("attr_", found.pop("x")))
    if not features:
        found = {name: found[name] for name in found if _PART.get(name) != "features"}
    arrays = Nodes((n, array(found[n], n)) for n in _ALL if found.get(n) is not None)
    if "probabilities" in arrays:
        arrays["probabilities"] = _rows(arrays["probabilities"])
    edges = arrays.get("edge_index", np.empty((2, 0)))
    if edges.ndim == 2 and edges.dtype.kind == "f" and len(edges) not in (2, edges.shape[1]):
        raise DataError(
            "the graph comes first: write fit(edge_index, logits, y=y, val_mask=val_mask), and None"
            f" as the graph where there is none; got {edges.dtype} of shape {edges.shape} as graph"
        )
    if edges.ndim == 2 and len(edges) == 2 and edges.dtype.kind in "iu":
        _note_directed(data, edges)
    return arrays


_said: set[str] = set()
_undirected: tuple[int, ...] = ()  # the graph that was looked at last


def _note_once(text: str) -> None:
    if text not in _said:
        _said.add(text)
        note(text)


def _note_directed(graph: Any, edges: Array) -> None:
    """Compares sums over the edges in both directions, which are equal if both are there."""
    global _undirected
    seen = (id(graph), id(getattr(graph, "edge_index", None)), edges.shape[1])
    if _DIRECTED in _said or seen == _undirected or edges.size == 0 or edges.min() < 0:
        return
    first, second = np.random.default_rng(0).integers(0, 2**63, (2, int(edges.max()) + 1), np.uint64)
    there = np.sum(first[edges[0]] * second[edges[1]])
    if there != np.sum(first[edges[1]] * second[edges[0]]):
        _note_once(_DIRECTED)
    _undirected = seen


def _parts(data: Any, node_ids: Any) -> dict[str, Any]:
    """What ``data`` has, by the names of a node file."""
    if data is None:
        return {}
    if is_path(data):
        try:
            with np.load(data, allow_pickle=False) as stored:
                found = {name: stored[name] for name in _ALL if name in stored.files}
            if not found:  # an archive of PyTorch
                raise ValueError("it has no array of nodes")
            return found
        except Exception as failed:  # of the system, of NumPy, of the archive and its members
            text = f"{os.fspath(data)} must be a node file (.npz) if arrays are added: {failed}"
            raise DataError(text) from None
    if isinstance(data, Mapping):
        return {name: data[name] for name in _ALL if name in data}
    if hasattr(data, "ndata") and callable(getattr(data, "edges", None)):  # DGL
        parts = {_DGL.get(name, name): data.ndata[name] for name in data.ndata}
        parts = {name: value for name, value in parts.items() if name in KEYS}
        return {**parts, "edge_index": data.edges(), "num_nodes": data.num_nodes()}
    if hasattr(data, "nodes") and hasattr(data, "is_directed"):  # NetworkX
        return _networkx(data, node_ids)
    if hasattr(data, "edge_index") or hasattr(data, "adj_t"):  # PyG
        parts = {name: getattr(data, name, None) for name in KEYS if name != "num_nodes"}
        fields: Any = getattr(data, "to_dict", dict)()  # else the number is a guess
        parts["num_nodes"] = fields.get("num_nodes")
        if parts["edge_index"] is None:
            parts["edge_index"] = data.adj_t
        if getattr(data, "edge_weight", None) is not None:
            _note_once(_WEIGHTS)
        return parts
    return {"edge_index": data} if not hasattr(data, "tocsr") else _csr("adj_", data)


def _csr(prefix: str, matrix: Any) -> dict[str, Any]:
    rows = matrix.tocsr()
    return {prefix + name: np.asarray(getattr(rows, name)) for name in _CSR}


def _networkx(graph: Any, node_ids: Any) -> dict[str, Any]:
    """Rows are in the order of ``node_ids``; else by number if nodes are 0 … n-1, as elsewhere."""
    names = [str(node) for node in graph.nodes]
    numbered = set(graph.nodes) == set(range(len(names)))
    if node_ids is None and not numbered:
        node_ids, first = names, ", ".join(names[:3])
        note(f"rows are taken in the order of graph.nodes: {first}, …; node_ids gives another")
    ids = [] if node_ids is None else array(node_ids, "node_ids").astype(str).tolist()
    place = {name: k for k, name in enumerate(ids)}
    strangers = sorted(set(place) ^ set(names))
    if strangers and (not numbered or set(place) & set(names)):
        rule = f"node_ids must name each of the {len(names)} nodes of the graph once"
        raise DataError(f"{rule}, got {len(ids)} names and a difference at {strangers[-1]!r}")
    rows = {node: int(node) if strangers else place[str(node)] for node in graph.nodes}
    edges = np.array([(rows[u], rows[v]) for u, v in graph.edges()], dtype=np.int64)
    return {"edge_index": edges.reshape(-1, 2).T, "num_nodes": len(names), "node_ids": ids or None}


def _edges(graph: Any) -> Any:
    """The edges (2 × E) of a sparse tensor, or the array as it is."""
    if callable(getattr(graph, "coo", None)):  # torch_sparse.SparseTensor
        graph = graph.coo()[:2]
    layout = str(getattr(graph, "layout", ""))
    if "sparse" in layout:
        graph = (graph if graph.is_sparse else graph.to_sparse()).coalesce().indices()
    if isinstance(graph, tuple) and len(graph) == 2:  # sources and targets
        return np.stack([array(part, "edge_index") for part in graph])
    return graph


def _check_order(found: Mapping[str, Any]) -> None:
    """Tables of pandas are joined by position, so their indexes must agree."""
    names = ("logits", "probabilities", "y", *MASKS, "x")
    indexes: dict[str, Any] = {name: getattr(found.get(name), "index", None) for name in names}
    tables = [name for name in names if hasattr(indexes[name], "equals")]
    for name in tables[1:]:
        if not indexes[name].equals(indexes[tables[0]]):
            raise DataError(
                f"{tables[0]} and {name} must have the same index in the same order:"
                f" write {name}.loc[{tables[0]}.index]"
            )


def _add_class_names(found: dict[str, Any]) -> None:
    """The columns of a table of logits, or the categories of a column of labels, name classes.

    Categories that are numbers are class numbers: as texts their order is 0, 1, 10, 2.
    """
    if found.get("class_names") is not None:
        return
    scores = found.get("probabilities") if found.get("logits") is None else found["logits"]
    columns = getattr(scores, "columns", None)
    categories = getattr(getattr(found.get("y"), "dtype", None), "categories", None)
    if categories is not None and all(_NUMBER.fullmatch(str(name)) for name in categories):
        categories = None
    for names in (columns, categories):
        if names is not None and all(isinstance(name, str) for name in names):
            found["class_names"] = list(names)
            return
