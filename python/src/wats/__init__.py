"""Post-hoc calibration for graph neural networks.

Takes a graph and the logits of a trained network and returns calibrated probabilities::

    import wats
    calibrator = wats.Calibrator().fit(data, logits)  # data: PyG Data with y and masks
    probabilities = calibrator.probabilities_

The computation is done by a Java program that this package carries.
"""

__version__ = "0.1.0.dev0"

from ._calibrator import Calibrator, explain, load
from ._engine import options, shutdown
from ._errors import DataError, EngineError, EngineTimeoutError, Error, JavaNotFoundError
from ._errors import Note, NotFittedError, UsageError
from ._functions import compare, evaluate, features, methods, select, sets
from ._results import Report, Result

__all__ = [
    "Calibrator", "DataError", "EngineError", "EngineTimeoutError", "Error", "JavaNotFoundError",
    "NotFittedError", "Note", "Report", "Result", "UsageError", "compare", "evaluate", "explain",
    "features", "load", "methods", "options", "select", "sets", "shutdown",
]
