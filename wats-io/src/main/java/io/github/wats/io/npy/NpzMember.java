package io.github.wats.io.npy;

import io.github.wats.io.Location;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/** One member of an archive: its declared sizes are checked, its checksum when read to the end. */
record NpzMember(Location location, ZipFile zip, ZipEntry entry) implements ByteSource {
  /** No deflate stream expands by a larger factor. */
  private static final long MOST_EXPANSION = 1032;

  /** Up to this size a member may have any compression ratio, such as a large array of zeros. */
  private static final long FREE_EXPANSION_BYTES = 1L << 30;

  /** The ratio allowed for a larger member: well above real data, well below a zip bomb. */
  private static final long LARGE_EXPANSION = 100;

  /** Above this ratio a member is inflated once for its size before memory is allocated. */
  private static final long PLAUSIBLE_EXPANSION = 16;

  /** Checks what the directory says about a member against the size of the file. */
  static NpzMember of(Location location, ZipFile zip, ZipEntry entry, long fileSize) {
    long stored = entry.getCompressedSize();
    long size = entry.getSize();
    location.check(
        stored >= 0 && stored <= fileSize,
        "must lie within the file of %d bytes, got %d bytes",
        fileSize,
        stored);
    if (entry.getMethod() == ZipEntry.STORED) {
      location.check(
          size == stored, "is stored, so its lengths must be equal, got %d and %d", size, stored);
    }
    long free = Math.min(FREE_EXPANSION_BYTES, stored * MOST_EXPANSION);
    long most = Math.max(free, stored * LARGE_EXPANSION);
    location.check(
        size >= 0 && size <= most,
        "may inflate from %d bytes to at most %d, got %d",
        stored,
        most,
        size);
    return new NpzMember(location, zip, entry);
  }

  @Override
  public long size() {
    return entry.getSize();
  }

  @Override
  public void checkPresent() throws IOException {
    if (size() > PLAUSIBLE_EXPANSION * entry.getCompressedSize()) {
      try (InputStream in = open(0)) {
        in.transferTo(OutputStream.nullOutputStream()); // checks length and checksum
      }
    }
  }

  @Override
  public InputStream open(long from) throws IOException {
    InputStream member = new CheckedMember(zip.getInputStream(entry));
    try {
      member.skipNBytes(from);
      return member;
    } catch (Throwable e) {
      member.close();
      throw e;
    }
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
          checksum == entry.getCrc(),
          "is damaged: its checksum must be %08x, got %08x",
          entry.getCrc(),
          checksum);
    }
  }
}
