package io.github.wats.io.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.management.ThreadMXBean;
import io.github.wats.graph.Graph;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.Location;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.prediction.Labels;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PickleReaderTest {
  private static final Location FILE = new Location("ind.toy.graph");

  @Test
  void readsASparseMatrix() {
    SparseMatrix matrix =
        PlanetoidPickles.features(
            FILE,
            PickleBytes.csr(
                2, 300, new int[] {0, 2, 3}, new int[] {1, 299, 0}, new float[] {1, .5f, -2}));
    assertThat(matrix.rows()).isEqualTo(2);
    assertThat(matrix.columns()).isEqualTo(300);
    assertThat(matrix.get(0, 1)).isEqualTo(1);
    assertThat(matrix.get(0, 299)).isEqualTo(.5f);
    assertThat(matrix.get(1, 0)).isEqualTo(-2);
    assertThat(matrix.entryCount()).isEqualTo(3);
  }

  @Test
  void readsOneHotLabels() {
    Labels labels = PlanetoidPickles.labels(FILE, PickleBytes.matrix(2, 3, 0, 0, 1, 1, 0, 0));
    assertThat(labels).isEqualTo(Labels.of(3, new int[] {2, 0}));
  }

  @Test
  void readsNeighborListsWithRepeatsAndSelfLoops() {
    Graph graph =
        PlanetoidPickles.graph(
            FILE, PickleBytes.graph(new int[] {1, 1, 0}, new int[] {0}, new int[] {}));
    assertThat(graph).isEqualTo(Graph.fromEdges(3, new int[] {0}, new int[] {1}));
  }

  @Test
  void refusesAnotherFunctionByNameAndOffset() {
    byte[] evil = new PickleBytes().global("os", "system").text("true").raw(0x85, 'R', '.').bytes();
    assertRefused(evil, "ind.toy.graph: byte 2: the name 'os system' does not belong");
  }

  @Test
  void refusesEveryOpcodeThatPlanetoidFilesLack() {
    String used = "cqrh()]}UTJKMNtaeRbu.\u0081\u0085\u0086\u0087\u0088\u0089";
    for (int code = 0; code < 256; code++) {
      byte[] pickle = afterAnInteger(code);
      if (used.indexOf(code) < 0) {
        String message = "ind.toy.graph: byte 4: opcode 0x%02x does not belong";
        assertRefused(pickle, message.formatted(code));
      } else {
        Throwable other = catchThrowable(() -> PickleReader.read(FILE, pickle));
        assertThat(String.valueOf(other)).doesNotContain("opcode 0x%02x".formatted(code));
      }
    }
  }

  private static byte[] afterAnInteger(int code) {
    return new PickleBytes().integer(7).raw(code, 0, 0, 0, 0, '.').bytes();
  }

  @Test
  void refusesOtherProtocolsAndFilesCutShort() {
    assertRefused(new byte[] {(byte) 0x80, 4}, "begins with 80 02 (protocol 2), got 80 04");
    assertRefused(new byte[0], "byte 0: the file ends early");
    byte[] whole = PickleBytes.graph(new int[] {1}, new int[] {0});
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> PickleReader.read(FILE, cut))
          .isInstanceOf(InvalidDataException.class);
    }
    assertRefused(Arrays.copyOf(whole, whole.length + 1), "1 bytes follow STOP");
  }

  @Test
  void believesNoLength() {
    assertRefused(
        new PickleBytes().raw('T').append(PickleBytes.ints(Integer.MAX_VALUE)).raw('.').bytes(),
        "byte 2: the file ends early: 2147483647 more bytes are needed, 1 are there");
    assertRefused(
        new PickleBytes().raw('T').append(PickleBytes.ints(-1)).raw('.').bytes(),
        "length must not be negative, got -1");
    assertRefused(
        new PickleBytes().array("i4", new byte[8], 65536, 65536).raw('.').bytes(),
        "an array of shape [65536, 65536] needs 4 bytes for each of its 4294967296 entries");
    assertRefused(
        new PickleBytes().array("i4", new byte[8], -1, -2).raw('.').bytes(),
        "a size must not be negative, got -1");
  }

  @Test
  void refusesOtherElementTypes() {
    assertRefused(
        new PickleBytes().array("O8", new byte[8], 1).raw('.').bytes(),
        "a dtype must be i4 or f4, got 'O8'");
  }

  @Test
  void refusesAStackThatOnlyGrows() {
    PickleBytes pickle = new PickleBytes();
    for (int i = 0; i < 10_000; i++) {
      pickle.raw('(');
    }
    assertRefused(pickle.bytes(), "more than 8192 values are on the stack");
  }

  @Test
  void refusesWhatIsNotAGraph() {
    assertThatThrownBy(
            () -> PlanetoidPickles.graph(FILE, PickleBytes.graph(new int[] {1}, new int[] {2})))
        .hasMessage("ind.toy.graph: neighbors must be in 0 … 1, got 2 at node 1");
    assertThatThrownBy(() -> PlanetoidPickles.graph(FILE, PickleBytes.matrix(1, 1, 1)))
        .hasMessageContaining("must hold a dict of neighbor lists, got int32 array");
    assertThatThrownBy(() -> PlanetoidPickles.labels(FILE, PickleBytes.matrix(2, 2, 1, 0, 1, 1)))
        .hasMessageContaining("got 1 in row 1, column 1");
    assertThatThrownBy(() -> PlanetoidPickles.labels(FILE, PickleBytes.matrix(1, 2, 0, 0)))
        .hasMessageContaining("got none in row 0");
  }

  /** A string of 80,000 bytes to which a thousand arrays refer is not copied for each. */
  @Test
  void takesLittleMemoryForAStringUsedOften() {
    PickleBytes pickle = new PickleBytes();
    pickle.text(new byte[80_000]).raw('q', 0);
    pickle.global("numpy.core.multiarray", "_reconstruct").raw('q', 1);
    pickle.global("numpy", "ndarray").raw('q', 2);
    pickle.global("numpy", "dtype").text("i4").raw(0x85, 'R').raw('(').integer(3).text("<");
    pickle.raw('t', 'b', 'q', 3).raw('(');
    for (int k = 0; k < 1000; k++) {
      pickle.raw('h', 1, 'h', 2).integer(0).raw(0x85).text("b").raw(0x87, 'R', '(').integer(1);
      pickle.integer(20_000).raw(0x85, 'h', 3, 0x89, 'h', 0, 't', 'b');
    }
    byte[] bytes = pickle.raw('t', '(').raw('t', 0x86, 0x87, 0x87, '.').bytes();
    long before = allocated();
    PickleReader.read(FILE, bytes);
    assertThat(allocated() - before).isLessThan(40L * bytes.length);
  }

  private static long allocated() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    return threads.getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  private static void assertRefused(byte[] bytes, String message) {
    assertThatThrownBy(() -> PickleReader.read(FILE, bytes))
        .isInstanceOf(InvalidDataException.class)
        .hasMessageContaining(message);
  }
}
