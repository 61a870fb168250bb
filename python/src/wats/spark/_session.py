"""The jar, and a session that has it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Optional

from pyspark.sql import SparkSession, is_remote

from .._errors import EngineError, UsageError

PACKAGE = "io.github.wats.spark"
_CONNECT = (
    "wats.spark needs a classic session of Spark: Spark Connect and serverless compute have no RDDs,"
    " which the blocks of a graph are, and take no jar. Use spark-submit, pyspark or"
    " wats.spark.session() on a cluster of your own, or wats.Calibrator on one machine"
)


def jar() -> str:
    """The jar that a session needs on its class path: the value of ``spark.jars``."""
    path = os.environ.get("WATS_SPARK_JAR") or str(Path(__file__).with_name("wats-spark.jar"))
    if not os.path.isfile(path):
        raise EngineError(
            f"{path} is missing: install the wheel, or in a checkout build it with 'mvn package -pl"
            " wats-spark -am -DskipTests' and set WATS_SPARK_JAR to"
            " wats-spark/target/wats-spark.jar"
        )
    return os.path.abspath(path)


def session(builder: Optional[Any] = None) -> SparkSession:
    """A session of Spark with WATS, from a builder with other options if given."""
    builder = builder or SparkSession.builder
    if is_remote() or "spark.remote" in builder._options:
        raise UsageError(_CONNECT)
    others = [path for path in builder._options.get("spark.jars", "").split(",") if path]
    path = jar()
    jars = ",".join(others + [path] if path not in others else others)
    running: SparkSession = builder.config("spark.jars", jars).getOrCreate()
    require()
    return running


def java(name: str) -> Any:
    """A class of the jar."""
    found = SparkSession.active()._jvm
    for part in f"{PACKAGE}.{name}".split("."):
        found = getattr(found, part)
    return found


def require() -> None:
    """Raises an error that says what to do where no session with WATS is running."""
    if is_remote():
        raise UsageError(_CONNECT)
    running = SparkSession.getActiveSession()
    if running is None:
        raise UsageError("no session of Spark is running: start one with wats.spark.session()")
    if type(java("GraphCalibrator")).__name__ == "JavaPackage":
        raise UsageError(
            "the session of Spark that is running does not have WATS: start it with"
            f" wats.spark.session(), or with spark.jars={jar()}"
        )
