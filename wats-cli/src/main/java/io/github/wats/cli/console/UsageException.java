package io.github.wats.cli.console;

import java.util.function.Supplier;

/** The user asked for something that cannot be: exit code 2. */
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UsageException(String message) {
    super(message);
  }

  /** Settings check themselves; here their complaint is about what the user typed. */
  public static <T> T checked(Supplier<T> settings) {
    try {
      return settings.get();
    } catch (IllegalArgumentException wrong) {
      throw new UsageException(String.valueOf(wrong.getMessage()));
    }
  }
}
