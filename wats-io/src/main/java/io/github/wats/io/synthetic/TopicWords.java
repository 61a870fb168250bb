package io.github.wats.io.synthetic;

import io.github.wats.internal.Rows;
import io.github.wats.internal.Seeds;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.matrix.SparsePattern;
import java.util.Arrays;

/**
 * Bags of words: each node draws some words, a fraction of them from the words of its class and the
 * others from all. Word w belongs to class {@code w mod classes}; in both lists early words are
 * drawn more often. Row i holds 1 / (number of its words) at each, so it sums to 1.
 */
final class TopicWords {
  /** Random numbers per word: from which list, which word. */
  private static final int DRAWS = 2;

  private final int[] classOf; // (n)
  private final GeneratorSettings settings;
  private final long lengths;
  private final long words;

  TopicWords(int[] classOf, GeneratorSettings settings, long seed) {
    this.classOf = classOf;
    this.settings = settings;
    this.lengths = Seeds.derive(seed, "words per node");
    this.words = Seeds.derive(seed, "words");
  }

  SparseMatrix matrix() {
    int n = classOf.length;
    long work = (long) (20 * n * settings.wordsPerNode());
    int[] offsets = new int[n + 1];
    Rows.forEachRow(n, work, i -> offsets[i + 1] = row(i).length);
    for (int i = 0; i < n; i++) {
      offsets[i + 1] = Math.addExact(offsets[i + 1], offsets[i]);
    }
    int[] columns = new int[offsets[n]];
    float[] values = new float[offsets[n]];
    Rows.forEachRow(
        n,
        work,
        i -> {
          int[] row = row(i);
          System.arraycopy(row, 0, columns, offsets[i], row.length);
          Arrays.fill(values, offsets[i], offsets[i + 1], 1f / row.length);
        });
    return SparseMatrix.wrap(SparsePattern.wrap(settings.features(), offsets, columns), values);
  }

  /** The words of a node, sorted; drawn twice instead of stored, which would double the memory. */
  private int[] row(int node) {
    double spread = 0.5 + Seeds.unit(Seeds.bits(lengths, node)); // half to one and a half times
    int[] drawn = new int[(int) Math.max(1, Math.round(settings.wordsPerNode() * spread))];
    long stream = Seeds.derive(words, node);
    for (int k = 0; k < drawn.length; k++) {
      double coin = Seeds.unit(Seeds.bits(stream, (long) DRAWS * k));
      double place = Seeds.unit(Seeds.bits(stream, (long) DRAWS * k + 1));
      drawn[k] = coin < settings.topicFraction() ? topicWord(classOf[node], place) : anyWord(place);
    }
    return Arrays.stream(drawn).sorted().distinct().toArray();
  }

  private int topicWord(int label, double place) {
    int perClass = Math.max(1, settings.features() / settings.classes());
    int rank = skewed(place, perClass);
    return (int) ((label + (long) rank * settings.classes()) % settings.features());
  }

  private int anyWord(double place) {
    return skewed(place, settings.features());
  }

  /** A number below {@code count} whose probability decreases like 1 / √number. */
  private static int skewed(double unit, int count) {
    return (int) (unit * unit * count);
  }
}
