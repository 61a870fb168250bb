package io.github.wats.cli.experiment;

import io.github.wats.cli.console.Format;
import io.github.wats.experiment.Plan;
import io.github.wats.report.Section.Block;
import io.github.wats.report.Section.Cell;
import io.github.wats.report.figure.DataTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The blocks of a page as text for a terminal: ★ is written {@code *}, ☆ is written {@code =}. */
final class ResultText {
  private ResultText() {}

  /** The result of an experiment. */
  static String of(Plan plan, Path folder, List<Block> blocks, double seconds) {
    StringBuilder text = new StringBuilder();
    for (Block block : blocks) {
      if (block instanceof Block.Subheading heading) {
        text.append(Format.text("%n%s%n", heading.text()));
      } else if (block instanceof Block.Paragraph paragraph) {
        text.append(Format.text("%s%n", paragraph.text().replace('★', '*').replace('☆', '=')));
      } else if (block instanceof Block.Warning warning) {
        text.append(Format.text("%n%s%n", warning.text()));
      } else if (block instanceof Block.Grid grid) {
        text.append(table(grid)).append(System.lineSeparator());
      }
    }
    return text
        + Format.text(
            "protocol %s, seed %d, %s; records and tables are in %s%n",
            plan.protocol().label(), plan.seed(), PlanText.time(seconds), folder);
  }

  private static String table(Block.Grid grid) {
    List<List<String>> rows = new ArrayList<>();
    String unmarked = grid.best().isEmpty() && grid.tied().isEmpty() ? "" : " ";
    for (int row = 0; row < grid.table().rows().size(); row++) {
      List<String> cells = new ArrayList<>(grid.table().rows().get(row));
      for (int column = 1; column < cells.size(); column++) {
        Cell cell = new Cell(row, column);
        String mark =
            grid.best().contains(cell) ? "*" : grid.tied().contains(cell) ? "=" : unmarked;
        cells.set(column, cells.get(column) + mark);
      }
      rows.add(cells);
    }
    return new DataTable(grid.table().header(), rows).text();
  }
}
