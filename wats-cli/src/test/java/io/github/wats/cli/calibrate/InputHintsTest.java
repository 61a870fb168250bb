package io.github.wats.cli.calibrate;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.cli.Cli;
import io.github.wats.cli.RunFile;
import io.github.wats.cli.console.ExitCode;
import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpzFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Frequent mistakes in the input: what is refused or noted, and what to write instead. */
class InputHintsTest {
  private static final int NODES = RunFile.NODES;
  private static final int CLASSES = RunFile.CLASSES;

  @TempDir Path folder;
  private Path run;
  private double[] logits;
  private int[] labels;

  @BeforeEach
  void write() throws IOException {
    run = new RunFile().write(folder.resolve("run.npz"));
    try (NpzFile npz = NpzFile.open(run)) {
      logits = npz.array("logits").toDoubles();
      labels = npz.array("y").toInts();
    }
  }

  @Test
  void oneColumnOfBinaryLogits() {
    int[] binary = Arrays.stream(labels).map(label -> label % 2).toArray();
    RunFile file = new RunFile().with("y", NpyData.of(binary, NODES));
    double[] column = new double[NODES];
    refuses(
        file.with("logits", NpyData.of(column, NODES, 1)),
        "array 'y': labels must be in 0 … 0, or -1 for unknown, got 1",
        "logits must have a column for each class; for a binary score z = logits[:, 0] write"
            + " np.stack([np.zeros(len(z)), z], 1), whose softmax is sigmoid(z)");
    refuses(
        file.with("logits", NpyData.of(column, NODES)),
        "array 'logits': must have 2 axes, got shape 400",
        "for a binary score z = logits write np.stack([np.zeros(len(z)), z], 1)");
  }

  @Test
  void probabilitiesGivenAsLogits() {
    double[] halves = new double[NODES * CLASSES];
    Arrays.fill(halves, 1.0 / CLASSES);
    String note = "rows of 'logits' sum to 1: these look like probabilities; pass raw scores, or ";
    notes(
        new RunFile().with("logits", NpyData.of(halves, NODES, CLASSES)),
        note + "give them as 'probabilities' (--probabilities FILE)");
    double[] sure = new double[NODES * CLASSES];
    for (int i = 0; i < NODES; i++) {
      sure[i * CLASSES + labels[i]] = 1;
    }
    notes(
        new RunFile().with("logits", NpyData.of(sure, NODES, CLASSES)),
        note + "give them as 'probabilities' (--probabilities FILE)");
    new RunFile().write(run);
    assertThat(Cli.run("calibrate", run.toString(), "--method", "ts").err()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {-100, 255})
  void marksOfUnknownLabels(int mark) {
    labels[7] = mark;
    String advice = ": if " + mark + " marks unknown labels, write np.where(y == " + mark + ", -1,";
    RunFile file = new RunFile().with("y", NpyData.of(labels, NODES));
    refuses(file, "array 'y': labels must be in 0 … 3", "got " + mark + " at node 7" + advice);
    Path data = file.without("logits").with("x", NpyData.of(new float[NODES], NODES, 1)).write(run);
    Cli train = Cli.run("train", data.toString(), "-o", folder.resolve("out.npz").toString());
    assertThat(train.exitCode()).isEqualTo(ExitCode.BAD_DATA);
    assertThat(train.err()).contains(advice);
  }

  @Test
  void labelsThatStartAtOneOrHaveNoColumn() {
    int[] fromOne = Arrays.stream(labels).map(label -> label + 1).toArray();
    refuses(
        new RunFile().with("y", NpyData.of(fromOne, NODES)),
        "got 4 at node ",
        ": labels that start at 1 are written np.where(y > 0, y - 1, -1)");
    labels[3] = 9;
    refuses(
        new RunFile().with("y", NpyData.of(labels, NODES)),
        "got 9 at node 3: logits must have a column for each class, got 4 for labels up to" + " 9");
  }

  @ParameterizedTest
  @CsvSource({"-100,if -100 marks unknown labels", "255,if 255 marks unknown labels"})
  void marksOfUnknownLabelsInText(String mark, String advice) throws IOException {
    String text = Arrays.stream(labels).mapToObj(label -> label + "\n").collect(joining());
    Path file = Files.writeString(folder.resolve("y.csv"), mark + text.substring(1));
    Cli cli = Cli.run("calibrate", "--logits", run.toString(), "--labels", file.toString());
    assertThat(cli.exitCode()).isEqualTo(ExitCode.BAD_DATA);
    assertThat(cli.err()).contains("y.csv: line 1: labels must be in 0 … 3").contains(advice);
  }

  @Test
  void listsOfNodesGivenAsMasksAndMasksAsLists() {
    refuses(
        new RunFile().with("val_mask", NpyData.of(new int[] {90, 91, 92}, 3)),
        "array 'val_mask': must be true or false for each of the 400 nodes (array 'logits' has 400"
            + " rows), got a list of 3 numbers: if they are nodes, name the array 'val_idx'");
    int[] everyNode = new int[NODES];
    Arrays.setAll(everyNode, i -> i);
    refuses(
        new RunFile().with("val_mask", NpyData.of(everyNode, NODES)),
        "got a list of 400 numbers: if they are nodes, name the array 'val_idx'");
    refuses(
        new RunFile().without("val_mask").with("val_idx", RunFile.mask(80, 160)),
        "array 'val_idx': must be a list of nodes, got true and false: name the array 'val_mask'");
  }

  @Test
  void edgesThatAreNotWholeNumbers() throws IOException {
    refuses(
        new RunFile().with("edge_index", NpyData.of(new float[4], 2, 2)),
        "array 'edge_index': must hold whole numbers, got elements of type <f4: write .astype(int),"
            + " in PyTorch .long()");
    Path edges = Files.writeString(folder.resolve("edges.csv"), "source,target\n0,1\n1.0,2.0\n");
    Cli cli =
        Cli.run(
            "calibrate", "--graph", edges.toString(), "--logits", new RunFile().write(run) + "");
    assertThat(cli.exitCode()).isEqualTo(ExitCode.BAD_DATA);
    assertThat(cli.err()).contains("edges.csv: line 3").contains("got '1.0': write a whole number");
  }

  @Test
  void rowsInAnotherOrderThanTheLabels() {
    double[] reversed = new double[logits.length];
    for (int i = 0; i < NODES; i++) {
      System.arraycopy(logits, i * CLASSES, reversed, (NODES - 1 - i) * CLASSES, CLASSES);
    }
    int[] skewed = Arrays.stream(labels).map(label -> label == 3 ? 2 : label).toArray();
    String question = "are they in the same order of nodes and classes as the labels?";
    RunFile shuffled =
        new RunFile()
            .with("logits", NpyData.of(reversed, NODES, CLASSES))
            .with("y", NpyData.of(skewed, NODES));
    notes(shuffled, "predictions are right for 23.25 %", "the largest class has 50.25 %", question);
    assertThat(Cli.run("evaluate", run.toString()).err()).contains(question);
    Path output = folder.resolve("out.npz");
    Cli.run("calibrate", run.toString(), "--method", "ts", "-o", output.toString());
    String[] evaluate = {"evaluate", run.toString(), "--probabilities", output.toString()};
    assertThat(Cli.run(evaluate).err()).contains(question);
    new RunFile().write(run);
    assertThat(Cli.run("evaluate", run.toString()).err()).isEmpty();
  }

  @Test
  void logitsOfTheTestNodesOnly() {
    double[] tested = Arrays.copyOfRange(logits, 160 * CLASSES, NODES * CLASSES);
    refuses(
        new RunFile().with("logits", NpyData.of(tested, 240, CLASSES)),
        "array 'y': has 400 entries, but array 'logits' has 240 rows: every node needs a row, not"
            + " only the test nodes");
  }

  static List<Method> methodsWithAGraph() {
    return Methods.all().stream().filter(m -> m.scope() != Method.Scope.LOGITS).toList();
  }

  @ParameterizedTest
  @MethodSource("methodsWithAGraph")
  void aGraphWithoutEdges(Method method) {
    new RunFile()
        .with("edge_index", NpyData.of(new int[0], 2, 0))
        .with("x", NpyData.of(new float[NODES], NODES, 1))
        .write(run);
    Path model = folder.resolve("model.json");
    String[] calibrate = {
      "calibrate", run.toString(), "--method", method.name(), "--save", model.toString()
    };
    String note = "note: the graph has no edges: neighbors have no effect";
    Cli cli = Cli.run(calibrate);
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat(cli.err()).contains(note);
    String output = folder.resolve("out.npz").toString();
    Cli applied = Cli.run("apply", model.toString(), run.toString(), "-o", output);
    assertThat(applied.err()).contains(note);
    assertThat(Cli.run("calibrate", run.toString(), "--method", "ts").err()).isEmpty();
  }

  @Test
  void missingArraysAreNamedWithWhatIsThere() {
    RunFile file = new RunFile().without("logits").without("y");
    refuses(
        file.with("logit", NpyData.of(logits, NODES, CLASSES))
            .with("label", NpyData.of(labels, NODES)),
        "must have labels",
        "got [edge_index, label, logit, test_mask, train_mask, val_mask]; if 'label' is meant, rename it to"
            + " 'labels'");
    refuses(
        file.with("y", NpyData.of(labels, NODES)),
        "must have logits (array 'logits', N × C)",
        "; if 'logit' is meant, rename it to 'logits'");
    refuses(
        new RunFile().without("val_mask").with("valid_idx", NpyData.of(new int[] {90, 91}, 2)),
        "must name at least one validation node, got none; if 'valid_idx' is meant, rename it to"
            + " 'val_idx'");
  }

  @Test
  void pyTorchFilesUnderAnotherName() throws IOException {
    ByteArrayOutputStream zip = new ByteArrayOutputStream();
    try (ZipOutputStream out = new ZipOutputStream(zip)) {
      out.putNextEntry(new ZipEntry("run/data.pkl"));
      out.write(1);
    }
    byte[] legacy =
        "\u0080\u0002\u008a\nl\u00fc\u009cF\u00f9 j\u00a8P\u0019.rest"
            .getBytes(StandardCharsets.ISO_8859_1);
    for (byte[] content : List.of(zip.toByteArray(), legacy)) {
      Files.write(run, content);
      refuses(
          "run.npz: is a PyTorch file or another pickle: name a file of torch.save .pt;",
          "  data = torch.load(\"" + run + "\", map_location=\"cpu\", weights_only=False)",
          "  numpy.savez(\"" + run + "\", edge_index=data.edge_index, logits=");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"run.pt", "run.pth"})
  void pyTorchFilesOfBefore2020(String name) throws IOException {
    Path file = folder.resolve(name);
    Files.write(file, new byte[] {(byte) 0x80, 2, (byte) 0x8a, 10});
    Cli cli = Cli.run("calibrate", "--logits", file.toString());
    assertThat(cli.exitCode()).isEqualTo(ExitCode.BAD_DATA);
    assertThat(cli.err())
        .contains(file + ": is not a file of torch.save since PyTorch 1.6")
        .contains("  torch.save(torch.load(\"" + file + "\", map_location=\"cpu\"), \"" + file);
  }

  @Test
  void aModelIsNoFileOfNodes() {
    Path model = folder.resolve("m.json");
    Cli.run("calibrate", run.toString(), "--method", "ts", "--save", model.toString());
    Cli cli = Cli.run("calibrate", model.toString());
    assertThat(cli.exitCode()).isEqualTo(ExitCode.BAD_DATA);
    assertThat(cli.err()).contains("is a model, no file of nodes: write wats apply " + model);
  }

  @Test
  void formatsOfTheModuleThatIsNotHere() {
    for (String name : List.of("a.parquet", "a.pq")) {
      Cli read = Cli.run("calibrate", "--logits", name);
      assertThat(read.exitCode()).isEqualTo(ExitCode.BAD_DATA);
      assertThat(read.err()).contains(name + ": needs the module wats-parquet");
    }
    Cli cli = Cli.run("calibrate", run.toString(), "-o", folder.resolve("out.parquet") + "");
    assertThat(cli.exitCode()).isEqualTo(ExitCode.BAD_DATA);
    assertThat(cli.err()).contains("out.parquet: needs the module wats-parquet: put wats-parquet-");
  }

  @Test
  void otherFilesGivenAsNpz() throws IOException {
    Files.writeString(run, "id,label\n1,2\n");
    refuses("run.npz: is not an .npz file but text: name text .csv and give it as --graph");
    Files.write(run, new byte[] {(byte) 0x89, 'H', 'D', 'F', 0, 0});
    refuses("run.npz: is not an .npz file\n");
    NpyData.of(new double[4], 2, 2).write(run);
    refuses("run.npz: is an .npy file: give it as --logits or --labels");
    Files.write(run, new byte[] {(byte) 0x80, 4, '.'});
    refuses("run.npz: is a PyTorch file or another pickle");
  }

  /** The archive of {@link RunFile} with another element type in the header of its labels. */
  @Test
  void arraysOfPythonObjects() throws IOException {
    ByteArrayOutputStream copy = new ByteArrayOutputStream();
    try (ZipFile zip = new ZipFile(run.toFile());
        ZipOutputStream out = new ZipOutputStream(copy)) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        String array =
            new String(zip.getInputStream(entry).readAllBytes(), StandardCharsets.ISO_8859_1);
        out.putNextEntry(new ZipEntry(entry.getName()));
        boolean changed = entry.getName().equals("y.npy");
        out.write(
            (changed ? array.replace("'<i4'", "'|O' ") : array)
                .getBytes(StandardCharsets.ISO_8859_1));
      }
    }
    Files.write(run, copy.toByteArray());
    refuses(
        "array 'y': arrays of Python objects ('|O') are not read: write .astype(int),"
            + " .astype(float) or .astype(str)");
  }

  @Test
  void aModelAndANodeFileInTheWrongOrder() {
    for (String[] arguments :
        List.of(
            new String[] {"apply", "run.npz", "model.json", "-o", "out.npz"},
            new String[] {"explain", "run.npz", "model.json", "--node", "1"})) {
      Cli cli = Cli.run(arguments);
      assertThat(cli.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(cli.err()).contains("the model comes first: write model.json run.npz");
    }
  }

  @Test
  void unknownLabelsOfTestNodes() {
    int[] some = labels.clone();
    Arrays.fill(some, NODES - 3, NODES, -1);
    String note = "the labels of 3 of 240 test nodes are unknown; metrics leave them out";
    notes(new RunFile().with("y", NpyData.of(some, NODES)), note);
    assertThat(Cli.run("evaluate", run.toString()).err()).contains(note);
  }

  @Test
  void logitsThatAreScaledByMistake() {
    double[] large = Arrays.stream(logits).map(z -> 1e6 * z).toArray();
    notes(
        new RunFile().with("logits", NpyData.of(large, NODES, CLASSES)),
        "note: most logits are beyond ±10,000: they may be scaled or shifted by mistake");
  }

  /** Options that would have no effect are wrong usage. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          calibrate --logits z.npy --labels a.npy --labels b.npy | '--labels' (FILE) should be specified only once
          calibrate RUN --paper-settings foo             | data set must be one of cora, citeseer
          calibrate RUN --seed 99999999999999999999      | '99999999999999999999' is too large
          calibrate RUN --method wats --epochs many      | epochs must be
          features RUN -o f.npy --features degree --k 3  | --k has no effect on --features degree
          features RUN -o f.npy --pivots 3               | --pivots has no effect on --features wavelet
          calibrate RUN -o out.xlsx                      | --output is written as .npz or .csv or .tsv
          calibrate RUN --report r.pdf                   | --report is written as .html, got r.pdf
          """)
  void optionsWithoutEffect(String line, String message) {
    Cli cli = Cli.run(line.replace("RUN", run.toString()).split(" +"));
    assertThat(cli.exitCode()).as(cli.err()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.err()).contains(message);
  }

  @Test
  void featuresOfAGraphWithoutEdges() {
    new RunFile().with("edge_index", NpyData.of(new int[0], 2, 0)).write(run);
    Cli cli = Cli.run("features", run.toString(), "-o", folder.resolve("f.npy").toString());
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat(cli.err()).contains("note: the graph has no edges");
  }

  /** Only methods that look at other nodes need to know which of them are for training. */
  @Test
  void applyingNeedsNoSplit() {
    String model = folder.resolve("m.json").toString();
    Cli fit = Cli.run("calibrate", run.toString(), "--method", "ts", "--save", model);
    assertThat(fit.exitCode()).as(fit.err()).isZero();
    for (String part : List.of("train", "val", "test")) {
      NpyData splits = NpyData.of(new boolean[2 * NODES], NODES, 2);
      new RunFile().with(part + "_mask", splits).write(run);
    }
    Cli apply = Cli.run("apply", model, run.toString(), "-o", folder.resolve("o.npz").toString());
    assertThat(apply.exitCode()).as(apply.err()).isZero();
  }

  @Test
  void partsThatAreMissingNameTheirOption() throws IOException {
    String z = folder.resolve("z.npy").toString();
    NpyData.of(logits, NODES, CLASSES).write(Path.of(z));
    String y = folder.resolve("y.npy").toString();
    NpyData.of(labels, NODES).write(Path.of(y));
    assertThat(Cli.run("evaluate", "--logits", z, "--labels", y).err()).contains("--split FILE");
    assertThat(Cli.run("calibrate", "--method", "ts", "--logits", z).err())
        .contains("--labels FILE");
  }

  private void notes(RunFile file, String... words) {
    file.write(run);
    Cli cli = Cli.run("calibrate", run.toString(), "--method", "ts");
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat(cli.err()).contains(words);
  }

  private void refuses(RunFile file, String... words) {
    file.write(run);
    refuses(words);
  }

  private void refuses(String... words) {
    Cli cli = Cli.run("calibrate", run.toString(), "--method", "ts");
    assertThat(cli.exitCode()).as(cli.err()).isEqualTo(ExitCode.BAD_DATA);
    assertThat(cli.err()).contains(run.toString()).contains(words);
    assertThat(cli.out()).isEmpty();
  }
}
