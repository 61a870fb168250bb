package io.github.wats.io.model;

import java.util.ResourceBundle;

/** The version of this library, which model files record. */
public final class Library {
  /** The version, as recorded by the build. */
  public static final String VERSION =
      ResourceBundle.getBundle("io.github.wats.io.model.library").getString("version");

  private Library() {}
}
