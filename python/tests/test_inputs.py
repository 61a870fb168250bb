"""What people have in hand is accepted as it is; careless input is answered with what to write."""

import os
import warnings

import numpy as np
import pytest

import wats
from wats import _inputs
from conftest import C, N, TABLES, make_nodes

os.environ["DGLBACKEND"] = "pytorch"


@pytest.fixture()
def expected(nodes):
    return wats.Calibrator("ridge-temperature").fit(nodes).probabilities_


def check(expected, data, *rest, **named):
    found = wats.Calibrator("ridge-temperature").fit(data, *rest, **named).probabilities_
    assert np.array_equal(found, expected)
    record("graph", data)
    for name, value in {"logits": rest[0] if rest else None, **named}.items():
        if name in ("logits", "y", "val_mask", "val_idx"):
            record(name, value)


def record(name, value):
    """Which kinds of input were tried, and with which libraries."""
    library = __import__(type(value).__module__.split(".")[0])
    details = (getattr(value, detail, "") for detail in ("layout", "dtype"))
    kind = " ".join([type(value).__name__, *(str(detail) for detail in details if detail != "")])
    lines = TABLES.setdefault("inputs tried", [])
    line = f"{library.__name__} {getattr(library, '__version__', '')}: {kind} as {name}"
    if value is not None and line not in lines:
        lines.append(line)


def optional(name):
    try:
        return __import__(name, fromlist=["_"])
    except Exception as failed:  # DGL raises many kinds
        pytest.skip(f"{name} cannot be imported: {failed}")


@pytest.fixture()
def tensors(nodes):
    torch = optional("torch")
    return {name: torch.from_numpy(np.ascontiguousarray(value)) for name, value in nodes.items()}


@pytest.fixture()
def data(tensors):
    """A PyG Data without logits."""
    return optional("torch_geometric.data").Data(**{n: v for n, v in tensors.items() if n != "logits"})


def test_numpy(nodes, named, expected):
    check(expected, nodes["edge_index"], nodes["logits"], **named)
    check(expected, tuple(nodes["edge_index"]), nodes["logits"], **named)
    check(expected, None, nodes["logits"], edge_index=nodes["edge_index"].astype(np.int32), **named)
    lists = {name: value.tolist() for name, value in named.items()}
    check(expected, nodes["edge_index"].tolist(), nodes["logits"].tolist(), **lists)
    check(expected, nodes["edge_index"], nodes["logits"].astype(np.longdouble), **named)


def test_indices_for_masks(nodes, named, expected):
    split = {n.replace("mask", "idx"): np.flatnonzero(v) for n, v in named.items() if n != "y"}
    check(expected, nodes["edge_index"], nodes["logits"], y=nodes["y"], **split)


def test_a_node_file_and_a_dict(nodes, expected, tmp_path):
    np.savez(tmp_path / "run.npz", **nodes)
    check(expected, tmp_path / "run.npz")
    check(expected, str(tmp_path / "run.npz"))
    check(expected, nodes)


def by_ids(nodes):
    names = np.array([f"n{k}" for k in range(N)])
    masks = {name for name in nodes if name.endswith("_mask")}
    split = {name.replace("_mask", "_ids"): names[nodes[name]] for name in masks}
    return {**{n: v for n, v in nodes.items() if n not in masks}, **split, "node_ids": names}


def renamed(nodes, old, **new):
    return {**{name: value for name, value in nodes.items() if name != old}, **new}


# Names that node files of other collections have; each without the usual one.
OTHER_NAMES = {
    "ids": by_ids,
    "labels": lambda n: renamed(n, "y", labels=n["y"]),
    "edges": lambda n: renamed(n, "edge_index", edges=n["edge_index"].T),
    "row and col": lambda n: renamed(
        n, "edge_index", row=n["edge_index"][0], col=n["edge_index"][1], shape=[N, N]
    ),
}


@pytest.mark.parametrize("names", OTHER_NAMES)
def test_a_node_file_and_a_dict_have_all_names_that_the_engine_knows(nodes, tmp_path, names):
    expected = wats.Calibrator("ridge").fit(nodes).probabilities_
    arrays = OTHER_NAMES[names](nodes)
    np.savez(tmp_path / "run.npz", **arrays)
    by_path = wats.Calibrator("ridge").fit(tmp_path / "run.npz")
    assert np.array_equal(by_path.probabilities_, expected)
    assert np.array_equal(by_path.transform(nodes["logits"]), expected)
    assert np.array_equal(wats.Calibrator("ridge").fit(arrays).probabilities_, expected)
    other = wats.Calibrator("ridge").fit(tmp_path / "run.npz", y=nodes["y"][::-1])
    same = wats.Calibrator("ridge").fit(nodes, y=nodes["y"][::-1])
    assert np.array_equal(other.probabilities_, same.probabilities_)


@pytest.mark.parametrize("name", ["nodes.csv", "nodes.npy", "nodes.npz", "missing.npz", "folder"])
def test_a_path_of_another_file_is_refused(nodes, tmp_path, name):
    (tmp_path / "nodes.csv").write_text("0,1\n1,2\n")
    (tmp_path / "nodes.npz").write_text("no archive")
    np.save(tmp_path / "nodes.npy", nodes["logits"])
    (tmp_path / "folder").mkdir()
    for logits in (None, nodes["logits"]):
        with pytest.raises(wats.DataError, match=name):
            wats.Calibrator("ts").fit(tmp_path / name, logits)
    with pytest.raises(wats.DataError, match=name):
        wats.evaluate(nodes, probabilities=str(tmp_path / name), bins=7)


def test_features_of_an_edge_list_in_a_file(nodes, tmp_path):
    np.savetxt(tmp_path / "edges.csv", nodes["edge_index"].T, "%d", ",")
    found = wats.features(tmp_path / "edges.csv", k=3)
    assert np.array_equal(found, wats.features(nodes["edge_index"], k=3))


def test_probabilities_may_be_a_path(nodes, tmp_path):
    p = softmax(nodes)
    np.savez(tmp_path / "p.npz", probabilities=p)
    found = wats.evaluate(nodes, probabilities=tmp_path / "p.npz")
    assert found.metrics == wats.evaluate(nodes, probabilities=p).metrics


def test_masked_labels_are_unknown(nodes, named):
    hidden = nodes["test_mask"] & (np.arange(N) % 2 == 0)
    unknown = {**named, "y": np.where(hidden, -1, nodes["y"])}
    expected = wats.Calibrator("ridge").fit(nodes["edge_index"], nodes["logits"], **unknown)
    for kind in (np.int64, np.uint8, str, object):
        y = np.ma.masked_array(nodes["y"].astype(kind), hidden)
        found = wats.Calibrator("ridge").fit(nodes["edge_index"], nodes["logits"], **{**named, "y": y})
        assert found.metrics_.before == expected.metrics_.before, kind
        assert found.metrics_.before["nodes"] == (nodes["test_mask"] & ~hidden).sum()
    whole = np.ma.masked_array(nodes["logits"])
    found = wats.Calibrator("ridge").fit(nodes["edge_index"], whole, **unknown)
    assert np.array_equal(found.probabilities_, expected.probabilities_)


@pytest.mark.parametrize("name", ["logits", "val_mask", "edge_index"])
def test_other_masked_arrays_are_refused(nodes, name):
    mask = np.zeros(nodes[name].shape, bool)
    mask.flat[3] = True
    with pytest.raises(wats.DataError, match=rf"{name} must have no masked values, got 1: write np\.ma"):
        wats.Calibrator("ts").fit({**nodes, name: np.ma.masked_array(nodes[name], mask)})


def test_scipy(nodes, named, expected):
    sparse = pytest.importorskip("scipy.sparse")
    source, target = nodes["edge_index"]
    matrix = sparse.coo_matrix((np.ones(len(source)), (source, target)), (N, N))
    for kind in ("csr", "csc", "coo"):
        check(expected, matrix.asformat(kind), nodes["logits"], **named)
    check(expected, sparse.csr_array(matrix), nodes["logits"], **named)
    features = sparse.csr_matrix(nodes["x"])
    found = wats.Calibrator("gets", epochs=2).fit(matrix, nodes["logits"], x=features, **named)
    dense = wats.Calibrator("gets", epochs=2).fit(nodes)
    assert np.allclose(found.probabilities_, dense.probabilities_, atol=1e-6)  # other sums


def test_networkx(nodes, named, expected):
    networkx = pytest.importorskip("networkx")
    graph = networkx.Graph()
    graph.add_nodes_from(range(N))
    graph.add_edges_from(nodes["edge_index"].T.tolist())
    for kind in (networkx.Graph, networkx.DiGraph, networkx.MultiGraph):
        check(expected, kind(graph), nodes["logits"], **named)
    shuffled = networkx.Graph()
    shuffled.add_nodes_from(np.random.default_rng(1).permutation(N).tolist())
    shuffled.add_edges_from(graph.edges)
    assert list(shuffled) != list(range(N))
    check(expected, shuffled, nodes["logits"], **named)  # rows by number, as everywhere
    named_graph = networkx.relabel_nodes(graph, {k: f"paper {k}" for k in range(N)})
    with pytest.warns(wats.Note, match="in the order of graph.nodes: paper 0, paper 1") as caught:
        calibrator = wats.Calibrator("ridge-temperature").fit(named_graph, nodes["logits"], **named)
    assert len(caught) == 1 and caught[0].filename == __file__
    assert np.array_equal(calibrator.probabilities_, expected)
    ids = [f"paper {k}" for k in range(N)]
    mixed = networkx.relabel_nodes(shuffled, {k: f"paper {k}" for k in range(N)})
    with warnings.catch_warnings():
        warnings.simplefilter("error", wats.Note)
        check(expected, mixed, nodes["logits"], node_ids=ids, **named)
        check(expected, shuffled, nodes["logits"], node_ids=ids, **named)  # names of the rows
    with pytest.raises(wats.DataError, match="node_ids must name each of the 300 nodes .* at 'x'"):
        wats.Calibrator("ts").fit(mixed, nodes["logits"], node_ids=["x", *ids[1:]], **named)
    some = [*range(1, N), "x"]  # nodes of the graph, but not all of them
    with pytest.raises(wats.DataError, match="node_ids must name each of the 300 nodes .* at 'x'"):
        wats.Calibrator("ts").fit(shuffled, nodes["logits"], node_ids=some, **named)
    assert calibrator.explain("paper 7")["degree"] == graph.degree[7] - graph.has_edge(7, 7)


def test_pandas_class_names(nodes, named, expected):
    pandas = pytest.importorskip("pandas")
    classes = ["theory", "agents", "vision", "genetics"]
    texts = pandas.Series([classes[k] for k in nodes["y"]], index=[f"n{k}" for k in range(N)])
    texts.iloc[int(np.flatnonzero(named["train_mask"])[0])] = None  # unknown; not used here
    logits = pandas.DataFrame(nodes["logits"], columns=classes, index=texts.index)
    check(expected, nodes["edge_index"], logits, **{**named, "y": texts})
    column = pandas.Series(pandas.Categorical(texts, categories=classes))
    check(expected, nodes["edge_index"], nodes["logits"], **{**named, "y": column})
    numbers = pandas.Series(nodes["y"], dtype="Int64")
    masks = {name: pandas.Series(named[name], dtype="boolean") for name in named if name != "y"}
    check(expected, nodes["edge_index"], nodes["logits"], y=numbers, **masks)
    calibrator = wats.Calibrator("ts").fit(nodes["edge_index"], logits, **{**named, "y": texts})
    assert list(calibrator.classes_) == classes
    with pytest.raises(wats.DataError, match=r"write y\.loc\[logits\.index\]"):
        wats.Calibrator("ts").fit(nodes["edge_index"], logits, **{**named, "y": texts[::-1]})


def test_pandas_categories_that_are_numbers_are_class_numbers():
    pandas = pytest.importorskip("pandas")
    nodes = make_nodes(n=600, c=12)
    column = pandas.Series(nodes["y"].astype(str), dtype="category")
    assert list(column.cat.categories)[:3] == ["0", "1", "10"]
    found = wats.evaluate({**nodes, "y": column})
    assert found.metrics == wats.evaluate(nodes).metrics
    fractions = pandas.Series(nodes["y"].astype(float).astype(str), dtype="category")
    assert "class_names" not in _inputs.nodes({**nodes, "y": fractions}, {}, False)


@pytest.mark.filterwarnings("ignore:Sparse CSR tensor support:UserWarning")
def test_torch_tensors_of_any_kind(nodes, tensors, named, expected):
    torch = optional("torch")
    logits = tensors["logits"].clone().requires_grad_()
    masks = {name: tensors[name] for name in named}
    check(expected, tensors["edge_index"], logits, **masks)
    kinds = [torch.float64, torch.float32, torch.float16, torch.bfloat16]
    kinds += [getattr(torch, name) for name in ("float8_e5m2", "float8_e4m3fn") if hasattr(torch, name)]
    for kind in kinds:
        rounded = tensors["logits"].to(kind)
        same = wats.Calibrator("ts").fit(None, rounded.double().numpy(), **named).probabilities_
        found = wats.Calibrator("ts").fit(None, rounded, **masks).probabilities_
        assert np.array_equal(found, same), kind
        record("logits", rounded)
    adjacency = torch.sparse_coo_tensor(tensors["edge_index"], torch.ones(len(nodes["edge_index"][0])), (N, N))
    check(expected, adjacency, tensors["logits"], **masks)
    check(expected, adjacency.coalesce().to_sparse_csr(), tensors["logits"], **masks)
    if torch.cuda.is_available():
        check(expected, tensors["edge_index"].cuda(), tensors["logits"].cuda(), **masks)


def test_pyg_data(nodes, tensors, data, expected):
    check(expected, data, tensors["logits"])
    data.logits = tensors["logits"]
    check(expected, data)
    found = wats.Calibrator("gets", epochs=2).fit(data).probabilities_  # takes x from the data
    assert np.array_equal(found, wats.Calibrator("gets", epochs=2).fit(nodes).probabilities_)
    assert wats.features(data).shape == (N, 5)


def test_pyg_data_with_a_transposed_adjacency(tensors, data, expected):
    transforms = optional("torch_geometric.transforms")
    data = transforms.ToSparseTensor(layout=optional("torch").sparse_csr)(data)
    assert "edge_index" not in data
    check(expected, data, tensors["logits"])


def test_pyg_data_with_several_splits(tensors, data, expected):
    torch = optional("torch")
    for name in ("train_mask", "val_mask", "test_mask"):
        data[name] = torch.stack([torch.zeros_like(data[name]), data[name]], dim=1)
    check(expected, data, tensors["logits"], split_index=1)
    with pytest.raises(wats.DataError, match="split"):
        check(expected, data, tensors["logits"])


def test_dgl_graph(nodes, tensors, expected):
    dgl = optional("dgl")
    graph = dgl.graph((tensors["edge_index"][0], tensors["edge_index"][1]), num_nodes=N)
    graph.ndata["label"] = tensors["y"]
    graph.ndata["feat"] = tensors["x"]
    for name in ("train_mask", "val_mask", "test_mask"):
        graph.ndata[name] = tensors[name]
    check(expected, graph, tensors["logits"])
    graph.ndata["logits"] = tensors["logits"]
    check(expected, graph)
    found = wats.Calibrator("gets", epochs=2).fit(graph).probabilities_
    assert np.array_equal(found, wats.Calibrator("gets", epochs=2).fit(nodes).probabilities_)


def test_methods_without_a_graph(nodes, named):
    with pytest.warns(wats.Note, match="there is no graph"):
        calibrator = wats.Calibrator("ts").fit(None, nodes["logits"], **named)
    assert "degreeEce" not in calibrator.metrics_.after
    with pytest.raises(wats.DataError, match="methods that need no graph: .*ts"):
        wats.Calibrator("wats").fit(None, nodes["logits"], **named)


def softmax(nodes):
    p = np.exp(nodes["logits"])
    return p / p.sum(axis=1, keepdims=True)


# Careless input: what is wrong, and what to write instead.
MISTAKES = {
    "no logits": ({"logits": None}, r"write fit\(data, logits\)"),
    "too few logits": ({"logits": lambda n: n["logits"][:50]}, "50"),
    "NaN": ({"logits": lambda n: np.where(n["logits"] > 8, np.nan, n["logits"])}, "'logits'.*finite.*NaN"),
    "probabilities": ({"logits": softmax}, "pass raw scores, or give them as probabilities=p"),
    "one column": ({"logits": lambda n: n["logits"][:, 0]}, "np.stack"),
    "transposed logits": ({"logits": lambda n: n["logits"].T}, "logits"),
    "E × 2 edges": ({"edge_index": lambda n: n["edge_index"].T}, r"edge_index\.T"),
    "dense adjacency": ({"edge_index": lambda n: np.ones((N, N))}, r"np\.stack\(adjacency\.nonzero\(\)\)"),
    "logits as graph": ({"edge_index": lambda n: n["logits"]}, r"the graph comes first: write fit\(edge_index, logits"),
    "nodes beyond the graph": ({"edge_index": lambda n: n["edge_index"] + 1}, "edge_index.*0 … 299"),
    "labels from 1": ({"y": lambda n: n["y"] + 1}, r"np\.where\(y > 0, y - 1, -1\)"),
    "one-hot labels": ({"y": lambda n: np.eye(C, dtype=int)[n["y"]]}, r"y\.argmax\(1\)"),
    "float labels": ({"y": lambda n: n["y"] + 0.5}, "y"),
    "ragged labels": ({"y": lambda n: [[1], [1, 2]]}, "y must be an array"),
    "indices as mask": ({"val_mask": lambda n: np.flatnonzero(n["val_mask"])}, "val_idx"),
    "mask as indices": ({"val_mask": None, "val_idx": lambda n: n["val_mask"]}, "val_mask"),
    "no validation nodes": ({"val_mask": lambda n: np.zeros(N, bool)}, "val_mask"),
    "objects": ({"logits": lambda n: np.array([{}] * N, dtype=object)}, r"got objects of dict: write np\.array"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistakes_are_answered_with_what_to_write(nodes, mistake):
    changes, message = MISTAKES[mistake]
    changed = {n: change(nodes) if callable(change) else change for n, change in changes.items()}
    with pytest.raises(wats.DataError, match=message) as raised:
        wats.Calibrator("wats").fit({n: v for n, v in {**nodes, **changed}.items() if v is not None})
    assert "/tmp" not in str(raised.value) and "java" not in str(raised.value).lower()


def test_unknown_names_are_refused(nodes):
    for call in (wats.Calibrator("ts").fit, wats.Calibrator("ts").fit(nodes).explain, wats.evaluate):
        with pytest.raises(wats.DataError, match="truth is no array of nodes; names: .*y"):
            call(nodes, truth=nodes["y"])


def test_mistakes_with_pyg(data, tensors):
    with pytest.raises(wats.DataError, match=r"model\(data\.x, data\.edge_index\)"):
        wats.Calibrator("wats").fit(data)
    with pytest.raises(wats.DataError, match=r"Batch\.from_data_list\(graphs\)"):
        wats.Calibrator("wats").fit([data, data], tensors["logits"])
    hetero = optional("torch_geometric.data").HeteroData()
    hetero["paper"].x = tensors["x"]
    hetero["paper", "cites", "paper"].edge_index = tensors["edge_index"]
    with pytest.raises(wats.DataError, match="must have labels"):
        wats.Calibrator("wats").fit(hetero, tensors["logits"])


class Stored:
    """Has its fields as PyG's Data has them, whose attribute num_nodes is a guess if not stored."""

    def __init__(self, **fields):
        self.__dict__.update(fields)

    def to_dict(self):
        return dict(self.__dict__)


def test_a_stored_number_of_nodes_counts(nodes):
    few = Stored(edge_index=np.zeros((2, 0), int), num_nodes=N - 1)
    with pytest.raises(wats.DataError, match=f"the number must be {N}"):
        wats.Calibrator("ts").fit(few, nodes["logits"], y=nodes["y"], val_mask=nodes["val_mask"])
    with pytest.raises(wats.DataError, match="which comes first: write fit"):
        wats.Calibrator("ts").fit(nodes["logits"], few)
    ends, outcomes = np.full((60, 2), N), np.arange(60) % 2
    with pytest.raises(wats.DataError, match="the ends of pairs must be nodes"):
        wats.PairCalibrator("platt").fit(
            Stored(edge_index=np.zeros((2, 0), int), num_nodes=N), ends, np.ones(60), outcomes,
            val_mask=outcomes == 0, test_mask=outcomes == 1,
        )
