package io.github.wats.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/** Builds a {@link Block} from chunks of node keys and of directed edges. */
final class BlockBuilder {
  private static final int PAIR = 2 * Long.BYTES;
  private static final int DIGIT = 16; // bits of a pass of the sort
  private static final int MOST_BITS = 26; // of the directory

  private final int id;
  private final int blocks;
  private final long[] keys; // (n) ascending, distinct
  private final int bits;
  private final int[] directory; // by the highest bits of a key's place: the first row
  private @Nullable Long repeated;
  private @Nullable Long unknown;

  /** A block of the nodes in these chunks. */
  BlockBuilder(int id, int blocks, Iterator<Tuple2<Integer, byte[]>> nodes) {
    this.id = id;
    this.blocks = blocks;
    List<byte[]> chunks = taken(nodes);
    long[] sorted = new long[count(chunks, Long.BYTES)];
    int n = 0;
    for (byte[] chunk : chunks) {
      for (int k = 0; k < chunk.length; k += Long.BYTES) {
        sorted[n++] = (long) Chunks.LONGS.get(chunk, k);
      }
    }
    Arrays.sort(sorted);
    int distinct = Math.min(n, 1);
    for (int k = 1; k < n; k++) {
      if (sorted[k] != sorted[k - 1]) {
        sorted[distinct++] = sorted[k];
      } else {
        repeated = sorted[k];
      }
    }
    keys = distinct == n ? sorted : Arrays.copyOf(sorted, distinct);
    bits = Math.min(MOST_BITS, Integer.SIZE - Integer.numberOfLeadingZeros(keys.length));
    directory = new int[(1 << bits) + 1];
    for (long key : keys) {
      directory[bucket(key) + 1]++;
    }
    Arrays.parallelPrefix(directory, Integer::sum);
  }

  private static List<byte[]> taken(Iterator<Tuple2<Integer, byte[]>> packets) {
    List<byte[]> chunks = new ArrayList<>();
    packets.forEachRemaining(packet -> chunks.add(packet._2()));
    return chunks;
  }

  private static int count(List<byte[]> chunks, int width) {
    return Block.toArraySize(chunks.stream().mapToLong(chunk -> chunk.length / width).sum());
  }

  private int bucket(long key) {
    return (int) (NodeKeys.place(key, blocks) >>> (Integer.SIZE - bits));
  }

  /** The row of a key, or less than 0. */
  private int row(long key) {
    int bucket = bucket(key);
    return Arrays.binarySearch(keys, directory[bucket], directory[bucket + 1], key);
  }

  /** The block with the edges in these chunks, each (key of a node here, key of its neighbor). */
  Block build(Iterator<Tuple2<Integer, byte[]>> edges) {
    List<byte[]> chunks = taken(edges);
    long[] ends = new long[count(chunks, PAIR)];
    int[] rows = new int[ends.length];
    int[] offsets = new int[keys.length + 1];
    int entries = 0;
    for (int c = 0; c < chunks.size(); c++) {
      byte[] chunk = chunks.set(c, new byte[0]); // not needed any more
      for (int k = 0; k < chunk.length; k += PAIR) {
        long key = (long) Chunks.LONGS.get(chunk, k);
        int row = row(key);
        if (row < 0) {
          unknown = unknown == null ? key : Math.min(unknown, key);
        } else {
          ends[entries] = (long) Chunks.LONGS.get(chunk, k + Long.BYTES);
          rows[entries++] = row;
          offsets[row + 1]++;
        }
      }
    }
    Arrays.parallelPrefix(offsets, Integer::sum);
    if (unknown != null) { // an error, but with consistent arrays
      ends = Arrays.copyOf(ends, entries);
      rows = Arrays.copyOf(rows, entries);
    }
    sort(ends, rows);
    return withHalo(ends, rows, offsets);
  }

  /** Sorts keys with a number beside each, by stable passes. */
  static void sort(long[] keys, int[] numbers) {
    long[] spareKeys = new long[keys.length];
    int[] spareNumbers = new int[keys.length];
    for (int shift = 0; shift < Long.SIZE; shift += 2 * DIGIT) {
      pass(keys, numbers, spareKeys, spareNumbers, shift);
      pass(spareKeys, spareNumbers, keys, numbers, shift + DIGIT);
    }
  }

  private static void pass(long[] keys, int[] numbers, long[] toKeys, int[] toNumbers, int shift) {
    int[] next = new int[(1 << DIGIT) + 1];
    for (long key : keys) {
      next[digit(key, shift) + 1]++;
    }
    Arrays.parallelPrefix(next, Integer::sum);
    for (int i = 0; i < keys.length; i++) {
      int place = next[digit(keys[i], shift)]++;
      toKeys[place] = keys[i];
      toNumbers[place] = numbers[i];
    }
  }

  private static int digit(long key, int shift) {
    return (int) ((key ^ Long.MIN_VALUE) >>> shift) & ((1 << DIGIT) - 1);
  }

  /** Edges that are sorted by their end as rows: the halo is the distinct ends. */
  private Block withHalo(long[] ends, int[] rows, int[] offsets) {
    int[] haloFrom = new int[blocks + 1];
    int[] sendFrom = new int[blocks + 1];
    int[] columns = new int[ends.length];
    int[] send = new int[ends.length];
    int[] next = Arrays.copyOf(offsets, keys.length);
    int[] last = new int[keys.length]; // 1 + the block of the last end of a row
    int place = -1;
    int sent = 0;
    for (int k = 0; k < ends.length; k++) {
      int target = NodeKeys.block(ends[k], blocks);
      if (k == 0 || ends[k] != ends[k - 1]) {
        place++;
        haloFrom[target + 1]++;
      }
      columns[next[rows[k]]++] = place;
      if (last[rows[k]] != target + 1) {
        last[rows[k]] = target + 1;
        sendFrom[target + 1]++;
        send[sent++] = rows[k];
      }
    }
    Arrays.parallelPrefix(haloFrom, Integer::sum);
    Arrays.parallelPrefix(sendFrom, Integer::sum);
    for (int target = 0; target < blocks; target++) {
      Arrays.sort(send, sendFrom[target], sendFrom[target + 1]);
    }
    int[] distinct = withoutRepeats(offsets, columns);
    int[] needed = Arrays.copyOf(send, sent);
    return new Block(id, keys, offsets, distinct, haloFrom, needed, sendFrom, repeated, unknown);
  }

  /** Removes edges given twice, which are side by side in their row; changes the offsets. */
  private static int[] withoutRepeats(int[] offsets, int[] columns) {
    int kept = 0;
    int from = 0;
    for (int row = 0; row + 1 < offsets.length; row++) {
      int first = kept;
      for (int k = from; k < offsets[row + 1]; k++) {
        if (kept == first || columns[kept - 1] != columns[k]) {
          columns[kept++] = columns[k];
        }
      }
      from = offsets[row + 1];
      offsets[row + 1] = kept;
    }
    return kept == columns.length ? columns : Arrays.copyOf(columns, kept);
  }
}
