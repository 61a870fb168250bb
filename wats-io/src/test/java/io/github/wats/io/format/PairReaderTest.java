package io.github.wats.io.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.calibration.Methods;
import io.github.wats.calibration.PairData;
import io.github.wats.graph.Graph;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.Location;
import io.github.wats.io.NodeData;
import io.github.wats.io.NodeIds;
import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpzWriter;
import io.github.wats.prediction.NodeSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PairReaderTest {
  @TempDir Path folder;

  /** Three pairs of a path 0–1–2–3. */
  private final Map<String, NpyData> arrays =
      new LinkedHashMap<>(
          Map.of(
              "pairs", NpyData.of(new int[] {0, 2, 3, 1, 4, 0}, 3, 2),
              "scores", NpyData.of(new double[] {0.5, -1, 2}, 3),
              "y", NpyData.of(new long[] {1, 0, -1}, 3),
              "val_mask", NpyData.of(new boolean[] {true, false, false}, 3),
              "test_idx", NpyData.of(new int[] {1, 2}, 2),
              "edge_index", NpyData.of(new long[] {0, 1, 2, 1, 2, 3}, 2, 3)));

  private NodeData read() throws IOException {
    Path file = folder.resolve("pairs.npz");
    NpzWriter.write(
        file,
        npz -> {
          for (Map.Entry<String, NpyData> array : arrays.entrySet()) {
            npz.put(array.getKey(), array.getValue());
          }
        });
    return read(file);
  }

  private static NodeData read(Path file) throws IOException {
    return PairReader.read(file, Optional.empty(), OptionalInt.empty());
  }

  private NodeData read(String name, String text, String edges) throws IOException {
    Path graph = Files.writeString(folder.resolve("edges.csv"), edges);
    Path file = Files.writeString(folder.resolve(name), text);
    NodeData nodes =
        NodeReader.read(
            List.of(NodeReader.Source.of(graph, NodeField.GRAPH)), EnumSet.of(NodeField.GRAPH));
    return PairReader.read(file, Optional.of(nodes), OptionalInt.empty());
  }

  private void refuses(String message) {
    assertThatThrownBy(this::read)
        .isInstanceOf(InvalidDataException.class)
        .hasMessageContaining(message);
  }

  @Test
  void readsAnArchiveWithItsGraph() throws IOException {
    NodeData data = read();
    PairData pairs = data.ids().pairs().orElseThrow();
    assertThat(pairs.graph())
        .isEqualTo(Graph.fromEdges(5, new int[] {0, 1, 2}, new int[] {1, 2, 3}));
    assertThat(data.nodeCount()).isEqualTo(3);
    assertThat(List.of(pairs.source(1), pairs.target(1))).containsExactly(3, 1);
    assertThat(data.requireLogits().toArray()).containsExactly(0, 0.5, 0, -1, 0, 2);
    assertThat(data.requireLabels().toArray()).containsExactly(1, 0, -1);
    assertThat(data.requireSplit().validation()).isEqualTo(NodeSet.of(3, 0));
    assertThat(data.requireSplit().test()).isEqualTo(NodeSet.of(3, 1, 2));
    assertThat(data.ids().get(1)).isEqualTo("3-1");
    assertThat(data.degree(0)).hasValue(1);
    assertThat(data.calibrationData(Methods.named("ridge-pair")).pairs()).contains(pairs);
  }

  @Test
  void readsPairsInTwoRowsAndProbabilities() throws IOException {
    arrays.put("pairs", NpyData.of(new long[] {0, 3, 4, 2, 1, 0}, 2, 3));
    arrays.remove("scores");
    arrays.put("probabilities", NpyData.of(new double[] {0.5, 0.25, 1}, 3, 1));
    arrays.put("num_nodes", NpyData.of(new long[] {9}, 1));
    NodeData data = read();
    PairData pairs = data.ids().pairs().orElseThrow();
    assertThat(pairs.graph().nodeCount()).isEqualTo(9);
    assertThat(List.of(pairs.source(1), pairs.target(1))).containsExactly(3, 1);
    assertThat(data.requireLogits().softmax().get(1, 1)).isEqualTo(0.25);
  }

  @Test
  void refusesArraysThatAreNoPairs() throws IOException {
    NpyData good = arrays.get("pairs");
    arrays.put("pairs", NpyData.of(new int[] {0, 2, 3, 3, 4, 0}, 3, 2));
    refuses("array 'pairs': the ends of a pair must differ, pair 1 is 3 twice");
    arrays.put("pairs", NpyData.of(new int[] {0, 2, -3, 1, 4, 0}, 3, 2));
    refuses("array 'pairs': the ends of pairs must be nodes 0 … 4 of the graph, got -3 in pair 1");
    arrays.put("pairs", NpyData.of(new int[9], 3, 3));
    refuses("must be M × 2, a pair of nodes in each row, got shape 3 × 3");
    arrays.put("pairs", good);
    arrays.put("num_nodes", NpyData.of(new long[] {4}, 1));
    refuses("array 'pairs': the ends of pairs must be nodes 0 … 3 of the graph, got 4 in pair 2");
    arrays.remove("num_nodes");
    arrays.put("scores", NpyData.of(new double[] {0.5, Double.NaN, 2}, 3));
    refuses("array 'scores': logits must be finite, got NaN at node 1");
    arrays.put("scores", NpyData.of(new double[6], 3, 2));
    refuses("array 'scores': must have one number for each pair, got 2");
    arrays.put("scores", NpyData.of(new double[4], 4));
    refuses("entries must be 3 (array 'pairs' has 3 pairs), got 4");
    arrays.put("scores", NpyData.of(new double[3], 3));
    arrays.put("y", NpyData.of(new long[] {0, 2, 1}, 3));
    refuses("array 'y': labels must be in 0 … 1, or -1 for unknown, got 2");
    arrays.remove("scores");
    refuses("must have an array 'scores'");
    arrays.remove("pairs");
    refuses("must have an array 'pairs'");
  }

  @Test
  void refusesTwoGraphs() throws IOException {
    read();
    NodeData graph =
        NodeData.of(new Location("graph"), 5)
            .withGraph(Graph.fromEdges(5, new int[] {0}, new int[] {1}));
    assertThatThrownBy(
            () ->
                PairReader.read(
                    folder.resolve("pairs.npz"), Optional.of(graph), OptionalInt.empty()))
        .hasMessageContaining("has a graph of its own: leave out the other");
  }

  @Test
  void readsATableWithIdsOfTheGraph() throws IOException {
    NodeData data =
        read(
            "pairs.csv",
            "split,dst,src,score,label\nval,c,a,1.5,1\ntest,a,b,-2,0\n,b,c,0,\n",
            "src,dst\na,b\nb,c\n");
    PairData pairs = data.ids().pairs().orElseThrow();
    assertThat(pairs.graph().edgeCount()).isEqualTo(2);
    assertThat(data.ids().get(0)).isEqualTo("a-c");
    assertThat(data.requireLogits().toArray()).containsExactly(0, 1.5, 0, -2, 0, 0);
    assertThat(data.requireLabels().toArray()).containsExactly(1, 0, -1);
    assertThat(data.requireSplit().validation()).isEqualTo(NodeSet.of(3, 0));
    assertThat(data.ids().pairs()).isPresent();
    assertThat(NodeIds.numbers(3).pairs()).isEmpty();
  }

  @Test
  void refusesTablesThatAreNoPairs() {
    String edges = "src,dst\na,b\n";
    String header = "src,dst,score,label\n";
    assertThatThrownBy(() -> read("p.csv", header + "a,z,1,1\n", edges))
        .hasMessageContaining("nodes must be known ids (as in the graph), got 'z'");
    assertThatThrownBy(() -> read("p.csv", header + "a,a,1,1\n", edges))
        .hasMessageContaining("pair 0 is 0 twice");
    assertThatThrownBy(() -> read("p.csv", header + "a,b,high,1\n", edges))
        .hasMessageContaining("line 2: must be a number, got 'high'");
    assertThatThrownBy(() -> read("p.csv", header + "a,b,,1\n", edges))
        .hasMessageContaining("logits must be finite, got NaN");
    assertThatThrownBy(() -> read("p.csv", header + "a,b,1,0.5\n", edges))
        .hasMessageContaining("labels must be 1 for a link, 0 for none");
    assertThatThrownBy(() -> read("p.csv", header + "a,b,1\n", edges))
        .hasMessageContaining("line 2: must have 4 fields like the header, got 3");
    assertThatThrownBy(() -> read("p.csv", "src,dst,label\na,b,1\n", edges))
        .hasMessageContaining("must have a column 'score' in its header, got [src, dst, label]");
    assertThatThrownBy(() -> read("p.csv", "a,b,1\n", edges))
        .hasMessageContaining("must have a column 'src' in its header");
  }

  @Test
  void scoresAloneNeedNoGraph() throws IOException {
    Path file = Files.writeString(folder.resolve("p.csv"), "src,dst,score\nx,y,1\ny,z,2\n");
    NodeData data = read(file);
    assertThat(data.degrees()).isEmpty();
    assertThat(data.calibrationData(Methods.named("platt")).nodeCount()).isEqualTo(2);
    assertThatThrownBy(() -> data.calibrationData(Methods.named("wats-pair")))
        .hasMessageContaining("wats-pair needs the graph of the nodes");
  }
}
