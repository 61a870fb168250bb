package io.github.wats.io.npy;

import io.github.wats.io.Location;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;

/**
 * One member of an archive: its declared sizes are checked, its checksum when read to the end.
 *
 * @param start where its bytes begin in the file
 */
record NpzMember(Location location, FileChannel channel, ZipDirectory.Entry entry, long start)
    implements ByteSource {
  /** No deflate stream expands by a larger factor. */
  private static final long MOST_EXPANSION = 1032;

  /** Up to this size a member may have any compression ratio, such as a large array of zeros. */
  private static final long FREE_EXPANSION_BYTES = 1L << 30;

  /** The ratio allowed for a larger member: well above real data, well below a zip bomb. */
  private static final long LARGE_EXPANSION = 100;

  /** Above this ratio a member is inflated once for its size before memory is allocated. */
  private static final long PLAUSIBLE_EXPANSION = 16;

  private static final int HEADER_SIGNATURE = 0x04034b50;
  private static final int HEADER_BYTES = 30;
  private static final int BUFFER_BYTES = 1 << 16;

  /** Checks what the directory says about a member against the file. */
  static NpzMember of(Location location, FileChannel channel, ZipDirectory.Entry entry)
      throws IOException {
    location.check(!entry.isEncrypted(), "is encrypted");
    long stored = entry.storedSize();
    switch (entry.method()) {
      case ZipDirectory.Entry.STORED ->
          location.check(
              entry.size() == stored,
              "is stored, so its lengths must be equal, got %d and %d",
              entry.size(),
              stored);
      case ZipDirectory.Entry.DEFLATED -> checkExpansion(location, stored, entry.size());
      default ->
          throw location.invalid("must be stored or deflated, got zip method %d", entry.method());
    }
    long start = dataStart(location, channel, entry.header());
    location.check(
        stored >= 0 && stored <= channel.size() - start,
        "must lie within the file of %d bytes, got %d bytes from %d on",
        channel.size(),
        stored,
        start);
    return new NpzMember(location, channel, entry, start);
  }

  private static void checkExpansion(Location location, long stored, long size) {
    long bounded = Math.min(Math.max(0, stored), Long.MAX_VALUE / MOST_EXPANSION);
    long most =
        Math.max(
            Math.min(FREE_EXPANSION_BYTES, bounded * MOST_EXPANSION), bounded * LARGE_EXPANSION);
    location.check(
        size >= 0 && size <= most,
        "may inflate from %d bytes to at most %d, got %d",
        stored,
        most,
        size);
  }

  /** The member's own header repeats its name, perhaps with other extra fields. */
  private static long dataStart(Location location, FileChannel channel, long header)
      throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    boolean inside = header >= 0 && header <= channel.size() - HEADER_BYTES;
    while (inside && bytes.hasRemaining()) {
      inside = channel.read(bytes, header + bytes.position()) >= 0;
    }
    location.check(
        inside && bytes.getInt(0) == HEADER_SIGNATURE, "must begin at byte %d, got none", header);
    return header
        + HEADER_BYTES
        + Short.toUnsignedInt(bytes.getShort(26))
        + Short.toUnsignedInt(bytes.getShort(28));
  }

  @Override
  public long size() {
    return entry.size();
  }

  @Override
  public void checkPresent() throws IOException {
    if (entry.size() <= PLAUSIBLE_EXPANSION * entry.storedSize()) {
      return;
    }
    byte[] buffer = new byte[BUFFER_BYTES];
    try (InputStream in = open(0)) {
      while (in.read(buffer) >= 0) {
        // read only for its length and checksum
      }
    }
  }

  @Override
  public InputStream open(long from) throws IOException {
    boolean deflated = entry.method() == ZipDirectory.Entry.DEFLATED;
    InputStream stored = new ChannelStream(channel, start, entry.storedSize());
    InputStream member = new CheckedMember(deflated ? inflated(stored) : stored);
    try {
      member.skipNBytes(from);
      return member;
    } catch (Throwable e) {
      member.close();
      throw e;
    }
  }

  private static InputStream inflated(InputStream stored) {
    return new InflaterInputStream(stored, new Inflater(true), BUFFER_BYTES) {
      @Override
      public void close() throws IOException {
        super.close();
        inf.end(); // gives back its native memory
      }
    };
  }

  /** Checks length and checksum at the end; damage is invalid data, not an I/O error. */
  private final class CheckedMember extends CheckedInputStream {
    private long count;

    CheckedMember(InputStream in) {
      super(in, new CRC32());
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int got;
      try {
        got = super.read(target, offset, length);
      } catch (ZipException | EOFException e) {
        throw location.invalid("is damaged or truncated after %d bytes: %s", count, e.getMessage());
      }
      if (got > 0) {
        count += got;
        location.check(count <= size(), "inflates to more than the %d bytes declared", size());
      } else if (got < 0) {
        checkWhole();
      }
      return got;
    }

    private void checkWhole() {
      location.check(count == size(), "is truncated: %d of %d bytes", count, size());
      long checksum = getChecksum().getValue();
      location.check(
          checksum == entry.checksum(),
          "is damaged: its checksum must be %08x, got %08x",
          entry.checksum(),
          checksum);
    }
  }
}
