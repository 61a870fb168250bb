"""Peak memory of the Python process during a fit on a large graph, beside the size of its arrays.

python benchmarks/memory.py [NODES EDGES]
"""

import resource
import sys
import time

import numpy as np

import wats


def resident():
    """Memory of this process now and at its peak, in MB."""
    with open("/proc/self/statm") as statm:
        now = int(statm.read().split()[1]) * resource.getpagesize()
    return now / 1e6, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6


def main(nodes=1_000_000, edges=20_000_000, classes=10):
    random = np.random.default_rng(0)
    place = np.arange(nodes)
    data = {
        "edge_index": random.integers(0, nodes, (2, edges), dtype=np.int64),
        "logits": random.standard_normal((nodes, classes), dtype=np.float32),
        "y": random.integers(0, classes, nodes, dtype=np.int64),
        "val_mask": place % 10 == 0,
        "test_mask": place % 10 == 1,
    }
    size = sum(array.nbytes for array in data.values()) / 1e6
    before, peak = resident()
    print(f"arrays {size:.0f} MB; Python before the fit {before:.0f} MB, peak {peak:.0f} MB", flush=True)
    start = time.perf_counter()
    calibrator = wats.Calibrator("wats", epochs=5).fit(data)
    result = (calibrator.probabilities_.nbytes + calibrator.temperatures_.nbytes) / 1e6
    after, peak = resident()
    print(f"result {result:.0f} MB; after the fit {after:.0f} MB, peak {peak:.0f} MB, {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
