package io.github.wats.io.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.internal.Seeds;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.Origin;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Damaged pickles give a value or a typed error; a failure prints the case that caused it. */
class PickleMutationTest {
  private static final Origin FILE = new Origin("damaged");

  private static final List<byte[]> SEEDS =
      List.of(
          PickleBytes.csr(3, 9, new int[] {0, 1, 1, 3}, new int[] {8, 0, 4}, new float[] {1, 2, 3}),
          PickleBytes.matrix(3, 2, 0, 1, 1, 0, 1, 0),
          PickleBytes.graph(new int[] {1, 2, 300, 0}, new int[] {0}, new int[] {0, 0}));

  /** Codes that mean something, so that mutants get past the first check. */
  private static final byte[] CODES =
      "cqrh()]}UTJKMNtaeRbu.\u0080\u0081\u0085\u0086\u0087\u0088\u0089"
          .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);

  @Test
  void damagedPicklesGiveAValueOrATypedError() {
    survives(12_000);
  }

  @Test
  @Tag("slow")
  void manyDamagedPicklesGiveAValueOrATypedError() {
    survives(2_000_000);
  }

  private static void survives(int cases) {
    int values = 0;
    for (int number = 0; number < cases; number++) {
      byte[] bytes = mutant(number);
      try {
        PickleReader.read(FILE, bytes);
        values++;
      } catch (InvalidDataException expected) {
        assertThat(expected).hasMessageStartingWith("damaged: byte ");
      } catch (RuntimeException | Error e) {
        throw new AssertionError("case " + number + ": " + Arrays.toString(bytes), e);
      }
      for (PickleUse use : USES) {
        try {
          use.read(FILE, bytes);
        } catch (InvalidDataException expected) {
          // The right kind of refusal.
        } catch (RuntimeException | Error e) {
          throw new AssertionError("case " + number + ": " + Arrays.toString(bytes), e);
        }
      }
    }
    assertThat(values).as("some mutants stay readable").isBetween(cases / 100, cases);
  }

  private interface PickleUse {
    Object read(Origin origin, byte[] bytes);
  }

  private static final List<PickleUse> USES =
      List.of(PlanetoidPickles::features, PlanetoidPickles::labels, PlanetoidPickles::graph);

  /** One to four changes: a byte replaced, an opcode set, bytes cut out, doubled or moved. */
  private static byte[] mutant(int number) {
    long stream = Seeds.derive(20240917, number);
    byte[] bytes = SEEDS.get(number % SEEDS.size()).clone();
    int changes = 1 + (int) Long.remainderUnsigned(Seeds.bits(stream, 0), 4);
    for (int change = 0; change < changes && bytes.length > 0; change++) {
      long bits = Seeds.bits(stream, change + 1);
      int at = (int) Long.remainderUnsigned(bits >>> 16, bytes.length);
      int length = Math.min(bytes.length - at, 1 + (int) (bits >>> 8 & 15));
      switch ((int) (bits & 3)) {
        case 0 -> bytes[at] = (byte) (bits >>> 4);
        case 1 -> bytes[at] = CODES[(int) ((bits >>> 4 & 0xff) % CODES.length)];
        case 2 -> bytes = spliced(bytes, at, length, new byte[0]);
        default -> bytes = spliced(bytes, at, 0, Arrays.copyOfRange(bytes, at, at + length));
      }
    }
    return bytes;
  }

  private static byte[] spliced(byte[] bytes, int at, int removed, byte[] inserted) {
    byte[] result = new byte[bytes.length - removed + inserted.length];
    System.arraycopy(bytes, 0, result, 0, at);
    System.arraycopy(inserted, 0, result, at, inserted.length);
    System.arraycopy(
        bytes, at + removed, result, at + inserted.length, bytes.length - at - removed);
    return result;
  }
}
