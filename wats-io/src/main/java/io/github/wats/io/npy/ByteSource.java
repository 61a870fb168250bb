package io.github.wats.io.npy;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.channels.FileChannel;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

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

  /** A range of a source; where both end, the source sees its end read, as checksums need. */
  static ByteSource slice(ByteSource whole, long start, long size) {
    return start == 0 && size == whole.size() ? whole : new Slice(whole, start, size);
  }

  /** A range of another source. */
  record Slice(ByteSource whole, long start, long size) implements ByteSource {
    @Override
    public void checkPresent() throws IOException {
      whole.checkPresent();
    }

    @Override
    public InputStream open(long from) throws IOException {
      InputStream in = whole.open(start + from);
      boolean toTheEnd = start + size == whole.size();
      return toTheEnd ? in : new Limited(in, size - from);
    }
  }

  /** The first bytes of a stream. */
  final class Limited extends FilterInputStream {
    private long left;

    Limited(InputStream in, long left) {
      super(in);
      this.left = left;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int got = left == 0 ? -1 : in.read(target, offset, (int) Math.min(length, left));
      left -= Math.max(0, got);
      return got;
    }
  }

  /** Several sources, one after the other. */
  static ByteSource joined(List<ByteSource> parts) {
    return parts.size() == 1 ? parts.get(0) : new Joined(List.copyOf(parts));
  }

  /** Several sources, one after the other. */
  record Joined(List<ByteSource> parts) implements ByteSource {
    @Override
    public long size() {
      return parts.stream().mapToLong(ByteSource::size).sum();
    }

    @Override
    public void checkPresent() throws IOException {
      for (ByteSource part : parts) {
        part.checkPresent();
      }
    }

    @Override
    public InputStream open(long start) throws IOException {
      long skipped = start;
      Stream.Builder<InputStream> streams = Stream.builder();
      for (ByteSource part : parts) {
        if (skipped < part.size()) {
          streams.add(part.open(skipped));
        }
        skipped = Math.max(0, skipped - part.size());
      }
      return new SequenceInputStream(Collections.enumeration(streams.build().toList()));
    }
  }

  /** Elements of bfloat16, the upper half of a float32, as float32. */
  record Widened(ByteSource halves, boolean bigEndian) implements ByteSource {
    @Override
    public long size() {
      return 2 * halves.size();
    }

    @Override
    public void checkPresent() throws IOException {
      halves.checkPresent();
    }

    @Override
    public InputStream open(long start) throws IOException {
      InputStream in = halves.open(start / 2);
      return new FilterInputStream(in) {
        @Override
        public int read() throws IOException {
          return in.read(); // asked for at the end only
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
          byte[] read = in.readNBytes(length / 4 * 2);
          for (int k = 0; k < read.length; k++) {
            int place = offset + k / 2 * 4 + k % 2;
            target[place + (bigEndian ? 0 : 2)] = read[k];
            target[place + (bigEndian ? 2 : 0)] = 0;
          }
          return read.length == 0 ? -1 : 2 * read.length;
        }
      };
    }
  }
}
