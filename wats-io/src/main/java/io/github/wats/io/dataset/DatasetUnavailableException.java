package io.github.wats.io.dataset;

/**
 * A data set, or part of it, is missing or differs from the published files. The message names the
 * file and what to do.
 */
public final class DatasetUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public DatasetUnavailableException(String message) {
    super(message);
  }
}
