"""The calibrator, in the manner of scikit-learn's estimators."""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Mapping, Optional

import numpy as np

from . import _engine, _functions
from ._errors import DataError, NotFittedError, UsageError
from ._figures import ComparisonDisplay, DegreeDisplay, ReliabilityDisplay, RiskCoverageDisplay
from ._functions import FEATURES, MODEL, OUT, Fields, Fitted, R, read_model, run_on_nodes
from ._inputs import Array, Nodes, nodes
from ._methods import Method, Settings
from ._results import Explanation, Figure, Metrics, Monitoring, Report, Result
from ._results import as_option, frame, node_columns

if TYPE_CHECKING:
    from typing_extensions import Unpack

_OWN = ("method", "seed", "threads", "validation_reused")
_REUSED = "ets in place of auto: the network was trained on the validation nodes"


class Calibrator(Fitted):
    """Calibrates the predictions of a graph neural network.

    Parameters
    ----------
    method : str
        ``"auto"``, a weighted mean of no calibration, temperature scaling and ``"ridge"``;
        ``"wats"``, the paper's method; ``"ts"``, …; :func:`wats.methods` lists them.
    seed : int
        Equal seeds give equal results.
    threads : int, optional
        The number of threads; results do not depend on it. Default: all cores.
    validation_reused : bool
        Whether the network was trained on the validation nodes. ``"auto"`` then is ``"ets"``, which
        fits three numbers: what fits more does more harm there.
    **settings
        Settings of the method, which :func:`wats.methods` lists and :meth:`fit` checks, such as
        ``mode="keep-class"`` of ``auto`` and ``ridge``, which changes no predicted class and costs
        accuracy and ECE, or ``k`` and ``s`` of ``wats``.

    Attributes
    ----------
    probabilities_ : ndarray of shape (N, C)
        Calibrated probabilities of all nodes of the fit. The most probable class may be another
        than the network's, except with ``mode="keep-class"`` and methods with temperatures.
    network_prediction_, network_confidence_ : ndarray of shape (N,)
        The network's class and its calibrated probability, for decisions that must not change.
    temperatures_ : ndarray of shape (N,) or None
        Their temperatures, for methods that have them.
    metrics_ : Metrics
        Metrics of the test nodes before and after calibration, computed on first access.
    report_ : Report
        A page with figures, made on first access.
    figures_ : dict of str to Figure
        Its figures as SVG, such as ``figures_["reliability"]``.
    method_, requested_method_, settings_, notes_, classes_
        The method of the fit and the one that was asked for, all its settings, remarks on the fit,
        such as the weights of ``auto`` and where calibration cannot help much, and the classes.
    """

    probabilities_: Array
    network_prediction_: Array
    network_confidence_: Array
    temperatures_: Optional[Array]
    classes_: Array
    method_: str
    requested_method_: str
    settings_: dict[str, Any]
    notes_: list[str]
    _made: Optional[tuple[Report, dict[str, Figure], dict[str, Any]]] = None
    _metrics: Optional[Metrics] = None
    _nodes: "str | Nodes | None" = None
    _options: dict[str, Any] = {}
    _lacks_summary = False

    def __init__(
        self, method: Method = "auto", *, seed: int = 0, threads: Optional[int] = None,
        validation_reused: bool = False, **settings: Unpack[Settings],
    ) -> None:
        self.method = method
        self.seed = seed
        self.threads = threads
        self.validation_reused = validation_reused
        self._settings: dict[str, Any] = dict(settings)

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The parameters that were given, by name."""
        return {**{name: getattr(self, name) for name in _OWN}, **self._settings}

    def set_params(self, **params: Any) -> "Calibrator":
        """Changes parameters; one that the method does not have is a :class:`wats.UsageError`."""
        settings = {name: value for name, value in params.items() if name not in _OWN}
        declared = _declared(params.get("method", self.method))  # others are refused by fit
        for name in settings:
            if declared and name.replace("_", "-") not in declared["settings"]:
                known = ", ".join(declared["settings"]).replace("-", "_")
                raise UsageError(f"{declared['name']} has no setting {name}; it has {known}")
        self.__dict__.update((name, params[name]) for name in params if name in _OWN)
        self._settings.update(settings)
        return self

    def __repr__(self) -> str:
        defaults = {"seed": 0, "threads": None, "validation_reused": False}
        given = self.get_params().items()
        shown = [f"{n}={v!r}" for n, v in given if n not in defaults or defaults[n] != v]
        return f"Calibrator({', '.join(shown)})"

    def __sklearn_is_fitted__(self) -> bool:
        return bool(self._model)

    def __sklearn_clone__(self) -> "Calibrator":
        return type(self)(**self.get_params())

    def __sklearn_tags__(self) -> Any:
        utils = importlib.import_module("sklearn.utils")
        return utils.Tags(
            estimator_type="classifier", target_tags=utils.TargetTags(required=True),
            classifier_tags=utils.ClassifierTags(), transformer_tags=utils.TransformerTags(),
            regressor_tags=None,
        )

    def fit(
        self, data: Any, logits: Any = None, *, baseline: bool = False, metrics: bool = True,
        **named: Any,
    ) -> "Calibrator":
        """Fits on the validation nodes.

        Parameters
        ----------
        data : the graph and what comes with it
            A PyG ``Data``, a DGL graph, an ``edge_index`` (2, E), a SciPy sparse matrix, a NetworkX
            graph, the path of a node file, a dict of arrays, or None for methods without a graph.
        logits : array or tensor of shape (N, C)
            Raw scores of the network for all nodes; by default those of ``data``.
        baseline : bool
            Whether to make the five more fits that :meth:`monitor` needs to compare labels.
        metrics : bool
            Whether to look at the test nodes now, to warn where calibration made them worse.
            ``metrics_`` with intervals and noise floors is made when it is read.
        **named
            What ``data`` does not have or what shall replace it: ``y`` (N class numbers or names,
            -1 or empty if unknown), ``train_mask``, ``val_mask``, ``test_mask`` (N booleans) or
            ``train_idx``, … (node numbers), ``x`` (N, F), ``node_ids``, ``class_names``, and
            ``split_index`` where masks have a column per split. ``probabilities`` (N, C), or (N,) of
            class 1, in place of ``logits``. Of ``HeteroData`` or a DGL graph of several types
            ``node_type`` chooses the nodes; ``two_steps=True`` also joins those that share a
            neighbor of another type.
        """
        declared = _declared(self.method)
        method = str(declared.get("name", self.method))
        simple = self.validation_reused and method == "auto"
        split = named.pop("split_index", None)
        given = nodes(data, {**named, "logits": logits}, declared.get("needsFeatures", False))
        options = {
            "method": "ets" if simple else method,
            "seed": self.seed, "threads": self.threads, "split_index": split,
        }
        if not simple:  # it has no settings, keeps the class and reads no labels of neighbors
            options.update((n, as_option(v)) for n, v in self._settings.items() if v is not None)
        if not isinstance(given, str):  # later changes of the caller's arrays are not ours
            given = Nodes((name, value.copy("K")) for name, value in given.items())
        self._lacks_summary = not baseline and not isinstance(given, str)
        saved = {**options, "no_baseline": not baseline, "no_summary": self._lacks_summary}
        saved["metrics_if_worse" if metrics else "no_metrics"] = True
        outputs = {"-o": OUT, "--save": MODEL}
        fields, files = run_on_nodes("calibrate", given, saved, Metrics, outputs)
        self._out = out = files.pop(OUT)
        self._model = files
        self._nodes, self._options, self._warned = given, options, metrics
        self._made, self._metrics = None, fields if "before" in fields else None
        self.probabilities_ = out["probabilities"]
        self.network_prediction_ = out["network_prediction"]
        self.network_confidence_ = out["network_confidence"]
        self.temperatures_ = out.get("temperatures")
        self.method_, self.requested_method_ = fields["method"], method
        self.settings_ = fields["settings"]
        self.notes_ = fields["fit"]["notes"] + ([_REUSED] if simple else [])
        self.classes_ = np.array(fields.get("classNames", range(self.probabilities_.shape[1])))
        return self

    if not TYPE_CHECKING:  # attributes are declared above

        def __getattr__(self, name: str) -> Any:
            if name.startswith("__") or not name.endswith("_"):
                raise AttributeError(f"'Calibrator' object has no attribute {name!r}")
            self._require_fit()
            raise AttributeError(f"{name} is not stored in the file of a calibrator")

    @property
    def metrics_(self) -> Metrics:
        """Metrics of the test nodes before and after calibration."""
        if self._metrics is None:
            self._metrics = self._again({})[0]
        return self._metrics

    @property
    def report_(self) -> Report:
        """A page with verdict, metrics and figures."""
        return self._page()[0]

    @property
    def figures_(self) -> dict[str, Figure]:
        """The figures of the report as SVG, by name."""
        return self._page()[1]

    def _page(self) -> tuple[Report, dict[str, Figure], dict[str, Any]]:
        """The report, its figures, and their numbers for displays."""
        if self._made is None:
            outputs = {"--report": "report.html", "--figures": "figures"}
            fields, files = self._again(outputs)
            page = Report(files["report.html"].decode("utf-8"))
            self._made = page, _functions.drawn(files), fields["figures"]
        return self._made

    def _again(self, outputs: Fields, more: Fields = {}) -> tuple[Metrics, dict[str, Any]]:
        """What the fitted calibrator does for the nodes of the fit, without another fit."""
        data = self._data()
        options = {**self._options, **more, "fitted": MODEL, "quiet": self._warned}
        return run_on_nodes("calibrate", data, options, Metrics, outputs, self._model)

    def plot_reliability(self, ax: Any = None) -> ReliabilityDisplay:
        """Draws accuracy by confidence, before and after; needs Matplotlib."""
        return ReliabilityDisplay.from_calibrator(self, ax)

    def plot_degree(self, ax: Any = None) -> DegreeDisplay:
        """Draws confidence minus accuracy by degree, before and after; needs Matplotlib."""
        return DegreeDisplay.from_calibrator(self, ax)

    def plot_risk_coverage(self, ax: Any = None) -> RiskCoverageDisplay:
        """Draws the error rate of the most confident nodes; needs Matplotlib."""
        return RiskCoverageDisplay.from_calibrator(self, ax)

    def plot_comparison(
        self, methods: Any = None, metric: str = "nll", ax: Any = None
    ) -> ComparisonDisplay:
        """Compares methods on the nodes of the fit and draws a metric; needs Matplotlib.

        Parameters
        ----------
        methods : such as ``["ts", "ridge"]``; by default all
        metric : such as ``"ece"``
        ax : Matplotlib axes, by default new ones
        """
        nodes, split = self._data(), self._options.get("split_index")
        result = _functions.compare(nodes, methods=methods, split_index=split)
        return ComparisonDisplay.from_comparison(result, metric, ax)

    def to_frame(self, library: Optional[str] = None) -> Any:
        """A row per node: id, label, prediction, confidence before and after, temperature, classes.

        Parameters
        ----------
        library : str, optional
            ``"pandas"``, ``"polars"`` or ``"pyarrow"``; by default the first that is installed.
        """
        data = self._data()
        kept: Mapping[str, Any] = {} if isinstance(data, str) else data
        arrays = dict(self._out)
        if "logits" in kept:
            z = kept["logits"].astype(np.float64)
            z = z - z.max(axis=1, keepdims=True)
            arrays["confidence_before"] = 1 / np.exp(z).sum(axis=1)
        return frame(node_columns(arrays, kept.get("y")), library)

    def predict_proba(self, data: Any = None, logits: Any = None, **named: Any) -> Array:
        """Calibrated probabilities (N, C) of logits, on the graph of the fit or another.

        Parameters
        ----------
        data, logits, **named : as in :meth:`fit`; without ``data`` the nodes of the fit
        """
        self._require_fit()
        if data is None and logits is None and not named:
            return np.array(self.probabilities_)
        _, files = self._apply("apply", data, {**named, "logits": logits}, Result, {"-o": OUT})
        return np.asarray(files[OUT]["probabilities"])

    def transform(self, logits: Any) -> Array:
        """Calibrated probabilities of other logits for the nodes of the fit."""
        return self.predict_proba(None, logits)

    def explain(self, node: Any, data: Any = None, logits: Any = None, **named: Any) -> Explanation:
        """Why the confidence of a node, given by its number or id, became what it is."""
        node = node.item() if hasattr(node, "item") else node
        given = {**named, "logits": logits, "node": str(node)}
        return self._apply("explain", data, given, Explanation)[0]

    def monitor(self, data: Any, logits: Any = None, **options: Any) -> Monitoring:
        """Whether the calibrator is still valid for new data: ``checks`` and ``alarm``.

        Labels are compared if the calibrator was fitted with ``baseline=True``.

        Parameters
        ----------
        data, logits : the new nodes, as in :meth:`fit`, with the labels that are known by now
        **options : ``y``, ``val_mask``, … and options of ``wats monitor``, such as ``margin=0.03``
        """
        self._summarize()
        given = {**options, "logits": logits}
        return self._apply("monitor", data, given, Monitoring)[0]

    def on(self, data: Any, logits: Any = None, **named: Any) -> "NodeCalibrator":
        """This calibrator for scikit-learn's tools: rows of X are node numbers of these data.

        Parameters
        ----------
        data, logits, **named : as in :meth:`fit`
        """
        return NodeCalibrator(nodes(data, {**named, "logits": logits}, True), **self.get_params())

    def _apply(
        self, command: str, data: Any, given: Fields, result: type[R], outputs: Fields = {}
    ) -> tuple[R, dict[str, Any]]:
        self._require_fit()
        data = self._data() if data is None else data
        given = {"split_index": self._options.get("split_index"), **given}
        return run_on_nodes(command, data, given, result, outputs, self._model, (MODEL,))

    def _data(self) -> Any:
        """The nodes of the fit: a copy of its arrays, or a file that is still the same."""
        self._require_fit()
        kept = self._nodes
        if kept is None:
            raise NotFittedError("a loaded calibrator does not hold the data of its fit")
        if isinstance(kept, str):
            digest = ""
            with contextlib.suppress(OSError):
                digest = hashlib.sha256(Path(kept).read_bytes()).hexdigest()
            if json.loads(self._model[MODEL])["data"]["run.sha256"] != digest:
                raise DataError(f"{kept} is not the file of the fit any more: fit again")
        return kept

    def save(self, path: "str | os.PathLike[str]") -> None:
        """Writes the fitted calibrator, for :func:`wats.load` and the command ``wats apply``."""
        self._summarize()
        super().save(path)

    def _summarize(self) -> None:
        """Adds what :meth:`monitor` compares new data with, which most fits never need."""
        if self._lacks_summary:
            options = {"no_baseline": True, "no_metrics": True}
            self._model = {MODEL: self._again({"--save": "whole.json"}, options)[1]["whole.json"]}
            self._lacks_summary = False

    def to_onnx(self, path: "str | os.PathLike[str] | None" = None) -> bytes:
        """The calibrator as an ONNX model, also written to ``path`` if that is given.

        Inputs are ``logits`` (N, C) and, for ``auto``, ``wats``, ``ridge`` and
        ``ridge-temperature``, ``features`` (N, F), which :meth:`onnx_features` computes. Outputs are ``probabilities``
        (N, C) and, for methods that have it, ``temperature`` (N). All are float32.
        """
        model = self._onnx()
        if path is not None:
            _engine.write(path, model)
        return model

    def onnx_features(self, data: Any = None, logits: Any = None, **named: Any) -> Array:
        """The input ``features`` of the ONNX model for some nodes, by default those of the fit."""
        _, files = self._apply("export", data, {**named, "logits": logits}, Result, {"-o": FEATURES})
        return np.asarray(files[FEATURES])

    def to_torch(self) -> Any:
        """The calibrator as a ``torch.nn.Module``, for ``auto``, ``ridge``, ``wats``, ``ts``, ….

        Called with ``logits``, or ``logits, edge_index`` for ``auto``, ``ridge`` and ``wats``, it
        gives probabilities. It is differentiable and can be compiled with ``torch.jit.script``.
        ``auto`` and ``ridge`` use the labels of the fit on its graph. For another graph give
        ``labels`` (N): c + 1 for a training node of class c, -(c + 1) for a validation node, 0 for
        others; without it no labels are used there.
        """
        self._require_fit()
        from . import _torch

        fields = json.loads(self._model[MODEL])
        texts = fields["texts"]
        method = texts.get("chosen", fields["method"])  # of auto
        settings = {n[len("chosen."):]: v for n, v in texts.items() if n.startswith("chosen.")}
        arrays = {
            name: np.reshape(np.asarray(one["values"], one["type"]), (one["rows"], one["columns"]))
            for name, one in fields["arrays"].items()
        }
        settings = {**fields["settings"], **settings}
        return _torch.module(method, settings, arrays, texts.get("graph", ""))


def load(path: "str | os.PathLike[str]") -> Calibrator:
    """A calibrator from a file that :meth:`Calibrator.save` or ``wats calibrate --save`` wrote."""
    content, fields, given = read_model(path, "Calibrator")
    calibrator = Calibrator(**given)
    calibrator._model = {MODEL: content}
    calibrator.method_ = calibrator.requested_method_ = fields["method"]
    calibrator.settings_ = fields["settings"]
    names = fields.get("data", {}).get("classes")
    count = fields.get("arrays", {}).get("classes", {}).get("values", [0])[0]
    calibrator.classes_ = np.array(names.split("\n") if names else range(int(count)))
    return calibrator


class NodeCalibrator(Calibrator):
    """A calibrator for some nodes of a graph, whose numbers are X: made by :meth:`Calibrator.on`.

    ``GridSearchCV(Calibrator("wats").on(data, logits), {"k": [2, 4]}, scoring="neg_log_loss")``
    is fitted on validation nodes and their labels. Validation nodes that are not in X are unknown.
    """

    def __init__(self, arrays: Any, method: Method = "auto", **params: Any) -> None:
        super().__init__(method, **params)
        self._arrays = arrays

    def __sklearn_clone__(self) -> "NodeCalibrator":
        return NodeCalibrator(self._arrays, **self.get_params())

    def fit(self, X: Any, y: Any = None, **ignored: Any) -> "NodeCalibrator":  # type: ignore[override]
        """Fits on the nodes X with the labels y, by default those of the data."""
        rows = np.asarray(X).reshape(-1)
        arrays = {n: one for n, one in self._arrays.items() if n not in ("val_mask", "val_idx")}
        if y is not None:
            unknown = "" if np.asarray(y).dtype.kind in "OSU" else -1
            known = np.array(arrays.get("y", [unknown] * len(arrays["logits"])), dtype=object)
            known[rows] = y
            arrays["y"] = np.array(known.tolist())
        super().fit({**arrays, "val_idx": rows}, metrics=False)
        return self

    def predict_proba(self, X: Any = None, *nodes: Any, **named: Any) -> Array:  # type: ignore[override]
        """Calibrated probabilities of the nodes X."""
        return np.asarray(self.probabilities_[np.asarray(X).reshape(-1)])

    def predict(self, X: Any) -> Array:
        """The most probable classes of the nodes X."""
        return np.asarray(self.classes_[self.predict_proba(X).argmax(axis=1)])

    def score(self, X: Any, y: Any) -> float:
        """The mean log-likelihood of the labels y: the accuracy would not see calibration."""
        p = self.predict_proba(X)
        columns = {name: k for k, name in enumerate(self.classes_.tolist())}
        places = [columns[name] for name in np.asarray(y).tolist()]
        return float(np.log(np.maximum(p[np.arange(len(p)), places], 1e-300)).mean())


def explain(calibrator: Calibrator, *given: Any, **named: Any) -> Explanation:
    """Why the confidence of a node became what it is: :meth:`Calibrator.explain`."""
    return calibrator.explain(*given, **named)


def monitor(calibrator: Calibrator, *given: Any, **named: Any) -> Monitoring:
    """Whether a calibrator is still valid for new data: :meth:`Calibrator.monitor`."""
    return calibrator.monitor(*given, **named)


def _declared(method: Any) -> dict[str, Any]:
    """The declaration of a method; empty if there is none, which the engine says."""
    return _functions.methods().get(str(method).lower().replace("_", "-"), {})
