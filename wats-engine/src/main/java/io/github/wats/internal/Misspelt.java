package io.github.wats.internal;

import java.util.Collection;
import java.util.List;

/** Finds what a misspelt name was meant to be. */
public final class Misspelt {
  private static final int MOST_EDITS = 2;

  private Misspelt() {}

  /** {@code "; did you mean wats?"} where one name alone is closest and close, else nothing. */
  public static String advice(String name, Collection<String> names) {
    for (int edits = 1; edits <= MOST_EDITS; edits++) {
      int most = edits;
      List<String> close = names.stream().filter(n -> edits(name, n) <= most).toList();
      if (!close.isEmpty()) {
        return close.size() == 1 ? "; did you mean " + close.get(0) + "?" : "";
      }
    }
    return "";
  }

  /** Letters to insert, delete, replace or swap with the next to make {@code b} of {@code a}. */
  public static int edits(String a, String b) {
    int[][] edits = new int[a.length() + 1][b.length() + 1]; // of the first i and j letters
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        edits[i][j] = Math.min(i, j) == 0 ? Math.max(i, j) : least(edits, a, b, i, j);
      }
    }
    return edits[a.length()][b.length()];
  }

  private static int least(int[][] edits, String a, String b, int i, int j) {
    boolean same = a.charAt(i - 1) == b.charAt(j - 1);
    int least = edits[i - 1][j - 1] + (same ? 0 : 1);
    least = Math.min(least, 1 + Math.min(edits[i - 1][j], edits[i][j - 1]));
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(least, 1 + edits[i - 2][j - 2]) : least;
  }
}
