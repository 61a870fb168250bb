package io.github.wats.calibration.ridge;

/** The ridge in ONNX operators, as {@code FittedCalibrator.formula} describes them. */
final class RidgeFormula {
  private static final int MOST_PASSES = 50;

  /**
   * {@code p = softmax((x0 + f · α) u + ω∘u + b + Σ_m β_m D_m)}; a class column that is constant
   * has no weight. WEIGHTS stands for β.
   */
  static final String FREE =
      """
      u = Div(logits, temperature)
      u = Sub(u, ReduceMean(u, axes=1))
      p = Softmax(u, axis=1)
      entropy = Neg(ReduceSum(Mul(p, Max(LogSoftmax(u, axis=1), -27.631021115928547)), @1))
      entropy = Div(entropy, Log(Max(classes, 2)))
      top = ReduceMax(p, axes=1)
      f = Concat(Add(Mul(top, 0), 1), Slice(features, @0, @6, @1), top, entropy, axis=1)
      f = Max(Min(Div(Sub(f, node-means), node-sds), 3), -3)
      x = ReduceSum(Mul(f, Concat(base, wave, confidence, axis=1)), @1)
      D = Slice(features, @6, @9999999, @1)
      D = Reshape(D, Concat(@0:-1, Reshape(Cast(classes, to=7), @-1), axis=0))
      weights = Where(Less(class-sds, 1e-9), 0, Div(WEIGHTS, Max(class-sds, 1e-9)))
      D = ReduceSum(Mul(D, Reshape(weights, @1:-1:1)), @1, keepdims=0)
      p = Softmax(Add(Add(Mul(Add(x, scale), u), bias), D), axis=1)
      """;

  /** t is the probability of the predicted class, at least 1/C; v are those of the others. */
  private static final String START =
      """
      kept = Equal(ArgMax(p, axis=1), ArgMax(logits, axis=1))
      own = Equal(Cast(ArgMax(logits, axis=1), to=11), range)
      t = Max(ReduceSum(Mul(p, Cast(own, to=11)), @1), Add(Div(1, classes), 1e-9))
      v = Where(own, 0, p)
      v = Mul(v, Div(Sub(1, t), Max(ReduceSum(v, @1), 1e-300)))
      """;

  /** Cuts what others have above t and spreads it over those below. */
  private static final String PASS =
      """
      excess = ReduceSum(Max(Sub(v, t), 0), @1)
      v = Where(Greater(v, t), Sub(t, 1e-10), v)
      shares = Where(And(Less(v, Sub(t, 1e-9)), Not(own)), Add(v, 1e-12), 0)
      v = Add(v, Mul(Div(shares, Max(ReduceSum(shares, @1), 1e-300)), excess))
      """;

  private static final String END =
      """
      v = Where(own, t, Min(v, Sub(t, 1e-10)))
      p = Where(kept, p, Div(v, ReduceSum(v, @1)))
      """;

  private RidgeFormula() {}

  /** The same with every predicted class kept; at most one pass per class is needed. */
  static String keepClass(int classes) {
    return START + PASS.repeat(Math.min(classes, MOST_PASSES)) + END;
  }
}
