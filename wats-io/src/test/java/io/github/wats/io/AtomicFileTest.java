package io.github.wats.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {
  private static final byte[] TEXT = {'a', 'b'};

  @TempDir Path folder;

  @Test
  void writesWhatAWriterThatClosesItsStreamLeaves() throws IOException {
    Path file = folder.resolve("text");
    AtomicFile.write(
        file,
        out -> {
          try (Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8)) {
            writer.write("all");
          }
        });
    assertThat(file).hasContent("all");
  }

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
        .hasMessage(file + ": full");
    assertThat(file).hasBinaryContent(TEXT);
    assertThat(folder.toFile().list()).containsExactly("file");
  }

  @Test
  void keepsTheModeOfAnExistingFile() throws IOException {
    Path file = Files.write(folder.resolve("file"), new byte[0]);
    for (String mode : List.of("rw-------", "rw-rw-r--", "r--r-----")) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
      AtomicFile.write(file, out -> out.write(TEXT));
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo(mode);
    }
    assertThat(file).hasBinaryContent(TEXT);
  }

  @Test
  void writesTheFileThatALinkPointsTo() throws IOException {
    Path results = Files.createDirectory(folder.resolve("results"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("results/first"));
    Path outer = Files.createSymbolicLink(folder.resolve("outer"), Path.of("link"));
    for (int time = 0; time < 2; time++) { // the file does not exist at first
      AtomicFile.write(outer, out -> out.write(TEXT));
      assertThat(outer).isSymbolicLink();
      assertThat(link).isSymbolicLink();
      assertThat(results.resolve("first")).isRegularFile().hasBinaryContent(TEXT);
    }
    assertThat(results.toFile().list()).containsExactly("first");
  }

  @Test
  void namesTheFileWhereTheDiskIsFull() {
    Path full = Path.of("/dev/full");
    assumeThat(full).exists();
    assertThatThrownBy(() -> AtomicFile.write(full, out -> out.write(TEXT)))
        .isInstanceOf(FileSystemException.class)
        .hasMessage("/dev/full: No space left on device");
  }

  @Test
  void removesWhatKilledProcessesLeftButNothingOfLiveOnes() throws Exception {
    Path killed = folder.resolve("killed");
    Path finished = folder.resolve("finished");
    Process first = HeldWrite.start(killed);
    Process second = HeldWrite.start(finished);
    assertThat(parts()).hasSize(2);
    AtomicFile.write(folder.resolve("beside"), out -> out.write(TEXT));
    assertThat(parts()).hasSize(2);

    first.destroyForcibly().waitFor();
    Path foreign = Files.write(folder.resolve(".mine.part"), TEXT);
    AtomicFile.write(folder.resolve("beside"), out -> out.write(TEXT));
    assertThat(parts()).hasSize(2).contains(".mine.part").anyMatch(n -> n.startsWith(".finished."));
    assertThat(killed).doesNotExist();
    assertThat(foreign).hasBinaryContent(TEXT);

    second.getOutputStream().close(); // lets it finish
    assertThat(second.waitFor()).isZero();
    assertThat(finished).hasBinaryContent(HeldWrite.CONTENT);
    assertThat(parts()).containsExactly(".mine.part");
  }

  @Test
  void writesSeveralFilesOfAFolderAtTheSameTime() throws IOException {
    Path outer = folder.resolve("outer");
    Path inner = folder.resolve("inner");
    AtomicFile.write(
        outer,
        out -> {
          out.write(TEXT);
          AtomicFile.write(inner, within -> within.write(TEXT));
        });
    assertThat(outer).hasBinaryContent(TEXT);
    assertThat(inner).hasBinaryContent(TEXT);
  }

  /** The threads of an experiment keep their first networks at the same time. */
  @Test
  void makesAFolderForSeveralThreadsAtOnce() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      for (int round = 0; round < 300; round++) {
        Path made = folder.resolve("made" + round);
        CyclicBarrier start = new CyclicBarrier(4);
        Callable<Void> maker =
            () -> {
              start.await();
              AtomicFile.makeFolder(made);
              return null;
            };
        for (Future<Void> done : threads.invokeAll(Collections.nCopies(4, maker))) {
          done.get();
        }
      }
    } finally {
      threads.shutdown();
    }
  }

  private List<String> parts() {
    return Stream.of(folder.toFile().list()).filter(name -> name.endsWith(".part")).toList();
  }
}
