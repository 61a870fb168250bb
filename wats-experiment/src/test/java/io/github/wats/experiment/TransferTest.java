package io.github.wats.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.experiment.Transfer.Alarm;
import io.github.wats.experiment.Transfer.Row;
import io.github.wats.io.NodeData;
import io.github.wats.io.dataset.Datasets;
import io.github.wats.io.synthetic.GeneratorSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TransferTest {
  /** Two graphs of one kind, and one on which most neighbors are of another class. */
  @Test
  void helpsOnAGraphOfTheSameKindAndNoticesAnother() {
    GeneratorSettings small =
        GeneratorSettings.DEFAULT.withNodes(700).withClasses(4).withFeatures(60);
    GeneratorSettings other =
        GeneratorSettings.HETEROPHILOUS.withNodes(700).withClasses(4).withFeatures(60);
    Map<String, NodeData> graphs = new LinkedHashMap<>();
    graphs.put("one", Datasets.generate(small, 0).nodeData(Optional.empty()));
    graphs.put("two", Datasets.generate(small, 1).nodeData(Optional.empty()));
    graphs.put("other", Datasets.generate(other, 2).nodeData(Optional.empty()));
    List<Row> rows = new Transfer(graphs, List.of("ts", "ridge", "auto")).run(List.of("gcn"), 1);
    assertThat(rows).hasSize(3 * 4 + 6 * 7);
    assertThat(rows.stream().filter(row -> row.fit().equals("target")))
        .allMatch(row -> !row.source().equals(row.target()) && row.alarm().equals(Alarm.NONE));
    double before = nll(of(rows, "one", "two").get(0));
    assertThat(of(rows, "one", "two").stream().skip(1))
        .allMatch(row -> nll(row) < before && !row.alarm().data());
    assertThat(of(rows, "one", "other").stream().skip(1)).allMatch(row -> row.alarm().data());
    assertThat(of(rows, "one", "one")).noneMatch(row -> row.alarm().data());
  }

  private static List<Row> of(List<Row> rows, String source, String target) {
    return rows.stream()
        .filter(row -> row.source().equals(source) && row.target().equals(target))
        .filter(row -> row.fit().equals("source"))
        .toList();
  }

  private static double nll(Row row) {
    return row.metrics().get("nll");
  }
}
