package io.github.wats.io.dataset;

import java.util.OptionalLong;

/** Receives the progress of a download. */
public interface DownloadListener {
  /** {@code bytes} of {@code file} have arrived, of {@code total} if that is known. */
  void progress(String file, long bytes, OptionalLong total);

  /** A notice: a resumed download, another try, a missing checksum. */
  void note(String line);
}
