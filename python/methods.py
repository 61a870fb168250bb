"""Writes src/wats/_methods.py from ``wats methods --json``: python3 methods.py [FILE]."""

import json
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
JAR = os.environ.get("WATS_JAR", os.path.join(HERE, "src", "wats", "wats.jar"))
TYPES = {bool: "bool", int: "int", float: "float", str: "Union[str, float]"}
LISTS = {"s": "Union[float, Sequence[float], str]"}


def lines():
    home = os.environ.get("JAVA_HOME")
    java = os.path.join(home, "bin", "java") if home else shutil.which("java")
    command = [os.environ.get("WATS_JAVA", java), "-jar", JAR, "methods", "--json"]
    known = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    methods = known["methods"]
    yield '"""Methods, settings and metrics of the engine, also for type checkers. Written by methods.py."""'
    yield "\nfrom typing import Literal, Sequence, TypedDict, Union\n"
    yield "Method = Literal["
    yield from (f'    "{one["name"]}",' for one in methods)
    yield "]\n\n"
    yield "class Settings(TypedDict, total=False):"
    yield '    """The settings of all methods; :func:`wats.methods` says which has which."""\n'
    settings = {name: value for one in methods for name, value in one["settings"].items()}
    for name, value in sorted(settings.items()):
        yield f"    {name.replace('-', '_')}: {LISTS.get(name, TYPES[type(value)])}"
    yield "\n\nclass ScoreFields:"
    yield '    """The metrics of the engine."""\n'
    yield "    nodes: int"
    for one in known["metrics"]:
        yield f'    {re.sub("([A-Z])", lambda upper: "_" + upper.group().lower(), one["name"])}: float'
    percent = [one["name"] for one in known["metrics"] if one["unit"] == "percent"]
    yield f"\n\nPERCENT = frozenset({json.dumps(percent)})  # the metrics that are shown in percent"


if __name__ == "__main__":
    target = sys.argv[1] if len(sys.argv) > 1 else os.path.join(HERE, "src", "wats", "_methods.py")
    text = "\n".join(lines()) + "\n"
    with open(target, "w", encoding="utf-8") as out:
        out.write(text)
