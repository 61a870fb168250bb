#!/bin/bash
# Sourced by the scripts beside it: makes a Spark installation of the jars Maven has, and names what they need.
module=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
jar=$module/target/wats-spark.jar
for needed in "$jar" "$module/target/spark.classpath" "$module/target/test-classes"; do
  [ -e "$needed" ] || { echo "$needed is missing: run  mvn -pl wats-spark -am package -DskipTests  first" >&2; exit 1; }
done
export SPARK_HOME=$module/target/spark-home
rm -rf "$SPARK_HOME"
mkdir -p "$SPARK_HOME/jars"
tr ':' '\n' <"$module/target/spark.classpath" | grep '/repository/.*\.jar$' |
  grep -v -E '/(io/github/wats|tools/jackson|info/picocli|de/siegmar|org/junit|org/assertj|org/opentest4j|org/apiguardian)/' | while read -r file; do
  ln -s "$file" "$SPARK_HOME/jars/"
done
opens=$(sed -n 's|.*<spark.opens[.a-z]*>\(.*\)</spark.opens.*|\1|p' "$module/pom.xml" | tr '\n' ' ')
java=${JAVA_HOME:+$JAVA_HOME/bin/}java

# spark HEAP ARGUMENT…: a JVM with Spark's jars and what the JVM needs to be told.
spark() {
  local heap=$1
  shift
  # shellcheck disable=SC2086  # options are words
  exec $java -Xmx"$heap" $opens "$@"
}
