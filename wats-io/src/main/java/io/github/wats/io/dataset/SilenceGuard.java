package io.github.wats.io.dataset;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;

/** Closes a stream that brought no data for too long, so that a blocked read ends. */
final class SilenceGuard implements Closeable {
  private final InputStream stream;
  private final Duration longest;
  private final Thread watcher;
  private volatile long lastHeard = System.nanoTime();
  private volatile boolean tripped;

  SilenceGuard(InputStream stream, Duration longest) {
    this.stream = stream;
    this.longest = longest;
    this.watcher = new Thread(this::watch, "wats-download-guard");
    watcher.setDaemon(true);
    watcher.start();
  }

  private void watch() {
    try {
      long left = longest.toNanos();
      while (left > 0) {
        Thread.sleep(left / 1_000_000 + 1);
        left = longest.toNanos() - (System.nanoTime() - lastHeard);
      }
      tripped = true;
      stream.close();
    } catch (InterruptedException e) {
      // The download is over.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Data was received. */
  void reset() {
    lastHeard = System.nanoTime();
  }

  boolean hasTripped() {
    return tripped;
  }

  String trouble() {
    return "no data received for " + longest.toMillis() / 1000.0 + " s";
  }

  @Override
  public void close() {
    watcher.interrupt();
  }
}
