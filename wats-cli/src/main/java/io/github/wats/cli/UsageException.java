package io.github.wats.cli;

import java.util.function.Supplier;

/** The user asked for something that cannot be: exit code 2. */
final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UsageException(String message) {
    super(message);
  }

  /** Settings check themselves; here their complaint is about what the user typed. */
  static <T> T checked(Supplier<T> settings) {
    try {
      return settings.get();
    } catch (IllegalArgumentException wrong) {
      throw new UsageException(String.valueOf(wrong.getMessage()));
    }
  }
}
