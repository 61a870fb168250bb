package io.github.wats.io.npy;

import java.io.IOException;
import java.io.InputStream;

/** The bytes of one array, header and elements, which can be read from the start repeatedly. */
interface ByteSource {
  /** How many bytes there are, or, in a compressed archive, are said to be. */
  long size();

  /** Checks that {@link #size} bytes are present, if that is not known yet. */
  void checkPresent() throws IOException;

  /** The bytes from {@code start} on. */
  InputStream open(long start) throws IOException;
}
