package io.github.wats.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.testing.Shared;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every table of {@code docs/results.md} is what the committed records give. */
class ResultsPageTest {
  @ParameterizedTest
  @CsvSource({
    "paper, BENCHMARK, ece degreeEce nll accuracy",
    "authors, BENCHMARK, ece degreeEce nll accuracy",
    "sweep, SWEEP, ece",
    "sweep-authors, SWEEP, degreeEce",
    "ablation, ABLATION, ece degreeEce",
    "ablation-authors, ABLATION, degreeEce"
  })
  void showsWhatTheRecordsSay(String name, Plan.Kind kind, String metrics) throws IOException {
    Path docs = Shared.root().resolve("docs");
    String page = Files.readString(docs.resolve("results.md"));
    List<FitRecord> records = CompactRecords.read(docs.resolve("results/" + name + ".jsonl"));
    ResultTable table = ResultTable.of(records, kind.baselines());
    for (String metric : metrics.split(" ")) {
      assertThat(page)
          .as("%s of %s", metric, name)
          .contains(TableFormat.MARKDOWN.render(table, List.of(metric)));
    }
  }
}
