"""Runs commands of the engine: in one worker process per interpreter, or in a process per call."""

from __future__ import annotations

import atexit
import contextlib
import functools
import importlib
import itertools
import json
import os
import queue
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from dataclasses import dataclass
from typing import Any, Mapping, Optional

import numpy as np

from . import _java
from ._errors import DataError, EngineError, EngineTimeoutError, Error, Note, UsageError

Array = np.ndarray[Any, Any]
RUN = "nodes.arrays"  # the arrays of a call
_PACKAGE = os.path.dirname(os.path.abspath(__file__))
_LATE = "the engine did not answer in time; wats.options.{} sets the seconds"
_ABANDONED = 300  # seconds after which nobody prepares faster starts any more
_CHECK_FAILED = 4  # the exit code of max_ece and alarm
_LATER = (  # a method is compiled well later: compiling takes longer than small fits
    "-XX:Tier4InvocationThreshold=20000", "-XX:Tier4MinInvocationThreshold=5000",
    "-XX:Tier4CompileThreshold=60000", "-XX:Tier4BackEdgeThreshold=160000",
)
_OPTION = re.compile(
    r"(?<![\w-])--([a-z][a-z-]*)"
    r"(?:[ =]((?:[-\d.]+\d|\d)(?![\w.])|[A-Z](?!\w)|auto|ridge|wats|ts|class|degree|distance))?(?![\w])"
)
_WORDS = {  # of the command, and those of Python
    "(add it to|to) the node file": r"\1 data",
    "a node file RUN[.]npz": "data",
    "; or --(labels|split) FILE": "",
    "model[.]json (has no summary|does not say)": r"the calibrator \1",
    "calibrate --save and select --save write it": "fit(..., baseline=True) sees it",
    "'probabilities' [(]--probabilities FILE[)]": "probabilities=p",
    "validation nodes, calibrate on others$": r"\g<0> or set validation_reused=True",
    "'compare' evaluates them all": "wats.compare evaluates them all",
}
_FILES = re.compile(r"\0[\w-]+[.]arrays(, \0[\w-]+[.]arrays)*: ")
_ERASE = "\r\033[K"  # what the engine writes before it shows its progress again

# Notes on what a fit did. They are in `notes_` of a calibrator and are no reason for a warning.
_FACTS = ("pooled: ", "neighbors' labels were ")


@dataclass
class Options:
    """How the engine is run; ``wats.options`` holds the values in use."""

    start_timeout: float = 60.0  # seconds until the engine must have started
    call_timeout: Optional[float] = None  # seconds until a call must have ended; None: no limit
    one_shot: bool = os.environ.get("WATS_ONE_SHOT", "0") != "0"  # a Java process for every call
    progress: Optional[bool] = None  # whether it is shown; None: in terminals and notebooks only


options = Options()


class _Messages:
    """What a command prints to standard error: progress is shown, whole lines are kept."""

    def __init__(self) -> None:
        ipython = sys.modules.get("IPython")
        self.notebook = hasattr(ipython and ipython.get_ipython(), "kernel")
        shown = self.notebook or sys.stderr is not None and sys.stderr.isatty()
        self.progress = shown if options.progress is None else options.progress
        self._shown, self.text = False, ""

    def add(self, text: str) -> None:
        if self.progress and _ERASE in text:
            self._show("" if "\n" in text else text.split(_ERASE)[-1])
        self.text += text

    def _show(self, text: str) -> None:
        if self.notebook:
            display = importlib.import_module("IPython.display").display
            display({"text/plain": text}, raw=True, display_id=str(id(self)), update=self._shown)
            self._shown = True
        else:
            sys.stderr.write(_ERASE + text)
            sys.stderr.flush()

    def lines(self) -> list[str]:
        return [line.split(_ERASE)[-1] for line in self.text.split("\n") if line]


class _WorkerDied(Exception):
    """The worker ended before it answered."""


class _Worker:
    """A Java process that answers requests over pipes. One call at a time: callers hold a lock."""

    def __init__(self, scratch: str, *java_options: str) -> None:
        java, *rest = _java.command(_java.find())
        command = [java, *_LATER, *java_options, *rest, "worker", "--scratch", scratch]
        self.used = False
        self._answers: queue.Queue[Any] = queue.Queue()
        self._errors = tempfile.TemporaryFile(buffering=0)
        # A stream of its own for answers, which nothing else in the process can write to.
        # Windows has no inherited pipes by number: there it is standard output.
        own = os.name == "posix"
        read_end, write_end = os.pipe() if own else (-1, -1)
        try:
            self.process = subprocess.Popen(
                [*command, "--answers", f"/dev/fd/{write_end}"] if own else command,
                stdin=subprocess.PIPE, stderr=self._errors, bufsize=0,
                env={**_java.environment(), "COLUMNS": ""},  # messages are not broken into lines
                stdout=subprocess.DEVNULL if own else subprocess.PIPE, cwd=tempfile.gettempdir(),
                pass_fds=(write_end,) if own else (),
                start_new_session=own,  # Ctrl-C in the terminal is for this process alone
                creationflags=0 if own else getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
        except OSError as failed:
            raise EngineError(f"the engine could not be started: {failed}") from None
        finally:
            if own:
                os.close(write_end)
        # Files without buffers: they have no locks that a fork could leave taken.
        self._stream: Any = open(read_end, "rb", buffering=0) if own else self.process.stdout
        self._requests: Any = self.process.stdin
        threading.Thread(target=self._read_answers, name="wats", daemon=True).start()
        try:
            self._receive(time.monotonic() + options.start_timeout, "start_timeout")
        except _WorkerDied as died:
            raise EngineError(f"the engine could not be started: {died}") from None
        except BaseException:
            self.kill()
            raise

    def _read_answers(self) -> None:
        try:
            while True:
                (length,) = struct.unpack(">I", self._exactly(4))
                self._answers.put(json.loads(self._exactly(length)))
        except (OSError, ValueError):  # it ended, or was closed meanwhile
            self._answers.put(None)

    def _exactly(self, count: int) -> bytes:
        content = bytearray()
        while len(content) < count:
            part = self._stream.read(min(count - len(content), 1 << 20))
            if not part:
                raise OSError("the stream has ended")
            content += part
        return bytes(content)

    def _receive(self, deadline: Optional[float], name: str) -> Any:
        try:
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            answer = self._answers.get(timeout=left)
        except queue.Empty:
            self.kill()
            raise EngineTimeoutError(_LATE.format(name)) from None
        if answer is None:
            said = self.kill().decode("utf-8", "replace")[-2000:].strip()
            raise _WorkerDied(f"it ended with code {self.process.returncode}: {said}")
        return answer

    def call(self, arguments: list[str], messages: _Messages) -> tuple[int, str]:
        limit = options.call_timeout
        deadline = None if limit is None else time.monotonic() + limit
        request: dict[str, Any] = {"arguments": arguments, "terminal": messages.progress}
        with contextlib.suppress(OSError, UnicodeError):  # removed, or a name that is no text
            request["folder"] = os.getcwd().encode().decode()
        frame = json.dumps(request).encode()
        try:
            try:
                left = struct.pack(">I", len(frame)) + frame
                while left:
                    left = left[self._requests.write(left):]
            except OSError:
                self.kill()
                raise _WorkerDied("its standard input was closed") from None
            while True:
                answer = self._receive(deadline, "call_timeout")
                if "exitCode" in answer:
                    self.used = True
                    return answer["exitCode"], answer["out"]
                messages.add(answer["err"])
        except BaseException:  # Ctrl-C: ends the work; the next call starts another worker
            self.kill()
            raise

    def kill(self) -> bytes:
        """Ends the process; gives what it printed besides answers."""
        self.process.kill()
        self.process.wait()
        said = b""
        with contextlib.suppress(OSError, ValueError):  # closed before, or by another thread now
            self._errors.seek(0)
            said = self._errors.read()
        for stream in (self._requests, self._stream, self._errors):
            with contextlib.suppress(OSError):
                stream.close()
        return said

    def forget(self) -> None:
        """In a forked child: gives up the copies of the pipes, which belong to the parent."""
        self.process.returncode = 0  # nothing to wait for
        for stream in (self._requests, self._stream, self._errors):
            stream.close()


def _make_archive(java: str) -> None:
    """Keeps the parsed classes of a calibration in a file, once: later starts of Java map it.

    It is for speed alone: where it fails nothing is said, and an empty file ends further tries.
    """
    path = _java.archive(java)
    if os.path.exists(path):
        return
    home, name = os.path.split(path)
    kind = name.split("-")[0]  # the paths of the program and of Java
    folder = os.path.join(home, kind + ".part")  # while it is there others start without
    k = np.arange(90)
    nodes = {
        "logits": np.sin(np.outer(k, [1, 2, 3])), "y": k % 3, "edge_index": np.stack([k, k[::-1]]),
        "val_idx": k[::2], "test_idx": k[1::2],
    }
    with contextlib.suppress(OSError, subprocess.SubprocessError, Error):
        os.makedirs(home, exist_ok=True)
        if os.path.isdir(folder) and time.time() - os.stat(folder).st_mtime > _ABANDONED:
            shutil.rmtree(folder)  # of an interpreter that was killed
        os.mkdir(folder)
        try:
            if _Messages().progress:
                print("wats: preparing faster starts, once (a few seconds) …", file=sys.stderr)
            run, made = (os.path.join(folder, file) for file in ("run.arrays", "made"))
            _write(run, nodes)
            worker = _Worker(made + ".scratch", f"-XX:DumpLoadedClassList={made}.classes")
            fit = ["calibrate", run, "-o", made + ".arrays", "--save", run + ".json"]
            for line in (["methods"], fit, [*fit, "--method", "wats", "--epochs", "9"]):
                worker.call([*line, "--json", "--no-color"], _Messages())
            worker._requests.close()  # it ends, and the list of its classes is whole
            worker.process.wait(_java.PROBE_SECONDS)
            worker.kill()
            files = (f"-XX:SharedClassListFile={made}.classes", f"-XX:SharedArchiveFile={made}")
            open(made, "wb").close()
            with contextlib.suppress(OSError):
                _java.ask(java, "-Xshare:dump", "-XX:+UseParallelGC", *files, "-cp", _java.jar())
            for old in os.listdir(home):
                if old.startswith(kind + "-"):  # of a program or Java that was replaced
                    os.remove(os.path.join(home, old))
            os.replace(made, path)
        finally:
            shutil.rmtree(folder, ignore_errors=True)


_lock = threading.RLock()  # of a call from the first file to the last: there is one folder
_worker: Optional[_Worker] = None
_scratch = ""
_memory = "/dev/shm"  # arrays are in shared memory where the system has it, and room
_SMALL = 1 << 26
_graphs: dict[str, Mapping[str, Array]] = {}  # those that the worker has read, by their files
_numbers = itertools.count()
_MOST_GRAPHS = 8


def shutdown() -> None:
    """Ends the worker process, if there is one; the next call starts another."""
    with _lock:
        _end()


@atexit.register
def _end() -> None:  # there without the lock: a daemon thread may hold it for long
    global _worker
    if _worker is not None:
        _worker.kill()
        _worker = None
    _graphs.clear()
    shutil.rmtree(_scratch, ignore_errors=True)


def _after_fork_in_child() -> None:
    global _lock, _worker, _scratch
    inherited, _worker, _scratch, _lock = _worker, None, "", threading.RLock()
    _graphs.clear()
    if inherited is not None:
        inherited.forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork_in_child)


def _running(size: int) -> _Worker:
    """The worker, a new one where there is none, with its folder. Callers hold the lock."""
    global _memory, _worker, _scratch
    if size > _SMALL and _memory:
        _memory = ""
        shutdown()
    if _worker is None or _worker.process.poll() is not None or not os.path.isdir(_scratch):
        shutdown()
        _make_archive(_java.find().path)
        _scratch = tempfile.mkdtemp(prefix="wats-", dir=_shared())
        try:
            _worker = _Worker(_scratch)
        finally:
            if _worker is None:
                shutdown()
    return _worker


def _shared() -> Optional[str]:
    """Where files are in memory, if there is room: containers often have 64 MB."""
    with contextlib.suppress(OSError):
        if _memory and os.access(_memory, os.W_OK) and shutil.disk_usage(_memory).free >> 30:
            return _memory
    return None


def _write(path: str, content: Any) -> None:
    """Writes bytes, an array as ``.npy``, or arrays by name: a header and their elements."""
    if isinstance(content, np.ndarray):
        np.save(path, content)
        return
    parts: list[Any] = [content]
    if isinstance(content, Mapping):
        header, end = {}, 0
        for name, one in content.items():
            offsets = end, end + one.nbytes
            header[name] = {"dtype": one.dtype.str, "shape": one.shape, "data_offsets": offsets}
            end += one.nbytes
        text = json.dumps(header).encode()
        elements = (np.ascontiguousarray(one).view(np.uint8) for one in content.values())
        parts = [struct.pack("<Q", len(text)), text, *elements]
    with open(path, "r+b" if os.path.exists(path) else "wb") as out:  # in place: it keeps its memory
        out.writelines(parts)
        out.truncate()


def _mapped(path: str) -> dict[str, Array]:
    """The arrays of a file, which is mapped."""
    content = np.memmap(path, mode="r")
    length = int(content[:8].view("<u8")[0])
    header = json.loads(content[8 : 8 + length].tobytes())
    return {
        name: np.ndarray(one["shape"], one["dtype"], content, 8 + length + one["data_offsets"][0])
        for name, one in header.items()
    }


def _read(path: str) -> Any:
    """What a command wrote: a folder of texts by name, arrays, or bytes."""
    if os.path.isdir(path):
        return {name: _read(os.path.join(path, name)) for name in sorted(os.listdir(path))}
    if path.endswith(".arrays"):
        return {name: view.copy() for name, view in _mapped(path).items()}
    with open(path, "rb") as stored:
        return np.load(stored) if path.endswith(".npy") else stored.read()


def _kept(graph: Mapping[str, Array]) -> str:
    """The file of a graph, which the worker reads once. Callers hold the lock."""
    for path, known in reversed(_graphs.items()):
        if known.keys() == graph.keys() and all(
            known[n].dtype == one.dtype and np.array_equal(known[n], one) for n, one in graph.items()
        ):
            break
    else:
        path = os.path.join(_scratch, f"graph-{next(_numbers)}.arrays")
        _write(path, graph)
        known = _mapped(path)
        if len(_graphs) == _MOST_GRAPHS:
            oldest = next(iter(_graphs))
            del _graphs[oldest]  # before its file, which is mapped
            os.remove(oldest)
    _graphs.pop(path, None)
    _graphs[path] = known  # the latest is the last
    return path


def _call(
    line: list[str], messages: _Messages, contents: Mapping[str, Any], outputs: Mapping[str, str],
    graph: Mapping[str, Array],
) -> tuple[int, str, dict[str, Any]]:
    with _lock:
        for _ in range(2):
            arrays = [*graph.values(), *contents.get(RUN, {}).values()]
            worker = _running(sum(one.nbytes for one in arrays))
            before, place = worker.used, functools.partial(os.path.join, _scratch)
            words = [place(word) if word in contents else word for word in line]
            try:
                for name, content in contents.items():
                    _write(place(name), content)
                words += (word for option in outputs for word in (option, place(outputs[option])))
                words += ["--kept-graph", _kept(graph)] if graph else []
                code, out = worker.call(words, messages)
                text = messages.text.replace(place(""), "\0")
                messages.text = _FILES.sub("", text).replace("\0", "")
                lasting = {RUN, *contents, *map(os.path.basename, _graphs)}
                whole = os.listdir(_scratch) if code in (0, _CHECK_FAILED) else []
                return code, out, {n: _read(place(n)) for n in whole if n not in lasting}
            except _WorkerDied as died:
                if not threading.main_thread().is_alive():
                    raise SystemExit from None  # of a daemon thread: the interpreter ends
                if not before:
                    raise EngineError(f"the engine ended during a call: {died}") from None
                messages.text = ""  # it may have died between the calls: a new one tries again
            finally:
                if options.one_shot or worker.process.poll() is not None:
                    shutdown()
                else:
                    _tidy()
        raise EngineError("the engine ended twice; for more memory set WATS_JAVA_OPTS=-Xmx…")


def _tidy() -> None:
    """Removes the files of a call but those that later calls use again, if they are small."""
    for path in map(functools.partial(os.path.join, _scratch), os.listdir(_scratch)):
        if os.path.isdir(path):
            shutil.rmtree(path)
        elif path not in _graphs and (not path.endswith(RUN) or os.path.getsize(path) > _SMALL):
            os.remove(path)


def run(
    line: list[str], contents: Mapping[str, Any] = {}, outputs: Mapping[str, str] = {},
    graph: Mapping[str, Array] = {},
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Runs a command with ``--json``; gives its fields, and the files that it wrote by name.

    ``contents`` are files that the line names, as bytes or arrays; ``outputs`` are options that
    name a file to write; ``graph`` has the arrays of a graph, which the worker is sent once.
    """
    messages = _Messages()
    code, out, files = _call([*line, "--json", "--no-color"], messages, contents, outputs, graph)
    lines = [_in_python(line) for line in messages.lines()]
    for said in lines:
        if "these look like probabilities" in said:
            raise DataError(said[6:])
        if said.startswith("note: ") and not said[6:].startswith(_FACTS):
            note(said[6:])
    if code not in (0, _CHECK_FAILED):
        settings = [n for n in lines if " has no setting " in n]  # the engine also says: no option
        wrong = settings or [n for n in lines if not n.startswith(("note: ", "Try: "))]
        text = "\n".join(wrong) or f"the engine ended with code {code}"
        text = text[6:] if text.startswith("wats: ") else text
        kind: type[Error] = {2: UsageError, 3: DataError}.get(code, EngineError)
        raise kind(text)
    if not out.startswith("{"):
        raise UsageError(f"wats {line[0]} printed no result: leave out the option help")
    fields = dict(json.loads(out))
    if "summary" in fields:
        fields["summary"] = _in_python(fields["summary"])
    if code == _CHECK_FAILED or any(a.startswith(("--max-ece", "--alarm")) for a in line):
        fields["passed"] = code == 0
    return fields, files


def _in_python(line: str) -> str:
    """A message with the words of Python: ``--by class`` is ``by="class"``, ``RUN.npz`` is data."""
    for words, ours in _WORDS.items():
        line = re.sub(words, ours, line)
    line = re.sub(_OPTION, _keyword, line)
    return line.replace("-", "_") if " has no setting " in line else line


def _keyword(found: "re.Match[str]") -> str:
    name, value = found.group(1).replace("-", "_"), found.group(2)
    name = {"graph": "data", "labels": "y", "split": "val_mask", "set": "settings"}.get(name, name)
    if not value:
        return name
    return f"{name}={value}" if re.fullmatch(r"[-.\d]+|[A-Z]", value) else f'{name}="{value}"'


def write(path: "str | os.PathLike[str]", content: bytes) -> None:
    """Has the engine write a file in the way of its commands: completely or not at all."""
    run(["write", "content", os.path.abspath(path)], {"content": content})


def note(text: str) -> None:
    """Warns at the first line outside this package."""
    frame, level = sys._getframe(), 1
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        frame, level = frame.f_back, level + 1
    warnings.warn(text, Note, stacklevel=level)
