package io.github.wats.io.npy;

import io.github.wats.io.Location;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * An array in a file. Its header has been read and checked against the size of the file; its
 * elements are read on each call, and returned in row-major order whatever their order in the file.
 * An invalid element is an {@link io.github.wats.io.InvalidDataException}.
 */
public final class NpyArray {
  /** A Java array has a little less than 2^31 entries. */
  private static final long MOST_ELEMENTS = Integer.MAX_VALUE - 15L;

  private final Location location;
  private final ByteSource source;
  private final NpyHeader header;

  private NpyArray(Location location, ByteSource source, NpyHeader header) {
    this.location = location;
    this.source = source;
    this.header = header;
  }

  /** The array of an {@code .npy} file. */
  public static NpyArray read(Path file) throws IOException {
    return read(Location.of(file), new NpyFile(file, Files.size(file)));
  }

  private record NpyFile(Path file, long size) implements ByteSource {
    @Override
    public InputStream open(long start) throws IOException {
      return Channels.newInputStream(FileChannel.open(file).position(start));
    }
  }

  /** Reads the header and checks that the bytes it declares are there. */
  static NpyArray read(Location location, ByteSource source) throws IOException {
    return of(location, readHeader(location, source), source);
  }

  /** An array whose elements begin after the bytes of its header. */
  static NpyArray of(Location location, NpyHeader header, ByteSource source) {
    long declared = header.byteCount() + location.checked(header::dataBytes);
    location.check(
        declared == source.size(),
        "shape %s of %s needs %d bytes with its header, got %d",
        header.shapeText(),
        header.type(),
        declared,
        source.size());
    return new NpyArray(location, source, header);
  }

  /**
   * The rows of several arrays, one after the other; they must have one element type, the same
   * number of columns, and C order.
   */
  static NpyArray concatenated(Location location, List<NpyArray> arrays) {
    NpyHeader first = arrays.get(0).header;
    long rows = 0;
    for (NpyArray array : arrays) {
      NpyHeader header = array.header;
      array.check(
          array.dimensions() > 0
              && header.type().equals(first.type())
              && array.rowShape().equals(arrays.get(0).rowShape()),
          "must have the type and columns of the first part, %s of %s, got %s of %s",
          first.shapeText(),
          first.type(),
          header.shapeText(),
          header.type());
      array.check(
          !array.isFortranOrder() || array.dimensions() < 2,
          "must be in C order to be read in parts: save it .contiguous(), in NumPy"
              + " np.ascontiguousarray(…)");
      rows += header.shape().get(0);
    }
    List<Long> shape = new ArrayList<>(arrays.get(0).rowShape());
    shape.add(0, rows);
    return of(location, new NpyHeader(first.type(), false, shape, 0), new Elements(arrays));
  }

  /** The elements of several arrays, one after the other. */
  private record Elements(List<NpyArray> arrays) implements ByteSource {
    @Override
    public long size() {
      return arrays.stream().mapToLong(array -> array.header.dataBytes()).sum();
    }

    @Override
    public void checkPresent() throws IOException {
      for (NpyArray array : arrays) {
        array.checkPresent();
      }
    }

    @Override
    public InputStream open(long start) throws IOException {
      long skipped = start;
      List<InputStream> streams = new ArrayList<>();
      for (NpyArray array : arrays) {
        long bytes = array.header.dataBytes();
        if (skipped < bytes) {
          streams.add(array.source.open(array.header.byteCount() + skipped));
        }
        skipped = Math.max(0, skipped - bytes);
      }
      return new SequenceInputStream(Collections.enumeration(streams));
    }
  }

  private List<Long> rowShape() {
    check(dimensions() > 0, "must have a row for each node, got a single number");
    return header.shape().subList(1, dimensions());
  }

  private static NpyHeader readHeader(Location location, ByteSource source) throws IOException {
    try (InputStream in = source.open(0)) {
      return NpyHeader.read(in);
    } catch (IllegalArgumentException e) {
      throw location.invalid("%s", e.getMessage());
    } catch (EOFException e) {
      throw location.invalid("is truncated within its header");
    }
  }

  /** File and name of this array, for messages. */
  public Location location() {
    return location;
  }

  /** Refuses the array unless {@code holds}; the message names it. */
  public void check(boolean holds, String message, @Nullable Object... values) {
    location.check(holds, message, values);
  }

  public NpyType type() {
    return header.type();
  }

  /** The number of axes; 0 for a single value. */
  public int dimensions() {
    return header.shape().size();
  }

  /** The length of an axis. */
  public int length(int axis) {
    long length = header.shape().get(axis);
    location.check(
        length <= MOST_ELEMENTS,
        "axis %d must be at most %d long, got %d",
        axis,
        MOST_ELEMENTS,
        length);
    return (int) length;
  }

  public long elementCount() {
    return header.elementCount();
  }

  /** The shape for messages: {@code 3 × 4}. */
  public String shapeText() {
    return header.shapeText();
  }

  /** Whether {@link #open} gives columns before rows. */
  public boolean isFortranOrder() {
    return header.fortranOrder();
  }

  /** This array, which must have this number of axes. */
  public NpyArray withDimensions(int wanted) {
    location.check(
        dimensions() == wanted,
        "must have %d %s, got shape %s",
        wanted,
        wanted == 1 ? "axis" : "axes",
        shapeText());
    return this;
  }

  /** Opens the elements in the order of the file, without holding them all in memory. */
  public ElementReader open() throws IOException {
    return open(0);
  }

  /** Opens the elements from number {@code first} on, counted in the order of the file. */
  public ElementReader open(long first) throws IOException {
    location.check(!type().isText(), "must hold numbers, got elements of type %s", type());
    return openAny(first);
  }

  private ElementReader openAny(long first) throws IOException {
    InputStream in = source.open(header.byteCount() + first * type().size());
    return new ElementReader(header, location, in, first);
  }

  /**
   * Checks, before memory is allocated for them, that the elements are present: a member with an
   * implausible compression ratio is inflated once to verify its length.
   */
  public void checkPresent() throws IOException {
    source.checkPresent();
  }

  /** All elements as doubles; 64-bit integers are rounded. */
  public double[] toDoubles() throws IOException {
    return all(double[]::new, ElementReader::read, (to, i, from, k) -> to[i] = from[k]);
  }

  /** All elements as floats, rounded; a finite number too large for a float is refused. */
  public float[] toFloats() throws IOException {
    return all(float[]::new, ElementReader::read, (to, i, from, k) -> to[i] = from[k]);
  }

  /** All elements, which must be integers within int; booleans count as 0 and 1. */
  public int[] toInts() throws IOException {
    return all(int[]::new, ElementReader::read, (to, i, from, k) -> to[i] = from[k]);
  }

  /** All elements, which must be integers within long; booleans count as 0 and 1. */
  public long[] toLongs() throws IOException {
    return all(long[]::new, ElementReader::read, (to, i, from, k) -> to[i] = from[k]);
  }

  /** All elements, which must be booleans or the integers 0 and 1. */
  public boolean[] toBooleans() throws IOException {
    return all(boolean[]::new, ElementReader::read, (to, i, from, k) -> to[i] = from[k]);
  }

  /** All elements of an array of strings. */
  public String[] toStrings() throws IOException {
    location.check(type().isText(), "must hold text, got elements of type %s", type());
    String[] values = new String[checkedCount()];
    try (ElementReader reader = openAny(0)) {
      for (int k = 0; k < values.length; k++) {
        values[header.place(k)] = reader.nextText();
      }
    }
    return values;
  }

  /** The number of elements, checked to be present and to fit a Java array. */
  private int checkedCount() throws IOException {
    long count = elementCount();
    location.check(
        count <= MOST_ELEMENTS,
        "shape %s has %d elements, more than the %d that fit in memory as one array",
        shapeText(),
        count,
        MOST_ELEMENTS);
    source.checkPresent();
    return (int) count;
  }

  /** Reads the next {@code count} elements into {@code target} from {@code start} on. */
  private interface Filler<A> {
    void fill(ElementReader reader, A target, int start, int count) throws IOException;
  }

  /** {@code to[i] = from[k]}. */
  private interface Assignment<A> {
    void assign(A to, int i, A from, int k);
  }

  /** All elements in row-major order: read straight, or from Fortran order block by block. */
  private <A> A all(IntFunction<A> newArray, Filler<A> filler, Assignment<A> assignment)
      throws IOException {
    int count = checkedCount();
    A values = newArray.apply(count);
    try (ElementReader reader = open()) {
      if (!isFortranOrder() || dimensions() <= 1) {
        filler.fill(reader, values, 0, count);
        return values;
      }
      int blockLength = ElementReader.blockLength(header);
      A block = newArray.apply(blockLength);
      for (int done = 0; done < count; done += blockLength) {
        int step = Math.min(blockLength, count - done);
        filler.fill(reader, block, 0, step);
        for (int k = 0; k < step; k++) {
          assignment.assign(values, header.place(done + k), block, k);
        }
      }
      return values;
    }
  }

  @Override
  public String toString() {
    return "NpyArray[" + location.name() + ", " + shapeText() + ", " + type() + "]";
  }
}
