package io.github.wats.io.npy;

import java.io.IOException;
import java.io.InputStream;

/** The bytes of one array, header and elements, which can be read from the start repeatedly. */
interface ByteSource {
  /** The number of bytes; in a compressed archive, the declared number. */
  long size();

  /** Checks that {@link #size} bytes are present, if not yet known. */
  void checkPresent() throws IOException;

  /** The bytes from {@code start} on. */
  InputStream open(long start) throws IOException;
}
