"""Metrics of golden/metrics.json in plain NumPy, written apart from the Java code.

python statistics.py > statistics.json
"""

import json
import math
from itertools import groupby
from pathlib import Path

import numpy as np

golden = json.loads((Path(__file__).parent.parent / "golden" / "metrics.json").read_text())
p = np.array(golden["probabilities"])
y = np.array(golden["labels"])
degree = np.array(golden["degree"])
n = len(y)
conf = p.max(1)
hit = (p.argmax(1) == y).astype(float)


def aurc(conf, hit):
    """The mean of the risk-coverage curve over 20,000 random orders of ties would meet this exactly."""
    total, seen, errors = 0.0, 0, 0.0
    pairs = sorted(zip(-conf, 1 - hit))
    for _, group in groupby(pairs, key=lambda pair: pair[0]):
        wrong = [w for _, w in group]
        g, m = len(wrong), sum(wrong)
        for j in range(1, g + 1):
            total += (errors + m * j / g) / (seen + j)
        seen, errors = seen + g, errors + m
    return total / len(conf)


def aurc_drawn(conf, hit, draws=20000, seed=0):
    rng = np.random.default_rng(seed)
    areas = []
    for _ in range(draws):
        order = np.lexsort((rng.random(n), -conf))
        areas.append((np.cumsum(1 - hit[order]) / np.arange(1, n + 1)).mean())
    return float(np.mean(areas))


def auroc(conf, hit):
    right, wrong = conf[hit == 1][:, None], conf[hit == 0][None, :]
    return float(((right > wrong) + 0.5 * (right == wrong)).mean())


def debiased_ece(conf, hit, bins):
    """Normal resampling as in Kumar, Liang, Ma (2019), by quadrature instead of by draws."""
    index = np.ceil(conf * bins - 1e-12).astype(int) - 1
    z = np.linspace(-10, 10, 400001)
    weight = np.exp(-z**2 / 2)
    weight /= weight.sum()
    value = 0.0
    for b in np.unique(index):
        own = index == b
        gap = conf[own].mean() - hit[own].mean()
        sd = math.sqrt(hit[own].mean() * (1 - hit[own].mean()) / own.sum())
        value += own.mean() * (2 * abs(gap) - (np.abs(gap + sd * z) * weight).sum())
    return max(0.0, value)


def smooth_ece(conf, hit, points=20000):
    """Reflected Gaussian kernel, written out with its mirror images; width by bisection."""
    t = (np.arange(points) + 0.5) / points

    def error(sigma):
        smoothed = np.zeros(points)
        for c, h in zip(conf, hit):
            kernel = np.zeros(points)
            for shift in range(-4, 6, 2):
                for image in (c + shift, -c + shift):
                    kernel += np.exp(-((t - image) ** 2) / (2 * sigma**2))
            smoothed += (c - h) * kernel / (sigma * math.sqrt(2 * math.pi))
        return np.abs(smoothed / len(conf)).mean()

    low, high = 0.0, 1.0
    for _ in range(22):
        middle = (low + high) / 2
        low, high = (middle, high) if error(middle) > middle else (low, middle)
    return (low + high) / 2


def poisson_binomial_p(chances, hits):
    """Both tails by the characteristic function."""
    m = len(chances)
    w = np.exp(2j * math.pi * np.arange(m + 1) / (m + 1))
    cf = np.prod(1 - chances[None, :] + chances[None, :] * w[:, None], axis=1)
    mass = np.fft.fft(cf).real / (m + 1)
    return float(min(1, 2 * min(mass[: hits + 1].sum(), mass[hits:].sum())))


def slice_of(chances, hits):
    m = len(chances)
    z2 = 1.959963984540054**2 / m
    a = hits / m
    half = math.sqrt(z2 * a * (1 - a) + z2 * z2 / 4)
    low, high = (a + z2 / 2 - half) / (1 + z2), (a + z2 / 2 + half) / (1 + z2)
    c = float(chances.mean())
    return {"count": m, "accuracy": a, "confidence": c, "gap": c - a,
            "low": c - min(1, high), "high": c - max(0, low), "pValue": poisson_binomial_p(chances, hits)}


def holm(values):
    order = np.argsort(values, kind="stable")
    adjusted, largest = [0.0] * len(values), 0.0
    for rank, k in enumerate(order):
        largest = max(largest, min(1, values[k] * (len(values) - rank)))
        adjusted[k] = largest
    return adjusted


by_class = []
for c in range(p.shape[1]):
    own = p.argmax(1) == c
    if own.any():
        by_class.append(slice_of(conf[own], int(hit[own].sum())))
for one, corrected in zip(by_class, holm([one["pValue"] for one in by_class])):
    one["holm"] = corrected

print(json.dumps({
    "aurc": aurc(conf, hit),
    "aurcDrawn": aurc_drawn(conf, hit),
    "auroc": auroc(conf, hit),
    "debiasedEce": {str(bins): debiased_ece(conf, hit, bins) for bins in (10, 15, 20)},
    "smoothEce": smooth_ece(conf, hit),
    "slicesByClass": by_class,
    "classGaps": [slice_of(p[:, c], int((y == c).sum())) for c in range(p.shape[1])],
}, indent=1))
