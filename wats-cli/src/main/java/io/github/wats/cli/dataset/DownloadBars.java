package io.github.wats.cli.dataset;

import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.Messages;
import io.github.wats.io.dataset.DownloadListener;
import java.util.OptionalLong;

/** Shows downloads as bars, one file after the other. */
final class DownloadBars implements DownloadListener, AutoCloseable {
  private final Messages messages;
  private String file = "";
  private Messages.Progress bar = Messages.Progress.NONE;

  DownloadBars(Messages messages) {
    this.messages = messages;
  }

  @Override
  public void progress(String name, long bytes, OptionalLong total) {
    if (!name.equals(file)) {
      bar.close();
      file = name;
      bar = messages.progress(name, total.orElse(-1));
    }
    bar.to(bytes, Format.bytes(bytes));
  }

  @Override
  public void note(String line) {
    messages.note("note: " + line);
  }

  @Override
  public void close() {
    bar.close();
  }
}
