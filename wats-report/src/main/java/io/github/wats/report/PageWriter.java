package io.github.wats.report;

import io.github.wats.report.Section.Block;
import io.github.wats.report.figure.DataTable;
import io.github.wats.report.figure.Figure;
import io.github.wats.report.scene.Escape;
import io.github.wats.report.scene.Ink;
import io.github.wats.report.scene.Svg;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/** Writes a page as HTML whose content security policy forbids loading anything else. */
final class PageWriter {
  private static final String STYLE = style();
  private static final String SCRIPT = resource("page.js");

  private final Page page;
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
    out.append("<header>\n<p class=\"kicker\">")
        .append(Escape.text(page.kicker()))
        .append("</p>\n");
    element("h1", page.title());
    out.append("<div class=\"verdict\">\n");
    page.verdict().forEach(sentence -> element("p", sentence));
    out.append("</div>\n<nav aria-label=\"Contents\"><ul>\n");
    for (Section section : page.sections()) {
      out.append("<li><a href=\"#").append(Escape.text(section.id())).append("\">");
      out.append(Escape.text(section.heading())).append("</a></li>\n");
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
      out.append("<p class=\"warning\">").append(Escape.text(warning.text())).append("</p>\n");
    } else if (block instanceof Block.Grid grid) {
      table(grid.table(), grid.best(), grid.tied());
    } else if (block instanceof Block.Cards cards) {
      cards(cards.table(), cards.notes());
    } else if (block instanceof Block.Facts facts) {
      facts(facts);
    } else if (block instanceof Block.Code code) {
      element("pre", code.text());
    } else if (block instanceof Block.Picture picture) {
      figure(picture.figure());
    }
  }

  private void figure(Figure figure) {
    out.append("<figure id=\"figure-").append(Escape.text(figure.name())).append('"');
    if (!figure.series().isEmpty()) {
      out.append(" data-series=\"").append(Escape.text(seriesJson(figure))).append('"');
    }
    out.append(">\n");
    element("h3", figure.title());
    out.append(Svg.inline(figure.wide(), figure.alt(), "wide")).append('\n');
    out.append(Svg.inline(figure.narrow(), figure.alt(), "narrow")).append('\n');
    out.append("<figcaption class=\"how\">How to read this: ");
    out.append(Escape.text(figure.reading())).append("</figcaption>\n");
    out.append("<details><summary>Data</summary>\n");
    table(figure.table(), Set.of(), Set.of());
    out.append("</details>\n</figure>\n");
  }

  private void table(DataTable table, Set<Section.Cell> best, Set<Section.Cell> tied) {
    out.append("<div class=\"scroll\" tabindex=\"0\"><table>\n<thead><tr>");
    for (int c = 0; c < table.header().size(); c++) {
      int column = c;
      boolean words = table.rows().stream().anyMatch(row -> isText(row.get(column)));
      out.append("<th scope=\"col\"").append(words ? " class=\"words\">" : ">");
      out.append(Escape.text(table.header().get(c))).append("</th>");
    }
    out.append("</tr></thead>\n<tbody>\n");
    for (int r = 0; r < table.rows().size(); r++) {
      List<String> row = table.rows().get(r);
      out.append("<tr><th scope=\"row\">").append(Escape.text(row.get(0))).append("</th>");
      for (int c = 1; c < row.size(); c++) {
        Section.Cell cell = new Section.Cell(r, c);
        String mark = best.contains(cell) ? " class=\"best\"" : "";
        mark = tied.contains(cell) ? " class=\"tied\"" : mark;
        mark = isText(row.get(c)) ? " class=\"words\"" : mark;
        out.append("<td" + mark + ">").append(Escape.text(row.get(c))).append("</td>");
      }
      out.append("</tr>\n");
    }
    out.append("</tbody></table></div>\n");
  }

  private void cards(DataTable table, List<String> notes) {
    int columns = table.header().size();
    out.append("<div class=\"scroll\" tabindex=\"0\"><table class=\"cards\">\n<thead><tr>");
    table
        .header()
        .forEach(
            name -> out.append("<th scope=\"col\">").append(Escape.text(name)).append("</th>"));
    out.append("</tr></thead>\n");
    for (int r = 0; r < table.rows().size(); r++) {
      List<String> row = table.rows().get(r);
      out.append("<tbody><tr>");
      for (int c = 0; c < columns; c++) {
        String label = " data-label=\"" + Escape.text(table.header().get(c)) + "\">";
        out.append(c == 0 ? "<th scope=\"row\"" : "<td").append(label);
        out.append(Escape.text(row.get(c))).append(c == 0 ? "</th>" : "</td>");
      }
      out.append("</tr>");
      if (!notes.get(r).isEmpty()) {
        out.append("<tr><td class=\"note\" colspan=\"").append(columns).append("\">");
        out.append(Escape.text(notes.get(r))).append("</td></tr>");
      }
      out.append("</tbody>\n");
    }
    out.append("</table></div>\n");
  }

  /** Words go to the left and may take two lines, numbers to the right. */
  private static boolean isText(String cell) {
    return !cell.isEmpty() && Character.isLetter(cell.codePointAt(0));
  }

  private void facts(Block.Facts facts) {
    out.append("<table class=\"facts\"><tbody>\n");
    facts
        .values()
        .forEach(
            (name, value) -> {
              out.append("<tr><th scope=\"row\">").append(Escape.text(name)).append("</th><td>");
              out.append(Escape.text(value)).append("</td></tr>\n");
            });
    out.append("</tbody></table>\n");
  }

  private void element(String tag, String text) {
    out.append('<').append(tag).append('>').append(Escape.text(text));
    out.append("</").append(tag).append(">\n");
  }

  /** Pairs of id and name; {@code \}u escapes keep any name inside its quotes. */
  private static String seriesJson(Figure figure) {
    StringBuilder json = new StringBuilder("[");
    for (Figure.Series series : figure.series()) {
      json.append(json.length() == 1 ? "[" : ",[");
      json.append(quoted(series.id())).append(',').append(quoted(series.name())).append(']');
    }
    return json.append(']').toString();
  }

  private static String quoted(String text) {
    StringBuilder json = new StringBuilder("\"");
    text.codePoints()
        .forEach(
            point -> {
              if (point == '"' || point == '\\' || point < 0x20) {
                json.append(String.format("\\u%04x", point));
              } else {
                json.appendCodePoint(point);
              }
            });
    return json.append('"').toString();
  }

  private static String style() {
    String light = colors(Ink::light) + "--panel:#f4f6f8;";
    String dark = colors(Ink::dark) + "--panel:#1b2129;";
    return ":root{"
        + light
        + "}\n@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){"
        + dark
        + "}}\n"
        + "@media"
        + " screen{:root[data-theme=light]{color-scheme:light}:root[data-theme=dark]{color-scheme:dark;"
        + dark
        + "}}\n"
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
