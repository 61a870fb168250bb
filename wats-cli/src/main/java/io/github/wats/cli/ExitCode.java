package io.github.wats.cli;

/** What the program returns to the shell. */
final class ExitCode {
  static final int DONE = 0;
  static final int FAILURE = 1;
  static final int USAGE = 2;
  static final int BAD_DATA = 3;
  static final int CHECK_FAILED = 4;
  static final int UNAVAILABLE = 5;

  private ExitCode() {}
}
