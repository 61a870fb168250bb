package io.github.wats.io.npy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.io.InvalidDataException;
import io.github.wats.io.TestFiles;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files made by NumPy; {@code npy/make.py} says what is in them. */
class NpyReadTest {
  @ParameterizedTest
  @ValueSource(strings = {"types-stored.npz", "types-deflated.npz"})
  void readsEveryTypeInBothByteOrdersAndBothElementOrders(String file) throws IOException {
    try (NpzFile npz = open(file)) {
      assertThat(npz.names()).hasSize(46);
      for (String name : npz.names()) {
        if (name.startsWith("b1")) {
          boolean[] expected = {true, false, true, false, false, true};
          assertThat(npz.array(name).toBooleans()).as(name).isEqualTo(expected);
          continue;
        }
        NpyArray array = npz.array(name);
        int first = name.startsWith("u") ? 0 : -2;
        assertThat(array.shapeText()).isEqualTo("2 × 3");
        assertThat(array.toDoubles()).as(name).containsExactly(range(first));
        assertThat(array.toFloats()[5]).as(name).isEqualTo(first + 5);
        if (array.type().isWhole()) {
          long[] longs = Arrays.stream(range(first)).mapToLong(x -> (long) x).toArray();
          assertThat(array.toLongs()).as(name).isEqualTo(longs);
          assertThat(array.toInts()[4]).as(name).isEqualTo(first + 4);
        }
      }
    }
  }

  private static double[] range(int first) {
    double[] values = new double[6];
    Arrays.setAll(values, k -> first + k);
    return values;
  }

  @Test
  void readsScalarsEmptyArraysAndCubes() throws IOException {
    try (NpzFile npz = open("shapes.npz")) {
      assertThat(npz.array("scalar").dimensions()).isZero();
      assertThat(npz.array("scalar").toDoubles()).containsExactly(2.5);
      assertThat(npz.array("empty").toDoubles()).isEmpty();
      assertThat(npz.array("no_rows").length(1)).isEqualTo(4);
      assertThat(npz.array("no_rows").toFloats()).isEmpty();
      int[] cube = new int[24];
      Arrays.setAll(cube, k -> k);
      assertThat(npz.array("cube_c").toInts()).isEqualTo(cube);
      assertThat(npz.array("cube_fortran").toInts()).isEqualTo(cube);
      assertThat(npz.array("column_fortran").toLongs()).containsExactly(0, 1, 2);
    }
  }

  @Test
  void readsText() throws IOException {
    try (NpzFile npz = open("text.npz")) {
      assertThat(npz.array("names").toStrings())
          .containsExactly("Laptops", "", "Größe", "\uD83D\uDE00 smile");
      assertThat(npz.array("names_big").toStrings()).containsExactly("ab", "c");
      assertThat(npz.array("format").toStrings()).containsExactly("csr");
      assertInvalid(() -> npz.array("names").toDoubles(), "must hold numbers", "<U7");
      assertInvalid(() -> npz.array("names").toInts(), "array 'names'", "<U7");
    }
  }

  @Test
  void readsTheEndsOfEachRangeAndRefusesWhatDoesNotFit() throws IOException {
    try (NpzFile npz = open("limits.npz")) {
      assertThat(npz.array("f2").toDoubles())
          .containsExactly(
              0,
              5.960464477539063e-08,
              65504,
              Double.POSITIVE_INFINITY,
              Double.NEGATIVE_INFINITY,
              Double.NaN,
              -0.0,
              0.333251953125);
      assertThat(npz.array("i8").toLongs())
          .containsExactly(Long.MIN_VALUE, Long.MAX_VALUE, 1L << 31, -(1L << 31) - 1);
      assertInvalid(
          () -> npz.array("i8").toInts(), "32-bit integer, got -9223372036854775808 at [0]");
      assertThat(npz.array("u8").toDoubles())
          .containsExactly(0, 0x1p63, 0x1p64, 0x1p64 - 0x1p11, 0x1p53);
      assertInvalid(
          () -> npz.array("u8").toLongs(), "64-bit integer, got 9223372036854775808 at [1]");
      assertInvalid(() -> npz.array("f8_large").toFloats(), "float32, got 1.0E39 at [0]");
      assertInvalid(() -> npz.array("f8_large").toLongs(), "must hold whole numbers", "<f8");
      assertInvalid(() -> npz.array("i8").toBooleans(), "must be true or false");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void readsEveryVersionOfTheFormat(int version) throws IOException {
    NpyArray array = NpyArray.read(TestFiles.resource("npy/version" + version + ".npy"));
    assertThat(array.toInts()).containsExactly(0, 1, 2, 3);
  }

  @Test
  void readsZip64Members() throws IOException {
    try (NpzFile npz = open("zip64.npz")) {
      assertThat(npz.array("long").toLongs()).containsExactly(0, 1, 2, 3, 4);
    }
  }

  @Test
  void refusesForeignArraysByNameAndOnlyWhenAskedForThem() throws IOException {
    try (NpzFile npz = open("objects.npz")) {
      assertThat(npz.array("fine").toDoubles()).containsExactly(0, 1, 2);
      assertInvalid(
          () -> npz.array("object"), "objects.npz: array 'object': ", "Python objects", "|O");
      assertInvalid(() -> npz.array("structured"), "structured arrays are not read");
      assertInvalid(() -> npz.array("complex"), "'<c8'");
      assertInvalid(() -> npz.array("dates"), "'<M8[D]'");
      assertInvalid(() -> npz.array("absent"), "must have an array 'absent', got [fine, object");
    }
  }

  private static NpzFile open(String name) throws IOException {
    return NpzFile.open(TestFiles.resource("npy/" + name));
  }

  private static void assertInvalid(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String... parts) {
    assertThatThrownBy(call)
        .isInstanceOf(InvalidDataException.class)
        .hasMessageContainingAll(parts);
  }
}
