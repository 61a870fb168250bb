package io.github.wats.spark;

import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** One local session for all tests of this module; a test takes it as an argument. */
public final class LocalSpark implements ParameterResolver {
  private static final SparkSession SESSION =
      SparkSession.builder()
          .master("local[2]")
          .appName("wats-spark tests")
          .config("spark.ui.enabled", false)
          .config("spark.sql.shuffle.partitions", 2)
          .config("spark.default.parallelism", 2)
          .config("spark.driver.bindAddress", "127.0.0.1")
          .config("spark.driver.host", "127.0.0.1")
          .config("spark.sql.codegen.wholeStage", false) // compiling costs more than small tables
          .config("spark.sql.warehouse.dir", "target/spark-warehouse")
          .getOrCreate();

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == SparkSession.class;
  }

  @Override
  public SparkSession resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return SESSION;
  }

  /** Runs {@code work} with that many shuffle partitions. */
  static <T> T withPartitions(
      SparkSession session, int partitions, java.util.function.Supplier<T> work) {
    String key = "spark.sql.shuffle.partitions";
    String before = session.conf().get(key);
    session.conf().set(key, partitions);
    try {
      return work.get();
    } finally {
      session.conf().set(key, before);
    }
  }
}
