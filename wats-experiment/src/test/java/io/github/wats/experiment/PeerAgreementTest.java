package io.github.wats.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.metrics.Metric;
import io.github.wats.testing.Shared;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * The committed results beside those of the PyTorch peer: same splits, other starts. Means must
 * agree within the spread over runs, the larger of both deviations.
 */
class PeerAgreementTest {
  /** Where the peer's number rests on few runs its deviation says little. */
  private static final double SMALLEST_SPREAD = 0.003;

  /**
   * The peer on Computers. Its pages have five and three runs, which left too much to chance: their
   * deviations are as small as 0.1 points in accuracy and 0.05 in an error, those of fourteen and
   * ten runs 0.4 points and more.
   */
  private static final String MORE_RUNS = "wats-experiment/src/test/resources/peer-more-runs.md";

  /** Under the paper's protocol temperature scaling is solved exactly; the peer calls it so. */
  private static final Map<String, String> PAPER_NAMES = Map.of("ts", "ts-exact");

  /**
   * The one that differs under the authors' protocol. The peer computes probabilities in single
   * precision, where one below 1e-45 is 0, and counts 0 as 1e-300: a node that CaGCN is that sure
   * about and wrong costs it 691 instead of, say, 110. On Photo one such node among 5241 moves the
   * mean by 0.11.
   */
  private static final String EXPLAINED = "photo gcn cagcn nll: ";

  private static final Map<String, String> FIXED_SPLITS =
      Map.of(
          "cora", "cora, fixed split",
          "citeseer", "citeseer, fixed split",
          "pubmed", "pubmed, fixed split",
          "computers", "computers, fixed split no self loops",
          "photo", "photo, fixed split no self loops");

  @Test
  void agreesWithThePeerUnderThePapersProtocol() throws IOException {
    PeerTable peer = peer("peers/results.md");
    List<String> apart = new ArrayList<>();
    int compared = 0;
    for (ResultTable.Row row : table("paper").rows()) {
      String method = row.variant().method();
      Optional<PeerTable.Row> other =
          peer.row(row.dataset() + ", " + row.model(), PAPER_NAMES.getOrDefault(method, method));
      if (other.isPresent()) {
        compared += compare(row, other.get(), apart);
      }
    }
    assertThat(compared).isEqualTo(224);
    assertThat(apart).isEmpty();
  }

  @Test
  void agreesWithThePeerUnderTheAuthorsProtocol() throws IOException {
    PeerTable peer = peer("peers/results-authors-protocol.md");
    List<String> apart = new ArrayList<>();
    int compared = 0;
    for (ResultTable.Row row : table("authors").rows()) {
      Optional<PeerTable.Row> other =
          row.model().equals("gcn")
              ? peer.row(FIXED_SPLITS.getOrDefault(row.dataset(), ""), row.variant().method())
              : Optional.empty();
      if (other.isPresent()) {
        compared += compare(row, other.get(), apart);
      }
    }
    assertThat(compared).isEqualTo(112);
    assertThat(apart).singleElement().asString().startsWith(EXPLAINED);
  }

  /** The paper prints the degree-binned error of one split: within 0.4 points for these. */
  @Test
  void recoversThePapersTable() throws IOException {
    ResultTable table = table("authors");
    List<String> apart = new ArrayList<>();
    for (String dataset : List.of("cora", "citeseer", "pubmed", "computers")) {
      for (String method : List.of("ts", "ets", "wats")) {
        ResultTable.Row row = table.row(dataset, "gcn", Variant.of(method)).orElseThrow();
        double ours = sample(row, Metric.DEGREE_ECE).mean();
        double paper = row.paper().orElseThrow().mean();
        if (Math.abs(ours - paper) > 0.004) {
          apart.add(String.format("%s %s: %.4f, paper %.4f", dataset, method, ours, paper));
        }
      }
    }
    assertThat(apart).isEmpty();
  }

  private static PeerTable peer(String page) throws IOException {
    return PeerTable.read(Shared.root().resolve(MORE_RUNS))
        .orElse(PeerTable.read(Shared.require(page)));
  }

  private static int compare(ResultTable.Row row, PeerTable.Row peer, List<String> apart) {
    check(row, Metric.ECE, peer.ece(), SMALLEST_SPREAD, apart);
    check(row, Metric.DEGREE_ECE, peer.degreeEce(), SMALLEST_SPREAD, apart);
    check(row, Metric.NLL, peer.nll(), 0.01, apart);
    check(row, Metric.ACCURACY, peer.accuracy(), SMALLEST_SPREAD, apart);
    return 4;
  }

  private static void check(
      ResultTable.Row row, Metric metric, Sample peer, double least, List<String> apart) {
    Sample ours = sample(row, metric);
    double spread = Math.max(least, Math.max(ours.std(), peer.std()));
    String name = String.join(" ", row.dataset(), row.model(), row.variant().label(), metric.key());
    if (Math.abs(ours.mean() - peer.mean()) > spread) {
      apart.add(
          String.format(
              "%s: %.4f ± %.4f, peer %.4f ± %.4f",
              name, ours.mean(), ours.std(), peer.mean(), peer.std()));
    }
  }

  private static Sample sample(ResultTable.Row row, Metric metric) {
    return row.sample(metric).orElseThrow();
  }

  private static ResultTable table(String protocol) throws IOException {
    Path file = Shared.root().resolve("docs/results/" + protocol + ".jsonl.gz");
    return ResultTable.of(CompactRecordsReader.read(file), Plan.BASELINES);
  }
}
