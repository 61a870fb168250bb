"""Times the fits of the PyTorch program on one data set, in CPU seconds of one thread.

    python3 fit_peer.py PEER_FOLDER DATA_FOLDER TABLES.json DATASET RUNS OUT_FOLDER

CPU seconds, since other work on the machine does not change them. Prints a line per measurement:
method, seconds, epochs. Runs that OUT_FOLDER holds already are not repeated. Of several runs the first,
in which libraries start up, is left out.
"""
import json
import os
import sys
import time

peer, data, tables, dataset, runs, out = sys.argv[1:]
sys.path.insert(0, peer)
time.time = time.process_time  # the clock the program reads

import reference

METHODS = ("wats", "cagcn", "gats", "gets")

sys.argv = ["reference.py", "--data", data, "--tables", tables, "--out", out, "--dataset", dataset]
sys.argv += ["--runs", runs, "--methods", ",".join(METHODS)]
with open(os.devnull, "w") as silent:
    shown, sys.stdout = sys.stdout, silent
    try:
        reference.main()
    finally:
        sys.stdout = shown
with open(os.path.join(out, dataset + "_gcn.json")) as file:
    measured = json.load(file)["runs"][: int(runs)]
    for run in measured[1:] or measured:
        for method in METHODS:
            fit = run["methods"][method]
            print(method, fit["seconds"], fit["epochs"])
