package io.github.wats.calibration.ridge;

/** The ridge in ONNX operators, as {@code FittedCalibrator.formula} describes them. */
final class RidgeFormula {
  private static final int MOST_PASSES = 50;

  /** u, the scaled node columns f and the class columns D. */
  private static final String COLUMNS =
      """
      u = Div(logits, temperature)
      u = Sub(u, ReduceMean(u, axes=1))
      p = Softmax(u, axis=1)
      entropy = Neg(ReduceSum(Mul(p, Max(LogSoftmax(u, axis=1), -27.631021115928547)), @1))
      entropy = Div(entropy, Log(Max(classes, 2)))
      top = ReduceMax(p, axes=1)
      f = Concat(Add(Mul(top, 0), 1), Slice(features, @0, @6, @1), top, entropy, axis=1)
      f = Max(Min(Div(Sub(f, node-means), node-sds), 3), -3)
      D = Slice(features, @6, @9999999, @1)
      D = Reshape(D, Concat(@0:-1, Reshape(Cast(classes, to=7), @-1), axis=0))
      """;

  /**
   * {@code p = softmax((x0 + f · α) u + ω∘u + b + Σ_m β_m D_m)}; a class column that is constant
   * has no weight. BETA stands for β, and # for the prefix of the parameters.
   */
  private static final String MODEL =
      """
      x = ReduceSum(Mul(f, Concat(#base, #wave, #confidence, axis=1)), @1)
      weights = Where(Less(class-sds, 1e-9), 0, Div(BETA, Max(class-sds, 1e-9)))
      d = ReduceSum(Mul(D, Reshape(weights, @1:-1:1)), @1, keepdims=0)
      p = Softmax(Add(Add(Mul(Add(x, #scale), u), #bias), d), axis=1)
      """;

  /** Adds p, candidate number K, to the mean. */
  private static final String ADD =
      """
      mean = Add(mean, Mul(p, Slice(pool-weights, @K, @NEXT, @1)))
      """;

  /** The ridge. */
  static String ridge(boolean labels) {
    return COLUMNS + model("", labels ? "Concat(diffusion, labels, axis=1)" : "diffusion");
  }

  private static String model(String prefix, String beta) {
    return MODEL.replace("#", prefix).replace("BETA", beta);
  }

  private static String add(int candidate) {
    return ADD.replace("K", "" + candidate).replace("NEXT", "" + (candidate + 1));
  }

  /** {@code p = softmax(ln(Σ_k v_k P_k) / T_last)} of so many candidates. */
  static String pool(int candidates) {
    StringBuilder lines =
        new StringBuilder("mean = Mul(Softmax(logits, axis=1), Slice(pool-weights, @0, @1, @1))\n");
    lines.append("p = Softmax(Div(logits, temperature), axis=1)\n").append(add(1));
    if (candidates == 4) { // β of the labels is 0
      String beta = "Concat(plain-diffusion, Mul(labels, 0), axis=1)";
      lines.append(COLUMNS).append(model("plain-", beta)).append(add(2));
      lines.append(model("", "Concat(diffusion, labels, axis=1)")).append(add(3));
    } else if (candidates == 3) {
      lines.append(ridge(false)).append(add(2));
    }
    return lines + "p = Softmax(Div(Log(Max(mean, 1e-300)), last-temperature), axis=1)\n";
  }

  /** t is the probability of the predicted class, at least 1/C; v are those of the others. */
  private static final String START =
      """
      own = Equal(Cast(ArgMax(logits, axis=1), to=11), range)
      t = ReduceSum(Mul(p, Cast(own, to=11)), @1)
      v = Where(own, 0, p)
      changed = Greater(ReduceMax(v, axes=1), Sub(t, LEAD))
      t = Max(t, Add(Div(1, classes), ROOM))
      v = Mul(v, Div(Sub(1, t), Max(ReduceSum(v, @1), 1e-300)))
      """;

  /** Cuts what others have above t and spreads it over those below. */
  private static final String PASS =
      """
      excess = ReduceSum(Max(Sub(v, t), 0), @1)
      v = Where(Greater(v, t), Sub(t, LEAD), v)
      shares = Where(And(Less(v, Sub(t, ROOM)), Not(own)), Add(v, 1e-12), 0)
      v = Add(v, Mul(Div(shares, Max(ReduceSum(shares, @1), 1e-300)), excess))
      """;

  private static final String END =
      """
      v = Where(own, t, Min(v, Sub(t, LEAD)))
      p = Where(changed, Div(v, ReduceSum(v, @1)), p)
      """;

  private RidgeFormula() {}

  /** Keeps every predicted class; at most one pass per class is needed. */
  static String keepClass(KeepClass rule, int classes) {
    String all = START + PASS.repeat(Math.min(classes, MOST_PASSES)) + END;
    return all.replace("LEAD", "" + rule.lead()).replace("ROOM", "" + rule.room());
  }
}
