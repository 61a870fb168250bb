#!/bin/bash
# two-workers.sh [EDGES]: a standalone cluster of a master and two workers on this machine, from Spark's own classes.
# Submits the job three times: undisturbed, and with one worker and its executor killed in the rounds, without and with a checkpoint folder.
# The tables must be the same, bit by bit.
set -eu
. "$(dirname "$0")/spark-home.sh"
edges=${1:-2000000}
work=$(mktemp -d "$module/target/cluster.XXXX")
master=spark://127.0.0.1:17077
pids=()
finish() {
  [ ${#pids[@]} -eq 0 ] || kill "${pids[@]}" 2>/dev/null || true
  wait 2>/dev/null || true
  [ -n "${KEEP:-}" ] || rm -rf "$work"
}
trap finish EXIT

export SPARK_LOCAL_IP=127.0.0.1 SPARK_SCALA_VERSION=2.13
(spark 1g -cp "$module/target/test-classes:$jar:$SPARK_HOME/jars/*" io.github.wats.spark.WriteTables "$edges" "$work") \
  >"$work/write.log" 2>&1 || { cat "$work/write.log"; exit 1; }
(spark 512m -Dspark.worker.timeout=600 -cp "$SPARK_HOME/jars/*" org.apache.spark.deploy.master.Master --host 127.0.0.1 --port 17077 --webui-port 18080) \
  >"$work/master.log" 2>&1 &
pids+=($!)
sleep 3
start_worker() {
  (spark 512m -cp "$SPARK_HOME/jars/*" org.apache.spark.deploy.worker.Worker --host 127.0.0.1 --port "$2" --webui-port "$3" \
    --cores 1 --memory 1500m --work-dir "$work/$1" "$master") >"$work/$1.log" 2>&1 &
  pids+=($!)
}
start_worker worker1 17078 18081
start_worker worker2 17079 18082
# registered N: waits until the master has seen N workers.
registered() {
  for _ in $(seq 300); do
    [ "$(grep -o 'Registering worker [^ ]*' "$work/master.log" | sort -u | wc -l)" = "$1" ] && return
    sleep 1
  done
  echo "the workers did not register"
  exit 1
}
registered 2
echo "a master and two workers are up"

# submit NAME [OPTION OF SPARK…]: the job as a user submits it.
submit() {
  local name=$1
  shift
  (spark 1g -cp "$SPARK_HOME/jars/*" org.apache.spark.deploy.SparkSubmit --master "$master" --conf spark.ui.port=14040 --conf spark.network.timeout=600s \
    --conf spark.executor.memory=1200m --conf spark.executor.cores=1 --conf spark.driver.host=127.0.0.1 --conf spark.ui.showConsoleProgress=false \
    --conf spark.sql.shuffle.partitions=8 "$@" --class io.github.wats.spark.job.CalibrateJob "$jar" --nodes "$work/nodes.parquet" --edges "$work/edges.parquet" \
    --blocks 8 --method wats --epochs 50 -o "$work/$name.csv" --save "$work/$name.json" --json) >"$work/$name.out" 2>"$work/$name.log"
}

# in_rounds: whether the rounds of the running job have begun.
in_rounds() {
  local api=http://127.0.0.1:14040/api/v1/applications id
  id=$(curl -s "$api" | sed -n 's/.*"id" : "\([^"]*\)".*/\1/p' | head -n 1)
  [ -n "$id" ] && curl -s "$api/$id/jobs" | grep -q 'wavelets, 4 rounds'
}

# strike NAME [OPTION OF SPARK…]: submits, and kills the second worker and its executor in the rounds.
strike() {
  local name=$1 start=$SECONDS victim=${pids[-1]} job
  submit "$@" &
  job=$!
  until in_rounds; do
    kill -0 $job 2>/dev/null || { echo "the job ended before a worker could be killed: give more edges"; tail -n 20 "$work/$name.log"; exit 1; }
    sleep 0.1
  done
  if [[ "$*" == *spark.checkpoint.dir* ]]; then
    [ -n "$(find "$work/checkpoints" -name 'part-*')" ] || { echo "no checkpoint was written before the kill"; exit 1; }
  fi
  kill -9 $(pgrep -P "$victim") "$victim"
  wait "$victim" 2>/dev/null || true
  echo "$name: worker and executor killed in the rounds, $((SECONDS - start)) s after the start"
  wait $job || { echo "the job failed"; tail -n 30 "$work/$name.log"; exit 1; }
  echo "$name: done in $((SECONDS - start)) s, $(grep -c -E 'Lost executor|FetchFailed|Resubmitting' "$work/$name.log") lines on lost executors and fetches"
}

sorted() {
  cat "$work/$1.csv"/part-*.csv | grep -v '^id,' | sort >"$work/$1.sorted"
}

start=$SECONDS
submit calm || { tail -n 20 "$work/calm.log"; exit 1; }
echo "undisturbed: done in $((SECONDS - start)) s"
strike without-checkpoints
start_worker worker3 17080 18083
registered 3
strike with-checkpoints --conf spark.checkpoint.dir="$work/checkpoints"
sorted calm
for name in without-checkpoints with-checkpoints; do
  sorted $name
  cmp "$work/calm.sorted" "$work/$name.sorted" || { echo "the tables differ"; exit 1; }
done
echo "$(wc -l <"$work/calm.sorted") rows in each of the three tables: the same bits"
