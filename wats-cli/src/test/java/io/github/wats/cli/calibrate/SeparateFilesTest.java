package io.github.wats.cli.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.cli.Cli;
import io.github.wats.cli.RunFile;
import io.github.wats.cli.console.ExitCode;
import io.github.wats.graph.Graph;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.NodeReader;
import io.github.wats.io.npy.NpyArray;
import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpzFile;
import io.github.wats.io.npy.NpzWriter;
import io.github.wats.prediction.NodeSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * One run in separate files whose rows are shuffled: where rows have ids, every command gives what
 * it gives for the aligned node file.
 */
class SeparateFilesTest {
  private static final int NODES = RunFile.NODES;
  private static final int CLASSES = RunFile.CLASSES;
  private static final String[] NAMES = {"theory", "neural", "rules", "case"};
  private static final String LEFT_OUT =
      "note: there is no graph, so degree-binned ECE is left out";

  @TempDir Path folder;

  private NodeData run;
  private String[] ids;

  @BeforeEach
  void writeRun() throws IOException {
    ids = IntStream.range(0, NODES).mapToObj(i -> "n" + i * 7919 % 10_007).toArray(String[]::new);
    new RunFile().with("node_ids", NpyData.of(ids, NODES)).write(folder.resolve("run.npz"));
    run = NodeReader.read(folder.resolve("run.npz"));
  }

  /** A shuffled order of the rows. */
  private static int[] shuffled(int seed) {
    List<Integer> rows = new ArrayList<>(IntStream.range(0, NODES).boxed().toList());
    Collections.shuffle(rows, new Random(seed));
    return rows.stream().mapToInt(i -> i).toArray();
  }

  private NpyData ids(int[] rows) {
    return NpyData.of(Arrays.stream(rows).mapToObj(i -> ids[i]).toArray(String[]::new), NODES);
  }

  private NpyData labels(int[] rows) {
    return NpyData.of(Arrays.stream(rows).map(run.requireLabels()::get).toArray(), NODES);
  }

  private NpyData logits(int[] rows) {
    double[] values = new double[NODES * CLASSES];
    for (int k = 0; k < NODES; k++) {
      run.requireLogits().copyRow(rows[k], values, k * CLASSES);
    }
    return NpyData.of(values, NODES, CLASSES);
  }

  private static NpyData mask(NodeSet nodes, int[] rows) {
    boolean[] mask = new boolean[NODES];
    for (int k = 0; k < NODES; k++) {
      mask[k] = nodes.contains(rows[k]);
    }
    return NpyData.of(mask, NODES);
  }

  private void writeArrays() throws IOException {
    int[] rows = IntStream.range(0, NODES).toArray();
    NpzWriter.write(
        file("logits.npz"), npz -> npz.put("logits", logits(rows)).put("node_ids", ids(rows)));
    int[] ofLabels = shuffled(1);
    NpzWriter.write(
        file("labels.npz"), npz -> npz.put("y", labels(ofLabels)).put("node_ids", ids(ofLabels)));
    int[] ofSplit = shuffled(2);
    NpzWriter.write(
        file("split.npz"),
        npz ->
            npz.put("train_mask", mask(run.requireSplit().train(), ofSplit))
                .put("val_mask", mask(run.requireSplit().validation(), ofSplit))
                .put("test_mask", mask(run.requireSplit().test(), ofSplit))
                .put("node_ids", ids(ofSplit)));
    int[] ofGraph = shuffled(3);
    int[] rowOf = new int[NODES];
    for (int k = 0; k < NODES; k++) {
      rowOf[ofGraph[k]] = k;
    }
    Graph graph = run.requireGraph();
    int[] columns = graph.adjacency().columns();
    int[] edges = new int[2 * columns.length];
    int next = 0;
    for (int i = 0; i < NODES; i++) {
      for (int k = 0; k < graph.degree(i); k++) {
        edges[next] = rowOf[i];
        edges[columns.length + next++] = rowOf[graph.neighbor(i, k)];
      }
    }
    NpzWriter.write(
        file("graph.npz"),
        npz ->
            npz.put("edge_index", NpyData.of(edges, 2, columns.length))
                .put("node_ids", ids(ofGraph)));
  }

  private void writeTables() throws IOException {
    writeTable("logits.csv", "id," + String.join(",", NAMES), this::logitRow);
    writeTable("labels.csv", "id,label", i -> NAMES[run.requireLabels().get(i)]);
    writeTable("split.csv", "id,part", this::part);
    StringBuilder edges = new StringBuilder("source,target\n");
    Graph graph = run.requireGraph();
    for (int i = 0; i < NODES; i++) {
      for (int k = 0; k < graph.degree(i); k++) {
        edges.append(ids[i]).append(',').append(ids[graph.neighbor(i, k)]).append('\n');
      }
    }
    Files.writeString(file("edges.csv"), edges);
  }

  private String logitRow(int node) {
    return String.join(
        ",",
        IntStream.range(0, CLASSES)
            .mapToObj(c -> Double.toString(run.requireLogits().get(node, c)))
            .toList());
  }

  private String part(int node) {
    return run.requireSplit().train().contains(node)
        ? "train"
        : run.requireSplit().validation().contains(node) ? "val" : "test";
  }

  /** The logits in the order of the nodes, all other tables shuffled. */
  private void writeTable(String name, String header, IntFunction<String> fields)
      throws IOException {
    int[] rows =
        name.startsWith("logits") ? IntStream.range(0, NODES).toArray() : shuffled(name.length());
    List<String> lines = new ArrayList<>(List.of(header));
    Arrays.stream(rows).forEach(i -> lines.add(ids[i] + "," + fields.apply(i)));
    Files.write(file(name), lines);
  }

  private Path file(String name) {
    return folder.resolve(name);
  }

  private Cli wats(String... arguments) {
    return Cli.run(
        Arrays.stream(arguments)
            .map(text -> text.contains(".") ? file(text).toString() : text)
            .toArray(String[]::new));
  }

  private static JsonNode json(Cli cli) {
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    return cli.json();
  }

  private String wrong(String... arguments) {
    Cli cli = wats(arguments);
    assertThat(cli.exitCode()).as(cli.err()).isEqualTo(ExitCode.BAD_DATA);
    return cli.err();
  }

  @Test
  void shuffledArraysWithIdsGiveTheMetricsOfTheAlignedFile() throws IOException {
    writeArrays();
    JsonNode aligned = json(wats("evaluate", "run.npz", "--json")).get("metrics");
    Cli cli =
        wats(
            "evaluate --json --graph graph.npz --logits logits.npz --labels labels.npz --split split.npz"
                .split(" "));
    assertThat(json(cli).get("metrics")).isEqualTo(aligned);
    assertThat(cli.err()).isEmpty();
  }

  @Test
  void shuffledTablesWithNamesGiveTheResultsOfTheAlignedFile() throws IOException {
    writeTables();
    JsonNode aligned = json(wats("calibrate", "run.npz", "--json"));
    Cli cli =
        wats(
            "calibrate --json --graph edges.csv --logits logits.csv --labels labels.csv --split split.csv -o out.csv --report page.html"
                .split(" "));
    assertThat(json(cli).get("after")).isEqualTo(aligned.get("after"));
    assertThat(cli.json().get("classNames")).hasSize(CLASSES);
    assertThat(cli.err()).doesNotContain("joined", "alphabetical");
    List<String> lines = Files.readAllLines(file("out.csv"));
    assertThat(lines.get(0))
        .isEqualTo(
            "id,prediction,confidence,network_prediction,network_confidence,theory,neural,rules,case");
    String[] row = lines.get(1).split(",");
    int predicted = run.requireLogits().predictedClass(0);
    assertThat(row[0]).isEqualTo(ids[0]);
    assertThat(row[2]).isEqualTo(row[5 + List.of(NAMES).indexOf(row[1])]);
    assertThat(row[3]).isEqualTo(NAMES[predicted]);
    assertThat(row[4]).isEqualTo(row[5 + predicted]);
    assertThat(Files.readString(file("page.html"))).contains(">" + NAMES[predicted] + "<");
  }

  @Test
  void probabilitiesThatCalibrateWroteAreReadByIdAndClassName() throws IOException {
    writeTables();
    writeArrays();
    String tables = "--labels labels.csv --split split.csv";
    JsonNode after =
        json(wats(
                ("calibrate --json --method ts -o out.csv --logits logits.csv " + tables)
                    .split(" ")))
            .get("after");
    json(
        wats(("calibrate --json --method ts -o out.npz --logits logits.csv " + tables).split(" ")));
    for (String output : List.of("out.csv", "out.npz")) {
      String evaluate = "evaluate --json --probabilities " + output;
      assertThat(json(wats((evaluate + " " + tables).split(" "))).get("metrics")).isEqualTo(after);
      shuffle(output);
      JsonNode again = json(wats((evaluate + " --logits logits.csv " + tables).split(" ")));
      assertThat(again.get("metrics")).isEqualTo(after);
    }
  }

  /** Puts the rows of an output into another order, and of text the classes too. */
  private void shuffle(String output) throws IOException {
    int[] rows = shuffled(4);
    if (output.endsWith(".csv")) {
      List<String> lines = Files.readAllLines(file(output));
      List<String> shuffled = new ArrayList<>(List.of(swapped(lines.get(0))));
      Arrays.stream(rows).forEach(i -> shuffled.add(swapped(lines.get(1 + i))));
      Files.write(file(output), shuffled);
      return;
    }
    double[] values = new double[NODES * CLASSES];
    try (NpzFile npz = NpzFile.open(file(output))) {
      double[] old = npz.array("probabilities").toDoubles();
      for (int k = 0; k < NODES; k++) {
        System.arraycopy(old, rows[k] * CLASSES, values, k * CLASSES, CLASSES);
      }
    }
    NpzWriter.write(
        file(output),
        npz ->
            npz.put("probabilities", NpyData.of(values, NODES, CLASSES))
                .put("node_ids", ids(rows)));
  }

  /** The line with its last two columns exchanged. */
  private static String swapped(String line) {
    List<String> fields = new ArrayList<>(List.of(line.split(",")));
    Collections.swap(fields, fields.size() - 2, fields.size() - 1);
    return String.join(",", fields);
  }

  @Test
  void anIdThatOneFileLacksIsRefusedByName() throws IOException {
    writeArrays();
    int[] rows = shuffled(5);
    String[] other = Arrays.stream(rows).mapToObj(i -> ids[i]).toArray(String[]::new);
    other[7] = "stranger";
    NpzWriter.write(
        file("labels.npz"),
        npz -> npz.put("y", labels(rows)).put("node_ids", NpyData.of(other, NODES)));
    String[] command =
        "evaluate --logits logits.npz --labels labels.npz --split split.npz".split(" ");
    assertThat(wrong(command))
        .contains("labels.npz: node ids")
        .contains("'" + ids[rows[7]] + "' is missing");
    int[] fewer = Arrays.copyOf(rows, NODES - 1);
    String[] known = Arrays.stream(fewer).mapToObj(i -> ids[i]).toArray(String[]::new);
    int[] values = Arrays.stream(fewer).map(run.requireLabels()::get).toArray();
    NpzWriter.write(
        file("labels.npz"),
        npz ->
            npz.put("y", NpyData.of(values, NODES - 1))
                .put("node_ids", NpyData.of(known, NODES - 1)));
    assertThat(wrong(command)).contains("'" + ids[rows[NODES - 1]] + "' is missing");
  }

  @Test
  void whereOneSideHasIdsRowsAreJoinedByPositionAndANoteSaysSo() throws IOException {
    writeArrays();
    int[] rows = IntStream.range(0, NODES).toArray();
    labels(rows).write(file("y.npy"));
    logits(rows).write(file("z.npy"));
    JsonNode aligned = json(wats("evaluate", "run.npz", "--json")).get("metrics");
    Cli labels =
        wats(
            "evaluate --json --graph graph.npz --logits logits.npz --labels y.npy --split split.npz"
                .split(" "));
    assertThat(json(labels).get("metrics")).isEqualTo(aligned);
    assertThat(labels.err()).contains("y.npy has no node ids").contains("joined by position");
    NpzWriter.write(
        file("labels.npz"), npz -> npz.put("y", labels(rows)).put("node_ids", ids(rows)));
    writeTables();
    Cli logits =
        wats(
            "evaluate --json --graph edges.csv --logits z.npy --labels labels.npz --split split.csv"
                .split(" "));
    assertThat(json(logits).get("metrics")).isEqualTo(aligned);
    assertThat(logits.err()).contains("z.npy has no node ids").contains("joined by position");
    assertThat(wrong("evaluate --logits z.npy --labels labels.npz --split split.npz".split(" ")))
        .contains("z.npy: must have node ids", "different orders");
  }

  @Test
  void aSplitMayListIds() throws IOException {
    writeArrays();
    writeTables();
    for (String form : List.of("_ids", "_idx")) {
      NpzWriter.write(
          file("lists.npz"),
          npz ->
              npz.put("val" + form, ids(run.requireSplit().validation()))
                  .put("test" + form, ids(run.requireSplit().test())));
      Cli cli =
          wats(
              "evaluate --json --logits logits.csv --labels labels.npz --split lists.npz"
                  .split(" "));
      JsonNode metrics = json(cli).get("metrics");
      assertThat(metrics.get("nodes").intValue()).isEqualTo(run.requireSplit().test().size());
      assertThat(cli.err()).doesNotContain("joined");
    }
    Files.writeString(file("split.csv"), "id,part\n" + ids[3] + ",val\n" + ids[4] + ",tset\n");
    assertThat(
            wrong("evaluate --logits logits.csv --labels labels.npz --split split.csv".split(" ")))
        .contains("split.csv: line 3: part must be train, val, test or empty, got 'tset'");
  }

  private NpyData ids(NodeSet nodes) {
    String[] names = Arrays.stream(nodes.toArray()).mapToObj(i -> ids[i]).toArray(String[]::new);
    return NpyData.of(names, names.length);
  }

  @Test
  void classesWithoutAHeaderAreInAlphabeticalOrderAndANoteSaysSo() throws IOException {
    writeTables();
    List<String> order = Arrays.stream(NAMES).sorted().toList();
    double[] values = new double[NODES * CLASSES];
    for (int i = 0; i < NODES; i++) {
      for (int c = 0; c < CLASSES; c++) {
        values[i * CLASSES + order.indexOf(NAMES[c])] = run.requireLogits().get(i, c);
      }
    }
    NpzWriter.write(
        file("z.npz"),
        npz ->
            npz.put("logits", NpyData.of(values, NODES, CLASSES))
                .put("node_ids", NpyData.of(ids, NODES)));
    JsonNode aligned = json(wats("evaluate", "run.npz", "--json")).get("metrics");
    Cli cli =
        wats(
            "evaluate --json --logits z.npz --labels labels.csv --split split.csv --graph edges.csv"
                .split(" "));
    assertThat(json(cli).get("metrics").get("nll")).isEqualTo(aligned.get("nll"));
    assertThat(cli.err()).contains("0 case, 1 neural, 2 rules, 3 theory");
    Files.writeString(file("labels.csv"), "id,label\n" + ids[0] + ",case\n" + ids[1] + ",rules\n");
    assertThat(wrong("evaluate --logits z.npz --labels labels.csv --split split.csv".split(" ")))
        .contains("must have 4 class names", "got 2", "class_names");
    Files.writeString(file("labels.csv"), "id,label\n" + ids[0] + ",1.5\n" + ids[1] + ",case\n");
    assertThat(wrong("evaluate --logits z.npz --labels labels.csv --split split.csv".split(" ")))
        .contains("line 2: must have a whole number as label, got '1.5'");
  }

  @Test
  void theUserNamesTheColumnsThatNoNameTells() throws IOException {
    writeTables();
    writeTable(
        "logits.csv", "customer,score," + String.join(",", NAMES), i -> "0.5," + logitRow(i));
    String evaluate =
        "evaluate --json --logits logits.csv --labels labels.csv --split split.csv --graph edges.csv";
    String chosen = evaluate + " --id-column customer --class-columns " + String.join(",", NAMES);
    Cli cli = wats(chosen.split(" "));
    assertThat(json(cli).get("metrics"))
        .isEqualTo(json(wats("evaluate", "run.npz", "--json")).get("metrics"));
    assertThat(wrong((evaluate + " --id-column user").split(" ")))
        .contains("logits.csv: must have one column 'user' in its header, got [customer, score,");
    for (String unused : List.of("--id-column a", "--class-columns a,b", "--class-columns a,a")) {
      Cli refused = wats(("evaluate run.npz " + unused).split(" "));
      assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(refused.err()).containsAnyOf("in a table", "must differ");
    }
  }

  @Test
  void resultsOfAClassThatIsNamedLikeAResultNeedTheNamesOfTheColumns() throws IOException {
    writeTables();
    for (String name : List.of("set", "accept")) {
      String classes = " --class-columns " + name + ",neural,rules,case";
      writeTable("logits.csv", "id," + name + ",neural,rules,case", this::logitRow);
      writeTable("labels.csv", "id,label", i -> "" + run.requireLabels().get(i));
      String tables = " --json --labels labels.csv --split split.csv";
      String calibrate = "calibrate --method ts -o out.csv --logits logits.csv" + tables;
      assertThat(wrong(calibrate.split(" "))).contains(name + "'", "--class-columns");
      JsonNode after = json(wats((calibrate + classes).split(" "))).get("after");
      String evaluate = "evaluate --probabilities out.csv" + tables;
      assertThat(wrong(evaluate.split(" ")))
          .contains("out.csv: line 2: has a fraction in column '" + name + "'", "--class-columns");
      assertThat(json(wats((evaluate + classes).split(" "))).get("metrics")).isEqualTo(after);
    }
  }

  @Test
  void methodsOfLogitsNeedNoGraph() throws IOException {
    writeTables();
    String files = " --logits logits.csv --labels labels.csv --split split.csv";
    for (String method : List.of("ts", "vs", "ets")) {
      JsonNode aligned = json(wats(("calibrate run.npz --json --method " + method).split(" ")));
      Cli cli =
          wats(
              ("calibrate --json --save m.json --report page.html --method " + method + files)
                  .split(" "));
      assertThat(json(cli).get("after").get("nll")).isEqualTo(aligned.get("after").get("nll"));
      assertThat(cli.json().get("after").has("degreeEce")).isFalse();
      assertThat(cli.err()).contains(LEFT_OUT);
      assertThat(Files.readString(file("page.html"))).doesNotContain("egree");
      assertThat(wats("apply m.json --logits logits.csv -o out.csv".split(" ")).exitCode())
          .isZero();
    }
    Cli table = wats(("calibrate --method ts" + files).split(" "));
    assertThat(table.out()).contains("NLL").doesNotContain("egree");
    Cli evaluated = wats(("evaluate" + files).split(" "));
    assertThat(evaluated.out()).contains("NLL").doesNotContain("egree");
    assertThat(evaluated.err()).contains(LEFT_OUT);
    assertThat(wrong(("calibrate --method wats" + files).split(" ")))
        .contains(
            "must have a graph",
            "; give it with --graph; methods that need no graph: uncalibrated, ts, vs, ets");
  }

  @Test
  void explainNamesClassesAndNeedsNoGraphForTs() throws IOException {
    writeTables();
    json(
        wats(
            "calibrate --json --method ts --save m.json --logits logits.csv --labels labels.csv --split split.csv"
                .split(" ")));
    Cli cli = wats("explain", "m.json", "--logits", "logits.csv", "--node", ids[0]);
    String predicted = NAMES[run.requireLogits().predictedClass(0)];
    assertThat(cli.out()).startsWith("Node " + ids[0] + ", class " + predicted + ": temperature ");
    Cli graph =
        wats(
            "explain",
            "m.json",
            "--logits",
            "logits.csv",
            "--graph",
            "edges.csv",
            "--node",
            ids[0]);
    assertThat(graph.out()).isEqualTo(cli.out());
  }

  @Test
  void featuresCarryTheIdsOfTheGraph() throws IOException {
    Files.writeString(file("edges.csv"), "source,target\nann,bob\nbob,cid\n");
    Cli plain = wats("features", "edges.csv", "-o", "f.npy", "--features", "degree");
    assertThat(plain.err()).contains("f.npy has no node ids; write .npz or .csv");
    assertThat(wats("features", "edges.csv", "-o", "f.csv", "--features", "degree").exitCode())
        .isZero();
    double one = NpyArray.read(file("f.npy")).toDoubles()[0];
    assertThat(Files.readAllLines(file("f.csv"))).startsWith("id,degree", "ann," + one);
    assertThat(wats("features", "edges.csv", "-o", "f.npz", "--features", "degree").exitCode())
        .isZero();
    try (NpzFile npz = NpzFile.open(file("f.npz"))) {
      assertThat(npz.array("node_ids").toStrings()).containsExactly("ann", "bob", "cid");
      assertThat(npz.array("feature_names").toStrings()).containsExactly("degree");
      assertThat(npz.array("features").toDoubles())
          .isEqualTo(NpyArray.read(file("f.npy")).toDoubles());
    }
  }

  @Test
  void allCommandsCountNodesAlike() throws IOException {
    NpyData edges = NpyData.of(new long[] {0, 1, 1, 2}, 2, 2);
    NpyData five = NpyData.of(new String[] {"a", "b", "c", "d", "e"}, 5);
    NpzWriter.write(file("ids.npz"), npz -> npz.put("edge_index", edges).put("node_ids", five));
    Cli cli = wats("features", "ids.npz", "-o", "f.npz", "--json");
    assertThat(json(cli).get("nodes").intValue()).isEqualTo(5);
    NpzWriter.write(
        file("four.npz"),
        npz -> npz.put("edge_index", edges).put("num_nodes", NpyData.of(new long[] {4})));
    NpyData.of(new double[10], 5, 2).write(file("z.npy"));
    NpyData.of(new long[5], 5).write(file("y.npy"));
    NpzWriter.write(file("s.npz"), npz -> npz.put("test_idx", NpyData.of(new int[] {1}, 1)));
    assertThat(
            wrong(
                "evaluate --graph four.npz --logits z.npy --labels y.npy --split s.npz".split(" ")))
        .contains("four.npz: nodes of the graph must be 5", "got 4");
  }

  /** Parameters per class must not reach another class. */
  @Test
  void aStoredModelKnowsTheNamesOfItsClasses() throws IOException {
    Path named = folder.resolve("named.npz");
    new RunFile().with("class_names", NpyData.of(NAMES, CLASSES)).write(named);
    String model = folder.resolve("vs.json").toString();
    Cli fit = Cli.run("calibrate", named.toString(), "--method", "vs", "--save", model);
    assertThat(fit.exitCode()).as(fit.err()).isZero();
    Path out = folder.resolve("out.csv");
    String plain = folder.resolve("run.npz").toString();
    assertThat(Cli.run("apply", model, plain, "-o", out.toString()).exitCode()).isZero();
    assertThat(Files.readAllLines(out).get(0))
        .isEqualTo(
            "id,prediction,confidence,network_prediction,network_confidence,"
                + String.join(",", NAMES));
    List<String> reversed = new ArrayList<>(List.of(NAMES));
    Collections.reverse(reversed);
    new RunFile()
        .with("class_names", NpyData.of(reversed.toArray(String[]::new), CLASSES))
        .write(named);
    for (String[] command :
        new String[][] {
          {"apply", model, named.toString(), "-o", out.toString()},
          {"explain", model, named.toString(), "--node", "0"}
        }) {
      Cli refused = Cli.run(command);
      assertThat(refused.exitCode()).isEqualTo(ExitCode.BAD_DATA);
      assertThat(refused.err())
          .contains("classes must be those of the fit in their order")
          .contains(reversed.toString());
    }
  }
}
