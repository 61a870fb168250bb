package io.github.wats;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.testing.Shared;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Builds and runs the project in {@code src/test/consumer} as users would: on the class path, and
 * on the module path, where it sees only what our modules export.
 */
class ConsumerProjectsTest {
  @TempDir Path folder;

  @Test
  void worksOnTheClassPath() throws Exception {
    String path = paths(watsClasses());
    compile(List.of("-cp", path), "consumer/Consumer.java");
    assertThat(java(List.of("-cp", folder + File.pathSeparator + path, "consumer.Consumer")))
        .isEqualTo("calibrated 40 nodes with wats in io.github.wats.core: false");
  }

  @Test
  void worksOnTheModulePath() throws Exception {
    String path = paths(watsClasses());
    compile(List.of("--module-path", path), "consumer/Consumer.java", "module-info.java");
    List<String> run =
        List.of(
            "--module-path",
            folder + File.pathSeparator + path,
            "-m",
            "consumer/consumer.Consumer");
    assertThat(java(run)).isEqualTo("calibrated 40 nodes with wats in io.github.wats.core: true");
  }

  @Test
  void theEngineIsClosedToUsersOnTheModulePath() throws Exception {
    Path source = Files.createDirectories(folder.resolve("src")).resolve("Closed.java");
    Files.writeString(source, "class Closed { io.github.wats.engine.autodiff.Tape tape; }");
    Path descriptor = source.resolveSibling("module-info.java");
    Files.writeString(descriptor, "module closed { requires io.github.wats.core; }");
    List<String> command =
        List.of(tool("javac"), "--module-path", paths(watsClasses()), "-d", folder.toString());
    String output = run(command, List.of(source.toString(), descriptor.toString()), 1);
    assertThat(output).contains("package io.github.wats.engine.autodiff is not visible");
  }

  /** Our two modules as Maven has built them, and the annotations they come with. */
  private static List<Path> watsClasses() {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<Path> found =
        Stream.of(classPath.split(File.pathSeparator))
            .map(Path::of)
            .filter(
                path ->
                    path.toString().matches(".*/wats-(core|engine)/target/[^/]*|.*/jspecify-[^/]*"))
            .filter(path -> !path.toString().matches(".*(test-classes|-tests\\.jar)$"))
            .collect(Collectors.toList());
    Path core = Shared.root().resolve("wats-core/target/classes");
    Assumptions.assumeTrue(
        found.size() == 3 && Files.exists(core.resolve("module-info.class")),
        "needs modules as Maven builds them");
    return found;
  }

  private static String paths(List<Path> paths) {
    return paths.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  private void compile(List<String> options, String... sources) throws Exception {
    List<String> command = new ArrayList<>(List.of(tool("javac"), "-d", folder.toString()));
    command.addAll(options);
    Path consumer = Shared.root().resolve("wats-core/src/test/consumer");
    run(command, Stream.of(sources).map(file -> consumer.resolve(file).toString()).toList(), 0);
  }

  private static String java(List<String> options) throws Exception {
    return run(List.of(tool("java")), options, 0);
  }

  private static String tool(String name) {
    return Path.of(System.getProperty("java.home"), "bin", name).toString();
  }

  private static String run(List<String> command, List<String> more, int expectedExitCode)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(command);
    all.addAll(more);
    Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isEqualTo(expectedExitCode);
    return output.strip();
  }
}
