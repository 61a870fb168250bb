package io.github.wats.io.npy;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/** Inflates a zip member and gives the inflater's native memory back when closed. */
final class RawInflaterStream extends InflaterInputStream {
  private static final int BUFFER_BYTES = 1 << 16;

  RawInflaterStream(InputStream in) {
    super(in, new Inflater(true), BUFFER_BYTES);
  }

  @Override
  public void close() throws IOException {
    super.close();
    inf.end();
  }
}
