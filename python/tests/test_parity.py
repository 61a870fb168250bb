"""Python and the command line give the same bytes, for every method."""

import subprocess

import numpy as np
import pytest

import wats
from conftest import TABLES
from wats import _java


TITLE = "Python and command line: probabilities, temperatures, model file"


@pytest.mark.parametrize("method", sorted(wats.methods()))
def test_same_bytes(nodes, tmp_path, method):
    names = ["edge_index", "x", "logits", "y", "train_mask", "val_mask", "test_mask"]
    needs = wats.methods()[method]["needsFeatures"]
    np.savez(tmp_path / "run.npz", **{n: nodes[n] for n in names if needs or n != "x"})
    # The model file has the sha256 of the node file, so that one is equal too.
    subprocess.run(
        [*_java.command(_java.find()), "calibrate", "run.npz", "--method", method, "--quiet",
         "-o", "out.npz", "--save", "model.json"],
        cwd=tmp_path, check=True, stdout=subprocess.DEVNULL,
    )
    out = np.load(tmp_path / "out.npz")
    calibrator = wats.Calibrator(method).fit(nodes)
    assert calibrator.probabilities_.tobytes() == out["probabilities"].tobytes()
    has = "temperatures" in out.files
    assert has == (calibrator.temperatures_ is not None)
    assert not has or calibrator.temperatures_.tobytes() == out["temperatures"].tobytes()
    for name, content in calibrator._model.items():
        assert content == (tmp_path / name).read_bytes(), name
    row = (method, "equal bytes", "equal bytes" if has else "none", "equal bytes")
    TABLES.setdefault(TITLE, []).append("{:18} {:12} {:12} {}".format(*row))
