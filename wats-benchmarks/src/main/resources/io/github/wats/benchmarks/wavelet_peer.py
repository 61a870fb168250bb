"""Times products of the scaled Laplacian with a vector in SciPy and PyTorch, one thread.

    python3 wavelet_peer.py CSR_FILE ROUNDS

CSR_FILE holds int32: nodes, entries, offsets (nodes + 1), columns (entries). Prints a line for each
way: name, best seconds of one product, the sum of the product to compare.
"""
import os
import sys
import time
import warnings

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
import numpy as np
import scipy
import scipy.sparse as sp

warnings.filterwarnings("ignore", message="Sparse CSR tensor support is in beta")
file, rounds = sys.argv[1], int(sys.argv[2])
numbers = np.memmap(file, dtype="<i4", mode="r")
n, entries = int(numbers[0]), int(numbers[1])
offsets, columns = np.array(numbers[2 : n + 3]), np.array(numbers[n + 3 :])
degree = np.diff(offsets)
root = 1 / np.sqrt(np.maximum(degree, 1))
signal = np.log1p(2.0 * (degree + 1))


def best(name, product):
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        result = product()
        times.append(time.perf_counter() - start)
    print(name, min(times), float(result.sum()), sep="\t", flush=True)


def values(kind):
    data = np.repeat(-root.astype(kind), degree)
    data *= root.astype(kind)[columns]
    return data


matrix = sp.csr_matrix((values(np.float64), columns, offsets), shape=(n, n))
best(f"SciPy {scipy.__version__} csr float64", lambda: matrix @ signal)
del matrix
try:
    import torch
except ImportError:
    print("PyTorch: not installed", file=sys.stderr)
    sys.exit()
torch.set_num_threads(1)
name = f"PyTorch {torch.__version__.split('+')[0]}"
x = torch.from_numpy(signal.astype(np.float32))[:, None]
data = torch.from_numpy(values(np.float32))
try:
    matrix = torch.sparse_csr_tensor(torch.from_numpy(offsets), torch.from_numpy(columns), data, size=(n, n))
    best(name + " csr float32", lambda: matrix @ x)
except RuntimeError as refusal:
    print(name, "csr:", str(refusal).splitlines()[0], file=sys.stderr)
place = torch.empty((2, entries), dtype=torch.int64)
place[0] = torch.repeat_interleave(torch.arange(n), torch.from_numpy(degree).long())
place[1] = torch.from_numpy(columns)
del columns
matrix = torch.sparse_coo_tensor(place, data, size=(n, n))._coalesced_(True)
del place
best(name + " coo float32", lambda: torch.sparse.mm(matrix, x))
