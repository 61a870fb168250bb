"""Times the wavelet features of the peer program on one graph, in CPU milliseconds of one thread.

    python3 feature_peer.py PEER_FOLDER CSR_FILE ROUNDS

CSR_FILE holds int32: nodes, entries, offsets (nodes + 1), columns (entries). Prints the median of the rounds, the versions, and
the sum of the features' first column to compare.
"""
import statistics
import sys
import time
import types

peer, file, rounds = sys.argv[1:]
sys.path.insert(0, peer)

import graph
import numpy
import scipy

numbers = numpy.fromfile(file, numpy.int32)
nodes, entries = int(numbers[0]), int(numbers[1])
offsets, columns = numbers[2:nodes + 3], numbers[nodes + 3:]
adjacency = scipy.sparse.csr_matrix((numpy.ones(entries, numpy.float32), columns, offsets), shape=(nodes, nodes))
built = types.SimpleNamespace(n=nodes, adj=adjacency, degree=numpy.diff(offsets))
milliseconds = []
for _ in range(int(rounds) + 1):
    start = time.process_time()
    features = graph.wavelet_features(built, 4, 0.4)
    milliseconds.append((time.process_time() - start) * 1e3)
print(statistics.median(milliseconds[1:]), f"SciPy {scipy.__version__}, NumPy {numpy.__version__}", features[:, 0].sum(), sep="\t")
