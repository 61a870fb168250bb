"""Times of many fits beside SciPy, scikit-learn and netcal, in one run.

python benchmarks/many_fits.py [RUN.npz]

Without a node file: 3,000 generated nodes, 500 for the fit and 1,000 for tests, 7 classes. Times
are medians of turns; the first turn, which compiles, does not count.
"""

import os
import statistics
import sys
import time
import warnings

import numpy as np

TURNS, FITS = (int(os.environ.get(name, value)) for name, value in (("TURNS", "5"), ("FITS", "100")))


def generated(n=3000, c=7):
    random = np.random.default_rng(0)
    y = random.integers(0, c, n)
    edges = random.integers(0, n, (2, 2 * n))
    logits = 2 * (random.normal(size=(n, c)) + 1.8 * np.eye(c)[y])
    place = random.permutation(n)
    return {
        "edge_index": np.hstack([edges, edges[::-1]]), "logits": logits, "y": y,
        "train_mask": place < 140, "val_mask": (place >= 140) & (place < 640), "test_mask": place >= n - 1000,
    }


def scipy_fit(z, y):
    from scipy.optimize import minimize_scalar
    from scipy.special import logsumexp

    def loss(t):
        u = z / t
        return np.mean(logsumexp(u, axis=1) - u[np.arange(len(y)), y])

    return minimize_scalar(loss, bounds=(0.05, 20), method="bounded").x


def netcal_fit(z, y):
    from netcal.scaling import TemperatureScaling

    p = np.exp(z - z.max(1, keepdims=True))
    TemperatureScaling().fit(p / p.sum(1, keepdims=True), y)


def sklearn_fit(z, y):
    from sklearn.linear_model import LogisticRegression

    LogisticRegression(max_iter=200).fit(z, y)


def main(run=None):
    import wats

    warnings.simplefilter("ignore")
    data = dict(np.load(run)) if run else generated()
    rows = np.flatnonzero(data["val_mask"])
    z, y = data["logits"][rows], data["y"][rows]

    def ours(method, metrics=False, read=False):
        def fit():
            fitted = wats.Calibrator(method).fit(data, metrics=metrics)
            return fitted.metrics_ if read else fitted

        return fit

    fits = {
        "SciPy, one temperature": (lambda: scipy_fit(z, y), FITS),
        "scikit-learn, logistic regression on logits": (lambda: sklearn_fit(z, y), FITS),
        "netcal, temperature scaling": (lambda: netcal_fit(z, y), FITS),
        "wats ts, no metrics": (ours("ts"), FITS),
        "wats wats, no metrics": (ours("wats"), FITS),
        "wats ridge, no metrics": (ours("ridge"), FITS),
        "wats auto, no metrics": (ours("auto"), FITS // 5),
        "wats auto, as by default": (ours("auto", True), FITS // 5),
        "wats ts, and metrics_ is read": (ours("ts", True, True), FITS // 5),
        "wats auto, and metrics_ is read": (ours("auto", True, True), FITS // 5),
    }
    times = {name: [] for name in fits}
    for _ in range(TURNS + 1):
        for name, (fit, count) in fits.items():
            try:
                fit()
            except ImportError as missing:
                times[name].append((float("nan"), float("nan")))
                print(f"{name}: {missing}")
                continue
            start, before = time.perf_counter(), processor()
            for _ in range(count):
                fit()
            times[name].append(((time.perf_counter() - start) / count, (processor() - before) / count))
    print(f"{len(data['y']):,} nodes, {len(rows):,} for the fit; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(f"{'milliseconds per fit':46}{'wall':>8}{'least':>8}{'processor':>11}")
    for name, turns in times.items():
        wall, used = zip(*turns[1:])
        numbers = 1e3 * statistics.median(wall), 1e3 * min(wall), 1e3 * statistics.median(used)
        print("{:46}{:8.2f}{:8.2f}{:11.2f}".format(name, *numbers))


def processor():
    """Processor time of this process and of the engine."""
    from wats import _engine

    times = time.process_time()
    if _engine._worker is not None and os.path.exists("/proc"):
        with open(f"/proc/{_engine._worker.process.pid}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        times += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return times


if __name__ == "__main__":
    main(*sys.argv[1:])
