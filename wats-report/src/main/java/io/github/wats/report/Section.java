package io.github.wats.report;

import io.github.wats.internal.Check;
import io.github.wats.report.figure.DataTable;
import io.github.wats.report.figure.Figure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A part of a page: a heading, then blocks in order.
 *
 * @param id for links, unique on a page
 */
public record Section(String id, String heading, List<Block> blocks) {
  public Section {
    blocks = List.copyOf(blocks);
  }

  /** Something in a section. */
  public sealed interface Block {
    /** A paragraph of text. */
    record Paragraph(String text) implements Block {}

    /** A heading over a table. */
    record Subheading(String text) implements Block {}

    /** A paragraph the reader must not miss. */
    record Warning(String text) implements Block {}

    /**
     * A table with the best cells marked, and those not significantly different from them.
     *
     * @param notes none, or a sentence below each row, which may be empty; rows are cards then
     */
    record Grid(DataTable table, Set<Cell> best, Set<Cell> tied, List<String> notes)
        implements Block {
      public Grid {
        best = Set.copyOf(best);
        tied = Set.copyOf(tied);
        notes = List.copyOf(notes);
        Check.argument(
            notes.isEmpty() || notes.size() == table.rows().size(),
            "there must be a note for each of %d rows, got %d",
            table.rows().size(),
            notes.size());
      }

      public Grid(DataTable table) {
        this(table, Set.of(), Set.of(), List.of());
      }
    }

    /** Names and values. */
    record Facts(Map<String, String> values) implements Block {}

    /** Something to type into a terminal. */
    record Code(String text) implements Block {}

    /** A figure with everything said about it. */
    record Picture(Figure figure) implements Block {}

    /** A figure whose steps a slider goes through: the rows of its table, and of its marks. */
    record Slider(Figure figure, int start) implements Block {}

    /** One of several options at a time, the first at the beginning. */
    record Choice(String id, String label, Map<String, List<Block>> options) implements Block {
      public Choice {
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
      }
    }
  }

  /** A cell of a table, both counted from 0; the header does not count. */
  public record Cell(int row, int column) {}

  /** Collects blocks. */
  public static final class Builder {
    private final String id;
    private final String heading;
    private final List<Block> blocks = new ArrayList<>();

    public Builder(String id, String heading) {
      this.id = id;
      this.heading = heading;
    }

    public Builder add(Block block) {
      blocks.add(block);
      return this;
    }

    public Builder text(String paragraph) {
      return add(new Block.Paragraph(paragraph));
    }

    public Builder figure(Figure figure) {
      return add(new Block.Picture(figure));
    }

    public Section build() {
      return new Section(id, heading, blocks);
    }
  }
}
