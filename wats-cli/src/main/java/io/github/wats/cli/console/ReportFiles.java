package io.github.wats.cli.console;

import io.github.wats.io.AtomicFile;
import io.github.wats.report.Page;
import io.github.wats.report.figure.Figure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Writes reports and figures, each file whole or not at all. */
public final class ReportFiles {
  private ReportFiles() {}

  /** The page as one HTML file; its folder is made if need be. */
  public static void write(Path file, Page page) throws IOException {
    byte[] html = page.html().getBytes(StandardCharsets.UTF_8);
    AtomicFile.write(file, out -> out.write(html));
  }

  /** Each figure as {@code NAME.svg} and {@code NAME.png}; the folder is made if need be. */
  public static void writeFigures(Path folder, List<Figure> figures) throws IOException {
    for (Figure figure : figures) {
      byte[] svg = figure.svg().getBytes(StandardCharsets.UTF_8);
      byte[] png = figure.png();
      AtomicFile.write(folder.resolve(figure.name() + ".svg"), out -> out.write(svg));
      AtomicFile.write(folder.resolve(figure.name() + ".png"), out -> out.write(png));
    }
  }
}
