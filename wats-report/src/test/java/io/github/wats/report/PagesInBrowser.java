package io.github.wats.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Tests that look at pages as a reader does, in Chromium; skipped where it is not installed. */
public abstract class PagesInBrowser {
  @TempDir protected static Path folder;

  protected static Browser browser;

  @BeforeAll
  static void open() throws IOException {
    browser = Browser.open();
  }

  @AfterAll
  static void close() {
    if (browser != null) {
      browser.close();
    }
  }

  /** The page as a file of that name. */
  protected static Path write(String name, Page page) throws IOException {
    return Files.writeString(folder.resolve(name + ".html"), page.html());
  }
}
