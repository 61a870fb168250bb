package io.github.wats.io.npy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.io.InvalidDataException;
import io.github.wats.io.fuzz.Members;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of PyTorch 1.13 and safetensors 0.8 (resources/tensors/make.py), and damaged ones. */
class TorchFileTest {
  private static final String[] TYPES = {
    "f16", "bf16", "f32", "f64", "i8", "i16", "i32", "i64", "u8", "bool"
  };

  @TempDir Path folder;

  /** The path of a resource, copied so that messages have a short name. */
  private Path resource(String name) throws IOException {
    try (var in = TorchFileTest.class.getResourceAsStream("/tensors/" + name)) {
      Path file = folder.resolve(name);
      Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
      return file;
    }
  }

  @Test
  void readsEveryType() throws IOException {
    try (NpzFile torch = TorchFile.open(resource("types.pt"), "alone");
        NpzFile safetensors = Safetensors.open(resource("types.safetensors"))) {
      assertThat(torch.names()).containsExactly(TYPES);
      assertThat(safetensors.names()).containsExactlyInAnyOrder(TYPES);
      for (String type : TYPES) {
        double[] expected = new double[12];
        Arrays.setAll(
            expected,
            k -> type.contains("f") ? k / 4.0 - 1 : type.equals("bool") ? 1 - k % 2 : k - 6);
        if (type.equals("u8")) {
          Arrays.setAll(expected, k -> k);
        }
        for (NpzFile file : new NpzFile[] {torch, safetensors}) {
          NpyArray array = file.array(type);
          assertThat(array.shapeText()).isEqualTo("3 × 4");
          assertThat(array.toDoubles()).as(type).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void readsViewsOfOneStorage() throws IOException {
    try (NpzFile file = TorchFile.open(resource("views.pt"), "alone")) {
      assertValues(file, "rows", "2 × 6", 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17);
      assertValues(file, "columns", "4 × 2", 1, 3, 7, 9, 13, 15, 19, 21);
      assertThat(file.array("turned").shapeText()).isEqualTo("6 × 4");
      assertThat(Arrays.copyOf(file.array("turned").toDoubles(), 5))
          .containsExactly(0, 6, 12, 18, 1);
      assertValues(file, "row", "6", 12, 13, 14, 15, 16, 17);
      assertValues(file, "column", "4", 3, 9, 15, 21);
      assertValues(file, "one", "()", 7);
      assertValues(file, "none", "0 × 3");
      assertValues(file, "wide", "4 × 2", 1, 2, 7, 8, 13, 14, 19, 20);
      assertThat(file.array("list").toDoubles()).isEqualTo(file.array("base").toDoubles());
      assertThat(file.array("parameter").toDoubles()).isEqualTo(file.array("base").toDoubles());
      assertValues(file, "nested.a.b", "6", 0, 1, 2, 3, 4, 5);
      assertThat(file.array("paper__cites__paper.edge_index").toInts()).hasSize(12);
      assertValues(file, "number", "()", 5);
      assertThat(file.array("large").toLongs()).containsExactly(1L << 40);
      assertValues(file, "negative", "()", -3);
      assertThat(file.array("words").toStrings()).containsExactly("a", "bé");
      assertValues(file, "numbers", "3", 3, 1, 2);
      assertThat(file.names()).doesNotContain("text", "flag", "nothing");
      assertThat(file.array("fraction").toDoubles()).containsExactly(0.5);
    }
    try (NpzFile alone = TorchFile.open(resource("alone.pt"), "logits");
        NpzFile state = TorchFile.open(resource("state.pt"), "logits")) {
      assertThat(alone.array("logits").shapeText()).isEqualTo("4 × 6");
      assertThat(state.names()).containsExactly("weight", "bias");
    }
  }

  /** What {@code torch.save} writes of {@code data.mask.tolist()} and the like. */
  @Test
  void readsListsOfBooleansAndFractions() throws IOException {
    String flags = "X\5\0\0\0flags](\u0088\u0089\u0088e";
    String fractions = "X\2\0\0\0fs](K\1G?\u00e0\0\0\0\0\0\0e";
    String mixed = "X\1\0\0\0m](K\1Ne";
    try (NpzFile file = TorchFile.open(pickled("}(" + flags + fractions + mixed + "u."), "a")) {
      assertThat(file.array("flags").toBooleans()).containsExactly(true, false, true);
      assertThat(file.array("fs").toDoubles()).containsExactly(1, 0.5);
      assertThatThrownBy(() -> file.array("m"))
          .isInstanceOf(InvalidDataException.class)
          .hasMessageEndingWith(
              "array 'm': a list must have numbers alone, booleans or texts of at most 1024 bytes");
    }
  }

  /** PyTorch keeps the sign of such views apart from their elements. */
  @Test
  void refusesATensorWithMetadata() throws IOException {
    refuses(
        tensor("K\2", "K\0", "K\2\u0085", "K\1\u0085", "}X\3\0\0\0neg\u0088s"), "x.resolve_neg()");
    try (NpzFile file = TorchFile.open(tensor("K\2", "K\0", "K\2\u0085", "K\1\u0085", "}"), "a")) {
      assertThat(file.array("a").toDoubles()).containsExactly(0, 0);
    }
  }

  private static void assertValues(NpzFile file, String name, String shape, double... values)
      throws IOException {
    assertThat(file.array(name).shapeText()).as(name).isEqualTo(shape);
    assertThat(file.array(name).toDoubles()).as(name).isEqualTo(values);
  }

  @Test
  void readsTheByteOrder() throws IOException {
    Map<String, byte[]> members = Members.unpack(resource("alone.pt"));
    byte[] data = members.get("alone/data/0");
    for (int k = 0; k < data.length; k += 4) {
      for (int i = 0; i < 2; i++) {
        byte first = data[k + i];
        data[k + i] = data[k + 3 - i];
        data[k + 3 - i] = first;
      }
    }
    members.put("alone/byteorder", "big".getBytes(StandardCharsets.UTF_8));
    Path big = Files.write(folder.resolve("big.pt"), Members.pack(members));
    try (NpzFile file = TorchFile.open(big, "a");
        NpzFile little = TorchFile.open(resource("alone.pt"), "a")) {
      assertThat(file.array("a").toDoubles()).isEqualTo(little.array("a").toDoubles());
    }
  }

  @Test
  void refusesClassesByNameWithTheLineThatSavesTensors() throws IOException {
    refuses(
        resource("pyg.pt"),
        "holds an object of 'torch_geometric.data.data.Data', which could run code and is not read;"
            + " save its tensors:",
        "torch.save(data.to_dict(), \"");
    refuses(
        resource("dgl.pt"),
        "'dgl.heterograph.DGLGraph'",
        "torch.save({\"edge_index\": torch.stack(data.edges()), **data.ndata}, \"");
    refuses(resource("numpy.pt"), "'numpy.core.multiarray._reconstruct'", "torch.as_tensor(a)");
    refuses(
        resource("legacy.pt"),
        "is not a file of torch.save since PyTorch 1.6",
        "torch.save(torch.load(\"",
        "map_location=\"cpu\"), \"");
    refuses(resource("expanded.pt"), "larger than its storage of 24 elements", "tensor.clone()");
    refuses(pickled("cos\nsystem\nX\4\0\0\0true\u0085R."), "holds an object of 'os.system'");
  }

  private static void refuses(Path file, String... messages) {
    assertThatThrownBy(
            () -> {
              try (NpzFile opened = TorchFile.open(file, "a")) {
                for (String name : opened.names()) {
                  opened.array(name).toDoubles();
                }
              }
            })
        .isInstanceOf(InvalidDataException.class)
        .hasMessageStartingWith(file.toString())
        .hasMessageContainingAll(messages);
  }

  /** An archive with this pickle after its header, and a storage of 8 bytes. */
  private Path pickled(String pickle) throws IOException {
    Map<String, byte[]> members = new LinkedHashMap<>();
    members.put("a/data.pkl", ("\u0080\u0002" + pickle).getBytes(StandardCharsets.ISO_8859_1));
    members.put("a/data/0", new byte[8]);
    return Files.write(folder.resolve("a.pt"), Members.pack(members));
  }

  /** A tensor of float32 with these parts of its pickle. */
  private Path tensor(String count, String offset, String shape, String strides)
      throws IOException {
    return tensor(count, offset, shape, strides, "");
  }

  private Path tensor(String count, String offset, String shape, String strides, String metadata)
      throws IOException {
    return pickled(
        "ctorch._utils\n_rebuild_tensor_v2\n((X\7\0\0\0storagectorch\nFloatStorage\nX\1\0\0\0"
            + "0"
            + "X\3\0\0\0cpu"
            + count
            + "tQ"
            + offset
            + shape
            + strides
            + "\u0089N"
            + metadata
            + "tR.");
  }

  @Test
  void refusesHugeSizesWithinASecond() throws Throwable {
    String huge = "\u008a\10\0\0\0\0\0\0\0\u0040"; // 2^62
    CpuTime.assertWithinASecond(
        () -> {
          refuses(tensor(huge, "K\0", "K\1\u0085", "K\1\u0085"), "needs a storage '0' of 46116860");
          refuses(tensor("K\2", huge, "K\1\u0085", "K\1\u0085"), "must lie in its storage of 2");
          refuses(tensor("K\2", "K\0", huge + "\u0085", "K\1\u0085"), "larger than its storage");
          refuses(tensor("K\2", "K\0", huge + "\u0085", "K\0\u0085"), "larger than its storage");
          refuses(
              tensor(huge, "K\0", huge + huge + "\u0086", "K\0K\0\u0086"),
              "larger than its storage");
          refuses(tensor("K\2", "K\0", "K\2\u0085", huge + "\u0085"), "larger than its storage");
          refuses(tensor("K\2", "K\0", "J\u00ff\u00ff\u00ff\u00ff\u0085", "K\0\u0085"), "negative");
        });
  }

  @Test
  void refusesARecursivePickleAndABombOfReferencesWithinASecond() throws Throwable {
    StringBuilder doubled = new StringBuilder("]q\0"); // 2^60 times the same list
    for (int k = 1; k <= 60; k++) {
      doubled.append("](h").append((char) (k - 1)).append('h').append((char) (k - 1));
      doubled.append("eq").append((char) k);
    }
    StringBuilder wide = new StringBuilder("]q\0"); // 100^12 references
    for (int k = 1; k <= 12; k++) {
      wide.append("](").append(("h" + (char) (k - 1)).repeat(100)).append("eq").append((char) k);
    }
    CpuTime.assertWithinASecond(
        () -> {
          refuses(pickled("]q\0h\0a."), "containers at most 16 deep");
          refuses(pickled("}q\0X\1\0\0\0ah\0s."), "containers at most 16 deep");
          refuses(pickled("(".repeat(9000)), "more than 8192 values are on the stack");
        });
    CpuTime.assertWithinASecond(
        () -> {
          refuses(pickled("(" + doubled + "t."), "containers at most 16 deep");
          refuses(pickled("(" + wide + "t."), "must have at most 65536 values");
        });
  }

  @Test
  void refusesAZipBombWithinASecond() throws Throwable {
    byte[] zeros = new byte[1 << 20];
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.putNextEntry(new ZipEntry("a/data.pkl"));
      for (int k = 0; k < 80; k++) {
        zip.write(zeros);
      }
    }
    Path bomb = Files.write(folder.resolve("bomb.pt"), bytes.toByteArray());
    CpuTime.assertWithinASecond(
        () -> refuses(bomb, "'data.pkl' must have at most 67108864 bytes, got 83886080"));
  }

  @Test
  void refusesWhatIsMissingOrDamaged() throws IOException {
    Map<String, byte[]> members = Members.unpack(resource("alone.pt"));
    members.remove("alone/data/0");
    Path file = Files.write(folder.resolve("cut.pt"), Members.pack(members));
    refuses(file, "array 'a': lacks 'alone/data/0' in its archive");
    members.remove("alone/data.pkl");
    Files.write(file, Members.pack(members));
    refuses(file, "lacks data.pkl");
  }
}
