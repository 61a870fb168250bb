package io.github.wats.io.npy;

/** The row-major index of each element of an array, in the order of the file. */
final class Places {
  private final int[] shape;
  private final int[] strides;
  private final int[] index;
  private final boolean rowMajor;
  private int place;

  Places(NpyHeader header) {
    int axes = header.shape().size();
    rowMajor = !header.fortranOrder() || axes < 2 || header.elementCount() == 0;
    shape = new int[axes];
    strides = new int[axes];
    index = new int[axes];
    int stride = 1;
    for (int axis = axes - 1; axis >= 0 && !rowMajor; axis--) {
      shape[axis] = Math.toIntExact(header.shape().get(axis));
      strides[axis] = stride;
      stride *= shape[axis];
    }
  }

  /** The index of the next element; in Fortran order the first axis varies fastest. */
  int next() {
    int current = place;
    if (rowMajor) {
      place++;
      return current;
    }
    for (int axis = 0; axis < shape.length; axis++) {
      place += strides[axis];
      if (++index[axis] < shape[axis]) {
        break;
      }
      place -= shape[axis] * strides[axis];
      index[axis] = 0;
    }
    return current;
  }
}
