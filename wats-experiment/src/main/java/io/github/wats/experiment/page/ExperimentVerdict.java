package io.github.wats.experiment.page;

import io.github.wats.experiment.ResultTable;
import io.github.wats.experiment.ResultTable.Mark;
import io.github.wats.experiment.ResultTable.Row;
import io.github.wats.internal.Rounding;
import io.github.wats.metrics.Metric;
import io.github.wats.report.NumberText;
import io.github.wats.report.figure.Phrases;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The result of an experiment in sentences: which methods win, and whether significantly. */
record ExperimentVerdict(ResultTable table, ExperimentStatus status) {
  private static final Metric METRIC = Metric.ECE;

  /** The rows of a data set and backbone that have a result, at least one. */
  private record Block(List<Row> rows) {
    String name() {
      return rows.get(0).dataset() + " with " + rows.get(0).model();
    }

    Row winner() {
      return Collections.min(
          rows, Comparator.comparingDouble(row -> METRIC.loss(row.mean(METRIC))));
    }

    /** All with the best mean. */
    List<String> winners() {
      double best = winner().mean(METRIC);
      return rows.stream()
          .filter(row -> Rounding.isEqual(row.mean(METRIC), best))
          .map(row -> row.variant().title())
          .toList();
    }

    Optional<Row> plain() {
      return rows.stream().filter(row -> row.variant().isUncalibrated()).findFirst();
    }
  }

  List<String> sentences() {
    List<Block> blocks = blocks();
    List<String> sentences = new ArrayList<>();
    if (blocks.isEmpty()) {
      sentences.add("No fit has a result.");
    } else if (blocks.size() == 1) {
      sentences.add(one(blocks.get(0)));
    } else {
      sentences.add(many(blocks));
      sentences.add(significance(blocks));
      gain(blocks).ifPresent(sentences::add);
    }
    if (table.rows().stream().allMatch(row -> row.runs() <= 1)) {
      sentences.add(
          "There is only one run, so small differences between methods may be due to chance.");
    }
    sentences.add(status.sentence());
    return sentences;
  }

  private List<Block> blocks() {
    return table.blocks().values().stream()
        .map(rows -> rows.stream().filter(row -> row.sample(METRIC).isPresent()).toList())
        .filter(rows -> !rows.isEmpty())
        .map(Block::new)
        .toList();
  }

  private static String one(Block block) {
    Row winner = block.winner();
    String plain =
        block
            .plain()
            .filter(row -> !row.variant().equals(winner.variant()))
            .map(row -> " (uncalibrated: %s)".formatted(NumberText.percent(row.mean(METRIC))))
            .orElse("");
    String noise =
        winner
            .floor(METRIC)
            .map(floor -> NumberText.percent(floor.mean()))
            .map("; the noise floor, the expected ECE of a perfectly calibrated model, is "::concat)
            .orElse("");
    List<String> winners = block.winners();
    List<String> tied = ExperimentFigures.tied(block.rows, METRIC);
    List<String> others = tied.stream().filter(name -> !winners.contains(name)).toList();
    boolean unmarked = tied.isEmpty() && winner.mark(METRIC) != Mark.BEST && winner.runs() > 1;
    boolean all = unmarked && block.rows.size() > winners.size();
    String alike = all ? "any other" : others.isEmpty() ? "" : Phrases.names(others);
    return "On %s, %s the lowest ECE, %s%s%s%s."
        .formatted(
            block.name(),
            Phrases.names(winners, "methods") + (winners.size() == 1 ? " has" : " have"),
            NumberText.percent(winner.mean(METRIC)),
            plain,
            alike.isEmpty() ? "" : "; no significant difference from " + alike,
            noise);
  }

  private static String many(List<Block> blocks) {
    Map<String, Long> wins =
        blocks.stream()
            .collect(
                Collectors.groupingBy(
                    block -> String.join(" = ", block.winners()),
                    LinkedHashMap::new,
                    Collectors.counting()));
    String counts =
        wins.entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
            .map(entry -> entry.getKey() + " in " + entry.getValue())
            .limit(4)
            .collect(Collectors.joining(", "));
    return "The lowest mean ECE on %s pairs of data set and backbone: %s%s."
        .formatted(blocks.size(), counts, wins.size() > 4 ? ", others in the rest" : "");
  }

  private static String significance(List<Block> blocks) {
    long clear = blocks.stream().filter(block -> block.winner().mark(METRIC) == Mark.BEST).count();
    return "The best method is significantly better than every other in %s of them (paired"
            .formatted(clear == 0 ? "none" : "" + clear)
        + " Wilcoxon tests, Holm-corrected).";
  }

  /** From which errors to which: only where every block was measured without calibration. */
  private static Optional<String> gain(List<Block> blocks) {
    List<Double> before = new ArrayList<>();
    List<Double> after = new ArrayList<>();
    for (Block block : blocks) {
      block.plain().ifPresent(plain -> before.add(plain.mean(METRIC)));
      after.add(block.winner().mean(METRIC));
    }
    return before.size() < blocks.size()
        ? Optional.empty()
        : Optional.of(
            "Without calibration the ECE is %s, with the best method %s."
                .formatted(span(before), span(after)));
  }

  private static String span(List<Double> values) {
    String from = NumberText.percent(Collections.min(values));
    String to = NumberText.percent(Collections.max(values));
    return from.equals(to) ? from : from + " to " + to;
  }
}
