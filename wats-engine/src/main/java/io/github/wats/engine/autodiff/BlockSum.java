package io.github.wats.engine.autodiff;

import io.github.wats.internal.Check;
import java.util.Arrays;
import java.util.List;

/**
 * {@code Y = Σ_b [0 … X_b … 0]}: blocks, each put at its own place in a larger matrix and added up
 * there. Where blocks of several small products meet, this takes one pass over memory.
 */
public final class BlockSum extends Variable {
  private final List<Block> blocks;
  private final boolean[] alone; // whether a block meets none of those before it
  private final boolean covered; // whether these leave nothing out

  /**
   * Columns {@code from} to {@code to − 1} of {@code x}, put at row {@code top} and column {@code
   * place} and after.
   */
  public record Block(Variable x, int from, int to, int top, int place) {
    public Block {
      Check.argument(
          from >= 0 && from < to && to <= x.columns() && top >= 0 && place >= 0,
          "a block must lie within the columns of %s, got %d … %d at row %d, column %d",
          x.value(),
          from,
          to,
          top,
          place);
    }

    /** Some columns, at row 0. */
    public Block(Variable x, int from, int to, int place) {
      this(x, from, to, 0, place);
    }

    /** All columns of {@code x}, at row 0. */
    public static Block of(Variable x, int place) {
      return new Block(x, 0, x.columns(), place);
    }

    /** The same columns at row {@code newTop}. */
    public Block at(int newTop) {
      return new Block(x, from, to, newTop, place);
    }

    int width() {
      return to - from;
    }

    private int bottom() {
      return top + x.rows();
    }

    private boolean meets(Block other) {
      return top < other.bottom()
          && other.top < bottom()
          && place < other.place + other.width()
          && other.place < place + width();
    }
  }

  /** The sum of {@code blocks}, as high as the highest. */
  public BlockSum(int width, List<Block> blocks) {
    this(blocks.stream().mapToInt(Block::bottom).max().orElse(0), width, blocks);
  }

  /** The sum of {@code blocks}, of which there is at least one, in a matrix of the given shape. */
  public BlockSum(int rows, int width, List<Block> blocks) {
    super(rows, width, inputs(blocks));
    for (Block block : blocks) {
      Check.argument(
          block.bottom() <= rows && block.place() + block.width() <= width,
          "a block of %s does not fit at row %d, column %d of %d × %d",
          block.x().value(),
          block.top(),
          block.place(),
          rows,
          width);
    }
    this.blocks = List.copyOf(blocks);
    this.alone = new boolean[blocks.size()];
    long size = 0;
    for (int b = 0; b < alone.length; b++) {
      alone[b] = blocks.subList(0, b).stream().noneMatch(blocks.get(b)::meets);
      size += alone[b] ? (long) blocks.get(b).x().rows() * blocks.get(b).width() : 0;
    }
    this.covered = size == (long) rows * width;
  }

  private static Variable[] inputs(List<Block> blocks) {
    Check.argument(!blocks.isEmpty(), "there must be at least one block, got none");
    return blocks.stream().map(Block::x).toArray(Variable[]::new);
  }

  @Override
  protected void forward() {
    float[] y = valueArray();
    int width = columns();
    forEntries(
        blocks.size(),
        (from, to) -> {
          if (!covered) {
            Arrays.fill(y, from, to, 0);
          }
          for (int b = 0; b < alone.length; b++) {
            put(blocks.get(b), alone[b], y, width, from / width, to / width);
          }
        });
  }

  private static void put(Block block, boolean alone, float[] y, int width, int first, int last) {
    float[] x = block.x().valueArray();
    int count = block.width();
    for (int i = Math.max(first, block.top()); i < Math.min(last, block.bottom()); i++) {
      int q = (i - block.top()) * block.x().columns() + block.from();
      int r = i * width + block.place();
      if (alone) {
        System.arraycopy(x, q, y, r, count);
      } else {
        add(x, q, y, r, count);
      }
    }
  }

  private static void add(float[] x, int q, float[] y, int r, int count) {
    for (int j = 0; j < count; j++) {
      y[r + j] += x[q + j];
    }
  }

  @Override
  protected void backward() {
    float[] dy = gradientArray();
    int width = columns();
    for (Block block : blocks) {
      if (block.x().needsGradient()) {
        boolean whole = block.width() == block.x().columns();
        boolean add = !whole || block.x().addsToGradient();
        float[] dx = whole ? block.x().gradientArray() : block.x().gradientToAdd();
        forEntries(1, (from, to) -> give(block, dy, dx, width, from / width, to / width, add));
      }
    }
  }

  private static void give(
      Block block, float[] dy, float[] dx, int width, int first, int last, boolean add) {
    int count = block.width();
    for (int i = Math.max(first, block.top()); i < Math.min(last, block.bottom()); i++) {
      int q = (i - block.top()) * block.x().columns() + block.from();
      int r = i * width + block.place();
      if (add) {
        add(dy, r, dx, q, count);
      } else {
        System.arraycopy(dy, r, dx, q, count);
      }
    }
  }
}
