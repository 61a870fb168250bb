package io.github.wats.io.npy;

import io.github.wats.io.Origin;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/** One member of an archive: its declared sizes are checked, its checksum when read to the end. */
final class NpzMember implements ByteSource {
  /** No deflate stream grows by more than this. */
  private static final long MOST_EXPANSION = 1032;

  /** Up to this size a member may be compressed as well as deflate can, a large array of zeros. */
  private static final long FREE_EXPANSION_BYTES = 1L << 30;

  /** What a larger member may grow by: well above real data, well below a bomb. */
  private static final long LARGE_EXPANSION = 100;

  /** Members that grow by more are inflated once for their size before memory is taken. */
  private static final long PLAUSIBLE_EXPANSION = 16;

  private final Origin origin;
  private final ZipFile zip;
  private final ZipEntry entry;

  NpzMember(Origin origin, ZipFile zip, ZipEntry entry, long fileSize) {
    this.origin = origin;
    this.zip = zip;
    this.entry = entry;
    long stored = entry.getCompressedSize();
    origin.check(
        stored >= 0 && stored <= fileSize,
        "must lie within the file of %d bytes, got a length of %d",
        fileSize,
        stored);
    if (entry.getMethod() == ZipEntry.STORED) {
      origin.check(
          entry.getSize() == stored,
          "is stored, so its lengths must be equal, got %d and %d",
          entry.getSize(),
          stored);
    } else {
      checkExpansion(stored);
    }
  }

  private void checkExpansion(long stored) {
    long size = entry.getSize();
    long most =
        Math.max(Math.min(FREE_EXPANSION_BYTES, stored * MOST_EXPANSION), stored * LARGE_EXPANSION);
    origin.check(
        size >= 0 && size <= most,
        "may inflate from %d bytes to at most %d, got %d",
        stored,
        most,
        size);
  }

  @Override
  public long size() {
    return entry.getSize();
  }

  @Override
  public void checkPresent() throws IOException {
    if (entry.getSize() <= PLAUSIBLE_EXPANSION * entry.getCompressedSize()) {
      return;
    }
    byte[] buffer = new byte[1 << 16];
    try (InputStream in = open()) {
      while (in.read(buffer) >= 0) {
        // read for its length and checksum alone
      }
    }
  }

  @Override
  public InputStream open() throws IOException {
    try {
      return new CheckedMember(zip.getInputStream(entry));
    } catch (ZipException e) {
      throw origin.invalid("cannot be unpacked: %s", e.getMessage());
    }
  }

  /** Checks length and checksum at the end; damage is invalid data, not a failure to read. */
  private final class CheckedMember extends InputStream {
    private final InputStream in;
    private final CRC32 checksum = new CRC32();
    private long count;

    CheckedMember(InputStream in) {
      this.in = in;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      int got = read(one, 0, 1);
      return got < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int start, int length) throws IOException {
      int got;
      try {
        got = in.read(target, start, length);
      } catch (ZipException | EOFException e) {
        throw origin.invalid("is damaged or cut off after %d bytes: %s", count, e.getMessage());
      }
      if (got > 0) {
        checksum.update(target, start, got);
        count += got;
        origin.check(count <= size(), "inflates to more than the %d bytes declared", size());
      } else if (got < 0) {
        origin.check(count == size(), "is cut off: %d of %d bytes", count, size());
        origin.check(
            checksum.getValue() == entry.getCrc(),
            "is damaged: its checksum must be %08x, got %08x",
            entry.getCrc(),
            checksum.getValue());
      }
      return got;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
