"""The example runs from top to bottom, and so do the lines of the README."""

import copy
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import wats
from wats import _java

PYTHON = Path(__file__).resolve().parent.parent
PUBMED = PYTHON.parents[1] / "shared" / "datasets" / "pubmed"


def test_the_notebook_runs_as_stored(tmp_path, monkeypatch):
    """With WATS_NOTEBOOK_OUT=FILE the notebook is stored with its outputs."""
    for library in ("torch", "torch_geometric", "ipykernel"):
        pytest.importorskip(library)
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    if not PUBMED.exists():
        pytest.skip("Pubmed is in ../shared beside the project")
    shutil.copytree(PUBMED, tmp_path / "data" / "PubMed" / "raw")  # where PyTorch Geometric would download it to
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(Path(wats.__file__).parent.parent), os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setenv("PYDEVD_DISABLE_FILE_VALIDATION", "1")
    monkeypatch.setenv("PYTHONWARNINGS", "ignore:IProgress not found")
    stored = nbformat.read(PYTHON / "examples" / "calibrate_pyg.ipynb", as_version=4)
    notebook = copy.deepcopy(stored)
    nbclient.NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    assert (tmp_path / "calibrator.onnx").exists() and (tmp_path / "calibrator.json").exists()
    if os.environ.get("WATS_NOTEBOOK_OUT"):
        for cell in notebook.cells:
            cell["metadata"] = {}
            if "outputs" in cell:  # without progress
                cell["outputs"] = [o for o in cell.outputs if o.get("name") != "stderr" and o.output_type != "display_data"]
        nbformat.write(notebook, os.environ["WATS_NOTEBOOK_OUT"])
        stored = notebook
    for run in (notebook, stored):  # other versions of PyTorch train another network, not one of another kind
        outputs = [output for cell in run.cells for output in cell.get("outputs", [])]
        assert any("image/svg+xml" in output.get("data", {}) for output in outputs)
        assert "<iframe srcdoc=" in "".join(output.get("data", {}).get("text/html", "") for output in outputs)
        text = "".join(output.get("data", {}).get("text/plain", "") for output in outputs)
        before, after = re.search(r"^ece +([\d.]+) %.*? ([\d.]+) %", text, re.MULTILINE).groups()
        assert float(after) < float(before) / 2
        before, after = re.search(r"^nll +([\d.]+) .*? ([\d.]+) ", text, re.MULTILINE).groups()
        assert float(after) < 0.95 * float(before)


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
