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

  /** Letters to insert, delete or replace to make {@code b} of {@code a} (Levenshtein 1966). */
  static int edits(String a, String b) {
    int[] row = new int[b.length() + 1]; // edits from the first i letters of a to the first j of b
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
