"""What it costs to fit a calibrator on validation nodes that the network has seen.

python benchmarks/reused.py RUN.npz …; SEEDS=4. Node files of ``wats train``, of which graph, features
and labels are read. Trains a GCN on 20 % of the nodes, twice: stopped by the loss on the validation
nodes (10 %), and trained on these as well. Calibrators are fitted on them or on 10 % that are fresh.
Prints NLL / ECE in percent on the rest, means over seeds. Needs PyTorch and SciPy.
"""

import os
import sys
import warnings

import numpy as np
import scipy.sparse as sp
import torch

import wats

METHODS = ("uncalibrated", "ts", "ets", "wats", "ridge", "auto")
EPOCHS = 200


def load(path):
    nodes = dict(np.load(path))
    n = len(nodes["y"])
    parts = (nodes[f"attr_{name}"] for name in ("data", "indices", "indptr"))
    x = nodes["x"] if "x" in nodes else sp.csr_matrix(tuple(parts), shape=nodes["attr_shape"]).toarray()
    ends = nodes["edge_index"]
    adjacency = sp.coo_matrix((np.ones(ends.shape[1]), ends), (n, n))
    adjacency = ((adjacency + adjacency.T + sp.eye(n)) > 0).astype(float).tocoo()
    scale = 1 / np.sqrt(np.asarray(adjacency.sum(1))[:, 0])
    weights = scale[adjacency.row] * scale[adjacency.col]
    places = torch.tensor(np.stack([adjacency.row, adjacency.col]).astype(np.int64))
    matrix = torch.sparse_coo_tensor(places, torch.tensor(weights, dtype=torch.float32), (n, n))
    return nodes, torch.tensor(x.astype(np.float32)).to_sparse(), matrix.coalesce()


def logits(x, adjacency, y, train, stop, seed):
    """Of a GCN after all epochs, or after the best for the nodes ``stop``."""
    torch.manual_seed(seed)
    first, second = torch.nn.Linear(x.shape[1], 64), torch.nn.Linear(64, int(y.max()) + 1)
    adam = torch.optim.Adam([*first.parameters(), *second.parameters()], lr=0.01, weight_decay=5e-4)

    def forward(training):
        hidden = torch.sparse.mm(x, first.weight.T) + first.bias
        hidden = torch.dropout(torch.relu(torch.sparse.mm(adjacency, hidden)), 0.5, training)
        return torch.sparse.mm(adjacency, second(hidden))

    best, least = None, float("inf")
    for _ in range(EPOCHS):
        adam.zero_grad()
        torch.nn.functional.cross_entropy(forward(True)[train], y[train]).backward()
        adam.step()
        with torch.no_grad():
            z = forward(False)
            loss = 0 if stop is None else torch.nn.functional.cross_entropy(z[stop], y[stop]).item()
        if stop is None or loss < least:
            best, least = z, loss
    return best.numpy()


def scores(nodes, z, train, fit, test):
    labels = nodes["y"][test]
    given = {"train_mask": train, "val_mask": fit, "test_mask": test, "y": nodes["y"]}
    for method in METHODS:
        fitted = wats.Calibrator(method).fit(nodes["edge_index"], z, metrics=False, **given)
        p = fitted.probabilities_[test]
        metrics = wats.evaluate(None, probabilities=p, y=labels).metrics
        yield metrics.nll, 100 * metrics.ece


def main(*paths):
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    seeds = int(os.environ.get("SEEDS", "4"))
    print(f"{'NLL / ECE in %':42}" + "".join(f"{method:>15}" for method in METHODS))
    for path in paths:
        nodes, x, adjacency = load(path)
        y, found = torch.tensor(nodes["y"]).long(), {}
        for seed in range(seeds):
            n = len(y)
            part = np.digitize(np.random.default_rng(seed).permutation(n), [0.2 * n, 0.3 * n, 0.4 * n])
            train, val, fresh, test = (part == k for k in range(4))
            networks = {
                "stopped by them": logits(x, adjacency, y, train, val, seed),
                "trained on them": logits(x, adjacency, y, train | val, None, seed),
            }
            for network, z in networks.items():
                for kind, fit in (("fresh nodes", fresh), ("the same nodes", val)):
                    line = list(scores(nodes, z, train, fit, test))
                    found.setdefault(f"{network}, {kind}", []).append(line)
        for name, lines in found.items():
            texts = (f"{nll:.3f} / {ece:4.1f}" for nll, ece in np.mean(lines, axis=0))
            title = f"{os.path.basename(path).split('.')[0]} {name}"
            print(f"{title:42}" + "".join(f"{text:>15}" for text in texts), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
