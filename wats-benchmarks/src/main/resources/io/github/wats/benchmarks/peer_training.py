"""Trains one backbone with the PyTorch program beside the project and prints seconds, CPU seconds, peak memory and accuracy.

    python3 peer_training.py SHARED_FOLDER DATA_SET BACKBONE THREADS [SEED]
"""
import json
import os
import resource
import sys
import time

shared, name, backbone, threads = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
seed = int(sys.argv[5]) if len(sys.argv) > 5 else 0
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = str(threads)
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(shared, "peers"))

import math

import numpy as np
import torch
from torch.nn import functional as F
import graph as graphs
import models
import reference


class GCNII(torch.nn.Module):
    """16 layers with initial residual and identity mapping (Chen et al. 2020), between two linear layers."""

    def __init__(self, graph, inputs, classes, dropout=0.5, layers=16, hidden=16, alpha=0.1, scale=0.5):
        super().__init__()
        self.op, self.alpha, self.dropout = graph.gcn, alpha, dropout
        self.first, self.last = models.glorot(inputs, hidden), models.glorot(hidden, classes)
        self.first_bias = torch.nn.Parameter(torch.zeros(hidden))
        self.last_bias = torch.nn.Parameter(torch.zeros(classes))
        self.weights = torch.nn.ParameterList([models.glorot(hidden, hidden) for _ in range(layers)])
        self.betas = [math.log(scale / layer + 1) for layer in range(1, layers + 1)]

    def forward(self, x):
        rate = self.dropout if self.training else 0.0
        h = start = F.relu(x.times(self.first, rate) + self.first_bias)
        for weight, beta in zip(self.weights, self.betas):
            mixed = (1 - self.alpha) * models.spmm(self.op, F.dropout(h, rate)) + self.alpha * start
            h = F.relu((1 - beta) * mixed + beta * (mixed @ weight))
        return F.dropout(h, rate) @ self.last + self.last_bias


torch.set_num_threads(threads)
folders = {"photo": "amazon_photo", "computers": "amazon_computers"}
g, csr, labels = graphs.load(os.path.join(shared, "datasets", folders.get(name, name)), name)
with open(os.path.join(shared, "paper", "tables.json")) as f:
    s = json.load(f)["backbone_settings"][name]
x, y, classes = models.Features(csr), torch.from_numpy(labels), int(labels.max()) + 1
order = np.random.RandomState(seed).permutation(g.n)
train, test = torch.from_numpy(order[:int(0.2 * g.n)]), torch.from_numpy(order[int(0.3 * g.n):])
torch.manual_seed(seed)
start, cpu = time.perf_counter(), time.process_time()
if backbone == "gcnii":
    net = GCNII(g, x.shape[1], classes)
else:
    kind = models.GAT if backbone == "gat" else models.GCN
    net = kind(g, x.shape[1], s["hidden"], classes, s["dropout"])
z = reference.train_backbone(net, x, y, train, s)
seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
accuracy = (z.argmax(1)[test] == y[test]).float().mean().item()
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
print(f"{seconds:.3f} {cpu:.3f} {peak} {accuracy:.4f}")
