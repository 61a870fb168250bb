package io.github.wats.cli.console;

/** What the program returns to the shell. */
public final class ExitCode {
  public static final int DONE = 0;
  public static final int FAILURE = 1;
  public static final int USAGE = 2;
  public static final int BAD_DATA = 3;
  public static final int CHECK_FAILED = 4;
  public static final int UNAVAILABLE = 5;

  private ExitCode() {}
}
