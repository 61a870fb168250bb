package io.github.wats.io.fuzz;

import io.github.wats.io.InvalidDataException;
import io.github.wats.io.fuzz.FuzzTarget.Way;
import io.github.wats.io.npy.NpyArray;
import io.github.wats.io.npy.NpzFile;
import io.github.wats.io.npy.Safetensors;
import io.github.wats.io.npy.TorchFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Files of PyTorch and safetensors. */
final class TensorTargets {
  /** Opcodes of PyTorch's pickles, and a few that they lack. */
  private static final String OPCODES =
      "cqrh()]}tNJKMXjGsQaeRbu.\u0081\u0085\u0086\u0087\u0088\u0089\u008aUTio";

  private TensorTargets() {}

  static FuzzTarget torch() {
    return FuzzTarget.of(
        "torch",
        () ->
            packed(
                seeds(
                    "types.pt", "views.pt", "alone.pt", "pyg-dict.pt", "state.pt", "expanded.pt")),
        Members.editor(TensorTargets::pickle),
        arrays("a.pt", file -> TorchFile.open(file, "logits")),
        whole("a.pt", "not a complete npz|data.pkl"));
  }

  static FuzzTarget safetensors() {
    return FuzzTarget.of(
        "safetensors",
        () -> seeds("types.safetensors", "run.safetensors"),
        TensorTargets::header,
        arrays("a.safetensors", Safetensors::open),
        whole("a.safetensors", "header"));
  }

  /** Opens a file of arrays. */
  private interface Opener {
    NpzFile open(Path file) throws IOException;
  }

  /** Reads the elements of every array; those refused do not keep the others from being read. */
  private static Way arrays(String name, Opener opener) {
    return (document, progress) -> {
      Optional<InvalidDataException> last = Optional.empty();
      try (NpzFile file = opener.open(Scratch.file(name, document))) {
        progress.run();
        for (String array : file.names()) {
          try {
            NpyArray tensor = file.array(array);
            Object elements = tensor.type().isText() ? tensor.toStrings() : tensor.toDoubles();
            Objects.requireNonNull(elements);
          } catch (InvalidDataException e) {
            last = Optional.of(e);
          }
        }
      }
      if (last.isPresent()) {
        throw last.get();
      }
    };
  }

  private static Way whole(String name, String header) {
    return ReaderTargets.nodes(name, header, ReaderTargets.ALL);
  }

  private static List<byte[]> seeds(String... names) throws IOException {
    List<byte[]> seeds = new ArrayList<>();
    for (String name : names) {
      try (InputStream in = TensorTargets.class.getResourceAsStream("/tensors/" + name)) {
        seeds.add(in.readAllBytes());
      }
    }
    return seeds;
  }

  /** The same archives with sizes before the members, so that they can be changed. */
  private static List<byte[]> packed(List<byte[]> archives) throws IOException {
    List<byte[]> packed = new ArrayList<>();
    for (byte[] archive : archives) {
      packed.add(Members.pack(Members.unpack(Scratch.file("seed.pt", archive))));
    }
    return packed;
  }

  /** Exchanges an opcode or a small number, or any byte. */
  private static byte[] pickle(byte[] document, Script script) {
    if (document.length < 3 || script.next(3) == 0) {
      return Editor.bytes(document, script);
    }
    byte[] changed = document.clone();
    int at = 2 + script.next(document.length - 2);
    boolean opcode = script.next(2) == 0;
    changed[at] =
        (byte) (opcode ? OPCODES.charAt(script.next(OPCODES.length())) : script.next(256));
    return changed;
  }

  /** Changes a digit of the header, or a word, whose length is made right, or any byte after it. */
  private static byte[] header(byte[] document, Script script) {
    int way = script.next(8);
    if (document.length < 8 || way == 0) {
      return Editor.bytes(document, script);
    }
    ByteBuffer file = ByteBuffer.wrap(document).order(ByteOrder.LITTLE_ENDIAN);
    int length = (int) Math.max(0, Math.min(document.length - 8, file.getLong()));
    if (way < 4) {
      return Editor.after(8 + length).edit(document, script);
    }
    byte[] header = Arrays.copyOfRange(document, 8, 8 + length);
    int at = script.next(length + 1);
    if (way == 4 || at == length) {
      header = Editor.text(header, script);
    } else if (Character.isDigit(header[at])) {
      header[at] = (byte) ('0' + script.next(10));
    }
    return ByteBuffer.allocate(document.length - length + header.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(header.length)
        .put(header)
        .put(document, 8 + length, document.length - 8 - length)
        .array();
  }
}
