#!/bin/bash
# measure.sh [EDGES…]: time and shuffle bytes of the wavelets on local[2] with 4 GB of heap, and of wats-core beside it, all in one JVM.
# OPTIONS="-Dstrings=true" has strings as ids, "-Dblocks=64" that many blocks, "-Dalone=true" leaves out wats-core.
# papers=F: a fraction of the shape of ogbn-papers100M with 172 logits made on the fly; -Dmethod=ridge calibrates with that, HEAP=8g has more memory,
# -Dlater=true makes logits after the join with the features, so that they are not shuffled.
set -eu
. "$(dirname "$0")/spark-home.sh"
cd "$module"
[ $# -gt 0 ] || set -- 2000000
scratch=$(mktemp -d "$module/target/scratch.XXXX")
trap 'rm -rf "$scratch"' EXIT
# shellcheck disable=SC2086  # options are words
(spark "${HEAP:-4g}" ${OPTIONS:-} -Dspark.master="local[2]" -Dspark.local.dir="$scratch" \
  -Dspark.driver.host=127.0.0.1 -Dspark.driver.bindAddress=127.0.0.1 -Dspark.network.timeout=10000s -Dspark.executor.heartbeatInterval=1000s \
  -cp "$module/target/test-classes:$jar:$SPARK_HOME/jars/*" io.github.wats.spark.MeasureRounds "$@")
