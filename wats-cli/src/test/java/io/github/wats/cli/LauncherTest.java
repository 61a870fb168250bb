package io.github.wats.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.wats.engine.kernel.Kernels;
import io.github.wats.testing.Shared;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code ./wats}, with Maven and in most cases Java replaced by small scripts. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(value = 90, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // reading never ends
class LauncherTest {
  @TempDir Path folder;

  @Test
  void refusesAnOldJavaAndNamesIt() throws Exception {
    Path java = fakeJava("openjdk version \"11.0.2\" 2019-01-15");
    assertThat(launch(java.getParent()))
        .isEqualTo(
            "1 wats: Java 17 or newer is needed, but "
                + java
                + " is version 11: set JAVA_HOME to a newer one");
  }

  @Test
  void readsTheOldNumberingOfJavaEight() throws Exception {
    Path java = fakeJava("java version \"1.8.0_292\"");
    assertThat(launch(java.getParent())).contains("is version 8");
  }

  @Test
  void worksThroughALinkFromAnotherFolder() throws Exception {
    Path java = fakeJava("openjdk version \"11.0.2\"");
    Path link = Files.createSymbolicLink(folder.resolve("link"), Shared.root().resolve("wats"));
    assertThat(run(link, java.getParent())).startsWith("1 wats: Java 17 or newer");
  }

  @Test
  void keepsWarningsOfTheJvmOffStandardOutput() throws Exception {
    Path script = checkoutWithProgram();
    assertThat(shell("WATS_JAVA_OPTS=-Xmx20m '" + script + "' --version 2>/dev/null"))
        .startsWith("0 wats ")
        .doesNotContain("arning");
  }

  /** The JVM announces incubator modules that are resolved at the start: this one is not. */
  @Test
  void loadsTheVectorModuleWithoutAWord() throws Exception {
    Path script = checkoutWithProgram();
    assertThat(shell("'" + script + "' --version"))
        .endsWith("\nkernels " + Kernels.vectorOrReference().name());
    assertThat(shell("'" + script + "' --version >/dev/null")).isEqualTo("0 ");
  }

  @Test
  void endsWhateverStreamIsClosed() throws Exception {
    String command = "'" + checkoutWithProgram() + "' evaluate missing.npz --json";
    for (String closed : List.of("<&-", ">&-", "<&- >&-")) {
      assertThat(shell(command + " " + closed)).as(closed).startsWith("3 wats: missing.npz:");
    }
    for (String closed : List.of("2>&-", ">&- 2>&-", "<&- >&- 2>&-")) {
      assertThat(shell(command + " " + closed)).as(closed).isEqualTo("3 ");
    }
  }

  /** In a pseudo-terminal of 72 columns: text follows its width, and there are colors. */
  @Test
  void tellsTheProgramHowWideItsTerminalIs() throws Exception {
    assumeThat(Path.of("/usr/bin/script")).as("makes pseudo-terminals").exists();
    String wats = "env -u COLUMNS -u NO_COLOR sh '" + checkoutWithProgram() + "' methods\n";
    Path lines = Files.writeString(folder.resolve("tty.sh"), "stty cols 72\n" + wats);
    String printed = shell("/usr/bin/script -qec 'sh " + lines + "' /dev/null </dev/null");
    assertThat(printed).startsWith("0 ").contains("\u001b[1mUse auto ");
    List<Integer> lengths =
        printed
            .replaceAll("\u001b\\[[0-9;]*m", "")
            .lines()
            .filter(line -> !line.startsWith("next: ")) // is one line, to be copied
            .map(line -> line.stripTrailing().length())
            .toList();
    assertThat(lengths).allMatch(length -> length <= 72).anyMatch(length -> length > 66);
    assertThat(shell(wats)).doesNotContain("\u001b");
  }

  /** Transcripts of a real session: what a terminal of 80 columns would wrap is a finding. */
  @Test
  void noLineOfACommandIsWrappedInATerminalOfEightyColumns() throws Exception {
    assumeThat(Path.of("/usr/bin/script")).as("makes pseudo-terminals").exists();
    String wats = "env -u COLUMNS -u NO_COLOR sh '" + checkoutWithProgram() + "' ";
    new RunFile().withHomophily().write(folder.resolve("run.npz"));
    List<String> commands =
        List.of(
            "calibrate run.npz --method ridge --save model.json",
            "compare run.npz --methods ts,ets,ridge,ridge:neighbor-labels=ignore",
            "apply model.json run.npz -o out.npz",
            "select run.npz --method ts --risk 0.4 --by class",
            "sets run.npz --method ts --by degree",
            "evaluate run.npz --by degree",
            "explain model.json run.npz --node 7",
            "monitor model.json run.npz",
            "export model.json -o model.onnx",
            "features run.npz -o features.npy",
            "dataset generate -o graph.npz --nodes 300",
            "train graph.npz -o trained.npz --epochs 2",
            "dataset list",
            "benchmark --print-plan",
            "sweep --print-plan",
            "ablate --print-plan",
            "compare --help");
    String lines = commands.stream().map(wats::concat).collect(Collectors.joining(" && "));
    Path session = Files.writeString(folder.resolve("tty.sh"), "stty cols 80\n" + lines + "\n");
    String printed = shell("/usr/bin/script -qec 'sh " + session + "' /dev/null </dev/null");
    assertThat(printed).startsWith("0 ").contains("Usage: wats compare");
    assertThat(
            printed
                .replaceAll("\u001b\\[[0-9;]*[mK]", "")
                .lines()
                .map(line -> line.substring(line.stripTrailing().lastIndexOf('\r') + 1))
                .filter(line -> !line.startsWith("next: ")) // is one line, to be copied
                .filter(line -> !line.matches(".* \\d+% \\[.*"))) // a bar, drawn again and again
        .hasSizeGreaterThan(150)
        .allMatch(line -> line.stripTrailing().length() <= 80);
  }

  /** On Linux the JVM has no other way to learn the encoding of paths. */
  @Test
  void readsPathsThatAreNotAsciiInTheLocaleC() throws Exception {
    String command = "'" + checkoutWithProgram() + "' evaluate 'größe ü/€.npz'";
    for (String locale : List.of("C", "xx_YY.UTF-8")) {
      assertThat(shell("LC_ALL=" + locale + " " + command))
          .isEqualTo("3 wats: größe ü/€.npz: no such file");
    }
  }

  @Test
  void tellsTheProgramHowItWasCalledAndWhichCommitItIs() throws Exception {
    Path script = checkout();
    Path root = script.getParent();
    Path heads = Files.createDirectories(root.resolve(".git/refs/heads"));
    Files.writeString(root.resolve(".git/HEAD"), "ref: refs/heads/main\n");
    Files.writeString(heads.resolve("main"), "0123456789abcdef\n");
    assertThat(run(script, fakes()))
        .contains("-Dwats.command=" + script + " -Dwats.commit=0123456789abcdef ");
  }

  /** A build by Maven alone replaces the program; an archive of another one would not be used. */
  @Test
  void makesTheClassArchiveAgainWhenTheProgramIsNewer() throws Exception {
    Path script = checkout();
    Path target = Files.createDirectories(script.resolveSibling("wats-cli/target"));
    Path jar = Files.createFile(target.resolve("wats.jar"));
    String announced = "preparing faster starts";
    Path archive = target.resolve("wats.jsa");
    assertThat(run(script, fakes())).contains(announced);
    assertThat(archive).isNotEmptyFile();
    assertThat(run(script, fakes()))
        .doesNotContain(announced)
        .contains("-XX:SharedArchiveFile=" + archive);
    Files.setLastModifiedTime(
        archive, FileTime.from(Files.getLastModifiedTime(jar).toInstant().minusSeconds(5)));
    assertThat(run(script, fakes())).contains(announced);
  }

  /** An archive of one JVM is not used by another, also if that has taken its place. */
  @Test
  void makesTheClassArchiveAgainWhenTheJvmIsAnother() throws Exception {
    Path script = checkout();
    run(script, fakes());
    assertThat(run(script, fakes())).doesNotContain("preparing faster starts");
    Files.move(fakes().resolve("java"), folder.resolve("former"));
    assertThat(run(script, fakes()))
        .as("the same JVM in another file, as in a container of an image")
        .doesNotContain("preparing faster starts");
    Path bin = program(fakes(), "java", "# newer\n" + JAVA).getParent();
    assertThat(run(script, bin)).contains("preparing faster starts");
  }

  /** BusyBox has no cksum on Debian, and its ls pads numbers. */
  @Test
  void knowsTheJvmAgainByALineThatStartsWithASpace() throws Exception {
    Path script = checkout();
    program(fakes(), "cksum", "echo ' 17 java'");
    run(script, fakes());
    assertThat(run(script, fakes())).doesNotContain("preparing faster starts");
  }

  @Test
  void startsTheProgramOfAReleaseWithItsOwnJava() throws Exception {
    Path script = release();
    Path jar = script.resolveSibling("lib/wats.jar");
    String started = "-jar " + jar + " --version";
    assertThat(run(script, fakes())).doesNotContain("building").endsWith(started);
    assertThat(script.resolveSibling("lib/wats.jsa")).isNotEmptyFile();
    Path bin = Files.createDirectories(script.resolveSibling("runtime/bin"));
    program(bin, "java", "echo own\n" + JAVA);
    assertThat(run(script, fakeJava("openjdk version \"11.0.2\"").getParent()))
        .contains("own")
        .endsWith(started);
  }

  /** As users put that of wats-parquet there. */
  @Test
  void startsTheProgramWithOtherJarsInItsFolder() throws Exception {
    Path script = release();
    Path jar = script.resolveSibling("lib/wats.jar");
    Path first = Files.createFile(jar.resolveSibling("a b.jar"));
    Path second = Files.createFile(jar.resolveSibling("wats-parquet-1-all.jar"));
    assertThat(run(script, fakes()))
        .contains("--add-exports java.base/jdk.internal.module=ALL-UNNAMED")
        .endsWith("-cp %s:%s:%s io.github.wats.cli.Main --version".formatted(jar, first, second));
  }

  /** Homebrew links to it, SDKMAN has its folder on the path. */
  @Test
  void startsTheProgramOfAReleaseThroughALinkToItsBinFolder() throws Exception {
    Path script = release();
    Path bin = Files.createDirectories(script.resolveSibling("bin"));
    Path inBin =
        Files.copy(
            Shared.root().resolve("wats-dist/src/dist/bin/wats"),
            bin.resolve("wats"),
            StandardCopyOption.COPY_ATTRIBUTES);
    Path link = Files.createSymbolicLink(folder.resolve("linked"), inBin);
    assertThat(run(link, fakes()))
        .endsWith("-jar " + script.resolveSibling("lib/wats.jar") + " --version");
  }

  @Test
  void preparesAReleaseThatCannotBeWrittenInTheCache() throws Exception {
    Path script = release();
    Path library = script.resolveSibling("lib");
    Path archive = Path.of(folder + "/cache/wats/release" + script.getParent() + "/wats.jsa");
    Files.setPosixFilePermissions(library, PosixFilePermissions.fromString("r-xr-xr-x"));
    assumeThat(Files.isWritable(library)).as("this user writes everywhere").isFalse();
    assertThat(run(script, fakes())).contains("-XX:SharedArchiveFile=" + archive);
    assertThat(archive).isNotEmptyFile();
  }

  /** The launcher as in an archive of a release, whose jar is older than the launcher. */
  private Path release() throws IOException {
    Path root = Files.createDirectories(folder.resolve("wats 0.1.0/lib")).getParent();
    Files.writeString(root.resolve("lib/wats.jar"), "x");
    return Files.copy(
        Shared.root().resolve("wats"), root.resolve("wats"), StandardCopyOption.COPY_ATTRIBUTES);
  }

  @Test
  void buildsOnceAndAgainAfterAChange() throws Exception {
    Path script = checkout();
    Path root = script.getParent();
    assertThat(run(script, fakes()))
        .startsWith("0 wats: building the program")
        .endsWith("-jar " + root.resolve("wats-cli/target/wats.jar") + " --version");
    assertThat(run(script, fakes())).doesNotContain("building");
    Path source = root.resolve("wats-cli/src/Main.java");
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(60)));
    assertThat(run(script, fakes())).contains("building");
    assertThat(builds()).containsExactly(root.toString(), root.toString());
  }

  /** A file in place of the folder: nobody can write into it, not even root. */
  @Test
  void buildsACopyInTheCacheWhereTheCheckoutCannotBeWritten() throws Exception {
    Path script = checkout();
    Path root = script.getParent();
    Files.createFile(root.resolve("wats-cli/target"));
    Path copy = Path.of(folder.resolve("cache") + "/wats/build" + root);
    String cached = "-jar " + copy.resolve("wats-cli/target/wats.jar") + " --version";
    assertThat(run(script, fakes())).startsWith("0 wats: building").endsWith(cached);
    assertThat(copy.resolve("wats-cli/src/Main.java")).hasContent("one");
    assertThat(run(script, fakes())).doesNotContain("building").endsWith(cached);
    Files.delete(root.resolve("wats-cli/src/Main.java"));
    assertThat(run(script, fakes())).contains("building");
    assertThat(copy.resolve("wats-cli/src/Main.java")).doesNotExist();
  }

  @Test
  void saysWhatToDoWhereNothingCanBeWritten() throws Exception {
    Path script = checkout();
    Files.createFile(script.resolveSibling("wats-cli/target"));
    Files.createFile(folder.resolve("cache"));
    String refusal = "1 wats: cannot build WATS: neither " + script.getParent() + " nor ";
    String advice = " can be written; set XDG_CACHE_HOME to a folder of yours";
    assertThat(run(script, fakes())).startsWith(refusal).endsWith(advice);
    String start =
        "unset JAVA_HOME HOME XDG_CACHE_HOME; PATH='" + fakes() + "':$PATH '" + script + "'";
    assertThat(shell(start)).startsWith(refusal).endsWith(advice);
  }

  @Test
  void needsNeitherAHomeNorATemporaryFolder() throws Exception {
    Path script = checkout();
    String start =
        "unset JAVA_HOME HOME; TMPDIR=/missing PATH='" + fakes() + "':$PATH '" + script + "'";
    assertThat(shell(start)).startsWith("0 wats: building").doesNotContain("/missing");
  }

  @Test
  void takesTheLockOfAProcessThatIsGone() throws Exception {
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();
    for (String builder : List.of(Long.toString(gone.pid()), "0x", "nobody")) {
      Path script = checkout();
      lock(script, builder);
      assertThat(run(script, fakes())).as(builder).contains("building");
    }
  }

  @Test
  void endsAfterTenMinutesOfWaitingForAnotherBuild() throws Exception {
    Path script = checkout();
    String builder = Long.toString(ProcessHandle.current().pid());
    Path lock = lock(script, builder);
    Path bin = fakes();
    program(bin, "sleep", "echo \"$1\" >>'" + folder.resolve("slept") + "'");
    assertThat(run(script, bin))
        .startsWith("1 wats: waiting while process " + builder + " builds the program")
        .endsWith("if it does not, remove " + lock);
    assertThat(Files.readAllLines(folder.resolve("slept"))).hasSize(600).containsOnly("1");
    assertThat(lock).isSymbolicLink(); // it is not ours
  }

  @Test
  void twoStartsBuildOnce() throws Exception {
    Path script = checkout();
    Path bin = fakes();
    Path go = folder.resolve("go");
    program(
        bin,
        "mvn",
        "until [ -e '" + go + "' ] || [ ! -d '" + bin + "' ]; do sleep 0.1; done\n" + MAVEN);
    Process first = start(script, bin);
    assertThat(first.inputReader().readLine()).contains("building");
    Process second = start(script, bin);
    assertThat(second.inputReader().readLine()).contains("waiting while process " + first.pid());
    Files.createFile(go);
    assertThat(second.inputReader().lines().toList()).last().asString().endsWith("--version");
    assertThat(first.waitFor() + second.waitFor()).isZero();
    assertThat(builds()).hasSize(1);
  }

  @Test
  void endsWith143AndWithoutALockWhenTerminated() throws Exception {
    Path script = checkout();
    Path bin = fakes();
    program(bin, "mvn", "kill -TERM $PPID");
    assertThat(run(script, bin)).startsWith("143 wats: building");
    assertThat(script.resolveSibling("wats-cli/target/builder")).doesNotExist();
    assertThat(Files.isSymbolicLink(script.resolveSibling("wats-cli/target/builder"))).isFalse();
  }

  /** In place of Maven: notes its folder and makes the jar. */
  private static final String MAVEN =
      """
      while [ "$1" != -f ]; do shift; done
      root=${2%/pom.xml}
      echo "$root" >>"$BUILDS"
      echo x >"$root/wats-cli/target/wats.jar"
      """;

  /** In place of Java: gives its version, prints its arguments, and makes an archive if asked. */
  private static final String JAVA =
      """
      [ "$1" != -version ] || { echo 'openjdk version "17.0.1"' >&2; exit; }
      echo "$@"
      [ "$1" = -Xshare:dump ] || exit 0
      for a in "$@"; do case $a in -XX:SharedArchiveFile=*) echo x >"${a#*=}" ;; esac; done
      """;

  /** A folder with stand-ins for Java and Maven. */
  private Path fakes() throws IOException {
    Path bin = Files.createDirectories(folder.resolve("fakes"));
    program(bin, "java", JAVA);
    return program(bin, "mvn", MAVEN).getParent();
  }

  private static Path program(Path bin, String name, String text) throws IOException {
    Path program = Files.writeString(bin.resolve(name), "#!/bin/sh\n" + text);
    return Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** The launcher in a checkout of its own, never built. */
  private Path checkout() throws IOException {
    Path root = Files.createDirectories(Files.createTempDirectory(folder, "in").resolve("a clone"));
    Path module = Files.createDirectories(root.resolve("wats-cli/src")).getParent();
    Files.createFile(root.resolve("pom.xml"));
    Files.createFile(module.resolve("pom.xml"));
    Files.writeString(module.resolve("src/Main.java"), "one");
    return Files.copy(
        Shared.root().resolve("wats"), root.resolve("wats"), StandardCopyOption.COPY_ATTRIBUTES);
  }

  /**
   * The launcher with the program itself, as a jar that refers to the classes of this test, and has
   * the exports that the build gives it.
   */
  private Path checkoutWithProgram() throws IOException {
    Path script = checkout();
    Path target = Files.createDirectories(script.resolveSibling("wats-cli/target"));
    String pom = Files.readString(Shared.root().resolve("wats-cli/pom.xml"));
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.put(Attributes.Name.MAIN_CLASS, Main.class.getName());
    attributes.putValue("Add-Exports", pom.replaceAll("(?s).*<Add-Exports>|</Add-Exports>.*", ""));
    attributes.put(
        Attributes.Name.CLASS_PATH,
        Arrays.stream(
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path"))
                    .split(File.pathSeparator))
            .map(entry -> Path.of(entry).toUri().toString())
            .collect(Collectors.joining(" ")));
    new JarOutputStream(Files.newOutputStream(target.resolve("wats.jar")), manifest).close();
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Process sum = new ProcessBuilder("cksum", java.toString()).start();
    Files.write(target.resolve("java"), sum.getInputStream().readAllBytes());
    Path noArchive = Files.createFile(target.resolve("wats.jsa"));
    Files.setLastModifiedTime(noArchive, FileTime.from(Instant.now().plusSeconds(60)));
    return script;
  }

  private static Path lock(Path script, String builder) throws IOException {
    Path target = Files.createDirectories(script.resolveSibling("wats-cli/target"));
    return Files.createSymbolicLink(target.resolve("builder"), Path.of(builder));
  }

  /** The folders that Maven was called for. */
  private List<String> builds() throws IOException {
    return Files.readAllLines(folder.resolve("builds"));
  }

  private Path fakeJava(String version) throws IOException {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    return program(bin, "java", "echo '" + version + "' >&2\n");
  }

  private String launch(Path bin) throws Exception {
    return run(Shared.root().resolve("wats"), bin);
  }

  private String run(Path script, Path bin) throws Exception {
    return result(start(script, bin));
  }

  /** The launcher with {@code bin} first on the path, its own cache and the argument --version. */
  private Process start(Path script, Path bin) throws IOException {
    ProcessBuilder builder = builder("/bin/sh", script.toString(), "--version");
    builder.environment().remove("JAVA_HOME");
    builder.environment().merge("PATH", "", (path, none) -> bin + ":" + path);
    return builder.start();
  }

  /** A shell's command line with the Java of this test; in a file, whatever this JVM's encoding. */
  private String shell(String line) throws Exception {
    Path file = Files.writeString(folder.resolve("line.sh"), line + "\n");
    return result(builder("/bin/sh", file.toString()).start());
  }

  private ProcessBuilder builder(String... command) {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
    builder.environment().put("BUILDS", folder.resolve("builds").toString());
    return builder;
  }

  /** Exit code and everything printed. */
  private static String result(Process process) throws Exception {
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() + " " + text.strip();
  }
}
