package io.github.wats.io;

/**
 * Input that breaks a rule. The message names the file, the array or line in it, the rule and the
 * value; {@link Location} makes such messages.
 */
public final class InvalidDataException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public InvalidDataException(String message) {
    super(message);
  }

  public InvalidDataException(String message, Throwable cause) {
    super(message, cause);
  }
}
