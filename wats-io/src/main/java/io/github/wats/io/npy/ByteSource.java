package io.github.wats.io.npy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;

/** The bytes of one array, header and elements, which can be read from the start repeatedly. */
interface ByteSource {
  /** The number of bytes; in a compressed archive, the declared number. */
  long size();

  /** Checks that {@link #size} bytes are present, if not yet known. */
  default void checkPresent() throws IOException {}

  /** The bytes from {@code start} on. */
  InputStream open(long start) throws IOException;

  /** Bytes in memory. */
  record Memory(byte[] bytes) implements ByteSource {
    @Override
    public long size() {
      return bytes.length;
    }

    @Override
    public InputStream open(long start) {
      return new ByteArrayInputStream(bytes, (int) start, bytes.length - (int) start);
    }
  }

  /** A range of a file, which must be inside of it. */
  record Range(FileChannel channel, long start, long size) implements ByteSource {
    @Override
    public InputStream open(long from) {
      return new ChannelStream(channel, start + from, size - from);
    }
  }
}
