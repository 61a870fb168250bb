package io.github.wats.io.dataset;

/**
 * A data set, or part of it, is not there and was not to be fetched, or what is there is not what
 * was published. The message names the file and what to do.
 */
public final class DatasetUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public DatasetUnavailableException(String message) {
    super(message);
  }
}
