package io.github.wats.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expected numbers: NumPy 1.24.2, {@code RandomState(seed)}. */
class NumpyRandomTest {
  @Test
  void drawsTheBitsOfRandomState() {
    assertThat(draws(0)).containsExactly(2357136044L, 2546248239L, 3071714933L, 3626093760L);
    assertThat(draws(128)).containsExactly(3722177746L, 3831192659L, 1130198501L, 3641559378L);
    assertThat(draws(4294967295L))
        .containsExactly(419326371L, 479346978L, 3918654476L, 2416749639L);
  }

  @Test
  void shufflesAsNumpyDoes() {
    assertThat(new NumpyRandom(0).permutation(10)).containsExactly(2, 8, 4, 9, 1, 6, 7, 3, 0, 5);
    assertThat(new NumpyRandom(128).permutation(20))
        .containsExactly(3, 14, 15, 6, 12, 16, 13, 8, 7, 17, 0, 1, 11, 19, 9, 4, 2, 10, 5, 18);
    assertThat(new NumpyRandom(7).permutation(1)).containsExactly(0);
    assertThat(new NumpyRandom(3).permutation(2)).containsExactly(1, 0);
    assertThat(new NumpyRandom(3).permutation(0)).isEmpty();
  }

  /** {@code sha256(RandomState(seed).permutation(n).astype('<i4'))}; the sizes of the data sets. */
  @ParameterizedTest
  @CsvSource({
    "128, 2708, 8ebf9d8a0e62f09f2fa7497a23296e413564d0a9b931dfd79e0e34fe49fc9ed6",
    "128, 3327, 40c8a58887f385fc2118c98ba77ffaf56a4cce25dc87b5d8dd8186d07944d61f",
    "128, 19717, af8725ead1928a72126c339a839d433b016ec4f50345063de21bfafc39187397",
    "128, 13381, 034e62e46060635d482ab42c500da6910e9743a9c8a41e633ca06b237c9862f2",
    "128, 7487, fd077f99dbcedb1b78927c9ffb05412c088c5400942ed5972b03b365102052da",
    "0, 2708, 4f8dbd747fce68310e2464d36533f7ff9c085b1c4ebaf9bc2d6b2446a16d84e3",
    "9, 19717, 5456d319c6f54ae9f2e7b655f611e1b3982616ddb4cb20f66da7cf94e897d1ca",
    "5, 65536, 138646cd210b87814f55aa2e89a3d2b5c4f36a365b19a3e7b4558b3cdf7f8292",
    "5, 65537, 5641cf7f0f6aceef61ceaca5c7029044960babe123ad75e20999250e28d5e3e3"
  })
  void shufflesWholeDataSetsAsNumpyDoes(long seed, int count, String sha256) throws Exception {
    ByteBuffer bytes = ByteBuffer.allocate(4 * count).order(ByteOrder.LITTLE_ENDIAN);
    for (int node : new NumpyRandom(seed).permutation(count)) {
      bytes.putInt(node);
    }
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes.array());
    assertThat(HexFormat.of().formatHex(digest)).isEqualTo(sha256);
  }

  @Test
  void refusesASeedThatNumpyRefuses() {
    assertThatThrownBy(() -> new NumpyRandom(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a NumPy seed must be in 0 … 4294967295, got -1");
    assertThatThrownBy(() -> new NumpyRandom(1L << 32)).hasMessageContaining("got 4294967296");
  }

  private static long[] draws(long seed) {
    NumpyRandom random = new NumpyRandom(seed);
    return LongStream.range(0, 4).map(i -> Integer.toUnsignedLong(random.nextInt())).toArray();
  }
}
