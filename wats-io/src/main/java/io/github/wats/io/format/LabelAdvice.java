package io.github.wats.io.format;

import io.github.wats.prediction.Labels;
import java.util.Arrays;

/**
 * What to write where labels do not fit the classes: the usual mistakes and how to correct them.
 */
final class LabelAdvice {
  /** −1 as an unsigned byte, and the usual mark of what has no label in images. */
  private static final int UNKNOWN_BYTE = 255;

  private LabelAdvice() {}

  /** One more than the largest label; a 255 far above all others is a mark and no class. */
  static int classes(int[] labels) {
    int largest = Arrays.stream(labels).max().orElse(0);
    int next = Arrays.stream(labels).filter(label -> label < UNKNOWN_BYTE).max().orElse(0);
    boolean mark = largest == UNKNOWN_BYTE && next < UNKNOWN_BYTE / 2;
    return Math.max(0, mark ? next : largest) + 1;
  }

  /** How to correct labels of which at least one is not a class and not −1. */
  static String of(int[] labels, int classes) {
    int[] sorted = Arrays.stream(labels).filter(label -> label >= 0).sorted().toArray();
    int largest = sorted.length == 0 ? 0 : sorted[sorted.length - 1];
    int least = Arrays.stream(labels).min().orElse(0);
    if (least < Labels.UNKNOWN || largest == UNKNOWN_BYTE) {
      int mark = least < Labels.UNKNOWN ? least : largest;
      return ": if %1$s marks unknown labels, write np.where(y == %1$s, -1, y.astype(int))"
          .formatted(mark);
    }
    if (classes == 1 && largest == 1) {
      return ofOneColumn("logits[:, 0]");
    }
    return sorted[0] == 1 && largest == classes
        ? ": labels that start at 1 are written np.where(y > 0, y - 1, -1)"
        : ": logits must have a column for each class, got %s for labels up to %s"
            .formatted(classes, largest);
  }

  /** How to write the scores {@code name} of a binary classifier with one output. */
  static String ofOneColumn(String name) {
    return ": logits must have a column for each class; for a binary score z = "
        + name
        + " write np.stack([np.zeros(len(z)), z], 1), whose softmax is sigmoid(z), or add --binary";
  }
}
