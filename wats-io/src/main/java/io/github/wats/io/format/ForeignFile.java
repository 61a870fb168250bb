package io.github.wats.io.format;

import io.github.wats.io.Location;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/** Recognizes files of other kinds by their first bytes, and says how to convert them. */
final class ForeignFile {
  private static final int HEAD_BYTES = 256;

  private ForeignFile() {}

  /** Refuses a file that is no archive of arrays; a damaged one is left to its reader. */
  static void refuse(Path file, Set<NodeField> parts) throws IOException {
    String head; // a character for each byte
    try (InputStream in = Files.newInputStream(file)) {
      head = new String(in.readNBytes(HEAD_BYTES), StandardCharsets.ISO_8859_1);
    }
    Location location = Location.of(file);
    location.check(
        !isPickle(head),
        "is a PyTorch file or another pickle: name a file of torch.save .pt; any other pickle could"
            + " run code and is not read; convert it:%n"
            + "  data = torch.load(\"%s\", map_location=\"cpu\", weights_only=False)%n  %s",
        file,
        save(file, parts));
    location.check(
        !head.startsWith("\u0093NUMPY"),
        "is an .npy file: %s",
        parts.equals(Set.of(NodeField.SPLIT))
            ? "a split is text with train, val or test for each node, or an .npz file with"
                + " 'train_mask', 'val_mask', 'test_mask' or '…_idx'"
            : "give it as --logits or --labels");
    boolean text = head.chars().noneMatch(c -> c < ' ' && !Character.isWhitespace(c));
    location.check(
        head.isEmpty() || head.startsWith("PK"),
        "is not an .npz file%s",
        text ? " but text: name text .csv and give it as --graph, --logits or --labels" : "");
  }

  /** A pickle, or a zip archive whose first member is one, as {@code torch.save} writes it. */
  private static boolean isPickle(String head) {
    int name = 30; // where the name of the first member begins
    return head.startsWith("\u0080")
        || (head.startsWith("PK")
            && head.length() > name
            && head.startsWith("data.pkl", name + head.charAt(26) - "data.pkl".length()));
  }

  /** The line of Python that writes {@code data} in a form that is read. */
  private static String save(Path file, Set<NodeField> parts) {
    String stem = file.toString().replaceFirst("\\.[^./\\\\]*$", "");
    return parts.size() == 1 && ArrayFormat.ONE_ARRAY.containsAll(parts)
        ? "numpy.save(\"" + stem + ".npy\", data.detach().numpy())"
        : "numpy.savez(\""
            + stem
            + ".npz\", edge_index=data.edge_index, logits=model(data.x, data.edge_index).detach(),"
            + " y=data.y, train_mask=data.train_mask, val_mask=data.val_mask,"
            + " test_mask=data.test_mask)";
  }
}
