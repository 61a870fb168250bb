package io.github.wats.io.model;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** The version of this library, which model files record. */
public final class Library {
  /** The version, as recorded by the build. */
  public static final String VERSION = read();

  private Library() {}

  private static String read() {
    Properties properties = new Properties();
    try (InputStream in = Library.class.getResourceAsStream("library.properties")) {
      if (in != null) {
        properties.load(in);
      }
    } catch (IOException unreadable) {
      return "unknown";
    }
    return properties.getProperty("version", "unknown");
  }
}
