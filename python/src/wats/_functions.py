"""One function per command: arrays in, arrays and fields out."""

from __future__ import annotations

import functools
import json
import os
from pathlib import Path
from typing import Any, Callable, Iterator, Mapping, Optional, TypeVar

import numpy as np

from . import _engine
from ._errors import DataError, NotFittedError, UsageError
from ._hetero import NAMES as HETERO
from ._inputs import GRAPH, KEYS, Array, array, is_path, nodes
from ._results import Comparison, Evaluation, Figure, PredictionSets, Report, Result
from ._results import Selection, as_option

Fields = Mapping[str, Any]
R = TypeVar("R", bound=Result)
MODEL, OUT, FEATURES = "model.json", "out.arrays", "features.npy"
_SPLIT = ("_mask", "_idx", "_ids", "_masks")
_OTHER_KINDS = (".npz", ".npy", ".csv", ".parquet", ".onnx", ".html", ".pt", ".pth", ".pkl", ".zip")
NO_LOGITS = (
    "there are no logits: write fit(data, logits) with logits = model(data.x, data.edge_index),"
    " raw scores of N × C for all nodes, or set data.logits; or give probabilities=p"
)


class Fitted:
    """What fitted calibrators have in common: the file of the model, by its name."""

    _model: Mapping[str, bytes] = {}
    method: Any

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.method!r})"

    def save(self, path: "str | os.PathLike[str]") -> None:
        """Writes the fitted calibrator, for the command ``wats apply`` and for ``load``."""
        self._require_fit()
        if os.fspath(path).lower().endswith(_OTHER_KINDS):
            raise UsageError(f"a calibrator is written as .json, got {os.fspath(path)}")
        _engine.write(path, self._model[MODEL])

    def _require_fit(self) -> None:
        if not self._model:
            raise NotFittedError("it is not fitted: call calibrator.fit first")

    def _onnx(self) -> bytes:
        self._require_fit()
        return bytes(_engine.run(["export", MODEL], self._model, {"-o": "m.onnx"})[1]["m.onnx"])


def read_model(path: "str | os.PathLike[str]", kind: str) -> tuple[bytes, Any, dict[str, Any]]:
    """The bytes and fields of a model file, and what the calibrator was made with.

    Refuses a file of another ``kind`` of calibrator.
    """
    try:
        content = Path(path).read_bytes()
        fields = json.loads(content)
        first = fields["labels"][0] if "labels" in fields else fields
        given = {name.replace("-", "_"): value for name, value in first["settings"].items()}
        given.update(method=first["method"], seed=first["seed"])
        pairs = "pairs.sha256" in fields.get("data", {}) or given["method"].endswith("-pair")
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError):
        raise DataError(f"{os.fspath(path)}: is no file of a calibrator") from None
    own = "MultiLabelCalibrator" if "labels" in fields else "PairCalibrator" if pairs else "Calibrator"
    if own != kind:
        right = "wats.load" if own == "Calibrator" else f"wats.{own}.load"
        raise UsageError(f"{os.fspath(path)} is a model of a {own}: {right} reads it")
    return content, fields, given


def run_on_nodes(
    command: str, data: Any, given: Fields, result: type[R],
    outputs: Mapping[str, str] = {}, inputs: Mapping[str, bytes] = {}, arguments: tuple[str, ...] = (),
) -> tuple[R, dict[str, Any]]:
    """Runs a command on a node file; gives its result and the files that it wrote, by name.

    What is ``given`` are arrays of nodes and options of the command, which are left out if None;
    ``outputs`` are options that name a file to write; the arrays of ``out.arrays`` are the result's.
    """
    named = {
        name: value for name, value in given.items() if name != "group" and not is_path(value)
        and (name in (*KEYS, "labels") or getattr(value, "shape", None)) or name in HETERO
    }
    found = nodes(data, named, command not in ("evaluate", "features"))
    contents: dict[str, Any] = {**inputs}
    graph: dict[str, Array] = {}
    line = [command, *arguments, found if isinstance(found, str) else _engine.RUN]
    if not isinstance(found, str):
        if command == "evaluate" and named.get("probabilities") is not None:
            found.pop("logits", None)  # they count instead
        scores = {"logits", "probabilities"} & set(found) or is_path(given.get("probabilities"))
        if not scores and command != "features":
            raise DataError(NO_LOGITS)
        if command == "evaluate" and "y" in found and not any(n.endswith(_SPLIT) for n in found):
            found["test_mask"] = np.ones(len(found["y"]), bool)
        if command != "features" and getattr(found.get("logits"), "ndim", 0) == 2:
            graph = {name: found.pop(name) for name in GRAPH if name in found}
        if graph:
            graph["num_nodes"] = found.get("num_nodes", np.array(len(found["logits"])))
        contents[_engine.RUN] = found
    for name in (name for name in given if name != "group" and name not in named):
        line += option_words(name, given[name])
    for place, column in _columns(given.get("group")):
        line += ["--group", place]
        contents.update({} if column is None else {place: column})
    fields, files = _engine.run(line, contents, outputs, graph)
    return result(fields, files.get(OUT, {})), files


def _columns(group: Any) -> Iterator[tuple[str, Optional[Array]]]:
    """The files of columns: paths, or names with their arrays."""
    paths = [group] if is_path(group) else group
    if isinstance(paths, (list, tuple)) and paths and all(map(is_path, paths)) and (
        paths is not group or any(map(os.path.exists, paths))
    ):
        yield from ((os.path.abspath(path), None) for path in paths)
    elif group is not None:
        one = {getattr(group, "name", None) or "group": group}
        columns = group if isinstance(group, Mapping) else one
        for name in columns:
            if {"/", "\\"} & set(str(name)):
                raise UsageError(
                    f"names of groups must be without / and \\, got {name!r}: write group={{name: column}}"
                )
        yield from ((f"{name}.npy", array(value, str(name))) for name, value in columns.items())


def option_words(name: str, value: Any) -> list[str]:
    """An option as the command line has it; ``_`` is ``-`` in names, but not in paths."""
    flag = "--" + name.replace("_", "-")
    if value is None:
        return []
    if name in ("method", "methods") or flag[2:] in _settings():
        return [f"{flag}={as_option(value).replace('_', '-')}"]
    if isinstance(value, bool):
        return [flag] if value else []
    return [flag, value] if name == "fitted" else [f"{flag}={as_option(value)}"]


def evaluate(
    data: Any, logits: Any = None, probabilities: Any = None, report: bool = False, **options: Any
) -> Evaluation:
    """Metrics of logits or probabilities on the test nodes, or on all labels without a split.

    Parameters
    ----------
    data : graph, PyG ``Data``, DGL graph, … with labels and masks, or None
    logits : (N, C) raw scores; those of ``data`` if it has them
    probabilities : (N, C) to evaluate instead of the logits
    report : whether to make a page, in the field ``report``
    **options : ``y``, ``test_mask``, ``edge_index``, … and options of ``wats evaluate``, such as
        ``group=column`` or ``group={"region": column}``, and ``max_ece=0.02`` for ``passed``
    """
    outputs = {"--report": "report.html"} if report else {}
    given = {**options, "logits": logits, "probabilities": probabilities}
    fields, files = run_on_nodes("evaluate", data, given, Evaluation, outputs)
    if report:
        fields.report = Report(files["report.html"].decode("utf-8"))
    return fields


def features(data: Any, **options: Any) -> Array:
    """Wavelet features (N, F) of all nodes, or ``features="degree+clustering"``.

    Parameters
    ----------
    data : the graph, in any form that :meth:`Calibrator.fit` takes
    **options : of ``wats features``, such as ``k=3`` or ``s=[0.2, 0.8]``
    """
    _, files = run_on_nodes("features", data, options, Result, {"-o": FEATURES})
    return np.asarray(files[FEATURES])


def figures(data: Any, logits: Any = None, **options: Any) -> dict[str, Figure]:
    """The figures of ``wats calibrate`` by name, such as ``reliability``, as SVG."""
    outputs, given = {"--figures": "figures"}, {**options, "logits": logits}
    return drawn(run_on_nodes("calibrate", data, given, Result, outputs)[1])


def drawn(files: Mapping[str, Any]) -> dict[str, Figure]:
    """The figures among the files that a command wrote."""
    svg = files.get("figures", {})
    return {name[: -len(".svg")]: Figure(text.decode("utf-8")) for name, text in svg.items()}


def compare(data: Any, logits: Any = None, **options: Any) -> Comparison:
    """Compares all methods on your own data, or some: ``methods=["ts", "wats"]``.

    Parameters
    ----------
    data, logits : as in :meth:`Calibrator.fit`
    **options : ``y``, ``val_mask``, … and options of ``wats compare``
    """
    return run_on_nodes("compare", data, {**options, "logits": logits}, Comparison)[0]


def select(
    data: Any, logits: Any = None, *,
    risk: Optional[float] = None, accept_share: Optional[float] = None, **options: Any,
) -> Selection:
    """Which nodes to ``accept`` (N), so that the error among them is at most ``risk``.

    Parameters
    ----------
    data, logits : as in :meth:`Calibrator.fit`
    risk : the largest error rate of accepted predictions, such as 0.05
    accept_share : instead, the share of nodes to accept; gives the ``bound`` on their errors
    **options : ``y``, ``val_mask``, … and options of ``wats select``
    """
    given = {**options, "logits": logits, "risk": risk, "accept_share": accept_share}
    return run_on_nodes("select", data, given, Selection, {"-o": OUT})[0]


def sets(
    data: Any, logits: Any = None, *, coverage: float, cross_fit: bool = False, **options: Any
) -> PredictionSets:
    """Sets of classes that contain the true one with probability ``coverage``: ``sets`` (N, C).

    Parameters
    ----------
    data, logits : as in :meth:`Calibrator.fit`
    coverage : such as 0.9
    cross_fit : whether all validation nodes fit the calibrator and give thresholds, by five more
        fits; the coverage is then close to what was asked for, but not guaranteed
    **options : ``y``, ``val_mask``, … and options of ``wats sets``
    """
    given = {**options, "logits": logits, "coverage": coverage, "cross_fit": cross_fit}
    return run_on_nodes("sets", data, given, PredictionSets, {"-o": OUT})[0]


def _command(name: str, summary: str) -> Callable[..., Result]:
    """A function for a command that needs no arrays: arguments and options are its own."""

    def run(*arguments: Any, **options: Any) -> Result:
        words = [word for option, value in options.items() for word in option_words(option, value)]
        return Result(_engine.run([name, *map(str, arguments), *words])[0])

    run.__name__ = run.__qualname__ = name
    run.__doc__ = f"{summary}: the command ``wats {name}``, with its options as keywords."
    return run


demo = _command("demo", "Compares all methods on a generated graph")
dataset = _command("dataset", "Gets, lists or converts data sets, such as ``dataset('list')``")
train = _command("train", "Trains a network and writes a node file")
benchmark = _command("benchmark", "Compares methods on data sets of the literature")
sweep = _command("sweep", "Varies a setting")
ablate = _command("ablate", "Leaves out one part of a method after another")
report = _command("report", "Makes a page from the records of benchmarks")


@functools.lru_cache(maxsize=None)
def methods() -> dict[str, dict[str, Any]]:
    """The methods of the engine by name, each with ``summary``, ``settings`` and more."""
    return {one["name"]: one for one in _engine.run(["methods"])[0]["methods"]}


@functools.lru_cache(maxsize=None)
def _settings() -> frozenset[str]:
    return frozenset(name for one in methods().values() for name in one["settings"])
