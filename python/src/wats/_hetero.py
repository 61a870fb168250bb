"""One type of nodes of a graph with several: PyG ``HeteroData`` or a DGL graph."""

from __future__ import annotations

from typing import Any, Callable, Iterable, Optional

import numpy as np

from ._engine import note
from ._errors import DataError

Array = np.ndarray[Any, Any]
Relation = tuple[str, str, str]
NAMES = ("node_type", "two_steps")
_MOST_PAIRS = 50_000_000  # of paths over one type: some 800 MB while they are made


def is_heterogeneous(data: Any) -> bool:
    """Whether the graph has several types of nodes or edges."""
    return hasattr(data, "edge_index_dict") or getattr(data, "is_homogeneous", True) is False


def one_type(
    data: Any, names: Iterable[str], array: Callable[[Any, str], Array],
    node_type: Optional[str] = None, two_steps: bool = False,
) -> dict[str, Any]:
    """The nodes of one type by the names of a node file, and the edges among them.

    Edges are the union of the relations within the type; with ``two_steps`` nodes are also joined
    where both are linked to the same node of another type.
    """
    dgl = hasattr(data, "canonical_etypes")
    types = sorted(data.ntypes if dgl else data.node_types)
    if node_type is None and len(types) == 1:
        node_type = types[0]
    if node_type not in types:
        got = "" if node_type is None else f", got {node_type!r}"
        raise DataError(
            f"the graph has the node types {', '.join(types)}: choose the one to calibrate with"
            f" node_type={types[0]!r}{got}; or write data.to_homogeneous()"
        )
    store = data.nodes[node_type].data if dgl else data[node_type]
    other = {"x": "feat", "y": "label"} if dgl else {}
    get = store.get if dgl else lambda name: getattr(store, name, None)
    found = {name: get(name) for name in names}
    found.update({name: get(old) for name, old in other.items() if found.get(name) is None})
    found["num_nodes"] = data.num_nodes(node_type) if dgl else store.num_nodes
    relations: list[Relation] = list(data.canonical_etypes if dgl else data.edge_types)

    def pairs(relation: Relation) -> Array:
        if dgl:
            return np.stack([array(end, "edges") for end in data.edges(etype=relation)])
        return array(data[relation].edge_index, "edge_index")

    edges: list[Array] = []
    links: dict[str, list[Array]] = {}  # by other type: (2, E) of own node and other node
    used, left = [], []
    for relation in relations:
        source, _, target = relation
        if source == target == node_type:
            edges.append(pairs(relation))
            used.append("-".join(relation))
        elif node_type in (source, target) and two_steps:
            ends, other_type = pairs(relation), target if source == node_type else source
            links.setdefault(other_type, []).append(ends if source == node_type else ends[::-1])
        elif node_type in (source, target):
            left.append("-".join(relation))
    for kind, ends_of in links.items():
        joined = _joined(np.concatenate(ends_of, axis=1), kind)
        edges.append(joined)
        used.append(f"{joined.shape[1]:,} paths {node_type}-{kind}-{node_type}")
    hint = f"; left out {', '.join(left)} (two_steps=True joins over them)" if left else ""
    note(f"{node_type} nodes with the edges of {', '.join(used) or 'no relation'}{hint}")
    empty = np.zeros((2, 0), dtype=np.int64)
    found["edge_index"] = np.concatenate([empty, *edges], axis=1)
    return found


def _joined(links: Array, kind: str) -> Array:
    """All pairs i < j (2, P) of own nodes that are linked to the same other node."""
    own, other = np.unique(links, axis=1).astype(np.int64)
    order = np.lexsort((own, other))
    own, other = own[order], other[order]
    _, first, counts = np.unique(other, return_index=True, return_counts=True)
    after = np.repeat(first + counts, counts) - np.arange(len(own)) - 1  # partners that follow
    total = int(after.sum())
    if total > _MOST_PAIRS:
        raise DataError(
            f"two_steps over {kind!r} makes {total:,} pairs, more than {_MOST_PAIRS:,}: leave out"
            " its relations, or those of its nodes with most neighbors"
        )
    left = np.repeat(np.arange(len(own)), after)
    right = np.arange(total) - np.repeat(np.cumsum(after) - after, after) + left + 1
    pairs: Array = np.unique(np.stack([own[left], own[right]]), axis=1)
    return pairs
