"""Python, the command line and the Java library give the same bytes, for every method."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import wats
from conftest import TABLES, make_nodes
from wats import _java

TITLE = "equal bytes of probabilities and temperatures; model files of Python and command line"
NAMES = ("edge_index", "x", "logits", "y", "train_mask", "val_mask", "test_mask")
NODE_METHODS = sorted(name for name in wats.methods() if not name.endswith("-pair"))


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """Results of a Java program that uses the library, by method; empty without a JDK."""
    compiler = shutil.which("javac", path=os.path.dirname(os.path.realpath(_java.find().path)))
    if compiler is None:
        return {}
    folder = tmp_path_factory.mktemp("library")
    np.savez(folder / "run.npz", **{name: make_nodes()[name] for name in NAMES})
    program = str(Path(__file__).with_name("LibraryFits.java"))
    subprocess.run([_java.find().path, "-cp", _java.jar(), program, "run.npz", "."], cwd=folder, check=True)
    return {method: (folder / f"{method}.npz").read_bytes() for method in NODE_METHODS}


def without_checksums(model):
    return re.sub(rb',\s*"(run[.])?sha256" : "[0-9a-f]*"', b"", model)


@pytest.mark.parametrize("method", NODE_METHODS)
def test_same_bytes(nodes, library, tmp_path, method):
    needs = wats.methods()[method]["needsFeatures"]
    np.savez(tmp_path / "run.npz", **{name: nodes[name] for name in NAMES if needs or name != "x"})
    # The model files are equal but for the checksum of the command's node file, and so of the whole.
    subprocess.run(
        [*_java.command(_java.find()), "calibrate", "run.npz", "--method", method, "--quiet",
         "-o", "out.npz", "--save", "model.json"],
        cwd=tmp_path, check=True, stdout=subprocess.DEVNULL,
    )
    calibrator = wats.Calibrator(method).fit(nodes, baseline=True)
    with np.load(tmp_path / "out.npz") as out:
        assert calibrator.probabilities_.tobytes() == out["probabilities"].tobytes()
        has = "temperatures" in out.files
        assert has == (calibrator.temperatures_ is not None)
        assert not has or calibrator.temperatures_.tobytes() == out["temperatures"].tobytes()
    for name, content in calibrator._model.items():
        assert without_checksums(content) == without_checksums((tmp_path / name).read_bytes()), name
    assert not library or library[method] == (tmp_path / "out.npz").read_bytes()
    row = (method, "Python = command line", "= Java library" if library else "Java library: no JDK here")
    TABLES.setdefault(TITLE, []).append("{:18} {} {}".format(*row))
