"""Exceptions and warnings."""


class Error(Exception):
    """Base class of all exceptions of this package."""


class DataError(Error, ValueError):
    """The input data are invalid; the message names the array, the rule and the value."""


class UsageError(Error, ValueError):
    """A method, setting or option does not exist or has an invalid value."""


class EngineError(Error, RuntimeError):
    """The Java engine failed, died, or could not be started."""


class EngineTimeoutError(EngineError, TimeoutError):
    """The Java engine did not answer in time."""


class JavaNotFoundError(EngineError):
    """No Java runtime of version 17 or newer was found."""


class NotFittedError(Error, ValueError, AttributeError):
    """The calibrator has not been fitted yet."""


class Note(UserWarning):
    """The input is valid, but often a mistake; the category of all warnings of this package."""
