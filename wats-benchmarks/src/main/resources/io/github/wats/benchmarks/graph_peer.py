"""Builds a sparse matrix from edges with SciPy; prints seconds, CPU seconds, entries and SciPy's version for each round.

    python3 graph_peer.py EDGES NODES ROUNDS

EDGES holds int32: all sources, then all targets.
"""
import sys
import time

import numpy as np
import scipy
import scipy.sparse as sp

nodes, rounds = int(sys.argv[2]), int(sys.argv[3])
sources, targets = np.fromfile(sys.argv[1], dtype="<i4").reshape(2, -1)
for _ in range(rounds):
    start, cpu = time.perf_counter(), time.process_time()
    matrix = sp.coo_matrix((np.ones(len(sources), dtype=np.int8), (sources, targets)), shape=(nodes, nodes)).tocsr()
    matrix.sum_duplicates()
    matrix.sort_indices()
    print(time.perf_counter() - start, time.process_time() - cpu, matrix.nnz, scipy.__version__, flush=True)
