package io.github.wats.cli.console;

import io.github.wats.report.figure.DataTable;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.ColorScheme;

/**
 * A result for people: first a sentence that someone can act on, then tables and sentences, then
 * the next command. Sentences are wrapped at words, tables {@linkplain TableText fitted}.
 */
public final class ResultText {
  /** What the first sentence means, and its color. */
  public enum Tone {
    PLAIN(Ansi.Style.bold),
    GOOD(Ansi.Style.fg_green),
    WARNING(Ansi.Style.fg_yellow),
    ALARM(Ansi.Style.fg_red);

    private final Ansi.Style style;

    Tone(Ansi.Style style) {
      this.style = style;
    }

    /** The text in this color, where there are colors. */
    String paint(String text, Ansi ansi) {
      return new ColorScheme.Builder(ansi).build().apply(text, List.of(style)).toString();
    }
  }

  private final OptionalInt columns;
  private final boolean wide;
  private final List<String> blocks = new ArrayList<>();
  private Tone tone = Tone.PLAIN;
  private String sentence = "";

  /**
   * An empty text.
   *
   * @param columns of the terminal; without, sentences are not wrapped
   * @param wide whether everything is shown, in tables of any width
   */
  public ResultText(OptionalInt columns, boolean wide) {
    this.columns = columns;
    this.wide = wide;
  }

  /** Text as it is. */
  static ResultText of(String text) {
    ResultText made = new ResultText(OptionalInt.empty(), false);
    made.blocks.add(text);
    return made;
  }

  public boolean isWide() {
    return wide;
  }

  /** The first sentence. */
  public ResultText head(Tone meaning, String first) {
    tone = meaning;
    sentence = first;
    return say(first);
  }

  /** The first sentence, with which a page begins too; empty if there is none. */
  public String sentence() {
    return sentence;
  }

  /** A paragraph of lines, of which empty ones are left out. */
  public ResultText say(String... lines) {
    String text = lines(lines);
    if (!text.isEmpty()) {
      blocks.add(text);
    }
    return this;
  }

  private String lines(String... lines) {
    return Stream.of(lines)
        .filter(line -> !line.isEmpty())
        .map(line -> Format.wrap(line.stripTrailing(), columns) + System.lineSeparator())
        .collect(Collectors.joining());
  }

  /** A table and lines right below it. */
  public ResultText table(DataTable table, String... below) {
    int width = columns.orElse(Console.USUAL_COLUMNS);
    blocks.add((wide ? table.text() : TableText.of(table, width)) + lines(below));
    return this;
  }

  /** The same with these columns of the table only, unless all are shown. */
  public ResultText table(DataTable table, List<Integer> main, String... below) {
    return table(wide ? table : table.select(main), below);
  }

  /** The last lines: how it was done, and the next command, which is not wrapped. */
  public ResultText end(List<String> command, String... how) {
    List<String> words = new ArrayList<>(List.of(System.getProperty("wats.command", "wats")));
    words.addAll(command);
    String next = command.isEmpty() ? "" : Format.text("next: %s%n", Format.shell(words));
    if (!(lines(how) + next).isEmpty()) {
      blocks.add(lines(how) + next);
    }
    return this;
  }

  /** For a terminal, with colors if {@code ansi} has them. */
  String print(Ansi ansi) {
    List<String> printed = new ArrayList<>(blocks.stream().map(Format::printable).toList());
    if (!sentence.isEmpty() && ansi.enabled()) {
      printed.set(0, tone.paint(printed.get(0).stripTrailing(), ansi) + System.lineSeparator());
    }
    return String.join(System.lineSeparator(), printed);
  }

  @Override
  public String toString() {
    return print(Ansi.OFF);
  }
}
