"""Times the plain NumPy form of the ridge on node files, for comparison with RidgeOnFiles.

    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 python3 ridge_peer.py FOLDER_OF_RIDGE_PY RUN.npz ...
"""
import sys
import time

import numpy as np

sys.path.insert(0, sys.argv[1])
import graph as graphs  # noqa: E402
import ridge  # noqa: E402

ROUNDS = 20

print("file  calibration nodes  classes  fit ms  fit and calibrate ms  steps")
for name in sys.argv[2:]:
    data = np.load(name)
    nodes = len(data["y"])
    graph = graphs.Graph(data["edge_index"][0], data["edge_index"][1], nodes)
    train, calibration = np.flatnonzero(data["train_mask"]), np.flatnonzero(data["val_mask"])
    fits, both = [], []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        fitted = ridge.fit(data["logits"], graph, train, calibration, data["y"])
        fits.append(1e3 * (time.perf_counter() - start))
        fitted.probabilities(ridge.KEEP_CLASS)
        both.append(1e3 * (time.perf_counter() - start))
    steps = sum(r["steps"] for r in fitted.rounds)
    warm = slice(ROUNDS // 2, None)
    print(name.split("/")[-1], "", len(calibration), "", data["logits"].shape[1], "",
          f"{np.median(fits[warm]):.2f}", "", f"{np.median(both[warm]):.2f}", "", steps)
