package io.github.wats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.testing.Shared;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What the script {@code ./wats} says before any Java runs. */
@DisabledOnOs(OS.WINDOWS)
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
    Path script = Files.copy(Shared.root().resolve("wats"), folder.resolve("wats"));
    Path target = Files.createDirectories(folder.resolve("wats-cli/target"));
    Path jar = target.resolve("wats.jar"); // no program in it: only the JVM has its say
    new JarOutputStream(Files.newOutputStream(jar), new Manifest()).close();
    Path errors = folder.resolve("errors");
    ProcessBuilder builder =
        new ProcessBuilder("/bin/sh", script.toString()).redirectError(errors.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("WATS_JAVA_OPTS", "-Xmx20m");
    Process process = builder.start();
    assertThat(process.getInputStream().readAllBytes()).asString().isEmpty();
    assertThat(process.waitFor()).isEqualTo(1); // Java did start, and found nothing to run
  }

  @Test
  void tellsTheProgramHowItWasCalledAndWhichCommitItIs() throws Exception {
    Path script = Files.copy(Shared.root().resolve("wats"), folder.resolve("wats"));
    Path target = Files.createDirectories(folder.resolve("wats-cli/target"));
    Files.createFile(target.resolve("wats.jar"));
    Path heads = Files.createDirectories(folder.resolve(".git/refs/heads"));
    Files.writeString(folder.resolve(".git/HEAD"), "ref: refs/heads/main\n");
    Files.writeString(heads.resolve("main"), "0123456789abcdef\n");
    Path java = fakeJava("openjdk version \"17.0.1\"");
    Files.writeString(java, "echo \"$@\" >&2\n", StandardOpenOption.APPEND);
    assertThat(run(script, java.getParent()))
        .contains("-Dwats.command=" + script + " -Dwats.commit=0123456789abcdef ");
  }

  /** A build by Maven alone replaces the program; an archive of another one would not be used. */
  @Test
  void makesTheClassArchiveAgainWhenTheProgramIsNewer() throws Exception {
    Path script = Files.copy(Shared.root().resolve("wats"), folder.resolve("wats"));
    Path target = Files.createDirectories(folder.resolve("wats-cli/target"));
    Path jar = Files.createFile(target.resolve("wats.jar"));
    Path java = fakeJava("openjdk version \"17.0.1\"");
    Files.writeString(
        java,
        "for a in \"$@\"; do case $a in -XX:SharedArchiveFile=*) [ \"$1\" = -Xshare:dump ]"
            + " && echo x >\"${a#*=}\";; esac; done\n",
        StandardOpenOption.APPEND);
    String announced = "preparing faster starts";
    Path archive = target.resolve("wats.jsa");
    assertThat(run(script, java.getParent())).contains(announced);
    assertThat(archive).isNotEmptyFile();
    assertThat(run(script, java.getParent())).doesNotContain(announced);
    Files.setLastModifiedTime(
        archive, FileTime.from(Files.getLastModifiedTime(jar).toInstant().minusSeconds(5)));
    assertThat(run(script, java.getParent())).contains(announced);
  }

  private Path fakeJava(String version) throws IOException {
    Path java = Files.createDirectories(folder.resolve("bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\necho '" + version + "' >&2\n");
    return Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private String launch(Path bin) throws Exception {
    return run(Shared.root().resolve("wats"), bin);
  }

  /** Exit code and everything printed, with {@code bin} first on the path. */
  private String run(Path script, Path bin) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder("/bin/sh", script.toString(), "--version")
            .directory(folder.toFile())
            .redirectErrorStream(true);
    builder.environment().remove("JAVA_HOME");
    builder.environment().merge("PATH", "", (path, none) -> bin + ":" + path);
    Process process = builder.start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() + " " + text.strip();
  }
}
