package io.github.wats.io.format;

import io.github.wats.io.npy.TorchFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * PyTorch's {@code .pt} and {@code .pth} as {@code torch.save} writes them: a dict of tensors with
 * the names of a node file, such as {@code data.to_dict()}, or a tensor, or a list of tensors, for
 * one part. Nothing in the file is executed.
 */
public final class TorchFormat implements NodeFormat {
  @Override
  public boolean matches(Path file, Set<NodeField> parts) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    return name.endsWith(".pt") || name.endsWith(".pth");
  }

  @Override
  public NodeParts open(Path file, Set<NodeField> parts) throws IOException {
    return open(List.of(file), parts);
  }

  @Override
  public NodeParts open(List<Path> files, Set<NodeField> parts) throws IOException {
    return ArrayParts.open(files, parts, TorchFile::open);
  }
}
