package io.github.wats.io.dataset;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One set of files that a data set can be read from.
 *
 * @param form how they are laid out
 * @param files all of them
 * @param archive the archive they are published in, if not one by one
 * @param note what this edition lacks; empty when it is complete
 */
public record Edition(
    Form form, List<SourceFile> files, Optional<SourceFile> archive, Optional<String> note) {
  /** The layouts there are readers for. */
  public enum Form {
    PLANETOID("Planetoid pickles"),
    GNN_BENCHMARK("gnn-benchmark npz"),
    EDGES_AND_LABELS("edge and label lists"),
    REDDIT("pair of npz");

    private final String title;

    Form(String title) {
      this.title = title;
    }

    @Override
    public String toString() {
      return title;
    }
  }

  public Edition {
    files = List.copyOf(files);
  }

  static Edition of(Form form, SourceFile... files) {
    return new Edition(form, List.of(files), Optional.empty(), Optional.empty());
  }

  Edition fromArchive(SourceFile zip) {
    return new Edition(form, files, Optional.of(zip), note);
  }

  Edition lacking(String what) {
    return new Edition(form, files, archive, Optional.of(what));
  }

  /** Whether {@code get} knows an address for all of it. */
  public boolean isOffered() {
    return archive.isPresent() || files.stream().allMatch(file -> file.address().isPresent());
  }

  /** The bytes of all files together, where every size is known. */
  public OptionalLong size() {
    boolean known = files.stream().allMatch(file -> file.size().isPresent());
    return known
        ? OptionalLong.of(files.stream().mapToLong(file -> file.size().orElseThrow()).sum())
        : OptionalLong.empty();
  }
}
