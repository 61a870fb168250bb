"""One function per command: arrays in, arrays and fields out."""

from __future__ import annotations

import functools
import os
from typing import Any, Mapping

import numpy as np

from . import _engine
from ._errors import DataError
from ._inputs import HETERO, KEYS, Array, array, is_path, nodes
from ._results import Report, Result, as_option

Fields = Mapping[str, Any]
_RUN = "run.npz"
NO_LOGITS = (
    "there are no logits: write fit(data, logits) with logits = model(data.x, data.edge_index),"
    " raw scores of N × C for all nodes, or set data.logits; or give probabilities=p"
)


def run_on_nodes(
    command: str, data: Any, given: Fields, *,
    outputs: Mapping[str, str] = {}, inputs: Mapping[str, bytes] = {},
    arguments: tuple[str, ...] = (), features: bool = False, probabilities: Any = None,
) -> tuple[Result, dict[str, Any]]:
    """Runs a command on a node file; gives its result and the files that it wrote, by name.

    What is ``given`` are arrays of nodes and options of the command, which are left out if None;
    ``outputs`` are options that name a file to write.
    """
    named = {name: v for name, v in given.items() if _of_nodes(name, v)}
    options = {name: value for name, value in given.items() if name not in named}
    found = nodes(data, named, features)
    contents: dict[str, Any] = {**inputs}
    line = [command, *arguments, found if isinstance(found, str) else _RUN]
    if not isinstance(found, str):
        scores = {"logits", "probabilities"} & set(found) or probabilities is not None
        if not scores and command != "features":
            raise DataError(NO_LOGITS)
        contents[_RUN] = found
    if is_path(probabilities):
        line += ["--probabilities", os.path.abspath(probabilities)]
    elif probabilities is not None:
        contents["given.npz"] = {"probabilities": array(probabilities, "probabilities")}
        line += ["--probabilities", "given.npz"]
    line += [word for name, value in options.items() for word in _words(name, value)]
    files = run_on_files(line, contents, outputs)
    return files.pop(""), files


def _of_nodes(name: str, value: Any) -> bool:
    return name in KEYS or name in HETERO or bool(getattr(value, "shape", None))


def _words(name: str, value: Any) -> list[str]:
    """An option as the command line has it; ``_`` is ``-`` in names, but not in paths."""
    flag = "--" + name.replace("_", "-")
    if value is None:
        return []
    settings = (one["settings"] for one in methods().values())
    if name in ("method", "methods") or any(flag[2:] in declared for declared in settings):
        return [f"{flag}={as_option(value).replace('_', '-')}"]
    if isinstance(value, bool):
        return [flag] if value else []
    several = value if name == "group" and isinstance(value, (list, tuple)) else [value]
    return [f"{flag}={as_option(one)}" for one in several]


def run_on_files(line: list[str], contents: Fields, outputs: Mapping[str, str]) -> dict[str, Any]:
    """Runs a command in a folder of its own, with files that are bytes or arrays by name.

    Gives the files that it wrote by name, as bytes or as arrays by name for an ``.npz`` of
    ``outputs``, and under ``""`` the fields of its result.
    """
    with _engine.scratch() as folder:
        for name, content in contents.items():
            place = os.path.join(folder, name)
            if isinstance(content, bytes):
                with open(place, "wb") as out:
                    out.write(content)
            else:
                np.savez(place, **content)
        line = [os.path.join(folder, word) if word in contents else word for word in line]
        for option, name in outputs.items():
            line += [option, os.path.join(folder, name)]
        files: dict[str, Any] = {"": Result(_engine.run(line, hide=folder))}
        for name in set(os.listdir(folder)) - set(contents):
            with open(os.path.join(folder, name), "rb") as stored:
                arrays = name in outputs.values() and name.endswith(".npz")
                files[name] = dict(np.load(stored)) if arrays else stored.read()
    return files


def evaluate(
    data: Any, logits: Any = None, probabilities: Any = None, report: bool = False, **options: Any
) -> Result:
    """Metrics of logits or probabilities on the test nodes.

    Parameters
    ----------
    data : graph, PyG ``Data``, DGL graph, … with labels and masks, or None
    logits : (N, C) raw scores; those of ``data`` if it has them
    probabilities : (N, C) to evaluate instead of the logits
    report : whether to make a page, in the field ``report``
    **options : ``y``, ``test_mask``, ``edge_index``, … and options of ``wats evaluate``

    Returns
    -------
    Result with the fields ``metrics``, ``intervals``, ``reliability``, ``degreeBins``
    """
    outputs = {"--report": "report.html"} if report else {}
    given = {**options, "logits": logits}
    fields, files = run_on_nodes(
        "evaluate", data, given, outputs=outputs, probabilities=probabilities
    )
    if report:
        fields["report"] = Report(files["report.html"].decode("utf-8"))
    return fields


def features(data: Any, **options: Any) -> Array:
    """Wavelet features (N, F) of all nodes, or ``features="degree+clustering"``.

    Parameters
    ----------
    data : the graph, in any form that :meth:`Calibrator.fit` takes
    **options : of ``wats features``, such as ``k=3`` or ``s=[0.2, 0.8]``
    """
    _, files = run_on_nodes("features", data, options, outputs={"-o": "features.npz"})
    return np.asarray(files["features.npz"]["features"])


def compare(data: Any, logits: Any = None, **options: Any) -> Result:
    """Compares all methods on your own data, or some: ``methods=["ts", "wats"]``.

    Parameters
    ----------
    data, logits : as in :meth:`Calibrator.fit`
    **options : ``y``, ``val_mask``, … and options of ``wats compare``

    Returns
    -------
    Result
        a row per method; the fields ``recommended`` and ``reason`` name the one to use
    """
    return run_on_nodes("compare", data, {**options, "logits": logits}, features=True)[0]


def select(data: Any, logits: Any = None, *, risk: float, **options: Any) -> Result:
    """Which nodes to ``accept`` (N), so that the error among them is at most ``risk``."""
    return _with_arrays("select", data, {**options, "logits": logits, "risk": risk})


def sets(data: Any, logits: Any = None, *, coverage: float, **options: Any) -> Result:
    """Sets of classes that contain the true one with probability ``coverage``: ``sets`` (N, C)."""
    return _with_arrays("sets", data, {**options, "logits": logits, "coverage": coverage})


def _with_arrays(command: str, data: Any, given: Fields) -> Result:
    fields, files = run_on_nodes(command, data, given, outputs={"-o": "out.npz"}, features=True)
    fields.update(files["out.npz"])
    return fields


@functools.lru_cache(maxsize=None)
def methods() -> dict[str, dict[str, Any]]:
    """The methods of the engine by name, each with ``summary``, ``settings`` and more."""
    return {one["name"]: one for one in _engine.run(["methods"])["methods"]}
