package io.github.wats.io.dataset;

import io.github.wats.graph.Graph;
import io.github.wats.io.Location;
import io.github.wats.io.NodeIds;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.matrix.SparsePattern;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * Assembles Cora, Citeseer and Pubmed from their Planetoid files (Yang, Cohen, Salakhutdinov, ICML
 * 2016). Rows 0 … rows(allx)−1 are those of {@code allx} and {@code ally}; row {@code
 * test.index[i]} is row i of {@code tx} and {@code ty}. Each row of features is scaled to sum 1.
 *
 * <p>Fifteen nodes of Citeseer have neither features nor a label. As everywhere in the field they
 * get a row of zeros and class 0, the argmax of a row of zeros, so that counts and results compare;
 * they are in no part of the public split.
 */
record PlanetoidReader(String stem) implements DatasetLayout {
  /** How many nodes after the training nodes the public split validates on. */
  private static final int VALIDATION_NODES = 500;

  /** Far above PubMed's 7.6 MB; a pickle of small values takes some 40 times its size. */
  private static final long MOST_BYTES = 64L << 20;

  /** Reads {@code ind.<stem>.allx} and the other files in {@code folder}. */
  @Override
  public Dataset read(Path folder, String name, String fingerprint) throws IOException {
    Graph graph = pickle(folder, "graph", PlanetoidPickles::graph);
    SparseMatrix all = pickle(folder, "allx", PlanetoidPickles::features);
    SparseMatrix tested = pickle(folder, "tx", PlanetoidPickles::features);
    Labels knownLabels = pickle(folder, "ally", PlanetoidPickles::labels);
    Labels testedLabels = pickle(folder, "ty", PlanetoidPickles::labels);
    Labels trainLabels = pickle(folder, "y", PlanetoidPickles::labels);
    int[] testNodes = testNodes(file(folder, "test.index"), all.rows(), graph.nodeCount());

    Location location = Location.of(file(folder, "graph"));
    checkSame(location, "rows", "allx", all.rows(), "ally", knownLabels.nodeCount());
    checkSame(location, "rows", "tx", tested.rows(), "ty", testedLabels.nodeCount());
    checkSame(location, "rows", "tx", tested.rows(), "test.index", testNodes.length);
    checkSame(location, "columns", "allx", all.columns(), "tx", tested.columns());
    checkSame(
        location, "columns", "ally", knownLabels.classCount(), "ty", testedLabels.classCount());

    int[] labels = new int[graph.nodeCount()];
    System.arraycopy(knownLabels.toArray(), 0, labels, 0, all.rows());
    for (int i = 0; i < testNodes.length; i++) {
      labels[testNodes[i]] = testedLabels.get(i);
    }
    return new Dataset(
        name,
        graph,
        Optional.of(FeatureMatrix.wrap(assemble(graph.nodeCount(), all, tested, testNodes))),
        Labels.of(knownLabels.classCount(), labels),
        List.of(),
        publicSplit(graph.nodeCount(), trainLabels.nodeCount(), all.rows(), testNodes),
        fingerprint);
  }

  private Path file(Path folder, String suffix) {
    return folder.resolve("ind." + stem + "." + suffix);
  }

  private <T> T pickle(Path folder, String suffix, BiFunction<Location, byte[], T> reader)
      throws IOException {
    Path file = file(folder, suffix);
    long size = Files.size(file);
    Location location = Location.of(file);
    location.check(size <= MOST_BYTES, "a pickle has at most %d bytes, got %d", MOST_BYTES, size);
    return reader.apply(location, Files.readAllBytes(file));
  }

  private static void checkSame(
      Location location, String what, String one, int oneCount, String two, int twoCount) {
    location.check(
        oneCount == twoCount,
        "%s and %s beside it must have the same number of %s, got %d and %d",
        one,
        two,
        what,
        oneCount,
        twoCount);
  }

  /** The nodes of {@code test.index}, one a line, each once and none below {@code first}. */
  private static int[] testNodes(Path file, int first, int nodeCount) throws IOException {
    Location location = Location.of(file);
    location.check(
        first <= nodeCount, "allx has %d rows, the graph only %d nodes", first, nodeCount);
    // Latin-1 takes any byte, so a binary file is refused by its content and not its encoding.
    List<String> lines = Files.readAllLines(file, StandardCharsets.ISO_8859_1);
    int[] nodes = new int[lines.size()];
    boolean[] seen = new boolean[nodeCount];
    for (int i = 0; i < nodes.length; i++) {
      Location line = location.line(i + 1L);
      int node = NodeIds.number(lines.get(i));
      line.check(
          node >= first && node < nodeCount,
          "test nodes must be in %d … %d, got '%.40s'",
          first,
          nodeCount - 1,
          lines.get(i));
      line.check(!seen[node], "node %d is listed more than once", node);
      seen[node] = true;
      nodes[i] = node;
    }
    return nodes;
  }

  /** The rows of both matrices at their nodes, each scaled to sum 1; other rows are empty. */
  private static SparseMatrix assemble(
      int nodes, SparseMatrix all, SparseMatrix tested, int[] testNodes) {
    int[] offsets = new int[nodes + 1];
    for (int i = 0; i < all.rows(); i++) {
      offsets[i + 1] = all.pattern().rowLength(i);
    }
    for (int i = 0; i < testNodes.length; i++) {
      offsets[testNodes[i] + 1] = tested.pattern().rowLength(i);
    }
    for (int i = 0; i < nodes; i++) {
      offsets[i + 1] += offsets[i];
    }
    int[] columns = new int[offsets[nodes]];
    float[] values = new float[offsets[nodes]];
    for (int i = 0; i < all.rows(); i++) {
      copyScaledRow(all, i, columns, values, offsets[i]);
    }
    for (int i = 0; i < testNodes.length; i++) {
      copyScaledRow(tested, i, columns, values, offsets[testNodes[i]]);
    }
    return SparseMatrix.wrap(SparsePattern.wrap(all.columns(), offsets, columns), values);
  }

  private static void copyScaledRow(
      SparseMatrix from, int row, int[] columns, float[] values, int start) {
    SparsePattern pattern = from.pattern();
    pattern.copyRow(row, columns, start);
    double sum = 0;
    for (int k = pattern.offset(row); k < pattern.offset(row + 1); k++) {
      sum += from.value(k);
    }
    double divisor = sum > 0 ? sum : 1; // a row of zeros stays one
    for (int k = 0; k < pattern.rowLength(row); k++) {
      values[start + k] = (float) (from.value(pattern.offset(row) + k) / divisor);
    }
  }

  private static List<Split> publicSplit(
      int nodeCount, int trainCount, int knownCount, int[] testNodes) {
    if (trainCount + VALIDATION_NODES > knownCount) {
      return List.of();
    }
    return List.of(
        new Split(
            NodeSet.of(nodeCount, IntStream.range(0, trainCount).toArray()),
            NodeSet.of(
                nodeCount, IntStream.range(trainCount, trainCount + VALIDATION_NODES).toArray()),
            NodeSet.of(nodeCount, testNodes)));
  }
}
