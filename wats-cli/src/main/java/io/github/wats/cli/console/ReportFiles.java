package io.github.wats.cli.console;

import io.github.wats.io.AtomicFile;
import io.github.wats.report.Page;
import io.github.wats.report.figure.Figure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Writes reports and figures, each file whole or not at all. */
public final class ReportFiles {
  private ReportFiles() {}

  /** The page as one HTML file, and each figure as SVG; makes folders where needed. */
  public static void write(Page page, @Nullable Path file, @Nullable Path figures)
      throws IOException {
    if (file != null) {
      write(file, page.html().getBytes(StandardCharsets.UTF_8));
    }
    if (figures != null) {
      for (Figure figure : page.figures()) {
        byte[] svg = figure.svg().getBytes(StandardCharsets.UTF_8);
        write(figures.resolve(figure.name() + ".svg"), svg);
      }
    }
  }

  private static void write(Path file, byte[] content) throws IOException {
    AtomicFile.write(file, out -> out.write(content));
  }
}
