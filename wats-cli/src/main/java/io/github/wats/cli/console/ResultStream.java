package io.github.wats.cli.console;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Standard output that remembers why it could not be written; a {@link PrintWriter} does not. */
public final class ResultStream extends FilterOutputStream {
  private @Nullable IOException failure;

  public ResultStream(OutputStream out) {
    super(out);
  }

  @Override
  public void write(byte[] bytes, int start, int length) throws IOException {
    try {
      out.write(bytes, start, length);
    } catch (IOException failed) {
      failure = failed;
      throw failed;
    }
  }

  /**
   * The exit code of a command that ended with {@code exitCode}: results that did not get out are a
   * failure, unless the reader closed the pipe because it had enough.
   */
  public int exitCode(int exitCode, PrintWriter err) {
    String reason = failure == null ? "" : String.valueOf(failure.getMessage());
    if (reason.isEmpty() || reason.toLowerCase(Locale.ROOT).contains("broken pipe")) {
      return exitCode;
    }
    err.println("wats: the results could not be written to standard output: " + reason);
    return exitCode == ExitCode.DONE ? ExitCode.FAILURE : exitCode;
  }
}
