"""Writes gcnii.json from graph.json: GCNII by its formula in plain Python, gradients by central differences."""

import json
import math
import random

ALPHA, LAMBDA, LAYERS, HIDDEN = 0.1, 0.5, 3, 4
GRAPH = json.load(open("graph.json"))
N, C = GRAPH["nodes"], GRAPH["classes"]
X = GRAPH["features"]
F = len(X[0])
A = [[1.0 if i == j else 0.0 for j in range(N)] for i in range(N)]
for a, b in GRAPH["edges"]:
    if a != b:
        A[a][b] = A[b][a] = 1.0
DEGREE = [sum(row) for row in A]
S = [[A[i][j] / math.sqrt(DEGREE[i] * DEGREE[j]) for j in range(N)] for i in range(N)]


def times(a, b):
    return [[sum(x * y for x, y in zip(row, column)) for column in zip(*b)] for row in a]


def relu(a):
    return [[max(0.0, x) for x in row] for row in a]


def logits(p):
    first = relu([[v + b for v, b in zip(row, p["input.bias"])] for row in times(X, p["input.weight"])])
    hidden = first
    for l in range(1, LAYERS + 1):
        beta = math.log(LAMBDA / l + 1)
        summed = times(S, hidden)
        mixed = [[(1 - ALPHA) * summed[i][k] + ALPHA * first[i][k] for k in range(HIDDEN)] for i in range(N)]
        mapped = times(mixed, p["gcnii.%d.weight" % l])
        hidden = relu([[(1 - beta) * mixed[i][k] + beta * mapped[i][k] for k in range(HIDDEN)] for i in range(N)])
    return [[v + b for v, b in zip(row, p["output.bias"])] for row in times(hidden, p["output.weight"])]


def loss(p):
    z = logits(p)
    total = 0.0
    for i in GRAPH["train"]:
        top = max(z[i])
        total += math.log(sum(math.exp(v - top) for v in z[i])) + top - z[i][GRAPH["labels"][i]]
    return total / len(GRAPH["train"])


def rows(value):
    return value if isinstance(value[0], list) else [value]


def gradients(p, h=1e-6):
    found = {}
    for name, value in p.items():
        grid = []
        for row in rows(value):
            grid.append([])
            for k in range(len(row)):
                kept = row[k]
                row[k] = kept + h
                up = loss(p)
                row[k] = kept - h
                down = loss(p)
                row[k] = kept
                grid[-1].append((up - down) / (2 * h))
        found[name] = grid if isinstance(value[0], list) else grid[0]
    return found


def main():
    random.seed(7)
    shapes = {"input.weight": (F, HIDDEN), "input.bias": (HIDDEN,)}
    shapes.update({"gcnii.%d.weight" % l: (HIDDEN, HIDDEN) for l in range(1, LAYERS + 1)})
    shapes.update({"output.weight": (HIDDEN, C), "output.bias": (C,)})
    p = {}
    for name, shape in shapes.items():
        grid = [[round(random.uniform(-0.9, 0.9), 3) for _ in range(shape[-1])] for _ in range(shape[0] if len(shape) == 2 else 1)]
        p[name] = grid if len(shape) == 2 else grid[0]
    golden = {
        "parameters": json.loads(json.dumps(p)),
        "logits": logits(p),
        "loss_on_train_nodes": loss(p),
        "gradients": gradients(p),
    }
    first = {name: [[0.0] * len(row) for row in rows(v)] for name, v in p.items()}
    second = {name: [[0.0] * len(row) for row in rows(v)] for name, v in p.items()}
    losses = []
    for step in range(1, 21):  # Adam, learning rate 0.01, weight decay 5e-4 added to the gradient
        losses.append(loss(p))
        g = gradients(p)
        for name, value in p.items():
            for r, row in enumerate(rows(value)):
                for k in range(len(row)):
                    slope = rows(g[name])[r][k] + 5e-4 * row[k]
                    first[name][r][k] = 0.9 * first[name][r][k] + 0.1 * slope
                    second[name][r][k] = 0.999 * second[name][r][k] + 0.001 * slope * slope
                    mean = first[name][r][k] / (1 - 0.9**step)
                    root = math.sqrt(second[name][r][k] / (1 - 0.999**step))
                    row[k] -= 0.01 * mean / (root + 1e-8)
    golden["adam_losses_before_each_of_20_steps"] = losses
    golden["logits_after_20_steps"] = logits(p)
    json.dump(golden, open("gcnii.json", "w"), indent=1)


main()
