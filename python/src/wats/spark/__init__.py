"""Calibration on Apache Spark, for graphs that one machine cannot hold.

Ordinary stages of PySpark ML, computed by the jar that this package carries::

    import wats.spark
    spark = wats.spark.session()
    calibrator = wats.spark.GraphCalibrator(edges=edges)  # id, src, dst as in GraphFrames
    calibrated = calibrator.fit(nodes).transform(nodes)   # adds probability and prediction
"""

try:
    import pyspark.ml as _ml  # noqa: F401
except ImportError as missing:
    raise ImportError('wats.spark needs PySpark: pip install "wats-gnn[spark]"') from missing

import sys as _sys

from ._session import PACKAGE as _PACKAGE
from ._session import jar, session
from ._stages import CalibrationEvaluator, GraphCalibrator, GraphCalibratorModel
from ._stages import GraphPropagation, GraphWavelets

# PySpark looks for the Python class of a stored stage in a module with the name of its package.
_sys.modules[_PACKAGE] = _sys.modules[__name__]

__all__ = [
    "CalibrationEvaluator", "GraphCalibrator", "GraphCalibratorModel", "GraphPropagation",
    "GraphWavelets", "jar", "session",
]
