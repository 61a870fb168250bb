package io.github.wats.spark;

import java.io.Serializable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.sql.catalyst.InternalRow;
import scala.Tuple2;

/**
 * Packs rows of a table as numbers of 8 bytes into chunks, each for one block. There is one open
 * chunk per block; full ones leave at once.
 */
final class Chunks implements Iterator<Tuple2<Integer, byte[]>> {
  static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  static final VarHandle DOUBLES =
      MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.LITTLE_ENDIAN);

  /** Bytes of all open chunks of a task. */
  private static final int OPEN = 64 << 20;

  private static final int SMALLEST = 1 << 10;
  private static final int LARGEST = 4 << 20;

  /** Packs one row. */
  interface Packing extends Serializable {
    void pack(InternalRow row, Chunks chunks);
  }

  private final Iterator<InternalRow> rows;
  private final Packing packing;
  private final int limit;
  private final byte[][] open; // by block
  private final int[] used; // bytes
  private final Deque<Tuple2<Integer, byte[]>> full = new ArrayDeque<>();
  private int last = -1;

  Chunks(int blocks, Iterator<InternalRow> rows, Packing packing) {
    this.rows = rows;
    this.packing = packing;
    this.limit = Math.max(SMALLEST, Math.min(LARGEST, OPEN / blocks));
    this.open = new byte[blocks][0];
    this.used = new int[blocks];
  }

  /** Begins a record of that many numbers for the block of {@code key}. */
  Chunks record(long key, int numbers) {
    last = NodeKeys.block(key, open.length);
    int needed = used[last] + Long.BYTES * numbers;
    if (needed > open[last].length) {
      if (needed > limit && used[last] > 0) {
        close(last);
        needed = Long.BYTES * numbers;
      }
      int larger = Math.min(limit, Math.max(SMALLEST, 2 * open[last].length));
      open[last] = Arrays.copyOf(open[last], Math.max(needed, larger));
    }
    return add(key);
  }

  /** The next number of the record. */
  Chunks add(long number) {
    LONGS.set(open[last], used[last], number);
    used[last] += Long.BYTES;
    return this;
  }

  private void close(int block) {
    byte[] bytes = open[block];
    full.add(
        new Tuple2<>(
            block, used[block] == bytes.length ? bytes : Arrays.copyOf(bytes, used[block])));
    open[block] = new byte[0];
    used[block] = 0;
  }

  @Override
  public boolean hasNext() {
    while (full.isEmpty() && rows.hasNext()) {
      packing.pack(rows.next(), this);
    }
    for (int block = 0; full.isEmpty() && block < open.length; block++) {
      if (used[block] > 0) {
        close(block);
      }
    }
    return !full.isEmpty();
  }

  @Override
  public Tuple2<Integer, byte[]> next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return full.remove();
  }
}
