package io.github.wats.cli;

import io.github.wats.linalg.Kernels;
import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** Version, commit, Java and kernels of this program. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {
      "wats " + value("version") + " (commit " + value("commit") + ")",
      "Java " + Runtime.version() + " (" + System.getProperty("java.vendor") + ")",
      "kernels " + Kernels.best().name()
    };
  }

  /** A value that the build has written down. */
  static String value(String name) {
    Properties properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("build.properties")) {
      if (in != null) {
        properties.load(in);
      }
    } catch (IOException unreadable) {
      return "unknown";
    }
    return properties.getProperty(name, "unknown");
  }
}
