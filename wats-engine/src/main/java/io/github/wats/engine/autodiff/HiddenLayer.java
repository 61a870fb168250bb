package io.github.wats.engine.autodiff;

import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.internal.Seeds;
import io.github.wats.matrix.DenseMatrix;
import java.util.Arrays;

/**
 * {@code y = dropout(max(X W + 1 b, 0)) v}: one hidden layer on inputs that no step changes, and
 * one number per row. With {@code H} the hidden layer and {@code D = scale · dy vᵀ} where {@code H
 * > 0}, else 0: {@code dv = Hᵀ dy}, {@code dW = Xᵀ D}, {@code db = 1ᵀ D}.
 *
 * <p>Matrices are kept by columns and worked on unit by unit, a block of rows at a time: loops over
 * rows with one index for all arrays, which the compiler puts into vector registers. Rows of a
 * hidden layer of 16 or 32 units are too short for that, and it would not for arrays with an offset
 * each. Masks are those of {@link Variable#reluDropout}.
 */
public final class HiddenLayer extends Variable {
  /** Rows per block: a few columns of it stay in the L1 cache. */
  private static final int BLOCK = 512;

  /** Units that share a draw of random bits in a row. */
  private static final int SHARED = 4;

  private final float[][] x; // (width × n): inputs, ones, and room for a unit
  private final Variable weight; // (inputs × units)
  private final Variable bias; // (1 × units)
  private final Variable output; // (units × 1)
  private final DropoutMask mask;
  private final float[][] hidden; // (units × n), or of one unit at a time without gradients
  private final float[][] sums; // (blocks) × (units · width), see sumGradients

  public HiddenLayer(
      DenseMatrix x, Variable weight, Variable bias, Variable output, double rate, long seed) {
    this(columnsOf(x), weight, bias, output, rate, seed);
  }

  /** For inputs by columns (inputs × n), which are not copied. */
  public HiddenLayer(
      float[][] x, Variable weight, Variable bias, Variable output, double rate, long seed) {
    super(x[0].length, 1, weight, bias, output);
    Check.argument(
        weight.rows() == x.length,
        "the weights of a hidden layer need a row for each of %d inputs, got %s",
        x.length,
        weight.value());
    this.x = padded(x);
    this.weight = weight;
    this.bias = bias;
    this.output = output;
    this.mask = new DropoutMask(rate, seed);
    this.hidden = new float[needsGradient() ? weight.columns() : 1][rows()];
    int blocks = (rows() + BLOCK - 1) / BLOCK;
    this.sums = new float[needsGradient() ? blocks : 0][units() * width()];
  }

  private static float[][] columnsOf(DenseMatrix x) {
    float[][] columns = new float[x.columns()][x.rows()];
    for (int j = 0; j < x.columns(); j++) {
      for (int i = 0; i < x.rows(); i++) {
        columns[j][i] = x.get(i, j);
      }
    }
    return columns;
  }

  /** The columns, one of ones, and as many more as make groups of four. */
  private static float[][] padded(float[][] columns) {
    float[][] padded = Arrays.copyOf(columns, (columns.length + 2 + 3) / 4 * 4);
    float[] ones = new float[columns[0].length];
    Arrays.fill(ones, 1);
    Arrays.fill(padded, columns.length, padded.length, ones);
    return padded;
  }

  private int inputs() {
    return weight.rows();
  }

  /** How many columns the gradients of a unit are summed over. */
  private int width() {
    return x.length;
  }

  private int units() {
    return weight.columns();
  }

  private void forBlocks(Rows.Block body) {
    Rows.forEachRow(
        (rows() + BLOCK - 1) / BLOCK,
        (long) rows() * units() * width(),
        block -> body.run(block * BLOCK, Math.min(rows(), (block + 1) * BLOCK)));
  }

  @Override
  protected void forward() {
    boolean drops = isTraining() && mask.limit() < DropoutMask.ALL;
    long stream = drops ? mask.stream(tape().step()) : 0;
    int step = drops && units() % SHARED == 0 ? SHARED : 1;
    forBlocks(
        (from, to) -> {
          Arrays.fill(valueArray(), from, to, 0);
          for (int unit = 0; unit < units(); unit += step) {
            for (int u = unit; u < unit + step; u++) {
              activate(u, hiddenOf(u), drops ? mask.scale() : 1, from, to);
            }
            if (drops && step == SHARED) {
              dropFour(hidden, unit, units(), stream, mask.limit(), from, to);
            } else if (drops) {
              drop(hidden[unit], units(), unit, stream, mask.limit(), from, to);
            }
            for (int u = unit; u < unit + step; u++) {
              add(output.valueArray()[u], hiddenOf(u), valueArray(), from, to);
            }
          }
        });
  }

  private float[] hiddenOf(int unit) {
    return hidden[hidden.length == 1 ? 0 : unit];
  }

  /** {@code h = scale · max(X w + b, 0)} for the w and b of one unit. */
  private void activate(int unit, float[] h, float scale, int from, int to) {
    float[] w = weight.valueArray();
    scale(w[unit], x[0], h, from, to);
    for (int j = 1; j < inputs(); j++) {
      add(w[j * units() + unit], x[j], h, from, to);
    }
    relu(bias.valueArray()[unit], scale / 2, h, from, to);
  }

  private static void scale(float factor, float[] x, float[] y, int from, int to) {
    for (int i = from; i < to; i++) {
      y[i] = factor * x[i];
    }
  }

  private static void add(float factor, float[] x, float[] y, int from, int to) {
    for (int i = from; i < to; i++) {
      y[i] += factor * x[i];
    }
  }

  private static void relu(float b, float half, float[] h, int from, int to) {
    for (int i = from; i < to; i++) {
      float v = h[i] + b;
      h[i] = (v + Math.abs(v)) * half; // scale · max(v, 0), and NaN stays NaN
    }
  }

  private static void drop(
      float[] h, int units, int unit, long stream, int limit, int from, int to) {
    for (int i = from; i < to; i++) {
      int e = i * units + unit;
      h[i] = DropoutMask.kept(h[i], Seeds.bits(stream, e >>> 2) >>> (16 * (e & 3)), limit);
    }
  }

  /** As {@link #drop} for four units from {@code unit} on, which share a draw in every row. */
  private static void dropFour(
      float[][] hidden, int unit, int units, long stream, int limit, int from, int to) {
    float[] h0 = hidden[unit];
    float[] h1 = hidden[unit + 1];
    float[] h2 = hidden[unit + 2];
    float[] h3 = hidden[unit + 3];
    int draws = units / SHARED;
    int draw = unit / SHARED;
    for (int i = from; i < to; i++) {
      long bits = Seeds.bits(stream, i * draws + draw);
      h0[i] = DropoutMask.kept(h0[i], bits, limit);
      h1[i] = DropoutMask.kept(h1[i], bits >>> 16, limit);
      h2[i] = DropoutMask.kept(h2[i], bits >>> 32, limit);
      h3[i] = DropoutMask.kept(h3[i], bits >>> 48, limit);
    }
  }

  @Override
  protected void backward() {
    forBlocks((from, to) -> sumGradients(sums[from / BLOCK], from, to));
    float scale = isTraining() ? mask.scale() : 1;
    float[] dw = weight.gradientToAdd();
    float[] db = bias.gradientToAdd();
    float[] dv = output.gradientToAdd();
    for (int unit = 0; unit < units(); unit++) {
      float factor = scale * output.valueArray()[unit];
      for (int j = 0; j < inputs(); j++) {
        dw[j * units() + unit] += factor * total(unit, j);
      }
      db[unit] += factor * total(unit, inputs());
      dv[unit] += total(unit, inputs() + 1);
    }
  }

  /** The sum over all blocks. */
  private float total(int unit, int column) {
    float total = 0;
    for (float[] sum : sums) {
      total += sum[unit * width() + column];
    }
    return total;
  }

  /**
   * Per unit the block's sums of {@code dy ∘ [X, 1, h]} over the rows where h is above 0: the
   * others, most of them after dropout, are not read.
   */
  private void sumGradients(float[] sum, int from, int to) {
    float[] dy = gradientArray();
    int[] rows = new int[to - from];
    float[][] columns = x.clone();
    for (int unit = 0; unit < units(); unit++) {
      float[] h = hidden[unit];
      columns[inputs() + 1] = h;
      int count = positive(h, rows, from, to);
      for (int j = 0; j < width(); j += 4) {
        dots(dy, columns, j, rows, count, sum, unit * width() + j);
      }
    }
  }

  /** Writes the rows where {@code h}, which is never below 0, is not 0; returns their number. */
  private static int positive(float[] h, int[] rows, int from, int to) {
    int count = 0;
    for (int i = from; i < to; i++) {
      rows[count] = i;
      count += -Float.floatToRawIntBits(h[i]) >>> 31;
    }
    return count;
  }

  private static void dots(
      float[] dy, float[][] x, int j, int[] rows, int count, float[] sum, int place) {
    float[] x0 = x[j];
    float[] x1 = x[j + 1];
    float[] x2 = x[j + 2];
    float[] x3 = x[j + 3];
    float s0 = 0;
    float s1 = 0;
    float s2 = 0;
    float s3 = 0;
    for (int k = 0; k < count; k++) {
      int i = rows[k];
      float d = dy[i];
      s0 += d * x0[i];
      s1 += d * x1[i];
      s2 += d * x2[i];
      s3 += d * x3[i];
    }
    sum[place] = s0;
    sum[place + 1] = s1;
    sum[place + 2] = s2;
    sum[place + 3] = s3;
  }
}
