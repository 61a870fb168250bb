package io.github.wats.internal;

import java.util.Locale;

/** Checks before long work starts that it fits into memory, instead of failing midway. */
public final class Heap {
  private static final double GIGABYTE = 1e9;

  private Heap() {}

  /**
   * Refuses work that needs more than the heap has left.
   *
   * @param bytes what the work will hold at its peak, beside what is held already
   * @param work what it is, for the message: a format of {@code counts}
   * @throws IllegalStateException saying what is needed and what there is
   */
  @SuppressWarnings({"AnnotateFormatMethod", "FormatStringAnnotation"})
  public static void require(long bytes, String work, Object... counts) {
    if (bytes <= left()) {
      return;
    }
    System.gc(); // garbage still counts as used
    long left = left();
    if (bytes > left) {
      Runtime runtime = Runtime.getRuntime();
      long inUse = runtime.totalMemory() - runtime.freeMemory();
      throw new IllegalStateException(
          String.format(
              Locale.ROOT,
              "%s needs about %.1f GB of memory beside the %.1f GB in use, but the heap ends at"
                  + " %.1f GB: give Java more with WATS_JAVA_OPTS=-Xmx%dg or use a smaller graph",
              String.format(Locale.ROOT, work, counts),
              bytes / GIGABYTE,
              inUse / GIGABYTE,
              runtime.maxMemory() / GIGABYTE,
              (long) Math.ceil((bytes + inUse) * 1.05 / (1L << 30))));
    }
  }

  private static long left() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.maxMemory() - (runtime.totalMemory() - runtime.freeMemory());
  }
}
