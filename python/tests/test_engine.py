"""The worker process: restarts, threads, time-outs, forks, kills."""

import os
import re
import signal
import threading
import time

import numpy as np
import pytest

import wats
from conftest import make_nodes, python
from wats import _engine, _java

posix = pytest.mark.skipif(os.name != "posix", reason="signals and forks of POSIX")

# A fit that takes far longer than any of these tests.
LONG = {"method": "wats", "epochs": 100_000, "early_stopping": "none", "hidden": 5_000}

SETUP = """
import os, signal, sys, threading, time
sys.path.insert(0, {folder!r})
from conftest import make_nodes
import wats
from wats import _engine
if "TMPDIR" in os.environ:
    _engine._memory = ""  # a test looks at its own folder
nodes = make_nodes()
fit = lambda **settings: wats.Calibrator(**settings).fit(nodes)
fit(method="ts")
""".format(folder=os.path.dirname(os.path.abspath(__file__)))


@pytest.fixture()
def options(monkeypatch):
    for name, value in vars(wats.options).items():
        monkeypatch.setattr(wats.options, name, value)
    return wats.options


def is_running(pid):
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def await_end(pid, seconds):
    deadline = time.monotonic() + seconds
    while is_running(pid) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not is_running(pid)


def test_calls_share_one_worker(nodes):
    wats.Calibrator("ts").fit(nodes)
    first = _engine._worker.process.pid
    wats.Calibrator("vs").fit(nodes)
    assert _engine._worker.process.pid == first


@pytest.mark.skipif(not os.access("/dev/shm", os.W_OK), reason="shared memory as a folder, as Linux has it")
def test_arrays_pass_through_one_file_in_shared_memory(nodes):
    wats.shutdown()
    files = []
    for logits in (nodes["logits"], nodes["logits"][:, :2] * 3, nodes["logits"]):
        fitted = wats.Calibrator("ridge").fit({**nodes, "logits": logits, "y": nodes["y"] % logits.shape[1]})
        files.append({name: os.stat(os.path.join(_engine._scratch, name)).st_ino
                      for name in os.listdir(_engine._scratch)})
    assert files[0] == files[1] == files[2] and _engine._scratch.startswith("/dev/shm/")
    assert sorted(name.split("-")[0] for name in files[0]) == ["graph", "nodes.arrays"]
    assert fitted.probabilities_.flags.owndata and fitted.probabilities_.flags.writeable


def test_arrays_of_every_type_and_order_arrive(tmp_path):
    values = np.arange(6).reshape(2, 3)
    given = {kind: values.astype(kind) for kind in ("?", "i1", "u2", "<i4", ">i8", "f2", ">f4", "f8", "U3", "S2")}
    given.update(columns=np.asfortranarray(values), steps=values[:, ::2], one=np.array(7), none=values[:0])
    _engine._write(str(tmp_path / "a.arrays"), given)
    found = _engine._read(str(tmp_path / "a.arrays"))
    assert list(found) == list(given)
    for name, one in given.items():
        assert found[name].dtype == one.dtype and np.array_equal(found[name], one) and found[name].shape == one.shape


def test_what_a_failed_call_wrote_is_not_read(monkeypatch):
    _engine.run(["methods"])

    def full(worker, words, messages):
        with open(words[words.index("-o") + 1], "wb") as out:
            out.write(b"\x09")
        messages.add("wats: No space left on device\n")
        return 1, ""

    with monkeypatch.context() as patch:
        patch.setattr(_engine._Worker, "call", full)
        with pytest.raises(wats.EngineError, match="^No space left on device$"):
            _engine.run(["select"], {}, {"-o": "out.arrays"})
    assert "out.arrays" not in os.listdir(_engine._scratch)
    assert _engine.run(["methods"])[1] == {}


@pytest.mark.skipif(not os.path.exists("/proc/self/maps"), reason="/proc of Linux")
def test_a_start_maps_the_classes_that_an_earlier_one_kept(nodes):
    wats.shutdown()
    wats.Calibrator("ts").fit(nodes)
    classes = _java.archive(_java.find().path)
    with open(f"/proc/{_engine._worker.process.pid}/maps") as maps:
        assert classes in maps.read()


def test_classes_belong_to_one_program_and_one_java(tmp_path, monkeypatch):
    program, java = tmp_path / "wats.jar", tmp_path / "java"
    monkeypatch.setenv("WATS_JAR", str(program))
    assert _java.archive(str(java)) == ""
    names = set()
    for changed, content in ((program, "a"), (java, "a"), (program, "bc"), (java, "bc")):
        changed.write_text(content)
        names.add(_java.archive(str(java)))
    assert len(names - {""}) == 3


@posix
def test_says_on_request_that_it_prepares_faster_starts(tmp_path, monkeypatch, options, capsys):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(_engine, "_Worker", None)  # the first step of the preparation
    for options.progress in (True, False):
        with pytest.raises(TypeError):
            _engine._make_archive(_java.find().path)
    assert capsys.readouterr().err == "wats: preparing faster starts, once (a few seconds) …\n"


@posix
@pytest.mark.parametrize("cache", ["a broken archive", "no folder"])
def test_starts_without_kept_classes_where_there_are_none(tmp_path, cache, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    classes = _java.archive(_java.find().path)
    if cache == "no folder":
        (tmp_path / "cache").write_text("a file")
    else:
        os.makedirs(os.path.dirname(classes))
        with open(classes, "wb") as out:
            out.write(b"\0" * 8192)
    done = python(SETUP + "print(len(fit(method='ts').temperatures_))")
    assert done.stdout == "300\n" and not done.stderr


@posix
def test_a_call_after_the_worker_was_killed_starts_another(nodes):
    expected = wats.Calibrator("ts").fit(nodes).probabilities_
    killed = _engine._worker.process.pid
    os.kill(killed, signal.SIGKILL)
    assert np.array_equal(wats.Calibrator("ts").fit(nodes).probabilities_, expected)
    assert _engine._worker.process.pid != killed


@posix
def test_a_worker_that_is_killed_during_a_call_is_replaced(nodes):
    expected = wats.Calibrator("wats", epochs=300).fit(nodes).probabilities_
    killer = threading.Timer(0.05, os.kill, (_engine._worker.process.pid, signal.SIGKILL))
    killer.start()
    found = wats.Calibrator("wats", epochs=300).fit(nodes).probabilities_
    killer.join()
    assert np.array_equal(found, expected)
    assert wats.Calibrator("ts").fit(nodes).temperatures_ is not None


@posix
def test_a_worker_that_dies_twice_during_a_call_is_an_error(nodes, monkeypatch):
    def die(self, *ignored):
        self.kill()
        raise _engine._WorkerDied("it was killed")

    monkeypatch.setattr(_engine._Worker, "_receive", die)
    with pytest.raises(wats.EngineError, match="the engine (ended|could not be started)"):
        wats.Calibrator("ts").fit(nodes)


def test_ten_threads_get_what_one_gets(nodes):
    def results(seed):
        return wats.Calibrator("wats", seed=seed, epochs=20).fit(nodes).probabilities_

    found = {}
    threads = [
        threading.Thread(target=lambda s=s: found.update({s: results(s)})) for s in range(10)
    ]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert sorted(found) == list(range(10))
    for seed in (0, 5, 9):
        assert np.array_equal(found[seed], results(seed))


def test_a_call_that_takes_too_long_is_ended(nodes, options):
    wats.Calibrator("ts").fit(nodes)
    options.call_timeout = 0.5
    with pytest.raises(wats.EngineTimeoutError, match="wats.options.call_timeout"):
        wats.Calibrator(**LONG).fit(nodes)
    options.call_timeout = None
    assert wats.Calibrator("ts").fit(nodes).temperatures_ is not None


def test_an_engine_that_does_not_start_in_time_is_ended(options):
    wats.shutdown()
    options.start_timeout = 0.0
    with pytest.raises(TimeoutError, match="wats.options.start_timeout"):
        wats.Calibrator("ts").fit(make_nodes())
    assert _engine._worker is None


def test_one_process_per_call_gives_the_same(nodes, options):
    expected = wats.Calibrator("ts").fit(nodes).probabilities_
    wats.shutdown()
    options.one_shot = True
    assert np.array_equal(wats.Calibrator("ts").fit(nodes).probabilities_, expected)
    with pytest.raises(wats.DataError):
        wats.Calibrator("ts").fit({**nodes, "y": nodes["y"] + 7})
    assert _engine._worker is None


@posix
def test_no_worker_and_no_file_survives_a_killed_interpreter():
    code = SETUP + """
print(_engine._worker.process.pid, _engine._scratch, flush=True)
threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGKILL)).start()
fit(**{long!r})
""".format(long=LONG)
    done = python(code, check=False)
    pid, scratch = done.stdout.split()
    assert done.returncode == -signal.SIGKILL
    assert await_end(int(pid), 5), "the worker outlived the interpreter by five seconds"
    assert not os.path.exists(scratch)


@posix
@pytest.mark.parametrize("one_shot", ["0", "1"])
def test_no_file_of_a_first_call_survives_a_killed_interpreter(tmp_path, one_shot):
    code = SETUP.replace('fit(method="ts")', "") + """
write = _engine._write
def killed(path, content):
    write(path, content)
    print(_engine._worker.process.pid if _engine._worker else 0, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
_engine._write = killed
wats.evaluate(nodes)
"""
    done = python(code, check=False, environment={"TMPDIR": str(tmp_path), "WATS_ONE_SHOT": one_shot})
    assert done.returncode == -signal.SIGKILL
    assert await_end(int(done.stdout), 5) and not os.listdir(tmp_path)


@posix
def test_there_is_no_folder_between_calls_without_a_worker(tmp_path):
    code = SETUP + """
kept = os.path.exists(_engine._scratch)
wats.options.one_shot = True
fit(method="ts")
print(kept, os.listdir(os.environ["TMPDIR"]), flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
    done = python(code, check=False, environment={"TMPDIR": str(tmp_path)})
    assert done.stdout == "True []\n" and not os.listdir(tmp_path)


@posix
def test_a_preparation_of_faster_starts_that_was_killed_is_repeated_later(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    classes = _java.archive(_java.find().path)
    left = re.sub("-[0-9a-f]*.jsa$", ".part", classes)
    os.makedirs(left)
    monkeypatch.setattr(wats.options, "progress", True)
    _engine._make_archive(_java.find().path)
    assert os.path.isdir(left) and not os.path.exists(classes)  # another process may prepare them
    assert not capsys.readouterr().err
    os.utime(left, (0, 0))
    _engine._make_archive(_java.find().path)
    assert os.listdir(os.path.dirname(left)) == [os.path.basename(classes)]


@posix
def test_the_first_call_leaves_nothing_open(tmp_path):
    code = SETUP + "print(len(fit(method='ts').temperatures_))"
    environment = {"XDG_CACHE_HOME": str(tmp_path), "PYTHONWARNINGS": "always::ResourceWarning"}
    done = python(code, environment=environment)
    assert done.stdout == "300\n" and not done.stderr


@posix
def test_an_interpreter_that_ends_leaves_nothing():
    done = python(SETUP + "print(_engine._worker.process.pid, _engine._scratch)")
    pid, scratch = done.stdout.split()
    assert not is_running(int(pid)) and not os.path.exists(scratch) and not done.stderr


@posix
def test_a_call_in_a_daemon_thread_does_not_hold_up_the_end(tmp_path):
    code = "import atexit, glob, time; atexit.register(time.sleep, 1)\n"  # runs after what wats registers
    code += SETUP + """
print(_engine._worker.process.pid, flush=True)
threading.Thread(target=lambda: fit(**{long!r}), daemon=True).start()
def in_call():  # the thread has written its file and holds the lock
    free = _engine._lock.acquire(blocking=False)
    if free:
        _engine._lock.release()
    return not free
while not (glob.glob(_engine._scratch + "/nodes.arrays") and in_call()):
    pass
""".format(long=LONG)
    done = python(code, environment={"TMPDIR": str(tmp_path)})
    assert await_end(int(done.stdout), 5) and not done.stderr
    assert not os.listdir(tmp_path), "a folder was left"


@posix
def test_control_c_stops_the_work_and_the_next_call_works():
    code = SETUP + """
signal.signal(signal.SIGINT, signal.default_int_handler)  # programs in the background ignore it
threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    fit(**{long!r})
except KeyboardInterrupt:
    print("interrupted", os.path.exists(_engine._scratch), len(fit(method="ts").temperatures_))
""".format(long=LONG)
    assert python(code).stdout == "interrupted False 300\n"


@posix
def test_a_forked_child_has_a_worker_of_its_own():
    code = SETUP + """
parent = _engine._worker.process.pid
child = os.fork()
if child == 0:
    fit(method="vs")
    print("child", _engine._worker.process.pid != parent, flush=True)
    sys.exit()
os.waitpid(child, 0)
fit(method="vs")
print("parent", _engine._worker.process.pid == parent)
"""
    assert python(code).stdout == "child True\nparent True\n"


@posix
def test_the_worker_ends_with_its_interpreter_though_a_forked_child_lives():
    code = SETUP + """
child = os.fork()
if child == 0:
    os.close(1), os.close(2)
    time.sleep(60)
    os._exit(0)
print(_engine._worker.process.pid, child, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
    pid, child = python(code, check=False).stdout.split()
    try:
        assert await_end(int(pid), 5)
    finally:
        os.kill(int(child), signal.SIGKILL)


@posix
def test_what_java_prints_does_not_reach_the_answers():
    environment = {"WATS_JAVA_OPTS": "-Xlog:gc*=info:stdout", "JAVA_TOOL_OPTIONS": "-Da=b"}
    done = python(SETUP + "print(len(fit(method='ts').temperatures_))", environment=environment)
    assert done.stdout == "300\n"


@posix
def test_folders_with_spaces_and_other_letters(tmp_path):
    folder = tmp_path / "größe und mehr"
    folder.mkdir()
    code = SETUP + """
saved = fit(method="wats", epochs=5)
saved.save(os.path.join({folder!r}, "mödel.json"))
print((wats.load({folder!r} + "/mödel.json").predict_proba(nodes) == saved.probabilities_).all())
""".format(folder=str(folder))
    environment = {"TMPDIR": str(folder), "LC_ALL": "C", "PYTHONUTF8": "1"}
    assert python(code, environment=environment).stdout == "True\n"


def test_progress_is_shown_on_request_and_leaves_no_trace(nodes, options, capsys):
    options.progress = True
    options.call_timeout = 4.5
    with pytest.raises(wats.EngineTimeoutError):
        wats.Calibrator(**LONG).fit(nodes)
    assert "calibrate: 2 s …" in capsys.readouterr().err
    messages = _engine._Messages()
    messages.add("\r\033[Kcalibrate: 2 s …")
    messages.add("\r\033[Knote: a note\n")
    assert messages.lines() == ["note: a note"]
    assert capsys.readouterr().err.endswith("\r\033[K")
