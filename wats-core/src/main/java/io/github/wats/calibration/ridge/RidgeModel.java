package io.github.wats.calibration.ridge;

import io.github.wats.calibration.StoredArray;
import io.github.wats.calibration.StoredForm;
import io.github.wats.internal.Check;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Map;

/**
 * What a fit learnt: the temperature of the whole, how columns are scaled, and the parameters x of
 * the logits {@code a_i = (x0 + Σ_k f_ik α_k) u_i + ω∘u_i + b + Σ_m β_m D_m,i}. Immutable.
 */
final class RidgeModel implements Serializable {
  private static final long serialVersionUID = 1L;

  private final Layout layout;
  private final double temperature;
  private final Scaling scaling;
  private final double[] x; // (p)

  RidgeModel(Layout layout, double temperature, Scaling scaling, double[] x) {
    this.layout = layout;
    this.temperature = temperature;
    this.scaling = scaling;
    this.x = x.clone();
  }

  /** Temperature scaling. */
  static RidgeModel plain(Layout layout, double temperature) {
    return new RidgeModel(layout, temperature, Scaling.none(layout), layout.start());
  }

  Layout layout() {
    return layout;
  }

  /** T0. */
  double temperature() {
    return temperature;
  }

  Scaling scaling() {
    return scaling;
  }

  double parameter(int index) {
    return x[index];
  }

  /** The parameters of one group: a copy. */
  double[] parameters(Group group) {
    Layout.Span span = layout.span(group);
    return Arrays.copyOfRange(x, span.from(), span.to());
  }

  /** Whether this is temperature scaling to the bit. */
  boolean isPlain() {
    return Arrays.equals(x, layout.start());
  }

  /** {@code Σ_{k∈g} f_k α_k} for the scaled node columns of one row. */
  double multiplier(Group group, double[] node) {
    Layout.Span span = layout.span(group);
    double sum = 0;
    for (int k = span.from(); k < span.to(); k++) {
      sum += x[k] * node[k];
    }
    return sum;
  }

  void checkClasses(int classCount) {
    Check.argument(
        classCount == layout.classCount(),
        "this calibrator was fitted on %d classes, got logits of %d",
        layout.classCount(),
        classCount);
  }

  void store(Map<String, StoredArray> arrays) {
    arrays.put("classes", StoredArray.of(layout.classCount()));
    arrays.put("temperature", StoredArray.of(temperature));
    arrays.put("base", StoredArray.of(x[0]));
    for (Layout.Span span : layout.spans()) {
      arrays.put(span.group().text(), StoredArray.of(parameters(span.group())));
    }
    arrays.put("node-means", StoredArray.of(scaling.means()));
    arrays.put("node-sds", StoredArray.of(scaling.sds()));
    arrays.put("class-sds", StoredArray.of(scaling.addedSds()));
  }

  static int classCount(StoredForm form) {
    return form.array("classes", 1, 1).integers()[0];
  }

  static RidgeModel restore(StoredForm form, Layout layout) {
    double[] x = new double[layout.size()];
    x[0] = form.array("base", 1, 1).doubles()[0];
    for (Layout.Span span : layout.spans()) {
      double[] stored = form.array(span.group().text(), 1, span.width()).doubles();
      System.arraycopy(stored, 0, x, span.from(), span.width());
    }
    Scaling scaling =
        Scaling.of(
            form.array("node-means", 1, layout.nodeColumns()).doubles(),
            form.array("node-sds", 1, layout.nodeColumns()).doubles(),
            form.array("class-sds", 1, layout.classColumns()).doubles());
    double temperature = form.array("temperature", 1, 1).doubles()[0];
    return new RidgeModel(layout, temperature, scaling, x);
  }
}
