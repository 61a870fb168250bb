"""Annotations are complete and right, and docstrings name the parameters that there are."""

import importlib
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import wats

PYTHON = Path(__file__).resolve().parent.parent


def test_mypy_is_content():
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", "target/mypy"]
    done = subprocess.run(command, cwd=PYTHON, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def public():
    modules = [wats]
    try:
        modules.append(importlib.import_module("wats.spark"))
    except ImportError:
        pass  # there is no PySpark
    for module, name in ((module, name) for module in modules for name in module.__all__):
        thing = getattr(module, name)
        if callable(thing):
            yield f"{module.__name__}.{name}"
        if inspect.isclass(thing) and thing.__module__.startswith("wats"):
            methods = (n for n, v in vars(thing).items() if not n.startswith("_") and callable(v))
            yield from (f"{module.__name__}.{name}.{method}" for method in methods)


@pytest.mark.parametrize("name", sorted(public()))
def test_docstrings_follow_numpydoc(name):
    validate = pytest.importorskip("numpydoc.validate").validate
    # Missing, misplaced or unknown sections and parameters; a docstring of one line has none.
    wrong = {"GL02", "GL06", "GL07", "GL08", "PR02", "PR03", "PR10", "SS01", "SS02", "SS04"}
    found = validate(name)
    errors = [text for code, text in found["errors"] if code in wrong or code == "PR01" and "Parameters" in found["docstring"]]
    assert not errors
