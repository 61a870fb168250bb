package io.github.wats.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.cli.InProcess;
import io.github.wats.io.Location;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.NodeFileWriter;
import io.github.wats.spark.job.CalibrateJob;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The job and the command on the same nodes: the same JSON, and the same exit codes. */
@ExtendWith(LocalSpark.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JobAndCommandTest {
  private final TestGraph data = TestGraph.generated(600, 1500, 3, 5);
  private final StringWriter err = new StringWriter();

  @TempDir static Path folder;

  @BeforeAll
  void writeNodes(SparkSession session) throws IOException {
    NodeData nodes =
        NodeData.of(new Location("nodes"), data.nodeCount())
            .withGraph(data.graph())
            .withLogits(data.logits())
            .withLabels(data.labels())
            .withSplit(data.split());
    NodeFileWriter.write(folder.resolve("run.npz"), nodes);
    data.nodeTable(session).write().parquet(path("nodes.parquet"));
    data.edgeTable(session, DataTypes.LongType, i -> (long) i, 2)
        .write()
        .parquet(path("edges.parquet"));
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private record Result(int exitCode, String out) {}

  private Result job(String... words) {
    List<String> all = new ArrayList<>(Arrays.asList(words));
    all.addAll(List.of("--nodes", path("nodes.parquet"), "--edges", path("edges.parquet")));
    StringWriter out = new StringWriter();
    int exitCode =
        CalibrateJob.run(new PrintWriter(out), new PrintWriter(err), all.toArray(String[]::new));
    return new Result(exitCode, out.toString());
  }

  private Result command(String... words) {
    StringWriter out = new StringWriter();
    PrintWriter results = new PrintWriter(out);
    int exitCode = InProcess.run(results, new PrintWriter(err), words);
    results.flush();
    return new Result(exitCode, out.toString());
  }

  /** The words of the command; the job has tables in place of its node file. */
  private void check(String words, String more) {
    List<String> own = new ArrayList<>(List.of((words + " --json").split(" ")));
    own.add(1, path("run.npz"));
    own.addAll(more.isEmpty() ? List.of() : List.of("--probabilities", path(more + ".npz")));
    Result expected = command(own.toArray(String[]::new));
    own.remove(1);
    if (!more.isEmpty()) {
      own.set(own.size() - 1, path(more + ".parquet"));
    }
    Result given = job(own.toArray(String[]::new));
    assertThat(expected.exitCode()).as("%s: %s", words, err).isZero();
    assertThat(given.exitCode()).as("%s: %s", words, err).isZero();
    same(words, read(given), read(expected));
  }

  private static JsonNode read(Result result) {
    return JsonMapper.shared().readTree(result.out());
  }

  private static void same(String place, JsonNode given, JsonNode expected) {
    if (expected.isObject()) {
      assertThat(given.propertyNames())
          .as(place)
          .containsExactlyElementsOf(expected.propertyNames());
      for (String name : expected.propertyNames()) {
        if (!name.equals("seconds")) { // time
          same(place + "." + name, given.get(name), expected.get(name));
        }
      }
    } else if (place.endsWith("otes")) {
      assertThat(notes(given)).as(place).isEqualTo(notes(expected));
    } else if (expected.isArray()) {
      assertThat(given.size()).as(place).isEqualTo(expected.size());
      for (int i = 0; i < expected.size(); i++) {
        same(place + "[" + i + "]", given.get(i), expected.get(i));
      }
    } else if (expected.isNumber()) {
      double value = expected.asDouble();
      // Features are the same to 1e-9 only, which moves nodes at the border of a bin of monitor.
      double error = place.startsWith("monitor.checks") ? 0.02 : 1e-6 * Math.max(1, value);
      assertThat(given.asDouble()).as(place).isCloseTo(value, within(error));
    } else {
      assertThat(given).as(place).isEqualTo(expected);
    }
  }

  /** In any order; Spark does not count the labels of neighbors. */
  private static Set<String> notes(JsonNode notes) {
    String counts = "(?<=^neighbors' labels were used): .*";
    return notes
        .valueStream()
        .map(note -> note.asString().replaceFirst(counts, ""))
        .collect(Collectors.toSet());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "calibrate --method ts",
        "calibrate --method wats --epochs 20 --hidden 8 --seed 3",
        "calibrate --method ridge",
        "compare --methods ts,vs,ridge",
        "select --method ts --risk 0.6 --level 0.8",
        "select --method ts --risk 0.6 --by class",
        "select --method ridge --accept-share 0.4 --seed 2",
        "sets --method ts --coverage 0.8 --score aps",
        "sets --method ts --coverage 0.95 --by class",
        "evaluate --by degree,class,confidence --bins 12 --seed 4"
      })
  void theJsonIsThatOfTheCommand(String words) {
    check(words, "");
  }

  @Test
  void monitorReadsTheModelOfTheCommand() {
    for (String more : List.of("", " --no-baseline")) {
      String save = "calibrate " + path("run.npz") + " --method ts --save " + path("ts.json");
      assertThat(command((save + more).split(" ")).exitCode()).as("%s", err).isZero();
      Result expected = command("monitor", path("ts.json"), path("run.npz"), "--json");
      Result given = job("monitor", "--model", path("ts.json"), "--json");
      assertThat(given.exitCode()).as("%s", err).isZero();
      same("monitor", read(given), read(expected));
    }
  }

  @Test
  void probabilitiesOfAnotherTableAreReadInPlaceOfLogits() {
    String fit = "calibrate --method ts -o ";
    assertThat(job((fit + path("p.parquet")).split(" ")).exitCode()).as("%s", err).isZero();
    String own = fit + path("p.npz") + " " + path("run.npz");
    assertThat(command(own.split(" ")).exitCode()).as("%s", err).isZero();
    check("evaluate --by class", "p");
    check("calibrate --method vs", "p");
  }

  @Test
  void exitCodesAreThoseOfTheCommand() {
    for (String words :
        List.of(
            "evaluate --max-ece 0.0001",
            "evaluate --max-ece 0.9999",
            "evaluate --max-ece 2",
            "evaluate --by colour",
            "evaluate --bins 0",
            "select",
            "select --risk 0.1 --accept-share 0.5",
            "select --risk 1.5",
            "sets --coverage 1.5",
            "sets --by colour",
            "calibrate --method none",
            "calibrate --method ts --sede 1")) {
      List<String> own = new ArrayList<>(List.of(words.split(" ")));
      int given = job(own.toArray(String[]::new)).exitCode();
      own.add(1, path("run.npz"));
      int expected = command(own.toArray(String[]::new)).exitCode();
      assertThat(given).as(words).isEqualTo(expected);
    }
  }
}
