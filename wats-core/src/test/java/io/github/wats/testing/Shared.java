package io.github.wats.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** Finds what lies beside the project; tests that need it are skipped, with the reason, without. */
public final class Shared {
  private Shared() {}

  /** The project's root folder. */
  public static Path root() {
    String root = System.getProperty("wats.root");
    return root != null ? Path.of(root) : Path.of("").toAbsolutePath().getParent();
  }

  /** The folder of real data sets, or the test is skipped. */
  public static Path datasets() {
    return require("datasets");
  }

  /** A file or folder below {@code shared} beside the project, or the test is skipped. */
  public static Path require(String name) {
    Path path = root().resolveSibling("shared").resolve(name);
    Assumptions.assumeTrue(Files.exists(path), "needs shared/" + name + " beside the project");
    return path;
  }
}
