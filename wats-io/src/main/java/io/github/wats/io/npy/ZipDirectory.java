package io.github.wats.io.npy;

import io.github.wats.io.Location;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads the directory at the end of a zip archive, including ZIP64. The JDK's reader allocates
 * memory for as many entries as the archive declares; this one only for those that exist.
 */
record ZipDirectory(Location location, FileChannel channel, long fileSize) {
  private static final int END_SIGNATURE = 0x06054b50;
  private static final int END_BYTES = 22;
  private static final int LONGEST_COMMENT = 0xFFFF;
  private static final int LOCATOR_SIGNATURE = 0x07064b50;
  private static final int LOCATOR_BYTES = 20;
  private static final int END64_SIGNATURE = 0x06064b50;
  private static final int END64_BYTES = 56;
  private static final int ENTRY_SIGNATURE = 0x02014b50;
  private static final int ENTRY_BYTES = 46;
  private static final int ZIP64_FIELD = 1;
  private static final long IN_ZIP64 = 0xFFFFFFFFL;

  /**
   * A member, as the directory describes it.
   *
   * @param header where its local header begins
   * @param storedSize its size in the archive
   * @param size its uncompressed size
   */
  record Entry(
      String name, int flags, int method, long checksum, long storedSize, long size, long header) {
    static final int STORED = 0;
    static final int DEFLATED = 8;

    boolean isEncrypted() {
      return (flags & 1) != 0;
    }
  }

  /** All members by name, in the order of the directory. */
  static Map<String, Entry> read(Location location, FileChannel channel) throws IOException {
    return new ZipDirectory(location, channel, channel.size()).entries();
  }

  private Map<String, Entry> entries() throws IOException {
    ByteBuffer directory = directory();
    Map<String, Entry> entries = new LinkedHashMap<>();
    while (directory.hasRemaining()) {
      check(
          directory.remaining() >= ENTRY_BYTES && directory.getInt() == ENTRY_SIGNATURE,
          "its directory is damaged after " + entries.size() + " members");
      Entry entry = entry(directory);
      location.check(
          entries.put(entry.name(), entry) == null, "has a member '%s' twice", entry.name());
    }
    return entries;
  }

  /** The bytes of the directory, located by the record at the end of the file. */
  private ByteBuffer directory() throws IOException {
    int length = (int) Math.min(fileSize, END_BYTES + LONGEST_COMMENT);
    ByteBuffer tail = read(fileSize - length, length);
    int end = length - END_BYTES;
    while (end >= 0 && !isEnd(tail, end, length)) {
      end--;
    }
    check(end >= 0, "it has no directory at its end");
    long size = Integer.toUnsignedLong(tail.getInt(end + 12));
    long start = Integer.toUnsignedLong(tail.getInt(end + 16));
    long place = fileSize - length + end;
    if (size == IN_ZIP64 || start == IN_ZIP64) {
      ByteBuffer end64 = end64(place);
      size = end64.getLong(40);
      start = end64.getLong(48);
    }
    check(
        size >= 0 && start >= 0 && size <= place && start <= place - size,
        "its directory must lie within the file");
    check(size <= Integer.MAX_VALUE - 16, "its directory is larger than 2 GiB");
    return read(start, (int) size);
  }

  private static boolean isEnd(ByteBuffer tail, int at, int length) {
    return tail.getInt(at) == END_SIGNATURE
        && at + END_BYTES + Short.toUnsignedInt(tail.getShort(at + 20)) == length;
  }

  private ByteBuffer end64(long end) throws IOException {
    check(end >= LOCATOR_BYTES, "its ZIP64 record is missing");
    ByteBuffer locator = read(end - LOCATOR_BYTES, LOCATOR_BYTES);
    long place = locator.getLong(8);
    check(
        locator.getInt(0) == LOCATOR_SIGNATURE && place >= 0 && place <= end - END64_BYTES,
        "its ZIP64 record is missing");
    ByteBuffer record = read(place, END64_BYTES);
    check(record.getInt(0) == END64_SIGNATURE, "its ZIP64 record is missing");
    return record;
  }

  /** Reads an entry whose signature has been read. */
  private Entry entry(ByteBuffer in) {
    int start = in.position() - Integer.BYTES;
    int nameLength = Short.toUnsignedInt(in.getShort(start + 28));
    int extraLength = Short.toUnsignedInt(in.getShort(start + 30));
    int commentLength = Short.toUnsignedInt(in.getShort(start + 32));
    int end = start + ENTRY_BYTES + nameLength + extraLength + commentLength;
    check(end <= in.limit(), "its directory is damaged at byte " + start);
    byte[] name = new byte[nameLength];
    in.get(start + ENTRY_BYTES, name);
    ByteBuffer extra = in.slice(start + ENTRY_BYTES + nameLength, extraLength).order(in.order());
    long[] sizes = {
      Integer.toUnsignedLong(in.getInt(start + 24)),
      Integer.toUnsignedLong(in.getInt(start + 20)),
      Integer.toUnsignedLong(in.getInt(start + 42))
    };
    takeZip64(extra, sizes);
    in.position(end);
    return new Entry(
        new String(name, StandardCharsets.UTF_8),
        in.getShort(start + 8),
        Short.toUnsignedInt(in.getShort(start + 10)),
        Integer.toUnsignedLong(in.getInt(start + 16)),
        sizes[1],
        sizes[0],
        sizes[2]);
  }

  /** Sizes too large for 32 bits, and only those, are in an extra field, in the same order. */
  private static void takeZip64(ByteBuffer extra, long[] sizes) {
    while (extra.remaining() >= 2 * Short.BYTES) {
      int field = Short.toUnsignedInt(extra.getShort());
      int length = Math.min(Short.toUnsignedInt(extra.getShort()), extra.remaining());
      int next = extra.position() + length;
      for (int k = 0; field == ZIP64_FIELD && k < sizes.length; k++) {
        if (sizes[k] == IN_ZIP64 && next - extra.position() >= Long.BYTES) {
          sizes[k] = extra.getLong();
        }
      }
      extra.position(next);
    }
  }

  private ByteBuffer read(long start, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining()) {
      check(channel.read(bytes, start + bytes.position()) >= 0, "it ends too early");
    }
    return bytes.flip();
  }

  private void check(boolean holds, String problem) {
    location.check(holds, "is not a complete npz archive (truncated?): %s", problem);
  }
}
