package io.github.wats.cli.console;

import io.github.wats.engine.kernel.Kernels;
import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** Version, commit, Java and kernels of this program. */
public final class Version implements IVersionProvider {
  /** Digits of a commit that are shown. */
  private static final int SHORT = 7;

  @Override
  public String[] getVersion() {
    return new String[] {
      "wats " + text(),
      "Java " + Runtime.version() + " (" + System.getProperty("java.vendor") + ")",
      "kernels " + Kernels.vectorOrReference().name()
    };
  }

  /** Such as {@code 0.1.0 (commit 1a2b3c4)}. */
  public static String text() {
    return value("version") + " (commit " + commit() + ")";
  }

  /** The commit the build was told of, else that of the checkout the launcher stands in. */
  public static String commit() {
    String built = value("commit");
    String checkout = System.getProperty("wats.commit", "");
    boolean known = !built.equals("unknown") || checkout.length() < SHORT;
    return known ? built : checkout.substring(0, SHORT);
  }

  /** A value that the build has written down. */
  public static String value(String name) {
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
