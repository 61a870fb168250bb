package io.github.wats.cli.console;

import io.github.wats.engine.kernel.Kernels;
import io.github.wats.io.model.Library;
import java.util.ResourceBundle;
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
    return Library.VERSION + " (commit " + commit() + ")";
  }

  /** That of the build, else that of the checkout the launcher stands in. */
  public static String commit() {
    String built = built();
    String checkout = System.getProperty("wats.commit", "");
    boolean told = !built.equals("unknown") || checkout.length() < SHORT;
    return told ? built : checkout.substring(0, SHORT);
  }

  /** The commit the build was told of, or "unknown". */
  public static String built() {
    return ResourceBundle.getBundle("io.github.wats.cli.console.build").getString("commit");
  }
}
