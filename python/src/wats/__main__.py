"""The command ``wats``, also as ``python -m wats``; ``wats doctor`` says which Java is used."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import Optional, Sequence

from . import __version__, _java
from ._errors import EngineError


def doctor() -> int:
    """Prints what was found, what is taken and why; returns 0 if the engine can be used."""
    print(f"wats-gnn {__version__}, Python {sys.version.split()[0]} ({sys.executable})")
    taken = None
    for java in _java.candidates():
        kernels = "vector kernels" if java.vector else f"no module {_java.VECTOR}: plain kernels"
        verdict = f"skipped: {java.problem}"
        if not java.problem:
            verdict = f"Java {java.version}, {kernels}, {'not needed' if taken else 'taken'}"
            taken = taken or java
        print(f"{java.source}: {java.path}: {verdict}")
    if taken is None:
        print(f"no Java {_java.OLDEST} or newer was found; to install it: {_java.CURE}")
        return 1
    try:
        version = _java.ask(*_java.command(taken), "--version")
    except (EngineError, OSError) as failed:
        print(f"the engine cannot be used: {failed}")
        return 1
    print(f"engine: {_java.jar()}\n{version.strip()}")
    return 0


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Runs the command line; on POSIX the Java process takes the place of this one."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given[:1] == ["doctor"]:
        return doctor()
    try:
        screen = shutil.get_terminal_size().columns if sys.stdout.isatty() else 0
        command = [*_java.command(_java.find(), sys.stderr.isatty(), screen), *given]
    except EngineError as failed:
        print(f"wats: {failed}", file=sys.stderr)
        return 1
    if os.name == "posix":
        os.execve(command[0], command, _java.environment())
    return subprocess.run(command, env=_java.environment()).returncode


if __name__ == "__main__":
    sys.exit(main())
