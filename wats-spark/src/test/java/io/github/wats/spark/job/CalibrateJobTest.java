package io.github.wats.spark.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.io.model.CalibratorFile;
import io.github.wats.spark.LocalSpark;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@ExtendWith(LocalSpark.class)
class CalibrateJobTest {
  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void writeTables(SparkSession session) throws IOException {
    SplittableRandom random = new SplittableRandom(5);
    List<String> nodes = new ArrayList<>(List.of("id,logits,label,split"));
    List<String> edges = new ArrayList<>(List.of("src,dst"));
    List<String> parts = List.of("train", "val", "test", "test");
    for (int i = 0; i < 200; i++) {
      int label = i % 3;
      double lift = 2 * random.nextDouble();
      String logits =
          random.nextDouble() + " " + random.nextDouble() + " " + (label == 2 ? lift : 0);
      nodes.add("v" + i + "," + logits + "," + (i == 9 ? "" : label) + "," + parts.get(i % 4));
      edges.add("v" + i + ",v" + (i * 7 + 1) % 150);
    }
    Files.write(folder.resolve("nodes.csv"), nodes);
    Files.write(folder.resolve("edges.csv"), edges);
  }

  private int run(String... more) {
    List<String> arguments =
        new ArrayList<>(List.of("--nodes", path("nodes.csv"), "--edges", path("edges.csv")));
    arguments.addAll(Arrays.asList(more));
    return CalibrateJob.run(
        new PrintWriter(out), new PrintWriter(err), arguments.toArray(String[]::new));
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  @Test
  void printsWhatTheCommandPrintsAndWritesTablesAndModel(SparkSession session) throws IOException {
    int exitCode =
        run(
            "--method",
            "wats",
            "--epochs",
            "5",
            "--k",
            "2",
            "--s",
            "0.4,1.2",
            "--seed",
            "3",
            "--json",
            "-o",
            path("out.parquet"),
            "--save",
            path("model.json"));

    assertThat(exitCode).as(err.toString()).isZero();
    JsonNode json = JsonMapper.shared().readTree(out.toString());
    assertThat(json.get("command").asString()).isEqualTo("calibrate");
    assertThat(json.get("method").asString()).isEqualTo("wats");
    assertThat(json.get("settings").get("k").intValue()).isEqualTo(2);
    assertThat(json.get("fit").get("epochs").intValue()).isEqualTo(5);
    assertThat(json.get("after").get("nodes").intValue()).isEqualTo(100);
    for (String metric : List.of("accuracy", "nll", "brier", "ece", "degreeEce")) {
      assertThat(json.get("before").has(metric)).as(metric).isTrue();
      assertThat(json.get("after").has(metric)).as(metric).isTrue();
    }
    assertThat(json.get("noiseFloor").propertyNames()).contains("ece", "degreeEce", "equalMassEce");
    List<Row> rows = session.read().parquet(path("out.parquet")).collectAsList();
    assertThat(rows).hasSize(200).allMatch(row -> row.getDouble(2) > 0);
    assertThat(rows.get(0).schema().fieldNames())
        .containsExactly(
            "id", "probabilities", "temperature", "network_prediction", "network_confidence");
    assertThat(CalibratorFile.read(folder.resolve("model.json")).calibrator().report().seed())
        .isEqualTo(3);
    String[] sameSettings =
        "--method wats --set epochs=5 --set k=2 --set s=0.4,1.2 --seed 3".split(" ");
    assertThat(run(with(sameSettings, "-o", path("same.parquet")))).as(err.toString()).isZero();
    assertThat(session.read().parquet(path("same.parquet")).collectAsList())
        .containsExactlyInAnyOrderElementsOf(rows);
  }

  private static String[] with(String[] words, String... more) {
    return Stream.concat(Stream.of(words), Stream.of(more)).toArray(String[]::new);
  }

  @Test
  void appliesASavedModelAndWritesCsv(SparkSession session) {
    assertThat(run("--method", "ts", "--save", path("ts.json"))).as(err.toString()).isZero();
    assertThat(out.toString()).matches("(?s)schema .*method +ts.*seed +0.*nll .*");
    assertThat(run("--model", path("ts.json"), "-o", path("out.csv"))).as(err.toString()).isZero();

    List<Row> rows = session.read().option("header", true).csv(path("out.csv")).collectAsList();
    assertThat(rows).hasSize(200);
    double sum =
        Arrays.stream(rows.get(0).getString(1).split(" ")).mapToDouble(Double::parseDouble).sum();
    assertThat(sum).isEqualTo(1, within(1e-9));
  }

  private JsonNode json(String... words) {
    out.getBuffer().setLength(0);
    assertThat(run(with(words, "--json"))).as(err.toString()).isZero();
    JsonNode json = JsonMapper.shared().readTree(out.toString());
    assertThat(json.get("schema").intValue()).isEqualTo(1);
    assertThat(json.get("command").asString()).isEqualTo(words[0]);
    return json;
  }

  @Test
  void aFailedCheckAndWrongUsageHaveTheirExitCodes() {
    assertThat(run("evaluate", "--max-ece", "0.0001")).isEqualTo(4);
    assertThat(out.toString()).contains("metrics");
    assertThat(run("evaluate", "--by", "colour")).isEqualTo(2);
    assertThat(run("select")).isEqualTo(2);
    assertThat(err.toString()).contains("select needs --risk R or --accept-share A");
  }

  @Test
  void monitorRaisesAnAlarmForOtherData() throws IOException {
    assertThat(run("--method", "ts", "--save", path("m.json"))).as(err.toString()).isZero();
    assertThat(CalibratorFile.read(folder.resolve("m.json")).summary().orElseThrow().quantities())
        .containsKeys("degree", "confidence", "wave0");
    JsonNode same = json("monitor", "--model", path("m.json"));
    assertThat(same.get("alarm").asBoolean()).isFalse();
    assertThat(same.get("checks").size()).isGreaterThan(3);
    assertThat(same.get("expectedAccuracy").get("low").asDouble()).isBetween(0.0, 1.0);
    List<String> lines = Files.readAllLines(folder.resolve("nodes.csv"));
    for (int i = 0; i < 200; i++) {
      replaceLogits(lines, i, "0 9 0");
      lines = Files.readAllLines(folder.resolve("nodes.csv"));
    }
    assertThat(run("monitor", "--model", path("m.json"), "--alarm")).isEqualTo(4);
    assertThat(run("monitor")).isEqualTo(2);
  }

  @Test
  void probabilitiesAreReadInPlaceOfLogits() throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve("nodes.csv"));
    lines.replaceAll(line -> line.replace("id,logits", "id,p"));
    for (int i = 1; i < lines.size(); i++) {
      String[] row = lines.get(i).split(",");
      lines.set(
          i, row[0] + (i % 2 == 0 ? ",0.5 0.25 0.25," : ",0.25 0.5 0.25,") + row[2] + "," + row[3]);
    }
    Files.write(folder.resolve("nodes.csv"), lines);
    JsonNode json = json("calibrate", "--method", "ts", "--probability-col", "p");
    assertThat(json.get("before").get("nodes").intValue()).isEqualTo(100);
  }

  @Test
  void theMethodOfTheJobIsAuto() {
    assertThat(run("--json")).as(err.toString()).isZero();
    JsonNode json = JsonMapper.shared().readTree(out.toString());
    assertThat(json.get("method").asString()).isEqualTo("auto");
    assertThat(err.toString()).contains("note: pooled: ");
  }

  @Test
  void anOutputThatIsThereStaysUnlessItMayBeReplaced() throws IOException {
    Files.createDirectory(folder.resolve("out.parquet"));
    Files.writeString(folder.resolve("out.parquet/kept"), "kept");
    assertThat(run("--method", "ts", "-o", path("out.parquet"))).isEqualTo(2);
    assertThat(err.toString()).contains("out.parquet exists; --overwrite replaces it");
    assertThat(folder.resolve("out.parquet/kept")).exists();
    assertThat(run("--method", "ts", "-o", path("out.parquet"), "--overwrite")).isZero();
    assertThat(folder.resolve("out.parquet/_SUCCESS")).exists();
    assertThat(folder.resolve("out.parquet/kept")).doesNotExist();
  }

  @Test
  void linesOfAFileAreNoArguments() throws IOException {
    Path secret = Files.writeString(folder.resolve("secret.txt"), "password");
    assertThat(run("@" + secret)).isEqualTo(2);
    assertThat(err.toString()).contains("@" + secret).doesNotContain("password");
  }

  /** On the driver in the fit, on the workers elsewhere; as the command, but with the id. */
  @Test
  void logitsTooLargeForAMethodAreBadData() throws IOException {
    List<String> good = Files.readAllLines(folder.resolve("nodes.csv"));
    replaceLogits(good, 5, "1e300 -1e300 0.5"); // a validation node
    assertThat(run("--method", "wats", "--epochs", "2")).isEqualTo(3);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "wats: nodes: a network needs logits in ±1e8, got -2.0E300 at id v5; ts and ets take"
                + " any");
    replaceLogits(good, 6, "1.7e308 -1.7e308 0.5"); // a test node; the temperature is below 1
    err.getBuffer().setLength(0);
    assertThat(run("--method", "ts")).isEqualTo(3);
    assertThat(err.toString())
        .endsWith("wats: nodes: logits must be finite, got Infinity at id v6, class 0\n")
        .doesNotContain("Exception", "\tat ");
  }

  private void replaceLogits(List<String> good, int node, String logits) throws IOException {
    List<String> lines = new ArrayList<>(good);
    String[] row = lines.get(1 + node).split(",");
    lines.set(1 + node, String.join(",", row[0], logits, row[2], row[3]));
    Files.write(folder.resolve("nodes.csv"), lines);
  }

  @Test
  void wrongUsageIsTwoAndBadDataIsThree() throws IOException {
    assertThat(run("--metod", "ts")).isEqualTo(2);
    assertThat(err.toString()).contains("--metod").contains("--method");
    assertThat(run("--method", "gets")).isEqualTo(2);
    assertThat(err.toString()).contains("gets needs the whole graph in the memory of one machine");
    assertThat(run("--k", "0")).isEqualTo(2);
    assertThat(err.toString()).contains("k must be in 1 … 1000, got 0");
    assertThat(run("--set", "k=2", "--k", "3")).isEqualTo(2);
    assertThat(err.toString()).contains("k must be set once, got 2 and 3");
    assertThat(run("--k", "2")).isEqualTo(2);
    assertThat(err.toString())
        .contains("auto needs features with the default settings of GraphWavelets");
    assertThat(run("--method", "wats", "--set", "epoks=2")).isEqualTo(2);
    assertThat(err.toString()).contains("wats has no setting epoks; it has features, k, s, ");
    assertThat(run("--nodes", path("absent.csv"))).isEqualTo(2); // given twice
    assertThat(run("--label-col", "y")).isEqualTo(3);
    assertThat(err.toString()).contains("there must be a column 'y', got [id, logits, label");
    Files.writeString(folder.resolve("nodes.csv"), "id,logits,label,split\nv0,1 2 3,cat,val\n");
    assertThat(run()).isEqualTo(3);
    assertThat(err.toString())
        .contains("nodes.csv: row with id v0: 'label' must be an integer, got cat");
    Files.writeString(folder.resolve("nodes.csv"), "id,logits,label,split\nv0,1 x 3,1,val\n");
    assertThat(run()).isEqualTo(3);
    assertThat(err.toString())
        .contains("row with id v0: 'logits' must be finite numbers")
        .doesNotContain("\tat ");
    Files.delete(folder.resolve("nodes.csv"));
    assertThat(run()).isEqualTo(3);
    assertThat(err.toString()).contains("nodes.csv: no such file or folder");
  }
}
