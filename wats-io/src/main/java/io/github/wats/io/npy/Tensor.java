package io.github.wats.io.npy;

import io.github.wats.internal.Check;
import io.github.wats.io.Location;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/**
 * A view of a storage, as PyTorch saves it: element {@code (i_1, …, i_d)} is number {@code offset +
 * Σ_k i_k · strides[k]} of the storage. All elements lie in the storage, and there are no more of
 * them than it has.
 */
record Tensor(Storage storage, long offset, List<Long> shape, List<Long> strides) {
  /**
   * Elements in a member of the archive, which several tensors may share.
   *
   * @param key the name of the member
   */
  record Storage(TensorType type, String key, long count) {}

  Tensor {
    Check.argument(
        shape.size() <= 32 && shape.size() == strides.size(),
        "a tensor must have a stride for each of up to 32 axes, got %s and %s",
        shape,
        strides);
    Check.argument(
        storage.count >= 0
            && offset >= 0
            && shape.stream().allMatch(size -> size >= 0)
            && strides.stream().allMatch(stride -> stride >= 0),
        "sizes of a tensor must not be negative, got offset %d, shape %s, strides %s",
        offset,
        shape,
        strides);
    checkExtent(storage.count, offset, shape, strides);
  }

  private static void checkExtent(long stored, long offset, List<Long> shape, List<Long> strides) {
    long count = shape.contains(0L) ? 0 : 1;
    long last = offset;
    for (int k = 0; k < shape.size() && count > 0; k++) {
      long size = shape.get(k);
      long steps = size - 1;
      boolean fits = steps == 0 || strides.get(k) <= (stored - last) / steps;
      Check.argument(
          fits && size <= Math.max(1, stored) / count,
          "a tensor must not be larger than its storage of %d elements, got offset %d, shape %s,"
              + " strides %s: save tensor.clone()",
          stored,
          offset,
          shape,
          strides);
      last += steps * strides.get(k);
      count *= size;
    }
    Check.argument(
        count == 0 || last < stored,
        "a tensor must lie in its storage of %d elements, got offset %d, shape %s, strides %s",
        stored,
        offset,
        shape,
        strides);
  }

  /** The array of this tensor; {@code whole} is its storage. */
  NpyArray array(Location location, ByteSource whole, ByteOrder order) {
    TensorType type = storage.type;
    location.check(
        whole.size() / type.size() >= storage.count,
        "needs a storage '%s' of %d elements, got %d bytes",
        storage.key,
        storage.count,
        whole.size());
    long count = shape.stream().reduce(1L, (product, size) -> product * size);
    boolean isWhole = offset == 0 && count * type.size() == whole.size();
    boolean columns = isWhole && !isContiguous(false) && isContiguous(true);
    ByteSource bytes =
        count == 0
            ? new ByteSource.Memory(new byte[0])
            : columns || (isWhole && isContiguous(false))
                ? whole
                : new Gathered(this, location, whole, count * type.size());
    return NpyArray.of(location, new NpyHeader(type.element(order), columns, shape, 0), bytes);
  }

  /** Whether the elements follow each other in the storage, by rows or by columns. */
  private boolean isContiguous(boolean byColumns) {
    long expected = 1;
    for (int k = 0; k < shape.size(); k++) {
      int axis = byColumns ? k : shape.size() - 1 - k;
      if (shape.get(axis) != 1 && strides.get(axis) != expected) {
        return false;
      }
      expected *= shape.get(axis);
    }
    return true;
  }

  /** The elements of any other view in row-major order, gathered when they are read. */
  private record Gathered(Tensor view, Location location, ByteSource whole, long size)
      implements ByteSource {
    private static final int MOST_BYTES = Integer.MAX_VALUE - 15;

    @Override
    public void checkPresent() throws IOException {
      whole.checkPresent();
    }

    @Override
    public InputStream open(long start) throws IOException {
      int item = view.storage.type.size();
      long last = 0;
      for (int k = 0; k < view.shape.size(); k++) {
        last += (view.shape.get(k) - 1) * view.strides.get(k);
      }
      long range = (last + 1) * item;
      location.check(
          range <= MOST_BYTES && size <= MOST_BYTES,
          "a view must span at most %d bytes, got %d: save tensor.clone()",
          MOST_BYTES,
          range);
      whole.checkPresent();
      byte[] stored;
      try (InputStream in = whole.open(view.offset * item)) {
        stored = in.readNBytes((int) range);
      }
      location.check(stored.length == range, "is truncated after %d bytes", stored.length);
      byte[] gathered = new byte[(int) size];
      long[] index = new long[view.shape.size()];
      for (int k = 0; k < gathered.length; k += item) {
        long place = 0;
        for (int axis = 0; axis < index.length; axis++) {
          place += index[axis] * view.strides.get(axis);
        }
        System.arraycopy(stored, (int) place * item, gathered, k, item);
        for (int axis = index.length - 1; axis >= 0; axis--) {
          index[axis] = (index[axis] + 1) % view.shape.get(axis);
          if (index[axis] > 0) {
            break;
          }
        }
      }
      return new Memory(gathered).open(start);
    }
  }

  @Override
  public String toString() {
    return "tensor of shape " + Arrays.toString(shape.toArray());
  }
}
