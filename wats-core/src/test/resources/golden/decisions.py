"""Select, sets and monitor in plain NumPy, written from the papers. Prints decisions.json, which the tests compare with.

python decisions.py > decisions.json
"""
import json
from math import comb, ceil, log, pi, sqrt, exp

import numpy as np

N, C = 80, 4
rng = np.random.default_rng(20)
labels = rng.integers(0, C, N)
weights = rng.integers(1, 60, (N, C)) + 90 * np.eye(C, dtype=int)[labels] * (rng.random((N, 1)) < 0.85)
p = weights / weights.sum(1, keepdims=True)
edges = [(int(a), int(b)) for a, b in rng.integers(0, N - 3, (150, 2)) if a != b]  # the last three have no neighbors
calibration = list(range(0, N, 2))
out = {"weights": weights.tolist(), "labels": labels.tolist(), "edges": edges, "calibration": calibration}


def tail(k, n, q):
    """P(X <= k), as an exact sum."""
    return sum(comb(n, i) * q**i * (1 - q) ** (n - i) for i in range(k + 1))


def upper(k, n, level):
    if k == n:
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(200):
        mid = (low + high) / 2
        low, high = (mid, high) if tail(k, n, mid) > 1 - level else (low, mid)
    return high


out["upper"] = [[k, n, level, upper(k, n, level)] for k, n, level in [(0, 10, 0.95), (3, 40, 0.95), (7, 60, 0.9), (1, 1, 0.95), (20, 200, 0.99)]]

# The lowest threshold of a grid with error at most 0.35 at level 0.9, from the highest down.
conf, correct = p.max(1), p.argmax(1) == labels
grid = np.unique(conf[1::2])
chosen = None
risk, level = 0.35, 0.9
needed = next(n for n in range(1, 10**6) if tail(0, n, risk) <= 1 - level)
count = needed
while count < len(calibration) / 2 and tail(ceil(risk * count / 2), int(count), risk) > 1 - level:
    count *= 1.1
start = max(needed, int(min(count, len(calibration) / 2)))
for t in grid[::-1]:
    kept = [i for i in calibration if conf[i] >= t]
    if len(kept) < start:
        continue
    errors = int(sum(~correct[kept]))
    if tail(errors, len(kept), risk) > 1 - level:
        break
    chosen = [float(t), len(kept), errors, upper(errors, len(kept), level)]
out["select"] = {"risk": risk, "level": level, "grid": grid.tolist(), "needed": needed, "chosen": chosen}


def scores(kind):
    if kind == "lac":
        return 1 - p
    s = np.zeros((N, C))
    for i in range(N):
        order = sorted(range(C), key=lambda c: (-p[i, c], c))
        total = 0.0
        for rank, c in enumerate(order, 1):
            s[i, c] = total + (0.1 * max(0, rank - 1) if kind == "raps" else 0)
            total += p[i, c]
    return s


def diffused(s, w):
    neighbors = [set() for _ in range(N)]
    for a, b in edges:
        neighbors[a].add(b)
        neighbors[b].add(a)
    return np.array([(1 - w) * s[i] + w * s[sorted(neighbors[i])].mean(0) if neighbors[i] else s[i] for i in range(N)])


def quantile(values, coverage):
    rank = ceil((len(values) + 1) * coverage - 1e-9)
    return sorted(values)[rank - 1] if rank <= len(values) else float("inf")


out["sets"] = []
for kind in ["lac", "aps", "raps"]:
    for w in [0, 0.5]:
        for by in ["none", "class"]:
            s = diffused(scores(kind), w) if w else scores(kind)
            q = [quantile([s[i, labels[i]] for i in calibration if by == "none" or labels[i] == c], 0.8) for c in range(C)]
            member = s <= np.array(q)
            member[np.arange(N), p.argmax(1)] = True
            test = [i for i in range(N) if i % 2]
            out["sets"].append({"score": kind, "weight": w, "by": by, "thresholds": [float(x) for x in (q[:1] if by == "none" else q)],
                                "sizes": member.sum(1).tolist(), "coverage": float(np.mean([member[i, labels[i]] for i in test]))})

# Drift of confidences: 40 nodes of the fit against the other 40.
then, now = conf[0::2], np.sqrt(conf[1::2])
points = np.unique(np.sort(then)[[k * (len(then) - 1) // 20 for k in range(21)]])
f_then = np.array([(then <= v).mean() for v in points])
f_now = np.array([(now <= v).mean() for v in points])
a, b = (np.diff(np.concatenate([[0], f, [1]])) for f in (f_then, f_now))  # the last bin is above all values of the fit
a, b = ((x * 40 + 0.5) / (40 + 0.5 * len(x)) for x in (a, b))
out["drift"] = {"then": then.tolist(), "now": now.tolist(), "ks": float(np.abs(f_then - f_now).max()), "psi": float(((a - b) * np.log(a / b)).sum())}

# The wealth of the gamblers on all confidences and on those below and from 0.9, against gaps of 0.02, 0 and 0.01 at the fit, level 0.9, margin 0.02.
stakes = [0.05, 0.1, 0.2, 0.4, 0.8]
z = 1.0  # where sqrt(2 / pi) exp(-z^2 / 2) / z, a bound of P(|Z| > z), is 0.8 (1 - level) / 3
for _ in range(2000):
    z += 0.1 * (sqrt(2 / pi) * exp(-z * z / 2) / z / (0.8 * 0.1 / 3) - 1)
wealth = []
for low, high, gap, error in [(0, 2, 0.02, 0.01), (0, 0.9, 0.0, 0.02), (0.9, 2, 0.01, 0.01)]:
    a, b = min(gap, 0) - z * error - 0.02, max(gap, 0) + z * error + 0.02
    residuals = [float(correct[i]) - conf[i] for i in range(N) if low <= conf[i] < high]
    for s in stakes:
        wealth.append(np.prod([1 + s * (r - b) / (1 + abs(b)) for r in residuals]))
        wealth.append(np.prod([1 + s * (a - r) / (1 + abs(a)) for r in residuals]))
out["evidence"] = float(np.mean(wealth))

# Saerens, Latinne, Decaestecker (2002).
old = np.array([0.24, 0.27, 0.25, 0.24])
new = old.copy()
for _ in range(100000):
    q = p * new / old
    q /= q.sum(1, keepdims=True)
    new = q.mean(0)
out["prior"] = {"from": old.tolist(), "to": new.tolist(), "first": q[0].tolist()}
print(json.dumps(out))
