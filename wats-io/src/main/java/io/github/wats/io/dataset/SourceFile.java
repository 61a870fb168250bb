package io.github.wats.io.dataset;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A file as it was published.
 *
 * @param name its name in the data set's folder
 * @param address where it can be downloaded, if anywhere
 * @param size its length in bytes, where known
 * @param checksum SHA-256 of its content (64 hexadecimal digits) or the id Git gives it (40), where
 *     known
 */
public record SourceFile(
    String name, Optional<URI> address, OptionalLong size, Optional<String> checksum) {
  /** The lines of {@code known-files.txt} by path: checksum, size, folder/name. */
  private static final Map<String, String[]> KNOWN = readKnown();

  /** The published file of that name; its size and checksum are those in the resource. */
  static SourceFile known(String folder, String name, Optional<String> address) {
    String path = folder + "/" + name;
    String[] fields = Objects.requireNonNull(KNOWN.get(path), "known-files.txt lacks " + path);
    return new SourceFile(
        name,
        address.map(URI::create),
        fields[1].equals("-") ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(fields[1])),
        Optional.of(fields[0]).filter(sum -> !sum.equals("-")));
  }

  private static Map<String, String[]> readKnown() {
    try (InputStream in = SourceFile.class.getResourceAsStream("known-files.txt")) {
      String text =
          new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.US_ASCII);
      return text.lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split(" ", -1))
          .collect(Collectors.toMap(fields -> fields[2], Function.identity()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
