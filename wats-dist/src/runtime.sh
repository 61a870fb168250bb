#!/bin/sh
# runtime.sh JAVA_HOME FOLDER: a Java runtime with the modules that WATS uses.
set -eu
rm -rf "$2"
"$1/bin/jlink" --add-modules java.base,java.net.http,java.sql,jdk.crypto.ec,jdk.incubator.vector \
  --strip-debug --no-header-files --no-man-pages --compress=2 --output "$2"
