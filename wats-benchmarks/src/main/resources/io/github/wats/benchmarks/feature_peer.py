"""Times the wavelet features of the peer program on one data set, in CPU milliseconds of one thread.

    python3 feature_peer.py PEER_FOLDER DATA_FOLDER DATASET ROUNDS

Prints the median of the rounds, the versions, and the sum of the features' first column to compare.
"""
import statistics
import sys
import time

peer, data, dataset, rounds = sys.argv[1:]
sys.path.insert(0, peer)

import graph
import numpy
import scipy

built = graph.load(data, dataset)[0]
features = graph.wavelet_features(built, 4, 0.4)
milliseconds = []
for _ in range(int(rounds)):
    start = time.process_time()
    graph.wavelet_features(built, 4, 0.4)
    milliseconds.append((time.process_time() - start) * 1e3)
print(statistics.median(milliseconds), f"SciPy {scipy.__version__}, NumPy {numpy.__version__}", features[:, 0].sum(), sep="\t")
