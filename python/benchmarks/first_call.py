"""Time of the first and the second call beside ``./wats calibrate``: medians of turns.

python benchmarks/first_call.py RUN.npz [TURNS]
"""

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LAUNCHER = Path(__file__).resolve().parents[2] / "wats"


def used():
    """Processor time of this process and of its children that have ended."""
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def calls(run, count):
    """Wall time of the last of some calls in this interpreter, and the processor time of all."""
    import wats

    before = used()
    for _ in range(count):
        start = time.perf_counter()
        wats.Calibrator("wats").fit(run)
        wall = time.perf_counter() - start
    wats.shutdown()
    return wall, used() - before


def timed_calls(run, count):
    command = [sys.executable, __file__, "--calls", str(count), run]
    return tuple(map(float, subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()))


def timed_launcher(run):
    with tempfile.TemporaryDirectory() as folder:
        before, start = used(), time.perf_counter()
        subprocess.run(
            [LAUNCHER, "calibrate", run, "--method", "wats", "--json", "-o", "out.npz", "--save", "model.json"],
            cwd=folder, check=True, stdout=subprocess.DEVNULL,
        )
        return time.perf_counter() - start, used() - before


def main(run, turns=5):
    kinds = {
        "./wats calibrate": lambda: timed_launcher(run),
        "Python, first call": lambda: timed_calls(run, 1),
        "Python, second call": lambda: timed_calls(run, 2),
    }
    times = {kind: [] for kind in kinds}
    for turn in range(turns + 1):  # the first turn makes the archives of classes and does not count
        for kind, measure in kinds.items():
            times[kind].append(measure())
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    for kind, pairs in times.items():
        wall, cpu = (statistics.median(values) for values in zip(*pairs[1:]))
        least = min(pair[0] for pair in pairs[1:])
        note = " of both calls" if "second" in kind else ""
        print(f"{kind:20} wall {wall:.2f} s (least {least:.2f}), processor {cpu:.2f} s{note}")


if __name__ == "__main__":
    if sys.argv[1] == "--calls":
        print(*calls(sys.argv[3], int(sys.argv[2])))
    else:
        main(os.path.abspath(sys.argv[1]), *map(int, sys.argv[2:]))
