#!/bin/sh
# sh make.sh wheel: builds the wheel and the sdist in target/dist, from wats-cli/target/wats.jar and wats-spark/target/wats-spark.jar.
# sh make.sh test:  the same, then installs the wheel into the virtual environment target/venv and runs the tests;
#                   where Python or PyPI is missing it says so and does nothing.
set -u
cd "$(dirname "$0")" || exit 1
goal=${1:-test}

stop() {
  echo "python: $1"
  [ "$goal" = test ] && exit 0
  exit 1
}

# A Python with PyTorch, if there is one: PyPI's torch is a download of gigabytes.
python=
for candidate in ${PYTHON:-} python3 /usr/bin/python3; do
  "$candidate" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 9))' 2>/dev/null || continue
  python=${python:-$candidate}
  ! "$candidate" -c 'import torch' 2>/dev/null || { python=$candidate && break; }
done
[ -n "$python" ] || stop 'skipped, since there is no Python 3.9 or newer with venv (Debian: apt-get install python3-venv)'

venv=target/venv
mkdir -p target && cp ../wats-cli/target/wats.jar src/wats/wats.jar && cp ../wats-spark/target/wats-spark.jar src/wats/spark/ && cp ../LICENSE . || exit 1
"$python" methods.py || exit 1 # src/wats/_methods.py: the names that type checkers know
[ -x $venv/bin/python ] || "$python" -m venv --system-site-packages $venv || exit 1
install() { $venv/bin/python -m pip install -q --disable-pip-version-check "$@" >>target/pip.log 2>&1; }

install build 'setuptools>=64' wheel || stop 'skipped, since the build tools cannot be installed from PyPI (target/pip.log)'
rm -rf target/dist
SOURCE_DATE_EPOCH=1763164800 $venv/bin/python -m build -q --no-isolation --outdir target/dist . >target/build.log 2>&1 || {
  cat target/build.log
  exit 1
}
wc -c target/dist/*
[ "$goal" = test ] || exit 0

install --force-reinstall --no-deps target/dist/*.whl || exit 1
install -r tests/requirements.txt || stop 'skipped, since the libraries of the tests cannot be installed from PyPI (target/pip.log)'
install --no-deps -r tests/requirements-no-deps.txt || echo 'python: DGL cannot be installed; its tests will be skipped'
# 455 MB, so only in CI and where it is asked for.
[ -z "${CI:-}${WATS_TEST_SPARK:-}" ] || install 'pyspark==4.1.0' graphframes-py || echo 'python: PySpark cannot be installed; its tests will be skipped'
$venv/bin/python -c 'import torch' 2>/dev/null || echo 'python: there is no PyTorch (Debian: apt-get install python3-torch); its tests will be skipped'
$venv/bin/python -m pytest -q -rs tests
