"""Processor seconds of the fits of linear calibrators beside probmetrics, in turns, on one thread.

pip install probmetrics==1.3.0 numba
python benchmarks/linear.py [CLASSES,CLASSES,...] [TURNS]

"warm" is the median over the turns of means of some fits, after as many for the JIT compiler; "cold" the first fit of a
new JVM. Ours counts all threads of the JVM, but not its start. Both are fitted on the same 5,000 rows. NLL is that of these and of 5,000 others.
"""

import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

import numpy as np
import torch
from probmetrics.calibrators import get_calibrator
from probmetrics.calibrators.logistic import VectorScalingCalibrator

warnings.simplefilter("ignore")
torch.set_num_threads(1)
FOLDER = Path(__file__).resolve().parent
JAR = FOLDER.parents[1] / "wats-cli/target/wats.jar"
NODES = 5_000
PEERS = {
    "ts": "temp-scaling", "vs": "vs", "vs:strength=0": "vs", "svs": "svs", "sms": "sms", "dirichlet": None,
    "platt:strength=0": "affine-scaling", "quadratic:strength=0": "quadratic-scaling",
}


def data(classes, seed=0):
    """Logits of a network that is too sure, in each class by another factor, and labels."""
    random = np.random.default_rng(seed)
    nodes = 2 * NODES
    truth = 1.5 * random.normal(size=(nodes, classes)) + random.normal(size=classes)
    truth[np.arange(nodes), random.integers(0, classes, nodes)] += np.log(classes) + 2
    labels = (softmax(truth).cumsum(1) > random.random((nodes, 1))).argmax(1)
    logits = truth * (1.6 + 0.2 * random.normal(size=classes)) + 0.3 * random.normal(size=classes)
    return logits + 0.5 * random.normal(size=(nodes, classes)), labels


def softmax(z):
    e = np.exp(z - z.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


class Ours:
    def __init__(self, folder, classes):
        self.folder, self.classes = folder, classes
        command = ["java", "-Xmx4g", "-XX:ActiveProcessorCount=1", "-XX:+UseSerialGC", "-cp", f"{JAR}:{folder}", "LinearFits"]
        self.java = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def fit(self, method, fits=1):
        files = " ".join(str(self.folder / name) for name in ("logits", "labels", "output"))
        print(NODES, self.classes, method, files, fits, file=self.java.stdin, flush=True)
        return float(self.java.stdout.readline())

    def end(self):
        self.java.stdin.close()
        self.java.wait()


def peer_fit(name, p, labels):
    calibrator = VectorScalingCalibrator() if name == "vs" else get_calibrator(name)
    start = time.process_time()
    calibrator.fit(p[:NODES], labels[:NODES])
    return time.process_time() - start, calibrator.predict_proba(p)


def nll(p, labels):
    losses = -np.log(np.maximum(p[np.arange(len(labels)), labels], 1e-300))
    return losses[:NODES].mean(), losses[NODES:].mean()


def compare(folder, classes, method, turns):
    logits, labels = data(classes)
    logits.astype("<f8").tofile(folder / "logits")
    labels.astype("<i4").tofile(folder / "labels")
    p = softmax(logits)
    cold = Ours(folder, classes)
    first = cold.fit(method)
    cold.end()
    ours = Ours(folder, classes)
    fits = 1 if classes > 100 or method == "dirichlet" else 5 if classes > 10 else 30
    ours.fit(method, 2 * fits)
    peer = PEERS[method]
    if peer:
        peer_fit(peer, p, labels)
    times, peer_times = [], []
    for _ in range(1 if method == "dirichlet" else turns):
        times.append(ours.fit(method, fits))
        if peer:
            seconds, theirs = peer_fit(peer, p, labels)
            peer_times.append(seconds)
    ours.end()
    result = np.fromfile(folder / "output", dtype="<f8").reshape(2 * NODES, -1)
    warm, (train, test) = statistics.median(times), nll(result, labels)
    row = [classes, f"`{method}`", f"{first:.3f}", f"{warm:.4f}"]
    if peer:
        seconds, (peer_train, peer_test) = statistics.median(peer_times), nll(theirs, labels)
        row += [f"{seconds:.4f}", f"{warm / seconds:.2f}", f"{train:.5f} / {test:.5f}", f"{peer_train:.5f} / {peer_test:.5f}"]
        row += [f"{np.abs(result - theirs).max():.0e}"]
    else:
        row += ["", "", f"{train:.5f} / {test:.5f}", "", ""]
    print("|", *(f"{cell} |" for cell in row), flush=True)


def main(classes="2,10,100,1000", turns="3"):
    print("| classes | method | cold | warm | probmetrics | ratio | NLL | of probmetrics | most different p |")
    print("| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as name:
        subprocess.run(["javac", "-cp", str(JAR), "-d", name, str(FOLDER / "LinearFits.java")], check=True)
        for count in map(int, classes.split(",")):
            for method in PEERS:
                binary = method in ("platt:strength=0", "quadratic:strength=0")
                large = count > 100 and method not in ("ts", "svs")
                if method == "ts" or (count == 2) == binary and not large:
                    compare(Path(name), count, method, int(turns))


if __name__ == "__main__":
    main(*sys.argv[1:])
