package io.github.wats.spark.job;

/** Wrong usage: exit code 2. */
final class JobUsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  JobUsageException(String message) {
    super(message);
  }
}
