package io.github.wats;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.testing.Shared;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles the code of docs/your-own-calibrator.md as a plug-in and runs its checks. */
class YourOwnCalibratorPageTest {
  private static final String CLASS_PATH =
      System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));

  @TempDir Path folder;
  private String page = "";

  @BeforeEach
  void readPage() throws Exception {
    page =
        Files.readString(Shared.root().resolve("docs/your-own-calibrator.md"))
            + Files.readString(Shared.root().resolve("docs/your-own-calibrator-model.md"));
  }

  @Test
  void thePlugInOfThePagePassesItsChecks() throws Exception {
    compile(page);
    assertThat(run(0, "java", "-cp", withPlugIn(), "example.AgreementChecks"))
        .endsWith("32 checks passed");
  }

  /** A model that reads what it must not: the checks see it. */
  @Test
  void aPlugInThatForgetsItsInputsFails() throws Exception {
    String forgets = page.replace("Optional.of(new AgreementInputs(classes))", "Optional.empty()");
    compile(forgets);
    assertThat(run(1, "java", "-cp", withPlugIn(), "example.AgreementChecks"))
        .contains("No value present");
  }

  private String withPlugIn() {
    return folder + File.pathSeparator + CLASS_PATH;
  }

  private void compile(String text) throws Exception {
    List<String> command = new ArrayList<>(List.of("javac", "-cp", CLASS_PATH, "-d", "" + folder));
    for (MatchResult code : blocks("```java\n(.*?)```", text)) {
      String name = blocks("public (?:final class|record) (\\w+)", code.group(1)).get(0).group(1);
      Path source = folder.resolve(name + ".java");
      Files.writeString(source, code.group(1));
      command.add(source.toString());
    }
    assertThat(command).hasSize(5 + 4);
    run(0, command.toArray(String[]::new));
    MatchResult service = blocks("`META-INF/services/(\\S+)`:\n\n```\n(.*?)\n```", text).get(0);
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.writeString(services.resolve(service.group(1)), service.group(2));
  }

  private static List<MatchResult> blocks(String pattern, String text) {
    return Pattern.compile(pattern, Pattern.DOTALL).matcher(text).results().toList();
  }

  private static String run(int exitCode, String... command) throws Exception {
    command[0] = Path.of(System.getProperty("java.home"), "bin", command[0]).toString();
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isEqualTo(exitCode);
    return output.strip();
  }
}
