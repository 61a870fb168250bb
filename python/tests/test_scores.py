"""Probabilities in place of logits, and one type of nodes of a graph with several."""

import numpy as np
import pytest

import wats
from test_inputs import optional


@pytest.fixture()
def network(nodes):
    z = nodes["logits"]
    p = np.exp(z - z.max(1, keepdims=True))
    return p / p.sum(1, keepdims=True)


def test_probabilities_give_what_their_logits_give(nodes, named, network):
    graph = nodes["edge_index"]
    of_logits = wats.Calibrator("ts").fit(graph, nodes["logits"], **named)
    of_probabilities = wats.Calibrator("ts").fit(graph, probabilities=network, **named)
    np.testing.assert_allclose(of_probabilities.probabilities_, of_logits.probabilities_, atol=1e-6)
    again = of_probabilities.predict_proba(graph, probabilities=network)
    np.testing.assert_array_equal(again, of_probabilities.probabilities_)
    with pytest.raises(wats.DataError, match="which the model was fitted on, got logits"):
        of_probabilities.predict_proba(graph, nodes["logits"])
    with pytest.raises(wats.DataError, match="which the model was fitted on, got probabilities"):
        of_logits.predict_proba(graph, probabilities=network)


def test_functions_take_probabilities(nodes, named, network):
    graph = nodes["edge_index"]
    compared = wats.compare(graph, probabilities=network, methods="ts", **named)
    assert compared["recommended"]
    chosen = wats.select(graph, probabilities=network, risk=0.4, method="ts", **named)
    assert "threshold" in chosen
    plain = wats.evaluate(graph, nodes["logits"], **named)["metrics"]
    given = wats.evaluate(graph, probabilities=network, **named)["metrics"]
    assert given["ece"] == pytest.approx(plain["ece"])


def test_logits_that_are_probabilities_name_the_argument(nodes, named, network):
    with pytest.raises(wats.DataError, match="give them as 'probabilities'"):
        wats.Calibrator("ts").fit(nodes["edge_index"], network, **named)
    wrong = network.copy()
    wrong[7] *= 0.5
    with pytest.raises(wats.DataError, match="sum to 1 within 1e-3 per node, got 0.5.* at node 7"):
        wats.Calibrator("ts").fit(nodes["edge_index"], probabilities=wrong, **named)


class Store:
    """Attributes of one type of nodes or edges, as PyG has them."""

    def __init__(self, **values):
        self.__dict__.update(values)


class Hetero:
    """Papers 0 to 3 and two authors: 0 wrote papers 0 and 1, author 1 papers 1, 2 and 3."""

    edge_index_dict = {}
    node_types = ["paper", "author"]
    edge_types = [("paper", "cites", "paper"), ("author", "writes", "paper"), ("paper", "in", "venue")]

    def __getitem__(self, key):
        if key == "paper":
            return Store(num_nodes=4, y=np.array([0, 1, 0, 1]), logits=np.eye(2)[[0, 1, 0, 1]])
        if key == ("paper", "in", "venue"):
            return Store(edge_index=np.array([[0], [0]]))
        if key == ("paper", "cites", "paper"):
            return Store(edge_index=np.array([[0], [3]]))
        return Store(edge_index=np.array([[0, 0, 1, 1, 1], [0, 1, 1, 2, 3]]))


def test_one_type_has_its_own_relations(capsys):
    from wats._inputs import nodes as arrays

    found = arrays(Hetero(), {"node_type": "paper"}, True)
    assert found["edge_index"].tolist() == [[0], [3]]
    assert found["num_nodes"] == 4 and found["y"].tolist() == [0, 1, 0, 1]
    with pytest.raises(wats.DataError, match="author, paper: choose the one to calibrate"):
        arrays(Hetero(), {}, True)
    with pytest.raises(wats.DataError, match="got 'venue'"):
        arrays(Hetero(), {"node_type": "venue"}, True)
    with pytest.raises(wats.DataError, match="node_type needs HeteroData"):
        arrays({"edge_index": np.zeros((2, 0), int)}, {"node_type": "paper"}, True)


def test_two_steps_join_nodes_with_a_common_neighbor():
    from wats._inputs import nodes as arrays

    with pytest.warns(UserWarning, match="paper-cites-paper, 4 paths paper-author-paper"):
        found = arrays(Hetero(), {"node_type": "paper", "two_steps": True}, True)
    pairs = {tuple(pair) for pair in found["edge_index"].T.tolist()}
    assert pairs == {(0, 3), (0, 1), (1, 2), (1, 3), (2, 3)}


@pytest.mark.parametrize("two_steps", [False, True])
def test_hetero_data_is_calibrated_like_its_papers(nodes, two_steps):
    torch = optional("torch")
    data = optional("torch_geometric.data").HeteroData()
    for name in ("y", "train_mask", "val_mask", "test_mask"):
        data["paper"][name] = torch.as_tensor(nodes[name])
    data["paper"].num_nodes = len(nodes["y"])
    data["author"].num_nodes = 3
    data["paper", "cites", "paper"].edge_index = torch.as_tensor(nodes["edge_index"])
    writes = torch.tensor([[0, 0, 1, 1], [0, 1, 2, 3]])
    data["author", "writes", "paper"].edge_index = writes
    extra = np.array([[0, 2], [1, 3]]) if two_steps else np.zeros((2, 0), int)
    edges = np.concatenate([nodes["edge_index"], extra], axis=1)
    named = {name: nodes[name] for name in ("y", "train_mask", "val_mask", "test_mask")}
    expected = wats.Calibrator("wats", epochs=2).fit(edges, nodes["logits"], **named)
    kind = {"node_type": "paper", "two_steps": two_steps}
    with pytest.warns(UserWarning, match="paper nodes with the edges of paper-cites-paper"):
        own = wats.Calibrator("wats", epochs=2).fit(data, nodes["logits"], **kind)
    np.testing.assert_array_equal(own.probabilities_, expected.probabilities_)
    again = own.predict_proba(data, nodes["logits"], **kind)
    np.testing.assert_array_equal(again, own.probabilities_)


def test_dgl_graphs_have_types_too(nodes):
    torch, dgl = optional("torch"), optional("dgl")
    graph = dgl.heterograph(
        {
            ("paper", "cites", "paper"): tuple(torch.as_tensor(nodes["edge_index"])),
            ("author", "writes", "paper"): (torch.tensor([0, 0]), torch.tensor([0, 1])),
        },
        num_nodes_dict={"paper": len(nodes["y"]), "author": 1},
    )
    for name in ("train_mask", "val_mask", "test_mask"):
        graph.nodes["paper"].data[name] = torch.as_tensor(nodes[name])
    graph.nodes["paper"].data["label"] = torch.as_tensor(nodes["y"])
    named = {name: nodes[name] for name in ("y", "train_mask", "val_mask", "test_mask")}
    expected = wats.Calibrator("wats", epochs=2).fit(nodes["edge_index"], nodes["logits"], **named)
    own = wats.Calibrator("wats", epochs=2).fit(graph, nodes["logits"], node_type="paper")
    np.testing.assert_array_equal(own.probabilities_, expected.probabilities_)
