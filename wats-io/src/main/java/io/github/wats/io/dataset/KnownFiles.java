package io.github.wats.io.dataset;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Sizes and sums of the published files, from {@code known-files.txt}. */
final class KnownFiles {
  private final Map<String, String[]> byPath = new HashMap<>(); // sum, size, path

  private KnownFiles(BufferedReader lines) throws IOException {
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (!line.startsWith("#")) {
        String[] fields = line.split(" ", -1);
        byPath.put(fields[2], fields);
      }
    }
  }

  static KnownFiles read() {
    try (InputStream in = KnownFiles.class.getResourceAsStream("known-files.txt")) {
      if (in == null) {
        throw new IllegalStateException("known-files.txt is missing from this build");
      }
      return new KnownFiles(
          new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A file whose size and sum are known. */
  SourceFile file(String folder, String name, Optional<String> address) {
    String[] fields = byPath.get(folder + "/" + name);
    if (fields == null) {
      throw new IllegalStateException("known-files.txt lacks " + folder + "/" + name);
    }
    return new SourceFile(
        name,
        address.map(URI::create),
        OptionalLong.of(Long.parseLong(fields[1])),
        Optional.of(Checksum.sha256(fields[0])));
  }
}
