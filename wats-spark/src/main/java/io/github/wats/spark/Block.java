package io.github.wats.spark;

import io.github.wats.internal.Check;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * The nodes of one range of keys with all their edges, in compressed sparse rows. Columns are
 * places in the <i>halo</i>: the distinct neighbors of these nodes, in any block, in the order of
 * keys. Edges are symmetric, so the nodes that another block has in its halo are those with a
 * neighbor in it, and no block must ask another.
 *
 * @param id the number of this block
 * @param keys of the nodes, ascending (n)
 * @param offsets of the rows (n + 1)
 * @param columns places in the halo, ascending in each row
 * @param haloFrom where the nodes of each block begin in the halo (blocks + 1)
 * @param send the rows that each block needs, ascending, block by block
 * @param sendFrom where those of each block begin (blocks + 1)
 * @param repeated a key that more than one node has
 * @param unknown a key of edges that no node has
 */
record Block(
    int id,
    long[] keys,
    int[] offsets,
    int[] columns,
    int[] haloFrom,
    int[] send,
    int[] sendFrom,
    @Nullable Long repeated,
    @Nullable Long unknown)
    implements Serializable {
  /** Longer rows are summed in pairs of pieces, so that rounding errors do not grow with them. */
  private static final int PIECE = 128;

  int degree(int row) {
    return offsets[row + 1] - offsets[row];
  }

  int[] degrees() {
    return IntStream.range(0, keys.length).map(this::degree).toArray();
  }

  Summary summary() {
    int largest = Arrays.stream(degrees()).max().orElse(0);
    int entries = columns.length;
    return new Summary(keys.length, entries, entries, largest, repeated, unknown);
  }

  /** Counts of one block, or of several. */
  record Summary(
      long nodes,
      long entries,
      long largestBlock,
      long largestDegree,
      @Nullable Long repeated,
      @Nullable Long unknown)
      implements Serializable {
    Summary plus(Summary other) {
      return new Summary(
          nodes + other.nodes,
          entries + other.entries,
          Math.max(largestBlock, other.largestBlock),
          Math.max(largestDegree, other.largestDegree),
          repeated == null ? other.repeated : repeated,
          unknown == null ? other.unknown : unknown);
    }
  }

  /** Rows (n × width) from chunks of records (key, width numbers); 0 where there is none. */
  double[] placed(Iterator<Tuple2<Integer, byte[]>> chunks, int width) {
    double[] values = new double[toArraySize((long) keys.length * width)];
    while (chunks.hasNext()) {
      byte[] chunk = chunks.next()._2();
      for (int k = 0; k < chunk.length; k += Double.BYTES) {
        int start = Arrays.binarySearch(keys, (long) Chunks.LONGS.get(chunk, k)) * width;
        for (int c = 0; c < width; c++) {
          k += Double.BYTES;
          values[start + c] = (double) Chunks.DOUBLES.get(chunk, k);
        }
      }
    }
    return values;
  }

  /** The values (n × width) that other blocks need, as (block, bytes), one after the other. */
  Iterator<Tuple2<Integer, byte[]>> messages(double[] values, int width) {
    return IntStream.range(0, sendFrom.length - 1)
        .filter(target -> target != id && sendFrom[target] < sendFrom[target + 1])
        .mapToObj(target -> new Tuple2<>(target, message(target, values, width)))
        .iterator();
  }

  /** This block, then the values. */
  private byte[] message(int target, double[] values, int width) {
    int count = sendFrom[target + 1] - sendFrom[target];
    byte[] message = new byte[toArraySize(Double.BYTES * (1 + (long) count * width))];
    Chunks.LONGS.set(message, 0, (long) id);
    int place = Long.BYTES;
    for (int k = sendFrom[target]; k < sendFrom[target + 1]; k++) {
      for (int c = send[k] * width; c < (send[k] + 1) * width; c++, place += Double.BYTES) {
        Chunks.DOUBLES.set(message, place, values[c]);
      }
    }
    return message;
  }

  /** Throws if an array cannot be as long as that. */
  static int toArraySize(long size) {
    Check.argument(
        size < Integer.MAX_VALUE - 8, "a block needs an array of %d: use more blocks", size);
    return (int) size;
  }

  /** The values of the halo (halo × width) from those of this block and what others sent. */
  private double[] halo(double[] values, int width, Iterator<Tuple2<Integer, byte[]>> messages) {
    double[] halo = new double[toArraySize((long) haloFrom[haloFrom.length - 1] * width)];
    int place = haloFrom[id] * width;
    for (int k = sendFrom[id]; k < sendFrom[id + 1]; k++, place += width) {
      System.arraycopy(values, send[k] * width, halo, place, width);
    }
    while (messages.hasNext()) {
      byte[] bytes = messages.next()._2();
      int first = haloFrom[(int) (long) Chunks.LONGS.get(bytes, 0)] * width;
      for (int k = Long.BYTES; k < bytes.length; k += Double.BYTES) {
        halo[first++] = (double) Chunks.DOUBLES.get(bytes, k);
      }
    }
    return halo;
  }

  /**
   * {@code D⁻¹ A values} (n × width): the means over neighbors; a node without any keeps its own
   * row. Every row is summed in the order of keys, so the result does not depend on the blocks.
   */
  double[] means(double[] values, int width, Iterator<Tuple2<Integer, byte[]>> messages) {
    double[] halo = halo(values, width, messages);
    double[] means = new double[values.length];
    for (int row = 0; row < keys.length; row++) {
      if (degree(row) == 0) {
        System.arraycopy(values, row * width, means, row * width, width);
      } else if (width == 1) {
        means[row] = sum(halo, offsets[row], offsets[row + 1]) / degree(row);
      } else {
        writeMeans(halo, width, row, means);
      }
    }
    return means;
  }

  /** How many neighbors have each label (n × 2C): c + 1 counts at c, −(c + 1) at C + c. */
  double[] labelCounts(double[] labels, int classes, Iterator<Tuple2<Integer, byte[]>> messages) {
    double[] halo = halo(labels, 1, messages);
    double[] counts = new double[toArraySize(2L * classes * keys.length)];
    for (int row = 0; row < keys.length; row++) {
      for (int k = offsets[row]; k < offsets[row + 1]; k++) {
        int label = (int) halo[columns[k]];
        if (label != 0) {
          counts[2 * classes * row + (label > 0 ? label : classes - label) - 1]++;
        }
      }
    }
    return counts;
  }

  private double sum(double[] halo, int from, int to) {
    if (to - from > PIECE) {
      int middle = (from + to) >>> 1;
      return sum(halo, from, middle) + sum(halo, middle, to);
    }
    double sum = 0;
    for (int k = from; k < to; k++) {
      sum += halo[columns[k]];
    }
    return sum;
  }

  private void writeMeans(double[] halo, int width, int row, double[] means) {
    int start = row * width;
    for (int k = offsets[row]; k < offsets[row + 1]; k++) {
      int place = columns[k] * width;
      for (int c = 0; c < width; c++) {
        means[start + c] += halo[place + c];
      }
    }
    for (int c = start; c < start + width; c++) {
      means[c] /= degree(row);
    }
  }
}
