package io.github.wats.engine.kernel;

import io.github.wats.internal.Rows;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.matrix.SparsePattern;
import java.util.Arrays;

/**
 * A matrix of zeros and ones (n × m) for products with dense matrices. Six neighboring columns make
 * a group, whose ones in a row are one of 64 choices. A product first finds the sum of the dense
 * rows for each choice, and then adds one of these sums per group, not one dense row per entry
 * (Arlazarov, Dinic, Kronrod, Faradzhev 1970, "the four Russians"). Five groups make a word; their
 * sums, 16 columns at a time, are 20 kB and stay in the L1 cache while a thousand rows pass.
 * Immutable.
 */
public final class BinaryFeatures {
  /** Columns of the dense matrix at a time: two registers. */
  static final int STRIPE = 16;

  /** Columns in a group. */
  static final int BITS = 6;

  /** Columns in a word. */
  static final int PER_WORD = 5 * BITS;

  /** Floats of the sums of a group. */
  static final int GROUP = STRIPE << BITS;

  /** Floats of the sums of a word. */
  static final int TABLE = 5 * GROUP;

  /** Rows that share a table: enough to pay for it, few enough to share among threads. */
  private static final int BLOCK = 1024;

  /** Measured: below a fifth it is faster to add entries one by one; a little more is safe. */
  private static final double SMALLEST_DENSITY = 0.25;

  /** Smaller matrices do not make up for their tables. */
  private static final int SMALLEST_SIDE = 512;

  /**
   * A block's sums. New memory each time would pass through the caches and cost a quarter more; it
   * is in use only within a loop body that starts no other work on its thread.
   */
  private static final ThreadLocal<float[]> SUMS =
      ThreadLocal.withInitial(() -> new float[BLOCK * STRIPE]);

  private final int rows;
  private final int columns;
  private final int[] words; // (words in a row × rows) word k of row i is at k · rows + i

  private BinaryFeatures(int rows, int columns) {
    this.rows = rows;
    this.columns = columns;
    this.words = new int[Math.multiplyExact(rows, wordsPerRow())];
  }

  /**
   * Whether products of {@code x} and its transpose are faster this way: many ones, nothing else.
   */
  public static boolean pays(SparseMatrix x) {
    return Math.min(x.rows(), x.columns()) >= SMALLEST_SIDE
        && x.entryCount() >= SMALLEST_DENSITY * x.rows() * x.columns()
        && hasOnlyOnes(x.values());
  }

  private static boolean hasOnlyOnes(float[] values) {
    for (float value : values) {
      if (value != 1) {
        return false;
      }
    }
    return true;
  }

  /** The places of entries of {@code x}, or of its transpose. */
  public static BinaryFeatures from(SparseMatrix x, boolean transposed) {
    BinaryFeatures result =
        transposed
            ? new BinaryFeatures(x.columns(), x.rows())
            : new BinaryFeatures(x.rows(), x.columns());
    SparsePattern pattern = x.pattern();
    Rows.forEach( // 30 rows share words in the transpose, so one thread has them
        (x.rows() + PER_WORD - 1) / PER_WORD,
        x.entryCount(),
        (from, to) -> {
          for (int i = from * PER_WORD; i < Math.min(x.rows(), to * PER_WORD); i++) {
            for (int k = pattern.offset(i); k < pattern.offset(i + 1); k++) {
              int j = pattern.column(k);
              result.set(transposed ? j : i, transposed ? i : j);
            }
          }
        });
    return result;
  }

  private void set(int row, int column) {
    words[column / PER_WORD * rows + row] |= 1 << column % PER_WORD;
  }

  public int rows() {
    return rows;
  }

  public int columns() {
    return columns;
  }

  int wordsPerRow() {
    return (columns + PER_WORD - 1) / PER_WORD;
  }

  /** The words of all rows, those of the first 30 columns first. */
  int[] words() {
    return words;
  }

  /** Where the sums for group {@code g} of {@code word} are in a table. */
  static int place(int word, int g) {
    int toFloats = Integer.numberOfTrailingZeros(STRIPE); // a choice times 16 is its place
    int choice = Integer.rotateRight(word, BITS * g - toFloats) & ((1 << BITS) - 1) * STRIPE;
    return g * GROUP + choice;
  }

  /** {@code C = X B}, or added to what is there: 16 columns of a block of rows at a time. */
  void multiply(Kernels kernels, DenseMatrix b, DenseMatrix c, boolean add) {
    int width = b.columns();
    int stripes = (width + STRIPE - 1) / STRIPE;
    int blocks = (rows + BLOCK - 1) / BLOCK;
    Rows.forEach(
        stripes * blocks,
        (long) words.length * PER_WORD / BITS * width, // roughly how many additions
        (first, last) -> {
          float[] sums = SUMS.get();
          for (int unit = first; unit < last; unit++) {
            int from = unit / stripes * BLOCK;
            int to = Math.min(rows, from + BLOCK);
            int q = unit % stripes * STRIPE;
            Arrays.fill(sums, 0, (to - from) * STRIPE, 0);
            if (add) {
              copyStripe(c.array(), width, q, sums, from, to, false);
            }
            MatrixView stripe = MatrixView.of(b).columns(q, Math.min(width, q + STRIPE));
            kernels.addChosenRows(this, stripe, sums, from, to);
            copyStripe(c.array(), width, q, sums, from, to, true);
          }
        });
  }

  /** Copies the columns from {@code q} on of some rows of C to the sums, or {@code back}. */
  private static void copyStripe(
      float[] c, int width, int q, float[] sums, int from, int to, boolean back) {
    int count = Math.min(STRIPE, width - q);
    for (int i = from; i < to; i++) {
      int place = (i - from) * STRIPE;
      if (back) {
        System.arraycopy(sums, place, c, i * width + q, count);
      } else {
        System.arraycopy(c, i * width + q, sums, place, count);
      }
    }
  }

  /**
   * {@code S_i = S_i + Σ_j B_j} over the ones j of row i, for up to 16 columns of B; {@code sums}
   * is ((to − from) × 16). Within a group of six columns rows of B are added in rising order; the
   * sums t of the five groups of a word are added as {@code ((t_0 + t_1) + (t_2 + t_3)) + (t_4 +
   * S_i)}.
   */
  void addChosenRows(MatrixView b, float[] sums, int from, int to) {
    float[] table = new float[TABLE];
    for (int k = 0; k < wordsPerRow(); k++) {
      fill(table, b, k * PER_WORD);
      for (int i = from; i < to; i++) {
        addChoices(table, words[k * rows + i], sums, (i - from) * STRIPE);
      }
    }
  }

  private static void addChoices(float[] table, int word, float[] sums, int r) {
    int p0 = place(word, 0);
    int p1 = place(word, 1);
    int p2 = place(word, 2);
    int p3 = place(word, 3);
    int p4 = place(word, 4);
    for (int j = 0; j < STRIPE; j++) {
      float first = (table[p0 + j] + table[p1 + j]) + (table[p2 + j] + table[p3 + j]);
      sums[r + j] = first + (table[p4 + j] + sums[r + j]);
    }
  }

  /** The sums of all choices of rows of B for the word that begins with column {@code first}. */
  private void fill(float[] table, MatrixView b, int first) {
    int last = Math.min(columns, first + PER_WORD);
    for (int j = first; j < last; j++) {
      int half = STRIPE << (j - first) % BITS;
      int start = (j - first) / BITS * GROUP;
      System.arraycopy(b.array(), b.start(j), table, start + half, b.columns());
      for (int e = start + STRIPE; e < start + half; e++) {
        table[e + half] = table[e] + table[start + half + e % STRIPE];
      }
    }
  }
}
