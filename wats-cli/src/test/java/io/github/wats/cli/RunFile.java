package io.github.wats.cli;

import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpzWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A node file as a user would hand it over: 400 nodes, 4 classes, underconfident by a factor of
 * two. Any array can be replaced or left out.
 */
public final class RunFile {
  public static final int NODES = 400;
  public static final int CLASSES = 4;

  private final Map<String, NpyData> arrays = new TreeMap<>();
  private final int[] labels;

  public RunFile() {
    this(NODES);
  }

  public RunFile(int nodes) {
    SplittableRandom random = new SplittableRandom(5);
    int[] edges = random.ints(2 * 3 * nodes, 0, nodes).toArray();
    labels = random.ints(nodes, 0, CLASSES).toArray();
    double[] logits = new double[nodes * CLASSES];
    for (int k = 0; k < logits.length; k++) {
      double hit = labels[k / CLASSES] == k % CLASSES ? 1 : 0;
      logits[k] = 0.5 * (random.nextDouble() - 0.5) * 4 + 0.9 * hit;
    }
    with("edge_index", NpyData.of(edges, 2, 3 * nodes));
    with("logits", NpyData.of(logits, nodes, CLASSES));
    with("y", NpyData.of(labels, nodes));
    with("train_mask", mask(nodes, 0, nodes / 5));
    with("val_mask", mask(nodes, nodes / 5, 2 * nodes / 5));
    with("test_mask", mask(nodes, 2 * nodes / 5, nodes));
  }

  public static NpyData mask(int from, int to) {
    return mask(NODES, from, to);
  }

  static NpyData mask(int nodes, int from, int to) {
    boolean[] mask = new boolean[nodes];
    for (int i = from; i < to; i++) {
      mask[i] = true;
    }
    return NpyData.of(mask, nodes);
  }

  public RunFile with(String name, NpyData array) {
    arrays.put(name, array);
    return this;
  }

  /** The labels of the nodes {@code from} to {@code to − 1} are unknown. */
  public RunFile withUnknownLabels(int from, int to) {
    int[] known = labels.clone();
    Arrays.fill(known, from, to, -1);
    return with("y", NpyData.of(known, known.length));
  }

  /** Four edges in five join nodes of one class, so known labels say something of neighbors. */
  public RunFile withHomophily() {
    SplittableRandom random = new SplittableRandom(6);
    int count = 3 * labels.length;
    int[] edges = new int[2 * count];
    for (int k = 0; k < count; k++) {
      int from = k % labels.length;
      int to = random.nextInt(labels.length);
      while (random.nextInt(5) > 0 && labels[to] != labels[from]) {
        to = random.nextInt(labels.length);
      }
      edges[k] = from;
      edges[count + k] = to;
    }
    return with("edge_index", NpyData.of(edges, 2, count));
  }

  public RunFile without(String name) {
    arrays.remove(name);
    return this;
  }

  public Path write(Path file) {
    try {
      NpzWriter.write(
          file,
          out -> {
            for (Map.Entry<String, NpyData> entry : arrays.entrySet()) {
              out.put(entry.getKey(), entry.getValue());
            }
          });
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
