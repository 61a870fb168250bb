package io.github.wats.calibration.ridge;

import java.util.Locale;

/**
 * Columns that share one penalty λ. Declared in the order in which their parameters stand in the
 * vector x, after {@code x0}: first what multiplies u, then what is added, then one per class.
 */
enum Group {
  /** Five wavelet features and {@code ln(1 + d)}. */
  WAVE(Kind.NODE, 6, 30),
  /** One-hot of the predicted class; for temperatures alone. */
  PREDICTED(Kind.NODE, Group.ONE_PER_CLASS, 60),
  /** The largest probability and the entropy over ln C. */
  CONFIDENCE(Kind.NODE, 2, 30),
  /** What the neighbors one and two steps away are predicted to be. */
  DIFFUSION(Kind.CLASS, 3, 8),
  /** What the neighbors one and two steps away are known to be. */
  LABELS(Kind.CLASS, 3, 8),
  /** ω: one factor per class. */
  SCALE(Kind.PER_CLASS, Group.ONE_PER_CLASS, 25),
  /** b: one summand per class. */
  BIAS(Kind.PER_CLASS, Group.ONE_PER_CLASS, 8);

  private static final int ONE_PER_CLASS = -1;

  /** What a column of the group looks like in the logits {@code a_i}. */
  enum Kind {
    /** A number f_i per node that multiplies u_i. */
    NODE,
    /** A row per node (C) that is added. */
    CLASS,
    /** Touches one class alone: no values are stored. */
    PER_CLASS
  }

  private final Kind kind;
  private final int width;
  private final double startPenalty;

  Group(Kind kind, int width, double startPenalty) {
    this.kind = kind;
    this.width = width;
    this.startPenalty = startPenalty;
  }

  Kind kind() {
    return kind;
  }

  int width(int classCount) {
    return width == ONE_PER_CLASS ? classCount : width;
  }

  /** λ of the first round. */
  double startPenalty() {
    return startPenalty;
  }

  /** How files name the group. */
  String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
