package io.github.wats.io.dataset;

import java.net.URI;
import java.util.Optional;
import java.util.OptionalLong;

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
    String name, Optional<URI> address, OptionalLong size, Optional<String> checksum) {}
