"""A small graph whose nodes are overconfident, as arrays."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

os.environ.setdefault("WATS_JAVA_OPTS", "-XX:TieredStopAtLevel=1 -XX:MaxRAMPercentage=50")  # short runs
if "WATS_TESTS" not in os.environ:  # in interpreters that tests start, what they have set counts
    cache = str(Path(__file__).resolve().parent.parent / "target" / "cache")
    os.environ.update(WATS_TESTS="1", XDG_CACHE_HOME=cache)

N, C = 300, 4
TABLES: dict = {}  # what tests measured: lines by title


def pytest_terminal_summary(terminalreporter):
    for title, lines in TABLES.items():
        terminalreporter.write_line(f"\n{title}")
        for line in lines:
            terminalreporter.write_line("  " + line)


def make_nodes(n=N, c=C, seed=0):
    random = np.random.default_rng(seed)
    y = random.integers(0, c, n)
    pairs = random.integers(0, n, (2, 6 * n))
    same = (y[pairs[0]] == y[pairs[1]]) | (random.random(pairs.shape[1]) < 0.6)
    edge_index = pairs[:, same & (pairs[0] != pairs[1])]
    edge_index = np.hstack([edge_index, edge_index[::-1]])
    logits = 3 * (random.normal(size=(n, c)) + 1.8 * np.eye(c)[y])
    place = random.permutation(n)
    return {
        "edge_index": edge_index, "logits": logits, "y": y,
        "train_mask": place < n // 5,
        "val_mask": (place >= n // 5) & (place < n // 2),
        "test_mask": place >= n // 2,
        "x": random.normal(size=(n, 5)).astype(np.float32),
    }


@pytest.fixture()
def nodes():
    return make_nodes()


@pytest.fixture()
def named(nodes):
    """Labels and masks: what is given beside the graph and the logits."""
    return {name: nodes[name] for name in ("y", "train_mask", "val_mask", "test_mask")}


def python(code, check=True, environment=None, **options):
    """Runs a program in an interpreter of its own."""
    return subprocess.run(
        [sys.executable, "-c", code], text=True, capture_output=True, check=check, timeout=120,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **(environment or {})}, **options,
    )
