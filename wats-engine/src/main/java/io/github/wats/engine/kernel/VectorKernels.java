package io.github.wats.engine.kernel;

import io.github.wats.internal.FastExp;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The kernels on registers of eight floats (AVX2). They add in the order of the plain loops and use
 * no fused multiply-add, so they give the same bits; the loops are bound by loads, and additions
 * and multiplications run on separate units, so nothing is lost by that.
 */
final class VectorKernels implements Kernels {
  private static final VectorSpecies<Float> EIGHT = FloatVector.SPECIES_256;
  private static final VectorSpecies<Integer> BITS = IntVector.SPECIES_256;

  VectorKernels() {
    if (FloatVector.SPECIES_PREFERRED.length() < LANES) {
      throw new UnsupportedOperationException("this machine's registers hold fewer than 8 floats");
    }
  }

  @Override
  public String name() {
    return "vector (256 bit)";
  }

  @Override
  public void multiply(
      float[] a, float[] b, float[] c, int inner, int width, int from, int to, boolean add) {
    VectorMultiply.multiply(a, b, c, inner, width, from, to, add);
  }

  @Override
  public void multiplyTransposed(
      float[] a,
      float[] b,
      float[] c,
      int start,
      int inner,
      int width,
      int first,
      int last,
      int from,
      int to,
      boolean add) {
    VectorTransposed.multiply(a, b, c, start, inner, width, first, last, from, to, add);
  }

  @Override
  public void gather(
      RowParts rows,
      int[] columns,
      float[] weights,
      int heads,
      float[] b,
      float[] c,
      int width,
      int from,
      int to,
      boolean add) {
    int each = width / heads;
    for (int h = 0; h < heads; h++) {
      VectorGather.columns(
          rows, columns, weights, heads, h, b, c, width, h * each, (h + 1) * each, from, to, add);
    }
  }

  @Override
  public void gatherOnes(
      RowParts rows,
      int[] columns,
      float[] b,
      float[] c,
      int width,
      int from,
      int to,
      boolean add) {
    VectorGatherOnes.columns(rows, columns, b, c, width, 0, width, from, to, add);
  }

  @Override
  public void scatter(
      RowParts rows,
      int[] columns,
      float[] weights,
      float[] b,
      float[] c,
      int width,
      int first,
      int end,
      int from,
      int to) {
    VectorScatter.columns(rows, columns, weights, b, c, width, first, end, from, to);
  }

  @Override
  public void reluSums(
      int[] listed,
      int from,
      int to,
      int[] rows,
      Columns b,
      Columns x,
      float[] added,
      float[] keep,
      float[] y,
      int width) {
    VectorRelu.sums(listed, from, to, rows, b, x, added, keep, y, width);
  }

  @Override
  public void reluSlopes(
      int[] listed,
      int from,
      int to,
      int[] rows,
      float[] y,
      float scale,
      float[] d,
      Columns x,
      float[] v,
      float[] sums,
      int start,
      int width) {
    VectorRelu.slopes(listed, from, to, rows, y, scale, d, x, v, sums, start, width);
  }

  @Override
  public void scatterOnes(int[] offsets, int[] columns, float[] b, float[] c, int width) {
    VectorScatterOnes.columns(offsets, columns, b, c, width);
  }

  @Override
  public void addChosenRows(
      BinaryMatrix x, float[] b, int width, int q, float[] sums, int from, int to) {
    VectorChosenRows.add(x, b, width, q, sums, from, to);
  }

  @Override
  public void entryDots(
      int[] offsets,
      int[] columns,
      int heads,
      float[] a,
      float[] b,
      float[] d,
      int width,
      int from,
      int to) {
    VectorDots.entryDots(offsets, columns, heads, a, b, d, width, from, to);
  }

  @Override
  public void headDots(float[] x, float[] a, float[] d, int heads, int width, int from, int to) {
    VectorDots.headDots(x, a, d, heads, width, from, to);
  }

  @Override
  public void segmentSoftmax(int[] offsets, int heads, float[] scores, int from, int to) {
    PlainKernels.shiftRows(offsets, heads, scores, from, to);
    exp(scores, offsets[from] * heads, offsets[to] * heads);
    PlainKernels.scaleRows(offsets, heads, scores, from, to);
  }

  private static void exp(float[] values, int from, int to) {
    int k = from;
    for (; k + LANES <= to; k += LANES) {
      exp(FloatVector.fromArray(EIGHT, values, k)).intoArray(values, k);
    }
    for (; k < to; k++) {
      values[k] = FastExp.exp(values[k]);
    }
  }

  /** {@link FastExp#exp}, lane by lane. */
  private static FloatVector exp(FloatVector x) {
    VectorMask<Float> low = x.compare(VectorOperators.LT, all(FastExp.LOWEST));
    FloatVector limited = x.min(all(FastExp.HIGHEST));
    FloatVector shifted = limited.mul(all(FastExp.LOG2_E)).add(all(FastExp.ROUNDER));
    FloatVector n = shifted.sub(all(FastExp.ROUNDER));
    FloatVector r = limited.sub(n.mul(all(FastExp.LN2_HIGH))).sub(n.mul(all(FastExp.LN2_LOW)));
    FloatVector p = r.mul(all(FastExp.C5)).add(all(FastExp.C4));
    p = p.mul(r).add(all(FastExp.C3));
    p = p.mul(r).add(all(FastExp.C2));
    p = p.mul(r).add(all(FastExp.C1));
    p = p.mul(r).add(all(FastExp.C0));
    FloatVector value = p.mul(r.mul(r)).add(r).add(all(1));
    IntVector bits = shifted.reinterpretAsInts();
    IntVector exponent = bits.add(IntVector.broadcast(BITS, FastExp.EXPONENT_OFFSET));
    FloatVector power = exponent.lanewise(VectorOperators.LSHL, 23).reinterpretAsFloats();
    return value.mul(power).blend(FloatVector.zero(EIGHT), low);
  }

  private static FloatVector all(float value) {
    return FloatVector.broadcast(EIGHT, value);
  }
}
