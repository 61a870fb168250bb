"""Post-hoc calibration for graph neural networks.

Takes a graph and the logits of a trained network and returns calibrated probabilities::

    import wats
    calibrator = wats.Calibrator().fit(data, logits)  # data: PyG Data with y and masks
    probabilities = calibrator.probabilities_

The computation is done by a Java program that this package carries.
"""

__version__ = "0.1.0.dev0"

from ._calibrator import Calibrator, NodeCalibrator, explain, load, monitor
from ._engine import options, shutdown
from ._errors import DataError, EngineError, EngineTimeoutError, Error, JavaNotFoundError
from ._errors import Note, NotFittedError, UsageError
from ._figures import ComparisonDisplay, DegreeDisplay, ReliabilityDisplay, RiskCoverageDisplay
from ._functions import ablate, benchmark, compare, dataset, demo, evaluate, features, figures
from ._functions import methods, report, select, sets, sweep, train
from ._labels import MultiLabelCalibrator
from ._pairs import PairCalibrator
from ._results import Figure, Report, Result

__all__ = [
    "Calibrator", "ComparisonDisplay", "DataError", "DegreeDisplay", "EngineError",
    "EngineTimeoutError", "Error", "Figure", "JavaNotFoundError", "MultiLabelCalibrator",
    "NodeCalibrator", "NotFittedError", "Note", "PairCalibrator", "ReliabilityDisplay", "Report",
    "Result", "RiskCoverageDisplay", "UsageError", "ablate", "benchmark", "compare", "dataset",
    "demo", "evaluate", "explain", "features", "figures", "load", "methods", "monitor", "options",
    "report", "select", "sets", "shutdown", "sweep", "train",
]
