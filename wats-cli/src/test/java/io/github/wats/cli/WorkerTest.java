package io.github.wats.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Frames in, frames out; and the process ends with its standard input. */
class WorkerTest {
  @TempDir Path folder;

  @Test
  void answersEachRequestWithItsErrorsAndThenItsResult() throws Exception {
    Path run = new RunFile().write(folder.resolve("größe run.npz"));
    Process process = worker();
    List<JsonNode> answers;
    try (DataOutputStream requests = new DataOutputStream(process.getOutputStream())) {
      send(requests, "{\"arguments\": [\"methods\", \"--json\"]}");
      send(requests, "{\"arguments\": [\"calibrate\", \"--nope\"]}");
      send(requests, "{\"arguments\": [\"evaluate\", \"--json\", \"" + run + "\"]}");
      DataInputStream in = new DataInputStream(process.getInputStream());
      answers = new ArrayList<>();
      while (answers.stream().filter(one -> one.has("exitCode")).count() < 3) {
        answers.add(receive(in));
      }
    }
    assertThat(process.waitFor()).isZero();
    assertThat(answers.get(0).get("ready").asString()).contains("commit");
    List<JsonNode> results = answers.stream().filter(one -> one.has("exitCode")).toList();
    assertThat(results).extracting(one -> one.get("exitCode").asInt()).containsExactly(0, 2, 0);
    assertThat(results.get(0).get("out").asString())
        .isEqualToIgnoringNewLines(Cli.run("methods", "--json").out());
    assertThat(results.get(2).get("out").asString())
        .isEqualTo(Cli.run("evaluate", "--json", run.toString()).out());
    String errors = "";
    for (JsonNode answer : answers) {
      errors += answer.path("err").asString("");
    }
    assertThat(errors).startsWith("wats: Unknown option: '--nope'");
  }

  @Test
  void endsInTheMiddleOfACommandWhenItsInputEndsAndRemovesItsFolder() throws Exception {
    Path scratch = Files.createDirectories(folder.resolve("scratch"));
    Files.writeString(scratch.resolve("run.npz"), "large");
    Path demo = folder.resolve("demo");
    Process process = worker("--scratch", scratch.toString());
    DataOutputStream requests = new DataOutputStream(process.getOutputStream());
    String arguments = "[\"demo\", \"--output\", \"" + demo + "\"]";
    send(requests, "{\"arguments\": " + arguments + "}");
    receive(new DataInputStream(process.getInputStream()));
    requests.close();
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).as("ended").isTrue();
    assertThat(scratch).doesNotExist();
    assertThat(demo.resolve("report.html")).as("not finished before").doesNotExist();
  }

  @Test
  void removesItsFolderAlsoIfNobodyWaitsForItsFirstAnswer() throws Exception {
    Path scratch = Files.createDirectories(folder.resolve("scratch"));
    Process process = worker("--scratch", scratch.toString());
    process.getInputStream().close();
    process.getOutputStream().close();
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).as("ended").isTrue();
    assertThat(scratch).doesNotExist();
  }

  @Test
  void relativePathsAreInTheFolderOfTheRequest() throws Exception {
    new RunFile().write(folder.resolve("my_run.npz"));
    Files.writeString(folder.resolve("my_groups.csv"), "a\nb\n".repeat(RunFile.NODES / 2));
    String groups = "[\"evaluate\", \"my_run.npz\", \"--group\", \"my_groups.csv\", \"--json\"]";
    String copy = "[\"write\", \"my_groups.csv\", \"below/copy.csv\", \"--json\"]";
    Process process = worker();
    List<JsonNode> answers = new ArrayList<>();
    try (DataOutputStream requests = new DataOutputStream(process.getOutputStream())) {
      for (String arguments : List.of(groups, copy)) {
        send(requests, "{\"arguments\": " + arguments + ", \"folder\": \"" + folder + "\"}");
      }
      DataInputStream in = new DataInputStream(process.getInputStream());
      while (answers.stream().filter(one -> one.has("exitCode")).count() < 2) {
        answers.add(receive(in));
      }
    }
    assertThat(answers.stream().filter(one -> one.has("exitCode")))
        .allMatch(one -> one.get("exitCode").asInt() == 0, answers.toString())
        .anyMatch(one -> one.get("out").asString().contains("my_groups"));
    assertThat(folder.resolve("below/copy.csv"))
        .hasSameTextualContentAs(folder.resolve("my_groups.csv"));
  }

  @Test
  void aRepeatedCommandKeepsNothingOfTheOneBefore() throws Exception {
    Path run = new RunFile().write(folder.resolve("run.npz"));
    Path groups = folder.resolve("groups.csv");
    Files.writeString(groups, "a\nb\n".repeat(RunFile.NODES / 2));
    String fit = "calibrate --json --method wats --epochs 3 " + run;
    List<String> lines =
        List.of(
            "evaluate --json --quiet --bins 7 --by degree --group " + groups + " " + run,
            "evaluate --json " + run,
            fit + " --k 2 --set hidden=4 --no-metrics --seed 3 --threads 1 --quiet",
            fit,
            "methods --json wats",
            "methods --json");
    List<JsonNode> results = new ArrayList<>();
    Process process = worker();
    try (DataOutputStream requests = new DataOutputStream(process.getOutputStream())) {
      DataInputStream in = new DataInputStream(process.getInputStream());
      for (String line : lines) {
        send(requests, "{\"arguments\": [\"" + line.replace(" ", "\", \"") + "\"]}");
      }
      while (results.size() < lines.size()) {
        JsonNode answer = receive(in);
        if (answer.has("exitCode")) {
          results.add(answer.get("out"));
        }
      }
    }
    for (int k = 0; k < lines.size(); k++) {
      String alone = Cli.run(lines.get(k).split(" ")).out();
      assertThat(withoutTimes(results.get(k).asString())).isEqualTo(withoutTimes(alone));
    }
  }

  private static String withoutTimes(String json) {
    return json.replaceAll("\"seconds\" : [^,\\s]*", "");
  }

  @Test
  void refusesWhatIsNoFrame() {
    for (String text : List.of("GET / HTTP/1.1", "\0\0\0\2[[")) {
      ByteArrayInputStream wrong =
          new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1));
      assertThatThrownBy(() -> new Worker(wrong, new ByteArrayOutputStream()).serve())
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(EOFException.class)
          .hasMessageStartingWith("a request must ");
    }
  }

  private static Process worker(String... arguments) throws IOException {
    ProcessBuilder builder = MainTest.program("worker");
    builder.command().addAll(List.of(arguments));
    return builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private static void send(DataOutputStream requests, String json) throws IOException {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    requests.writeInt(bytes.length);
    requests.write(bytes);
    requests.flush();
  }

  private static JsonNode receive(DataInputStream answers) throws IOException {
    byte[] bytes = new byte[answers.readInt()];
    answers.readFully(bytes);
    return JsonMapper.builder().build().readTree(bytes);
  }
}
