package io.github.wats.autodiff;

import io.github.wats.internal.Check;
import java.util.Arrays;
import java.util.List;

/**
 * {@code Y = Σ_b [0 … X_b … 0]}: blocks of columns, each put at its own place in a wider matrix and
 * added up there. Where blocks of several small products meet, this takes one pass over memory.
 */
public final class BlockSum extends Variable {
  private final List<Block> blocks;

  /** Columns {@code from} to {@code to − 1} of {@code x}, put at column {@code place} and after. */
  public record Block(Variable x, int from, int to, int place) {
    public Block {
      Check.argument(
          from >= 0 && from < to && to <= x.columns() && place >= 0,
          "a block must lie within the columns of %s, got %d … %d at %d",
          x.value(),
          from,
          to,
          place);
    }

    /** All columns of {@code x}. */
    public static Block of(Variable x, int place) {
      return new Block(x, 0, x.columns(), place);
    }
  }

  /** The sum of {@code blocks}, of which there is at least one, in {@code width} columns. */
  public BlockSum(int width, List<Block> blocks) {
    super(blocks.get(0).x().rows(), width, inputs(blocks));
    for (Block block : blocks) {
      Check.argument(
          block.x().rows() == rows() && block.place() + block.to() - block.from() <= width,
          "a block of %s does not fit at column %d of %d × %d",
          block.x().value(),
          block.place(),
          rows(),
          width);
    }
    this.blocks = List.copyOf(blocks);
  }

  private static Variable[] inputs(List<Block> blocks) {
    return blocks.stream().map(Block::x).toArray(Variable[]::new);
  }

  @Override
  protected void forward() {
    float[] y = valueArray();
    int width = columns();
    forEntries(
        blocks.size(),
        (from, to) -> {
          Arrays.fill(y, from, to, 0);
          for (Block block : blocks) {
            add(block, y, width, from / width, to / width);
          }
        });
  }

  private static void add(Block block, float[] y, int width, int first, int last) {
    float[] x = block.x().valueArray();
    int count = block.to() - block.from();
    for (int i = first; i < last; i++) {
      int q = i * block.x().columns() + block.from();
      int r = i * width + block.place();
      for (int j = 0; j < count; j++) {
        y[r + j] += x[q + j];
      }
    }
  }

  @Override
  protected void backward() {
    float[] dy = gradientArray();
    int width = columns();
    for (Block block : blocks) {
      if (block.x().needsGradient()) {
        boolean whole = block.to() - block.from() == block.x().columns();
        boolean add = !whole || block.x().addsToGradient();
        float[] dx = whole ? block.x().gradientArray() : block.x().gradientToAdd();
        forEntries(1, (from, to) -> give(block, dy, dx, width, from / width, to / width, add));
      }
    }
  }

  private static void give(
      Block block, float[] dy, float[] dx, int width, int first, int last, boolean add) {
    int count = block.to() - block.from();
    for (int i = first; i < last; i++) {
      int q = i * block.x().columns() + block.from();
      int r = i * width + block.place();
      if (add) {
        for (int j = 0; j < count; j++) {
          dx[q + j] += dy[r + j];
        }
      } else {
        System.arraycopy(dy, r, dx, q, count);
      }
    }
  }
}
