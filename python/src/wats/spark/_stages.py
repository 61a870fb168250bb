"""Stages of PySpark ML over those of the JVM, which have the parameters and their defaults."""

from __future__ import annotations

import json
import uuid
from typing import Any, Dict, List, Mapping, Optional, Sequence, Type, TypeVar, Union

from py4j.java_collections import ListConverter
from py4j.protocol import Py4JJavaError
from pyspark.ml.evaluation import JavaEvaluator
from pyspark.ml.param import Param
from pyspark.ml.util import JavaMLReadable, JavaMLReader, JavaMLWritable
from pyspark.ml.wrapper import JavaEstimator, JavaModel, JavaParams, JavaTransformer
from pyspark.sql import DataFrame, SparkSession

from .._errors import DataError
from ._session import PACKAGE, java, require

S = TypeVar("S", bound="_Stage")
Settings = Mapping[str, Any]


class _Reader(JavaMLReader):  # type: ignore[type-arg]
    @classmethod
    def _java_loader_class(cls, clazz: Type[Any]) -> str:
        return f"{PACKAGE}.{clazz.__name__}"


class _Stage(JavaParams, JavaMLReadable, JavaMLWritable):  # type: ignore[type-arg]
    """What all stages share: parameters are those of the stage in the JVM."""

    def _begin(self, given: Dict[str, Any]) -> None:
        require()
        self._java_obj = self._new_java_obj(f"{PACKAGE}.{type(self).__name__}", self.uid)
        self._create_params_from_java()
        self._transfer_params_from_java()
        given.update(given.pop("columns"))
        names = [name for name in given if name not in ("self", "__class__")]
        self.setParams(**{name: given[name] for name in names if given[name] is not None})

    def setParams(self: S, **params: Any) -> S:
        """Sets parameters by name, as the constructor does, and returns this stage."""
        for name, value in params.items():
            if not self.hasParam(name):
                known = ", ".join(sorted(param.name for param in self.params))
                raise TypeError(f"{type(self).__name__} has no parameter {name}; it has {known}")
            if name == "settings" and isinstance(value, Mapping):
                value = [f"{key}={_text(one)}" for key, one in value.items()]
            self._set(**{name: self._view(value) if name == "edges" else value})
        return self

    def _view(self, edges: Union[str, DataFrame]) -> str:
        """The name of a table; a frame becomes a temporary view."""
        if isinstance(edges, str):
            return edges
        name = "wats_edges_" + uuid.uuid4().hex
        edges.createOrReplaceTempView(name)
        return name

    def _on(self: S, graph: Any) -> "tuple[S, DataFrame]":
        """This stage and the nodes; of a GraphFrame with its edges."""
        if isinstance(graph, DataFrame):
            return self, graph
        return self.copy({self.getParam("edges"): self._view(graph.edges)}), graph.vertices

    def _called(self, method: str, *arguments: Any) -> Any:
        self._transfer_params_to_java()
        return _called(getattr(self._java_obj, method), *arguments)

    @classmethod
    def read(cls: Type[S]) -> "JavaMLReader[S]":
        """A reader of stored stages."""
        require()
        return _Reader(cls)


def _text(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def _called(method: Any, *arguments: Any) -> Any:
    """What a method of the JVM returns; invalid data are a DataError without a Java trace."""
    try:
        return method(*arguments)
    except Py4JJavaError as failure:
        cause = failure.java_exception
        while cause is not None:
            if cause.getClass().getSimpleName() == "InvalidDataException":
                raise DataError(cause.getMessage()) from None
            cause = cause.getCause()
        raise


def _fields(what: str, *arguments: Any) -> Dict[str, Any]:
    """The fields that FieldsForPython gives; lists become those of Java."""
    gateway = SparkSession.active().sparkContext._gateway._gateway_client
    sent = [ListConverter().convert(a, gateway) if isinstance(a, list) else a for a in arguments]
    fields: Dict[str, Any] = json.loads(_called(getattr(java("FieldsForPython"), what), *sent))
    return fields


class _Transformer(_Stage, JavaTransformer):
    def _transform(self, dataset: Any) -> DataFrame:
        stage, nodes = self._on(dataset)
        return DataFrame(stage._called("transform", nodes._jdf), nodes.sparkSession)


class GraphWavelets(_Transformer):
    """Adds the degree and the wavelet features of each node, as columns ``degree`` and ``features``.

    ``transform`` takes a table of nodes, or a GraphFrame, and is eager.

    Parameters
    ----------
    edges : str or DataFrame, optional
        The edges: a frame, or the name of a table, a view or ``parquet.`/path` ``. A stage that is
        stored for another session needs a name.
    settings : mapping, optional
        Settings of the wavelets, such as ``{"k": 3, "s": [0.2, 0.8]}``.
    blocks : int, optional
        The number of blocks of the graph, without effect on results.
    **columns : str
        Names of columns: ``idCol``, ``srcCol``, ``dstCol``, ``degreeCol``, ``featuresCol`` and
        others that ``explainParams`` lists.
    """

    edges: "Param[str]"
    settings: "Param[List[str]]"

    def __init__(
        self, *, edges: Union[str, DataFrame, None] = None, settings: Optional[Settings] = None,
        blocks: Optional[int] = None, **columns: str,
    ) -> None:
        super().__init__()
        self._begin(locals())


class GraphPropagation(_Transformer):
    """Adds A x, A² x, …, A^k x of a column of numbers: features of SIGN.

    A is the adjacency matrix divided by degrees. The columns are ``propagated_1`` and so on, vectors
    if the input is one and arrays otherwise; the rows of isolated nodes are zero.

    Parameters
    ----------
    inputCol : str, optional
        The column of x, by default ``features``.
    edges : str or DataFrame, optional
        The edges, as in GraphWavelets.
    k : int, optional
        The largest power, at most 16, by default 3.
    normalization : str, optional
        ``symmetric`` (the default) or ``row``.
    outputCol : str, optional
        What the names of the columns begin with, by default ``propagated``.
    blocks : int, optional
        The number of blocks of the graph, without effect on results.
    **columns : str
        Names of columns: ``idCol``, ``srcCol``, ``dstCol``.
    """

    def __init__(
        self, *, inputCol: Optional[str] = None, edges: Union[str, DataFrame, None] = None,
        k: Optional[int] = None, normalization: Optional[str] = None,
        outputCol: Optional[str] = None, blocks: Optional[int] = None, **columns: str,
    ) -> None:
        super().__init__()
        self._begin(locals())


class GraphCalibratorModel(JavaModel, _Transformer):
    """A fitted calibrator: ``transform`` adds calibrated probabilities to a table of nodes.

    Parameters
    ----------
    java_model : object, optional
        The model of the JVM; given by GraphCalibrator.
    """

    def __init__(self, java_model: Any = None) -> None:
        super().__init__(java_model)
        if java_model is not None:
            self._transfer_params_from_java()

    @classmethod
    def fromFile(cls, path: str) -> "GraphCalibratorModel":
        """Reads a file of ``wats calibrate --save`` or ``toFile``; set ``edges`` if it needs them."""
        require()
        return cls(java("GraphCalibratorModel").fromFile(path))

    def toFile(self, path: str) -> None:
        """Writes a file that ``wats apply`` reads, on any file system that Spark supports."""
        self._called("toFile", path)

    @property
    def report(self) -> Dict[str, Any]:
        """Method, settings, seed, fit and notes, as in ``wats calibrate --json``."""
        return _fields("report", self._to_java())


class GraphCalibrator(_Stage, JavaEstimator[GraphCalibratorModel]):
    """Fits a calibrator on the labeled nodes whose split is ``val``.

    ``fit`` takes a table of nodes with ``id``, ``label``, ``split`` and the network's ``logits`` (or
    ``probability``, or ``rawPrediction``), or a GraphFrame with such vertices.

    Parameters
    ----------
    method : str, optional
        ``auto`` (the default), ``ridge``, ``wats``, ``ts`` or another that reads no whole graph.
    edges : str or DataFrame, optional
        The edges, as in GraphWavelets; needed unless the method reads logits alone.
    settings : mapping, optional
        Settings of the method, such as ``{"epochs": 100}``; ``wats methods NAME`` lists them.
    seed : int, optional
        Seed of the fit and of samples, by default 0.
    maxRows : int, optional
        The largest number of nodes that are collected; above it, a sample. By default 200,000.
    blocks : int, optional
        The number of blocks of the graph, without effect on results.
    **columns : str
        Names of columns: ``idCol``, ``labelCol``, ``splitCol``, ``logitsCol``, ``probabilityCol``,
        ``calibratedProbabilityCol`` and others that ``explainParams`` lists.
    """

    method: "Param[str]"
    edges: "Param[str]"
    settings: "Param[List[str]]"

    def __init__(
        self, *, method: Optional[str] = None, edges: Union[str, DataFrame, None] = None,
        settings: Optional[Settings] = None, seed: Optional[int] = None,
        maxRows: Optional[int] = None, blocks: Optional[int] = None, **columns: str,
    ) -> None:
        super().__init__()
        self._begin(locals())

    def _create_model(self, java_model: Any) -> GraphCalibratorModel:
        return GraphCalibratorModel(java_model)

    def _fit(self, dataset: Any) -> GraphCalibratorModel:
        stage, nodes = self._on(dataset)
        model = GraphCalibratorModel(stage._called("fit", nodes._jdf))
        stage._copyValues(model)
        return model


class CalibrationEvaluator(_Stage, JavaEvaluator):
    """Metrics of the labeled nodes of one part of the split, and decisions based on them.

    Parameters
    ----------
    metricName : str, optional
        What ``evaluate`` returns: ``ece`` (the default), ``nll``, ``brier``, ``accuracy`` and others.
    part : str, optional
        The part of the split, by default ``test``.
    bins : int, optional
        The number of bins of calibration errors.
    probabilityCol : str, optional
        The column to evaluate; by default ``calibratedProbability`` where there is one, else
        ``probability``.
    **columns : str
        Names of columns: ``idCol``, ``labelCol``, ``splitCol``, ``degreeCol``.
    """

    metricName: "Param[str]"
    part: "Param[str]"

    def __init__(
        self, *, metricName: Optional[str] = None, part: Optional[str] = None,
        bins: Optional[int] = None, probabilityCol: Optional[str] = None, **columns: str,
    ) -> None:
        super().__init__()
        self._begin(locals())

    def _evaluate(self, dataset: Any) -> float:
        return float(self._called("evaluate", dataset._jdf))

    def metrics(self, nodes: DataFrame, by: Sequence[str] = ()) -> Dict[str, Any]:
        """Metrics, noise floors and slices by degree, class or confidence: ``wats evaluate --json``."""
        return _fields("evaluate", self._to_java(), nodes._jdf, list(by))

    def compare(self, nodes: DataFrame, models: Sequence[GraphCalibratorModel]) -> Dict[str, Any]:
        """The models and the network on the same nodes: the fields of ``wats compare --json``."""
        return _fields("compare", self._to_java(), nodes._jdf, [m._to_java() for m in models])

    def select(self, nodes: DataFrame, risk: float, level: float = 0.95) -> Dict[str, Any]:
        """Where at most a share ``risk`` of predictions is wrong: the fields of ``wats select --json``."""
        return _fields("select", self._to_java(), nodes._jdf, float(risk), float(level))

    def sets(self, nodes: DataFrame, coverage: float = 0.9) -> Dict[str, Any]:
        """Up to which score 1 − p a class is in the set of a node: the fields of ``wats sets --json``."""
        return _fields("sets", self._to_java(), nodes._jdf, float(coverage))
