package io.github.wats.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SplitsTest {
  @ParameterizedTest
  @CsvSource({
    "2708, 541, 271, 1896", // ⌊541.6⌋, ⌊812.4⌋ − 541
    "10, 2, 1, 7",
    "3, 0, 0, 3",
    "0, 0, 0, 0"
  })
  void cutsAtTheSharesOfThePaper(int nodes, int train, int calibration, int test) {
    Split split = Splits.random(nodes, Splits.Fractions.DEFAULT, 1);
    assertThat(split.train().size()).isEqualTo(train);
    assertThat(split.validation().size()).isEqualTo(calibration);
    assertThat(split.test().size()).isEqualTo(test);
  }

  @Test
  void cutsAGivenOrder() {
    int[] order = {9, 4, 0, 1, 2, 3, 5, 6, 7, 8};
    Split split = Splits.ofOrder(10, order, new Splits.Fractions(0.2, 0.1, 0.4));
    assertThat(split.train().toArray()).containsExactly(4, 9);
    assertThat(split.validation().toArray()).containsExactly(0);
    assertThat(split.test().toArray()).containsExactly(1, 2, 3, 5);
  }

  @Test
  void followsTheSeed() {
    Split first = Splits.random(500, Splits.Fractions.DEFAULT, 3);
    assertThat(Splits.random(500, Splits.Fractions.DEFAULT, 3)).isEqualTo(first);
    assertThat(Splits.random(500, Splits.Fractions.DEFAULT, 4)).isNotEqualTo(first);
  }

  @Test
  void trainsOnEachNodeEquallyOften() {
    int[] times = new int[20];
    for (int seed = 0; seed < 10_000; seed++) {
      Split split = Splits.random(20, Splits.Fractions.DEFAULT, seed);
      Arrays.stream(split.train().toArray()).forEach(node -> times[node]++);
    }
    // 2,000 expected with a standard deviation of 40: five of them either way
    assertThat(Arrays.stream(times).boxed()).allMatch(count -> Math.abs(count - 2_000) < 200);
  }

  @Test
  void leavesOtherNodesOut() {
    NodeSet some = NodeSet.of(100, IntStream.range(0, 50).map(i -> 2 * i).toArray());
    Split split = Splits.random(some, Splits.Fractions.DEFAULT, 1);
    assertThat(split.nodeCount()).isEqualTo(100);
    assertThat(union(split)).isEqualTo(some);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void givesEveryClassItsShareWhenStratified(long seed) {
    int[] sizes = {3, 100, 17, 51, 1, 400};
    Labels labels = labels(sizes);
    Split split = Splits.stratified(labels, Splits.Fractions.DEFAULT, seed);
    Split random = Splits.random(labels.nodeCount(), Splits.Fractions.DEFAULT, seed);
    assertThat(split.train().size()).isEqualTo(random.train().size());
    assertThat(split.validation().size()).isEqualTo(random.validation().size());
    assertThat(union(split).size()).isEqualTo(labels.nodeCount());
    for (int c = 0; c < sizes.length; c++) {
      assertThat(count(split.train(), labels, c)).isBetween(0.2 * sizes[c] - 1, 0.2 * sizes[c] + 1);
      assertThat(count(split.validation(), labels, c))
          .isBetween(0.1 * sizes[c] - 2, 0.1 * sizes[c] + 2);
      assertThat(count(split.test(), labels, c)).isBetween(0.7 * sizes[c] - 2, 0.7 * sizes[c] + 2);
    }
  }

  @Test
  void followsTheSeedWhenStratified() {
    Labels labels = labels(20, 30);
    Split first = Splits.stratified(labels, Splits.Fractions.DEFAULT, 3);
    assertThat(Splits.stratified(labels, Splits.Fractions.DEFAULT, 3)).isEqualTo(first);
    assertThat(Splits.stratified(labels, Splits.Fractions.DEFAULT, 4)).isNotEqualTo(first);
  }

  @Test
  void leavesNodesWithoutLabelOutWhenStratified() {
    Labels labels = Labels.of(2, new int[] {0, -1, 1, 0, -1, 1, 0, 1, 0, 1, 0, 1});
    Split split = Splits.stratified(labels, Splits.Fractions.DEFAULT, 1);
    assertThat(union(split).toArray()).containsExactly(0, 2, 3, 5, 6, 7, 8, 9, 10, 11);
  }

  @Test
  void refusesSharesThatAreNoneAndSaysWhich() {
    assertThatThrownBy(() -> new Splits.Fractions(-0.1, 0.1, 0.7))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("train fraction must be in 0 … 1, got -0.1");
    assertThatThrownBy(() -> new Splits.Fractions(0.5, 0.25, 0.5))
        .hasMessage("fractions must sum to at most 1, got 1.25");
  }

  private static Labels labels(int... sizes) {
    int[] values =
        IntStream.range(0, sizes.length)
            .flatMap(c -> IntStream.generate(() -> c).limit(sizes[c]))
            .toArray();
    return Labels.of(sizes.length, values);
  }

  private static double count(NodeSet nodes, Labels labels, int label) {
    return Arrays.stream(nodes.toArray()).filter(node -> labels.get(node) == label).count();
  }

  private static NodeSet union(Split split) {
    int[] nodes =
        Stream.of(split.train(), split.validation(), split.test())
            .flatMapToInt(part -> Arrays.stream(part.toArray()))
            .toArray();
    return NodeSet.of(split.nodeCount(), nodes);
  }

  @Test
  void halvesShareTheNodesAndTheSecondMayHaveOneMore() {
    NodeSet nodes = NodeSet.of(20, 1, 3, 5, 7, 9);
    List<NodeSet> halves = nodes.halves(4);
    assertThat(halves).extracting(NodeSet::size).containsExactly(2, 3);
    int[] both =
        halves.stream().flatMapToInt(half -> Arrays.stream(half.toArray())).sorted().toArray();
    assertThat(both).containsExactly(1, 3, 5, 7, 9);
    assertThat(nodes.halves(4)).isEqualTo(halves);
    assertThat(NodeSet.all(500).halves(5)).isNotEqualTo(NodeSet.all(500).halves(6));
  }

  @Test
  void refusesPartsThatOverlapOrDifferInSize() {
    NodeSet some = NodeSet.of(4, 0, 1);
    NodeSet others = NodeSet.of(4, 2, 3);
    NodeSet none = NodeSet.of(4);
    String overlap = "the parts of a split must not overlap: node 1 is both a %s and a %s node";
    NodeSet one = NodeSet.of(4, 1);
    assertThatThrownBy(() -> new Split(some, one, others))
        .hasMessage(overlap.formatted("training", "validation"));
    assertThatThrownBy(() -> new Split(some, others, one))
        .hasMessage(overlap.formatted("training", "test"));
    assertThatThrownBy(() -> new Split(none, some, one))
        .hasMessage(overlap.formatted("validation", "test"));
    assertThatThrownBy(() -> new Split(NodeSet.of(4), NodeSet.of(4), NodeSet.of(3)))
        .hasMessage("parts of a split must have the same number of nodes, got 4, 4 and 3");
    assertThatThrownBy(() -> new Split(NodeSet.of(4), NodeSet.of(5), NodeSet.of(4)))
        .hasMessageContaining("got 4, 5 and 4");
  }

  @Test
  void aSetHasDistinctNodesInItsRange() {
    assertThat(NodeSet.of(4, 3, 0).toArray()).containsExactly(0, 3);
    assertThat(NodeSet.of(4, 3, 0).contains(3)).isTrue();
    assertThat(NodeSet.of(4, 3, 0).contains(0)).isTrue();
    assertThat(NodeSet.of(4, 3, 0).contains(1)).isFalse();
    assertThatThrownBy(() -> NodeSet.of(4, 4)).hasMessage("nodes must be in 0 … 3, got 4");
    assertThatThrownBy(() -> NodeSet.of(4, -1)).hasMessage("nodes must be in 0 … 3, got -1");
    assertThatThrownBy(() -> NodeSet.of(4, 2, 1, 2)).hasMessageContaining("got 2 more than once");
  }
}
