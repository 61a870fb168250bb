package io.github.wats.io.dataset;

import io.github.wats.graph.Graph;
import io.github.wats.io.Origin;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.matrix.SparsePattern;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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

  /** Reads {@code ind.<stem>.allx} and its siblings in {@code folder}. */
  @Override
  public Dataset read(Path folder, String name, String fingerprint) throws IOException {
    Path graphFile = folder.resolve("ind." + stem + ".graph");
    Graph graph = PlanetoidPickles.graph(graphFile);
    SparseMatrix known = PlanetoidPickles.features(folder.resolve("ind." + stem + ".allx"));
    SparseMatrix tested = PlanetoidPickles.features(folder.resolve("ind." + stem + ".tx"));
    Labels knownLabels = PlanetoidPickles.labels(folder.resolve("ind." + stem + ".ally"));
    Labels testedLabels = PlanetoidPickles.labels(folder.resolve("ind." + stem + ".ty"));
    Labels trainLabels = PlanetoidPickles.labels(folder.resolve("ind." + stem + ".y"));
    Path indexFile = folder.resolve("ind." + stem + ".test.index");
    int[] testNodes = IntegerLines.read(indexFile, 1);

    Origin origin = Origin.of(graphFile);
    checkSameRows(origin, "allx", known.rows(), "ally", knownLabels.nodeCount());
    checkSameRows(origin, "tx", tested.rows(), "ty", testedLabels.nodeCount());
    checkSameRows(origin, "tx", tested.rows(), "test.index", testNodes.length);
    origin.check(
        known.columns() == tested.columns(),
        "allx and tx must have the same number of columns, got %d and %d",
        known.columns(),
        tested.columns());
    origin.check(
        knownLabels.classCount() == testedLabels.classCount(),
        "ally and ty must have the same number of columns, got %d and %d",
        knownLabels.classCount(),
        testedLabels.classCount());
    checkTestNodes(Origin.of(indexFile), testNodes, known.rows(), graph.nodeCount());

    int[] labels = new int[graph.nodeCount()];
    System.arraycopy(knownLabels.toArray(), 0, labels, 0, known.rows());
    for (int i = 0; i < testNodes.length; i++) {
      labels[testNodes[i]] = testedLabels.get(i);
    }
    return new Dataset(
        name,
        graph,
        Optional.of(FeatureMatrix.wrap(assemble(graph.nodeCount(), known, tested, testNodes))),
        Labels.of(knownLabels.classCount(), labels),
        List.of(),
        publicSplit(graph.nodeCount(), trainLabels.nodeCount(), known.rows(), testNodes),
        fingerprint);
  }

  private static void checkSameRows(
      Origin origin, String one, int oneRows, String two, int twoRows) {
    origin.check(
        oneRows == twoRows,
        "%s and %s beside it must have equally many rows, got %d and %d",
        one,
        two,
        oneRows,
        twoRows);
  }

  private static void checkTestNodes(Origin origin, int[] testNodes, int first, int nodeCount) {
    origin.check(first <= nodeCount, "allx has %d rows, the graph only %d nodes", first, nodeCount);
    boolean[] seen = new boolean[nodeCount];
    for (int i = 0; i < testNodes.length; i++) {
      int node = testNodes[i];
      origin
          .line(i + 1L)
          .check(
              node >= first && node < nodeCount,
              "test nodes must be in %d … %d, got %d",
              first,
              nodeCount - 1,
              node);
      origin.line(i + 1L).check(!seen[node], "node %d is named more than once", node);
      seen[node] = true;
    }
  }

  /** The rows of both matrices at their nodes, each scaled to sum 1; other rows are empty. */
  private static SparseMatrix assemble(
      int nodes, SparseMatrix known, SparseMatrix tested, int[] testNodes) {
    int[] offsets = new int[nodes + 1];
    for (int i = 0; i < known.rows(); i++) {
      offsets[i + 1] = known.pattern().rowLength(i);
    }
    for (int i = 0; i < testNodes.length; i++) {
      offsets[testNodes[i] + 1] = tested.pattern().rowLength(i);
    }
    for (int i = 0; i < nodes; i++) {
      offsets[i + 1] += offsets[i];
    }
    int[] columns = new int[offsets[nodes]];
    float[] values = new float[offsets[nodes]];
    for (int i = 0; i < known.rows(); i++) {
      copyScaledRow(known, i, columns, values, offsets[i]);
    }
    for (int i = 0; i < testNodes.length; i++) {
      copyScaledRow(tested, i, columns, values, offsets[testNodes[i]]);
    }
    return SparseMatrix.wrap(SparsePattern.wrap(known.columns(), offsets, columns), values);
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

  private static Optional<Split> publicSplit(
      int nodeCount, int trainCount, int knownCount, int[] testNodes) {
    if (trainCount + VALIDATION_NODES > knownCount) {
      return Optional.empty();
    }
    return Optional.of(
        new Split(
            NodeSet.of(nodeCount, IntStream.range(0, trainCount).toArray()),
            NodeSet.of(
                nodeCount, IntStream.range(trainCount, trainCount + VALIDATION_NODES).toArray()),
            NodeSet.of(nodeCount, testNodes)));
  }
}
