package io.github.wats.io.dataset;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One set of files that a data set can be read from.
 *
 * @param layout how they are laid out
 * @param files all of them
 * @param archive the archive they are published in, if not one by one; its checksum is known
 * @param note what this edition lacks; empty when it is complete
 */
public record Edition(
    DatasetLayout layout,
    List<SourceFile> files,
    Optional<SourceFile> archive,
    Optional<String> note) {
  public Edition {
    files = List.copyOf(files);
  }

  /** Whether all of it can be downloaded. */
  public boolean isOffered() {
    return archive.isPresent() || files.stream().allMatch(file -> file.address().isPresent());
  }

  /** The bytes of all files together, where every size is known. */
  public OptionalLong size() {
    boolean haveSizes = files.stream().allMatch(file -> file.size().isPresent());
    return haveSizes
        ? OptionalLong.of(files.stream().mapToLong(file -> file.size().orElseThrow()).sum())
        : OptionalLong.empty();
  }
}
