"""Tables of pandas, polars and pyarrow, read and written by the program with the jar of wats-parquet beside it."""

import json
import os
import subprocess
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
PARQUET = sorted(ROOT.glob("wats-parquet/target/wats-parquet-*-all.jar"))
PROGRAM = ROOT / "wats-cli/target/wats.jar"

pandas = pytest.importorskip("pandas")
polars = pytest.importorskip("polars")
pyarrow = pytest.importorskip("pyarrow")
pyarrow_parquet = pytest.importorskip("pyarrow.parquet")
pytestmark = pytest.mark.skipif(not PARQUET, reason="wats-parquet is not built")


def run(folder, *words):
    jars = os.pathsep.join(map(str, [PROGRAM, *PARQUET]))
    command = ["java", "-XX:TieredStopAtLevel=1", "-cp", jars, "io.github.wats.cli.Main", *map(str, words)]
    done = subprocess.run(command, cwd=folder, text=True, capture_output=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def write(file, library, kind, columns):
    """Writes a table with logits of this type in lists."""
    logits = columns["logits"].astype(kind)
    if library == "pandas":
        pandas.DataFrame({**columns, "logits": list(logits)}).to_parquet(file)
    elif library == "polars":
        element = getattr(polars, {"float16": "Float32"}.get(kind, kind.capitalize()))
        lists = polars.Series(logits.tolist(), dtype=polars.List(element))
        polars.DataFrame({**columns, "logits": lists}).write_parquet(file)
    else:
        lists = pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(logits.ravel()), logits.shape[1])
        pyarrow_parquet.write_table(pyarrow.table({**columns, "logits": lists}), file)


@pytest.mark.parametrize(
    ("library", "kind"),
    [("pandas", "float64"), ("pandas", "int8"), ("polars", "float32"), ("pyarrow", "float16"), ("pyarrow", "int64")],
)
def test_tables_of_the_libraries_are_read_and_results_are_read_by_them(tmp_path, nodes, library, kind):
    n = len(nodes["y"])
    logits = np.rint(nodes["logits"]) if kind.startswith("int") else nodes["logits"].astype("float16")
    part = np.where(nodes["val_mask"], "val", np.where(nodes["test_mask"], "test", "train"))
    columns = {"id": [f"n{i}" for i in range(n)], "label": nodes["y"], "split": part.tolist(), "logits": logits}
    write(tmp_path / "nodes.parquet", library, kind, columns)
    np.savez(tmp_path / "run.npz", logits=logits, y=nodes["y"], val_mask=nodes["val_mask"], test_mask=nodes["test_mask"])
    out = json.loads(run(tmp_path, "calibrate", "nodes.parquet", "--method", "ts", "-o", "out.parquet", "--json"))
    same = json.loads(run(tmp_path, "calibrate", "run.npz", "--method", "ts", "-o", "out.npz", "--json"))
    assert out["after"]["nll"] == pytest.approx(same["after"]["nll"], abs=1e-12)
    expected = np.load(tmp_path / "out.npz")["probabilities"]
    names = [f"p{c}" for c in range(expected.shape[1])]
    for frame in (
        pandas.read_parquet(tmp_path / "out.parquet"),
        polars.read_parquet(tmp_path / "out.parquet").to_pandas(),
        pyarrow_parquet.read_table(tmp_path / "out.parquet").to_pandas(),
    ):
        assert frame["id"].tolist() == columns["id"]
        np.testing.assert_array_equal(frame[names].to_numpy(), expected)
        assert frame["prediction"].astype(int).tolist() == expected.argmax(1).tolist()
