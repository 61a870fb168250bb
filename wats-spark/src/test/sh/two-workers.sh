#!/bin/bash
# two-workers.sh [EDGES]: a standalone cluster of a master and two workers on this machine, from Spark's own classes.
# Submits the job twice: undisturbed, and with one worker and its executor killed in the third round. The tables must agree.
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
victim=${pids[2]}
for _ in $(seq 300); do
  [ "$(grep -c 'Registering worker' "$work/master.log" || true)" = 2 ] && break
  sleep 1
done
[ "$(grep -c 'Registering worker' "$work/master.log")" = 2 ] || { echo "the workers did not register"; exit 1; }
echo "a master and two workers are up"

# submit NAME: the job as a user submits it.
submit() {
  (spark 1g -cp "$SPARK_HOME/jars/*" org.apache.spark.deploy.SparkSubmit --master "$master" --conf spark.ui.port=14040 --conf spark.network.timeout=600s \
    --conf spark.executor.memory=1200m --conf spark.executor.cores=1 --conf spark.driver.host=127.0.0.1 --conf spark.ui.showConsoleProgress=false \
    --class io.github.wats.spark.job.CalibrateJob "$jar" --nodes "$work/nodes.parquet" --edges "$work/edges.parquet" \
    --partitions 8 --epochs 50 -o "$work/$1.csv" --save "$work/$1.json" --json) >"$work/$1.out" 2>"$work/$1.log"
}

# in_round N: whether the running job has reached round N.
in_round() {
  local api=http://127.0.0.1:14040/api/v1/applications id
  id=$(curl -s "$api" | sed -n 's/.*"id" : "\([^"]*\)".*/\1/p' | head -n 1)
  [ -n "$id" ] && curl -s "$api/$id/jobs" | grep -q "round $1 of"
}

start=$SECONDS
submit calm || { tail -n 20 "$work/calm.log"; exit 1; }
echo "undisturbed: done in $((SECONDS - start)) s"

start=$SECONDS
submit struck &
job=$!
until in_round 3; do
  kill -0 $job 2>/dev/null || { echo "the job ended before a worker could be killed: give more edges"; tail -n 20 "$work/struck.log"; exit 1; }
  sleep 0.2
done
kill -9 $(pgrep -P "$victim") "$victim"
wait "$victim" 2>/dev/null || true
echo "worker 2 and its executor killed in round 3, $((SECONDS - start)) s after the start"
wait $job || { echo "the job failed"; tail -n 30 "$work/struck.log"; exit 1; }
echo "with a worker lost: done in $((SECONDS - start)) s"
grep -h -o 'Lost executor [0-9]* on [^:]*' "$work/struck.log" | head -n 1

for name in calm struck; do
  cat "$work/$name.csv"/part-*.csv | grep -v '^id,' | sort -t, -k1,1 >"$work/$name.sorted"
done
paste -d, "$work/calm.sorted" "$work/struck.sorted" | tr ' ' ',' | awk -F, '
  { half = NF / 2; if ($1 != $(half + 1)) { print "ids differ: " $1 " " $(half + 1); exit 1 }
    for (k = 2; k <= half; k++) { d = $k - $(half + k); if (d < 0) d = -d; if (d > worst) worst = d } }
  END { printf "%d rows, largest difference %g\n", NR, worst; exit !(NR > 0 && worst <= 1e-6) }'
echo "the tables agree"
