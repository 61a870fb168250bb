package io.github.wats.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {
  private static final byte[] TEXT = {'a', 'b'};

  @TempDir Path folder;

  @Test
  void makesTheFoldersOfAFile() throws IOException {
    Path file = folder.resolve("new/and/deeper/file");
    AtomicFile.write(file, out -> out.write(TEXT));
    assertThat(file).hasBinaryContent(TEXT);
  }

  @Test
  void saysSoWhereAFileIsInTheWay() throws IOException {
    Path file = Files.write(folder.resolve("file"), TEXT);
    assertThatThrownBy(() -> AtomicFile.write(file.resolve("other"), out -> out.write(TEXT)))
        .isInstanceOf(FileSystemException.class)
        .hasMessage(file + ": is not a folder");
    assertThat(file).hasBinaryContent(TEXT);
  }

  @Test
  void leavesWhatWasThereWhenWritingFails() throws IOException {
    Path file = Files.write(folder.resolve("file"), TEXT);
    assertThatThrownBy(
            () ->
                AtomicFile.write(
                    file,
                    out -> {
                      out.write('c');
                      throw new IOException("full");
                    }))
        .hasMessage("full");
    assertThat(file).hasBinaryContent(TEXT);
    assertThat(folder.toFile().list()).containsExactly("file");
  }
}
