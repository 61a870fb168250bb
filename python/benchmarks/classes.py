"""CPU seconds and peak memory of `wats calibrate` on generated graphs of 10, 100 and 1,000 classes.

python benchmarks/classes.py METHOD[,METHOD...] [CLASSES,...] [COMMAND...]

10,000 nodes, 30,000 edges, 5,000 validation nodes; whole processes, with starting Java, reading and evaluating; "fit" is the wall time of the fit alone.
"""

import json
import os
import subprocess
import sys
import tempfile

import numpy as np

NODES, VALIDATION = 10_000, 5_000


def graph(classes, seed=0):
    """Overconfident logits whose classes are confused within groups of ten; a third of the edges within a class."""
    random = np.random.default_rng(seed)
    labels = random.integers(0, classes, NODES)
    order = np.argsort(labels, kind="stable")
    first = np.searchsorted(labels[order], np.arange(classes + 1))
    sources = np.repeat(np.arange(NODES), 3)
    own = labels[sources]
    alike = order[first[own] + (random.random(sources.size) * (first[own + 1] - first[own])).astype(int)]
    targets = np.where(random.random(sources.size) < 0.35, alike, random.integers(0, NODES, sources.size))
    group = np.arange(classes) // 10
    logits = 0.7 * random.gumbel(size=(NODES, classes)) + 0.6 * random.standard_normal(classes)
    rivals = (174 if classes > 10 else 0) + classes
    logits[np.arange(NODES), labels] += 0.7 * np.log(2.5 * rivals) - (2 if classes > 10 else 0)
    logits += 2 * (group[labels][:, None] == group[None, :])
    nodes = random.permutation(NODES)
    train, rest = NODES // 10, NODES // 10 + VALIDATION
    parts = {"train_idx": nodes[:train], "val_idx": nodes[train:rest], "test_idx": nodes[rest:]}
    return {
        "edge_index": np.stack([sources, targets]),
        "logits": (2.2 * logits).astype(np.float32),
        "x": random.standard_normal((NODES, 16)).astype(np.float32),
        "y": labels,
        **{name: np.sort(part) for name, part in parts.items()},
    }


def main(methods, counts="10,100,1000", *command):
    print("| method | classes | CPU s | fit, s | peak MB | NLL before | NLL after |\n| --- | --- | --- | --- | --- | --- | --- |", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for classes in map(int, counts.split(",")):
            path = os.path.join(folder, f"{classes}.npz")
            np.savez(path, **graph(classes))
            for method in methods.split(","):
                whole = [*(command or ["../wats"]), "calibrate", path, "--method", method, "--json", "--quiet"]
                process = subprocess.Popen(whole, stdout=subprocess.PIPE, text=True)
                output = process.stdout.read()
                _, status, usage = os.wait4(process.pid, 0)
                result = json.loads(output) if status == 0 else {"before": {}, "after": {}}
                row = f"| {method} | {classes} | {usage.ru_utime + usage.ru_stime:.1f} "
                row += f"| {result.get('fit', {}).get('seconds', float('nan')):.2f} | {usage.ru_maxrss / 1024:.0f} "
                nll = [result[side].get("nll", float("nan")) for side in ("before", "after")]
                print(row + f"| {nll[0]:.4f} | {nll[1]:.4f} |", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
