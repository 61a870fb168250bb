"""Tags of artists on Last.fm as node files with several labels, for MultiLabelEvidence.

    python lastfm_tags.py FOLDER [RUNS]

FOLDER is ``graphdatascience/resources/lastfm`` of the wheel graphdatascience 2.2 from PyPI (hetrec2011-lastfm-2k). Nodes are
the artists with a tag; two are neighbors if at least 4 users listen to both; labels are the 60 most frequent tags and each
tenth after them that at least 30 artists have. A GCN (32 hidden units, 60 epochs of Adam, binary cross-entropy) sees who listens
to an artist; 30 % of the artists train it, 15 % are for validation. Writes lastfm-0.npz, lastfm-1.npz, …
Needs pandas, pyarrow, scipy and torch.
"""

import sys

import numpy as np
import pandas as pd
import scipy.sparse as sp
import torch

FEWEST_ARTISTS, FREQUENT, EACH, COMMON_USERS, EPOCHS = 30, 60, 10, 4, 60


def load(folder):
    tags = pd.read_parquet(folder + "/user_tag_artist_rels.parquet.gzip")[["targetNodeId", "tagID"]].drop_duplicates()
    listens = pd.read_parquet(folder + "/user_listen_artist_rels.parquet.gzip")
    artists = np.sort(tags.targetNodeId.unique())
    counts = tags.tagID.value_counts()
    counts = counts[counts >= FEWEST_ARTISTS].sort_index().sort_values(ascending=False, kind="stable")
    chosen = np.concatenate([counts.index[:FREQUENT], counts.index[FREQUENT::EACH]])
    n = len(artists)
    y = np.zeros((n, len(chosen)), dtype=np.int8)
    for label, tag in enumerate(chosen):
        y[np.searchsorted(artists, tags.targetNodeId[tags.tagID == tag]), label] = 1
    listens = listens[listens.targetNodeId.isin(artists)]
    users = np.sort(listens.sourceNodeId.unique())
    rows = np.searchsorted(artists, listens.targetNodeId)
    columns = np.searchsorted(users, listens.sourceNodeId)
    x = sp.csr_matrix((np.ones(len(rows)), (rows, columns)), shape=(n, len(users)))
    x.data[:] = 1
    common = (x @ x.T).tocoo()
    keep = (common.data >= COMMON_USERS) & (common.row < common.col)
    return x, np.stack([common.row[keep], common.col[keep]]), y, chosen


def sparse(matrix):
    matrix = matrix.tocoo()
    index = torch.tensor(np.stack([matrix.row, matrix.col]))
    return torch.sparse_coo_tensor(index, torch.tensor(matrix.data, dtype=torch.float32), matrix.shape).coalesce()


def train(x, edges, y, train_nodes, seed):
    torch.manual_seed(seed)
    n = x.shape[0]
    a = sp.coo_matrix((np.ones(edges.shape[1]), edges), shape=(n, n))
    a = a + a.T + sp.eye(n)
    d = sp.diags(1 / np.sqrt(np.asarray(a.sum(1)).ravel()))
    a, x = sparse(d @ a @ d), sparse(sp.diags(1 / np.maximum(1, np.asarray(x.sum(1)).ravel())) @ x)
    first = torch.nn.Parameter(torch.randn(x.shape[1], 32) * 0.1)
    second = torch.nn.Parameter(torch.randn(32, y.shape[1]) * 0.1)
    bias = torch.nn.Parameter(torch.full((y.shape[1],), -3.0))
    optimizer = torch.optim.Adam([first, second, bias], lr=0.03)
    target, rows = torch.tensor(y, dtype=torch.float32), torch.tensor(train_nodes)

    def logits(dropout):
        hidden = torch.relu(torch.sparse.mm(a, torch.sparse.mm(x, first)))
        hidden = torch.nn.functional.dropout(hidden, 0.5, dropout)
        return torch.sparse.mm(a, hidden @ second) + bias

    for _ in range(EPOCHS):
        optimizer.zero_grad()
        torch.nn.functional.binary_cross_entropy_with_logits(logits(True)[rows], target[rows]).backward()
        optimizer.step()
    with torch.no_grad():
        return logits(False).numpy().astype(np.float64)


def main():
    folder, runs = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 20
    torch.set_num_threads(1)
    x, edges, y, chosen = load(folder)
    n = len(y)
    print(f"{n} artists, {edges.shape[1]} edges, {len(chosen)} tags of {y.sum(0).min()} to {y.sum(0).max()} artists")
    for seed in range(runs):
        order = np.random.default_rng(seed).permutation(n)
        parts = np.split(order, [3 * n // 10, 9 * n // 20])
        masks = {name: np.isin(np.arange(n), part) for name, part in zip(("train_mask", "val_mask", "test_mask"), parts)}
        z = train(x, edges, y, parts[0], seed)
        np.savez(f"lastfm-{seed}.npz", edge_index=edges, logits=z, y=y, class_names=chosen.astype(str), **masks)
        print(f"lastfm-{seed}.npz", flush=True)


if __name__ == "__main__":
    main()
