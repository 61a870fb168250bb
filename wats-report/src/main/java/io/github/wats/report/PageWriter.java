package io.github.wats.report;

import io.github.wats.report.Section.Block;
import io.github.wats.report.figure.DataTable;
import io.github.wats.report.figure.Figure;
import io.github.wats.report.scene.Escape;
import io.github.wats.report.scene.Ink;
import io.github.wats.report.scene.Mark;
import io.github.wats.report.scene.Svg;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Writes a page as HTML whose content security policy forbids loading anything else. */
final class PageWriter {
  private static final String STYLE = style();
  private static final String SCRIPT = resource("page.js");

  private final Page page;
  private final Map<List<Mark>, String> panels = new HashMap<>(); // of all figures
  private final StringBuilder out = new StringBuilder();

  PageWriter(Page page) {
    this.page = page;
  }

  String html() {
    head();
    header();
    out.append("<main>\n");
    page.sections().forEach(this::section);
    out.append(
        "</main>\n<footer>Made by WATS. This page is self-contained and works offline.</footer>\n");
    out.append("<script>").append(SCRIPT).append("</script>\n</body>\n</html>\n");
    return out.toString();
  }

  private void head() {
    out.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    out.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    out.append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ");
    out.append("img-src data:; style-src '").append(hash(STYLE)).append("'; ");
    out.append("script-src '").append(hash(SCRIPT)).append("'\">\n");
    out.append("<link rel=\"icon\" href=\"data:,\">\n");
    element("title", page.title());
    out.append("<style>").append(STYLE).append("</style>\n</head>\n<body>\n");
  }

  private void header() {
    out.append("<header>\n");
    element("p class=\"kicker\"", page.kicker());
    element("h1", page.title());
    out.append("<div class=\"verdict\">\n");
    page.verdict().forEach(sentence -> element("p", sentence));
    out.append("</div>\n<nav aria-label=\"Contents\"><ul>\n");
    for (Section section : page.sections()) {
      out.append("<li>");
      inline("a href=\"#" + Escape.text(section.id()) + "\"", section.heading());
      out.append("</li>\n");
    }
    out.append("</ul></nav>\n</header>\n");
  }

  private void section(Section section) {
    out.append("<section id=\"").append(Escape.text(section.id())).append("\">\n");
    element("h2", section.heading());
    section.blocks().forEach(this::block);
    out.append("</section>\n");
  }

  private void block(Block block) {
    if (block instanceof Block.Paragraph paragraph) {
      element("p", paragraph.text());
    } else if (block instanceof Block.Subheading heading) {
      element("h3", heading.text());
    } else if (block instanceof Block.Warning warning) {
      element("p class=\"warning\"", warning.text());
    } else if (block instanceof Block.Grid grid) {
      table(grid);
    } else if (block instanceof Block.Facts facts) {
      facts(facts);
    } else if (block instanceof Block.Code code) {
      element("pre", code.text());
    } else if (block instanceof Block.Picture picture) {
      figure(picture.figure(), "");
    } else if (block instanceof Block.Slider slider) {
      figure(slider.figure(), " data-start=\"" + slider.start() + "\"");
    } else if (block instanceof Block.Choice choice) {
      choice(choice);
    }
  }

  /** Radio buttons: the style sheet shows what belongs to the chosen one. */
  private void choice(Block.Choice choice) {
    String name = Escape.text(choice.id());
    out.append("<fieldset class=\"choice\">");
    inline("legend", choice.label());
    int k = 0;
    for (Map.Entry<String, List<Block>> option : choice.options().entrySet()) {
      String id = name + "-" + k;
      out.append("\n<input type=\"radio\" name=\"").append(name).append("\" id=\"").append(id);
      out.append(k++ == 0 ? "\" checked>" : "\">");
      inline("label for=\"" + id + "\"", option.getKey());
      out.append("<div>\n");
      option.getValue().forEach(this::block);
      out.append("</div>");
    }
    out.append("\n</fieldset>\n");
  }

  /** With a hidden list of the series, which the script turns into buttons. */
  private void figure(Figure figure, String attributes) {
    out.append("<figure id=\"figure-").append(Escape.text(figure.name())).append('"');
    out.append(attributes).append(">\n");
    element("h3", figure.title());
    if (!figure.series().isEmpty()) {
      out.append("<ul class=\"series\" hidden>");
      for (Figure.Series series : figure.series()) {
        inline("li data-series=\"" + Escape.text(series.id()) + "\"", series.name());
      }
      out.append("</ul>\n");
    }
    out.append(Svg.inline(figure.wide(), figure.alt(), "wide", panels)).append('\n');
    out.append(Svg.inline(figure.narrow(), figure.alt(), "narrow", panels)).append('\n');
    element("figcaption class=\"how\"", "How to read this: " + figure.reading());
    out.append("<details><summary>Data</summary>\n");
    table(new Block.Grid(figure.table()));
    out.append("</details>\n</figure>\n");
  }

  /** With notes each row is a body of its own, which becomes a card where the page is narrow. */
  private void table(Block.Grid grid) {
    DataTable table = grid.table();
    int columns = table.header().size();
    boolean cards = !grid.notes().isEmpty();
    boolean fitted = IntStream.range(1, columns).anyMatch(c -> isText(table, c));
    out.append("<div class=\"scroll").append(fitted && !cards ? " fitted" : "");
    out.append("\" role=\"group\" aria-label=\"Table\" tabindex=\"0\"><table");
    out.append(cards ? " class=\"cards\"" : "").append(">\n<thead><tr>");
    for (int c = 0; c < columns; c++) {
      String head = table.header().get(c);
      String start = head.isEmpty() ? "td" : "th scope=\"col\""; // an empty name is none
      inline(start + (isText(table, c) && !cards ? " class=\"words\"" : ""), head);
    }
    out.append("</tr></thead>\n");
    for (int r = 0; r < table.rows().size(); r++) {
      out.append(cards || r == 0 ? "<tbody><tr>" : "<tr>");
      for (int c = 0; c < columns; c++) {
        String label = " data-label=\"" + Escape.text(table.header().get(c)) + "\"";
        inline(
            (c == 0 ? "th scope=\"row\"" : "td") + (cards ? label : mark(grid, r, c)),
            table.cell(r, c));
      }
      out.append("</tr>\n");
      if (cards && !grid.notes().get(r).isEmpty()) {
        out.append("<tr>");
        inline("td class=\"note\" colspan=\"" + columns + "\"", grid.notes().get(r));
        out.append("</tr>\n");
      }
      out.append(cards || r == table.rows().size() - 1 ? "</tbody>" : "");
    }
    out.append("</table></div>\n");
  }

  private static String mark(Block.Grid grid, int row, int column) {
    Section.Cell cell = new Section.Cell(row, column);
    return column > 0 && isText(grid.table().cell(row, column))
        ? " class=\"words\""
        : grid.tied().contains(cell)
            ? " class=\"tied\""
            : grid.best().contains(cell) ? " class=\"best\"" : "";
  }

  /** Whether a column has words, which may take several lines so that the table fits the page. */
  private static boolean isText(DataTable table, int column) {
    return table.rows().stream().anyMatch(row -> isText(row.get(column)));
  }

  /** Words go to the left and may take several lines, numbers to the right. */
  private static boolean isText(String cell) {
    return !cell.isEmpty() && Character.isLetter(cell.codePointAt(0));
  }

  private void facts(Block.Facts facts) {
    out.append("<table class=\"facts\"><tbody>\n");
    facts
        .values()
        .forEach(
            (name, value) -> {
              out.append("<tr>");
              inline("th scope=\"row\"", name);
              inline("td", value);
              out.append("</tr>\n");
            });
    out.append("</tbody></table>\n");
  }

  private void element(String start, String text) {
    inline(start, text);
    out.append('\n');
  }

  /** An element of text; {@code start} is its tag, which attributes may follow. */
  private void inline(String start, String text) {
    out.append('<').append(start).append('>').append(Escape.text(text));
    out.append("</").append(start.split(" ", 2)[0]).append('>');
  }

  private static String style() {
    String light = colors(Ink::light) + "--panel:#f4f6f8;";
    String dark = colors(Ink::dark) + "--panel:#1b2129;";
    return """
    :root{%1$s}
    @media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){%2$s}}
    @media screen{:root[data-theme=light]{color-scheme:light}:root[data-theme=dark]{color-scheme:dark;%2$s}}
    """
            .formatted(light, dark)
        + Svg.styleSheet()
        + resource("page.css");
  }

  private static String colors(Function<Ink, String> color) {
    StringBuilder rules = new StringBuilder();
    for (Ink ink : Ink.values()) {
      rules.append("--").append(ink.cssName()).append(':').append(color.apply(ink)).append(';');
    }
    return rules.toString();
  }

  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "sha256-" + Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static String resource(String name) {
    try (InputStream in = Objects.requireNonNull(PageWriter.class.getResourceAsStream(name))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
