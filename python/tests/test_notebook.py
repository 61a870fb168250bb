"""The example runs from top to bottom, and so do the lines of the README."""

import os
import re
import subprocess
from pathlib import Path

import pytest

import wats
from wats import _java

PYTHON = Path(__file__).resolve().parent.parent


def test_the_notebook_runs(tmp_path, monkeypatch):
    for library in ("torch", "torch_geometric", "ipykernel"):
        pytest.importorskip(library)
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(Path(wats.__file__).parent.parent), os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setenv("PYDEVD_DISABLE_FILE_VALIDATION", "1")
    notebook = nbformat.read(PYTHON / "examples" / "calibrate_pyg.ipynb", as_version=4)
    nbclient.NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    shown = "".join(output.get("data", {}).get("text/html", "") for output in outputs)
    assert "<td>degreeEce</td>" in shown and "<iframe srcdoc=" in shown
    assert (tmp_path / "calibrator.onnx").exists() and (tmp_path / "calibrator.json").exists()
    if os.environ.get("WATS_NOTEBOOK_OUT"):
        nbformat.write(notebook, os.environ["WATS_NOTEBOOK_OUT"])


@pytest.mark.parametrize("page", ["README.md", "../README.md", "../docs/index.md", "../docs/python.md"])
def test_the_lines_of_the_pages_run(page, nodes, tmp_path, monkeypatch):
    torch = pytest.importorskip("torch")
    geometric = pytest.importorskip("torch_geometric.data")
    monkeypatch.chdir(tmp_path)
    data = geometric.Data(**{n: torch.from_numpy(v.copy()) for n, v in nodes.items() if n != "logits"})
    logits = torch.tensor(nodes["logits"], requires_grad=True)
    blocks = [block for block in blocks_of(page) if "import wats" in block]
    assert blocks
    for block in blocks:
        exec(compile(block, page, "exec"), {"data": data, "logits": logits})


@pytest.mark.parametrize("page", ["../docs/index.md"])
def test_the_node_file_of_the_page_is_calibrated_and_its_result_read(page, nodes, tmp_path, monkeypatch):
    torch = pytest.importorskip("torch")
    geometric = pytest.importorskip("torch_geometric")
    monkeypatch.chdir(tmp_path)
    tensors = {n: torch.from_numpy(v.copy()) for n, v in nodes.items() if n != "logits"}
    torch.manual_seed(0)
    known = {
        "data": geometric.data.Data(**tensors),
        "model": geometric.nn.GCNConv(tensors["x"].shape[1], nodes["logits"].shape[1]),
    }
    write, read = [block for block in blocks_of(page) if "import wats" not in block]
    exec(compile(write, page, "exec"), known)
    calibrate = "calibrate run.npz -o calibrated.npz --quiet".split()
    subprocess.run([*_java.command(_java.find()), *calibrate], check=True, stdout=subprocess.DEVNULL)
    exec(compile(read, page, "exec"), known)
    assert known["probabilities"].shape == nodes["logits"].shape
    assert abs(known["probabilities"].sum(axis=1) - 1).max() < 1e-12


def blocks_of(page):
    path = PYTHON / page
    if not path.exists():
        pytest.skip(f"{path} is not part of the source distribution")
    return re.findall(r"```python\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL)
