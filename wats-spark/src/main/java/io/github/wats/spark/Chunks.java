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
 * Packs the rows of a table as numbers of 8 bytes into chunks, each for one block. There is one
 * open chunk per block; full ones leave at once.
 */
final class Chunks implements Iterator<Tuple2<Integer, byte[]>> {
  static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  static final VarHandle DOUBLES =
      MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int LARGEST_CHUNK = 256 << 10; // bytes
  private static final int ALL_CHUNKS = 64 << 20; // that are open

  /** Packs one row. */
  interface Packing extends Serializable {
    void pack(InternalRow row, Chunks chunks);
  }

  private final Iterator<InternalRow> rows;
  private final Packing packing;
  private final int size; // bytes of a chunk
  private final byte[][] open; // by block; empty before the first record
  private final int[] used; // bytes
  private final Deque<Tuple2<Integer, byte[]>> full = new ArrayDeque<>();
  private int block;

  Chunks(int blocks, Iterator<InternalRow> rows, Packing packing) {
    this.rows = rows;
    this.packing = packing;
    this.size = Math.min(LARGEST_CHUNK, ALL_CHUNKS / blocks);
    this.open = new byte[blocks][0];
    this.used = new int[blocks];
  }

  /** Begins a record for the block of {@code key}: the key and {@code more} numbers. */
  Chunks record(long key, int more) {
    block = NodeKeys.block(key, open.length);
    int bytes = Long.BYTES * (1 + more);
    if (used[block] + bytes > open[block].length) {
      close();
      open[block] = new byte[Math.max(bytes, size)];
    }
    return add(key);
  }

  /** The next number of the record. */
  Chunks add(long number) {
    LONGS.set(open[block], used[block], number);
    used[block] += Long.BYTES;
    return this;
  }

  private void close() {
    if (used[block] > 0) {
      full.add(new Tuple2<>(block, Arrays.copyOf(open[block], used[block])));
      used[block] = 0;
    }
  }

  @Override
  public boolean hasNext() {
    while (full.isEmpty() && rows.hasNext()) {
      packing.pack(rows.next(), this);
    }
    if (full.isEmpty()) {
      for (block = 0; block < open.length; block++) {
        close();
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
