"""CPU milliseconds of the plain NumPy form of the ridge on a node file, for RidgeComparison: a fit, and a fit with the
calibration of all nodes. Medians over the second half of the rounds.

    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 python3 ridge_peer.py FOLDER_OF_RIDGE_PY RUN.npz
"""
import sys
import time

import numpy as np

sys.path.insert(0, sys.argv[1])
import graph as graphs  # noqa: E402
import ridge  # noqa: E402

ROUNDS = 20

data = np.load(sys.argv[2])
graph = graphs.Graph(data["edge_index"][0], data["edge_index"][1], len(data["y"]))
train, calibration = np.flatnonzero(data["train_mask"]), np.flatnonzero(data["val_mask"])
fits, both = [], []
for _ in range(ROUNDS):
    start = time.process_time()
    fitted = ridge.fit(data["logits"], graph, train, calibration, data["y"])
    fits.append(1e3 * (time.process_time() - start))
    fitted.probabilities(ridge.KEEP_CLASS)
    both.append(1e3 * (time.process_time() - start))
warm = slice(ROUNDS // 2, None)
print(f"{np.median(fits[warm]):.3f} {np.median(both[warm]):.3f}")
