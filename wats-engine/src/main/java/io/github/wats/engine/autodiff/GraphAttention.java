package io.github.wats.engine.autodiff;

import io.github.wats.engine.kernel.PatternWithTranspose;
import io.github.wats.engine.kernel.Products;
import io.github.wats.internal.Rows;
import io.github.wats.matrix.SparsePattern;
import java.util.Arrays;

/**
 * Attention over neighbors (Veličković et al., ICLR 2018), all heads at once and fused: with {@code
 * s_j = a_s · h_j} and {@code t_i = a_t · h_i} per head,
 *
 * <p>{@code y_i = Σ_j dropout(α_ij) h_j}, {@code α_i = softmax_j(LeakyReLU_0.2(s_j + t_i))},
 *
 * <p>over the entries j of row i. Besides matrices of a row per node it stores three arrays of
 * entries × heads floats; signs and masks are found again in the backward pass.
 */
public final class GraphAttention extends Variable {
  private static final float SLOPE = 0.2f;

  /** Parts of the sums over nodes; a fixed number, so that they do not depend on the threads. */
  private static final int PARTS = 8;

  private final PatternWithTranspose pattern; // (rows × n)
  private final int[] targets; // (rows) the node of each row
  private final Variable h; // (n × heads · units)
  private final Variable source; // (heads × units)
  private final Variable target; // (heads × units)
  private final int heads;
  private final DropoutMask mask;
  private final float[] s; // (n × heads)
  private final float[] t; // (n × heads)
  private final float[] ds; // (n × heads)
  private final float[] dt; // (n × heads)
  private final float[][] parts; // (PARTS × heads · units)
  private final float[] attention; // (entries × heads)
  private final float[] scratch; // (entries × heads) attention after dropout, then its gradient
  private final float[] turned; // (entries × heads) scratch in the transpose's order

  /**
   * Row r of the result is node {@code targets[r]}'s sum over the entries of row r of the pattern.
   */
  public GraphAttention(
      PatternWithTranspose pattern,
      int[] targets,
      Variable h,
      Variable source,
      Variable target,
      double dropout,
      long seed) {
    super(pattern.rows().pattern().rowCount(), h.columns(), h, source, target);
    this.pattern = pattern;
    this.targets = targets.clone();
    this.h = h;
    this.source = source;
    this.target = target;
    this.heads = source.rows();
    this.mask = new DropoutMask(dropout, seed);
    this.s = new float[h.rows() * heads];
    this.t = new float[h.rows() * heads];
    this.ds = new float[s.length];
    this.dt = new float[t.length];
    this.parts = new float[PARTS][h.columns()];
    this.attention = new float[pattern.rows().pattern().entryCount() * heads];
    this.scratch = new float[attention.length];
    this.turned = new float[needsGradient() ? attention.length : 0];
  }

  @Override
  protected long multiplications() {
    return (long) pattern.rows().pattern().entryCount() * columns();
  }

  @Override
  protected void forward() {
    SparsePattern rows = pattern.rows().pattern();
    Products.rowDots(h.value(), source.value(), s);
    Products.rowDots(h.value(), target.value(), t);
    forRows(rows, 4, (from, to) -> scores(rows, from, to));
    products().edgeSoftmax(rows, heads, attention);
    mask.apply(tape(), attention, scratch, false);
    products().spmm(pattern.rows(), scratch, heads, h.value(), value(), false);
  }

  private void scores(SparsePattern rows, int from, int to) {
    for (int r = from; r < to; r++) {
      int i = targets[r] * heads;
      for (int k = rows.offset(r); k < rows.offset(r + 1); k++) {
        int j = rows.column(k) * heads;
        for (int head = 0; head < heads; head++) {
          float score = s[j + head] + t[i + head];
          attention[k * heads + head] = score > 0 ? score : SLOPE * score;
        }
      }
    }
  }

  @Override
  protected void backward() {
    SparsePattern rows = pattern.rows().pattern();
    boolean add = h.addsToGradient();
    // again, since a backward pass leaves its gradients in scratch
    mask.apply(tape(), attention, scratch, false);
    pattern.transpose(scratch, heads, turned);
    products().spmm(pattern.transposed(), turned, heads, gradient(), h.gradient(), add);
    products().sddmm(rows, heads, gradient(), h.value(), scratch);
    mask.apply(tape(), scratch, scratch, false);
    Arrays.fill(dt, 0);
    forRows(rows, 6, (from, to) -> scoreGradients(rows, from, to));
    pattern.transpose(scratch, heads, turned);
    SparsePattern sources = pattern.transposed().pattern();
    forRows(sources, 2, (from, to) -> sourceGradients(sources, from, to));
    give(source, ds);
    give(target, dt);
  }

  /** Through softmax and LeakyReLU: from the gradient of the attention to that of its scores. */
  private void scoreGradients(SparsePattern rows, int from, int to) {
    for (int r = from; r < to; r++) {
      int first = rows.offset(r) * heads;
      int last = rows.offset(r + 1) * heads;
      for (int head = 0; head < heads; head++) {
        float mean = 0;
        for (int k = first + head; k < last; k += heads) {
          mean += attention[k] * scratch[k];
        }
        int i = targets[r] * heads + head;
        float sum = 0;
        for (int k = first + head; k < last; k += heads) {
          float score = s[rows.column(k / heads) * heads + head] + t[i];
          float d = attention[k] * (scratch[k] - mean);
          scratch[k] = score > 0 ? d : SLOPE * d;
          sum += scratch[k];
        }
        dt[i] = sum;
      }
    }
  }

  private void sourceGradients(SparsePattern transposed, int from, int to) {
    for (int j = from; j < to; j++) {
      for (int head = 0; head < heads; head++) {
        float sum = 0;
        int last = transposed.offset(j + 1) * heads;
        for (int k = transposed.offset(j) * heads + head; k < last; k += heads) {
          sum += turned[k];
        }
        ds[j * heads + head] = sum;
      }
    }
  }

  /** {@code dh_j = dh_j + d_j a} and {@code da = Σ_j d_j h_j}, head by head. */
  private void give(Variable vectors, float[] d) {
    int units = vectors.columns();
    float[] x = h.valueArray();
    int each = (h.rows() + PARTS - 1) / PARTS * heads;
    Rows.forEachRow(
        PARTS,
        x.length,
        part -> {
          Arrays.fill(parts[part], 0);
          addWeighted(d, x, parts[part], units, part * each, (part + 1) * each);
        });
    float[] da = vectors.gradientToAdd();
    for (float[] part : parts) {
      for (int e = 0; e < da.length; e++) {
        da[e] += part[e];
      }
    }
    float[] a = vectors.valueArray();
    float[] dh = h.gradientArray();
    SparsePattern nodes = pattern.transposed().pattern();
    forRows(nodes, 1, (from, to) -> addOuter(d, a, dh, units, from * heads, to * heads));
  }

  private static void addWeighted(float[] d, float[] x, float[] sums, int units, int from, int to) {
    for (int k = from; k < Math.min(d.length, to); k++) {
      float weight = d[k];
      int p = k * units;
      int q = p % sums.length;
      for (int j = 0; j < units; j++) {
        sums[q + j] += weight * x[p + j];
      }
    }
  }

  private static void addOuter(float[] d, float[] a, float[] dh, int units, int from, int to) {
    for (int k = from; k < to; k++) {
      float weight = d[k];
      int p = k * units;
      int q = p % a.length;
      for (int j = 0; j < units; j++) {
        dh[p + j] += weight * a[q + j];
      }
    }
  }

  private void forRows(SparsePattern rows, int costOfEntry, Rows.Block body) {
    Rows.forEach(rows.rowCount(), (long) attention.length * costOfEntry, body);
  }
}
