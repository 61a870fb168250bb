package io.github.wats.cli.calibrate;

import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FittedLabels;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.MethodChoice;
import io.github.wats.calibration.Methods;
import io.github.wats.calibration.MultiLabelData;
import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.Messages;
import io.github.wats.cli.console.ResultText;
import io.github.wats.cli.console.ResultText.Tone;
import io.github.wats.cli.console.Subcommand.Outcome;
import io.github.wats.cli.console.UsageException;
import io.github.wats.decision.Acceptance;
import io.github.wats.decision.Acceptance.Choice;
import io.github.wats.decision.Acceptance.Measured;
import io.github.wats.decision.Acceptance.Target;
import io.github.wats.decision.DriftMonitor;
import io.github.wats.decision.DriftMonitor.Finding;
import io.github.wats.decision.DriftMonitor.Summary;
import io.github.wats.decision.NodeGroups;
import io.github.wats.internal.Seeds;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.NodeField;
import io.github.wats.io.format.ProbabilityFile;
import io.github.wats.io.model.LabelsFile;
import io.github.wats.metrics.Evaluation.Options;
import io.github.wats.metrics.LabelEvaluation;
import io.github.wats.metrics.LabelEvaluation.Label;
import io.github.wats.metrics.Metric;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import io.github.wats.report.NumberText;
import io.github.wats.report.Page;
import io.github.wats.report.Section;
import io.github.wats.report.Section.Block;
import io.github.wats.report.figure.DataTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The commands on nodes with several labels. */
record LabelRun(
    InputOptions input, Messages messages, ResultText text, ReportOptions report, long seed) {
  private static final int ROWS = 20; // of labels, without --wide
  private static final int NOTES = 5;
  private static final int DEGREES = 5;
  private static final String MACRO = "micro: all outcomes as rows; macro: the mean over labels";
  private static final String ROW_OF_LABEL =
      "A row for each label: NLL and ECE (binned by the probability of the label) of the first and"
          + " of the last method.";
  private static final String HELD_OUT =
      "The promise holds for nodes that are drawn like the held-out validation nodes.";
  private static final double NEVER = 2; // a threshold that no probability reaches

  /** Data with names and numbers of their labels. */
  private record Read(NodeData data, MultiLabelData nodes) {
    String name(int label) {
      return data.className(label);
    }

    List<String> names(List<Integer> labels) {
      return labels.stream().map(this::name).toList();
    }

    /** Those of the network. */
    double[] before() {
      double[] z = nodes.logits().toArray();
      return Arrays.stream(z).map(score -> 1 / (1 + Math.exp(-score))).toArray();
    }

    Labels outcomes() {
      return nodes.outcomes().orElseThrow();
    }

    NodeSet test() {
      return nodes.requireSplit().test();
    }

    Optional<LabelEvaluation> evaluate(double[] probabilities, NodeSet set, Options options) {
      return LabelEvaluation.of(probabilities, outcomes(), set, options);
    }
  }

  private Read read(Set<NodeField> parts) throws IOException {
    NodeData data = input.readLabels(parts, messages);
    return new Read(data, data.location().checked(data::multiLabelData));
  }

  private Read readForFit() throws IOException {
    Read read = read(InputOptions.fitParts(false));
    read.data.requireLabels();
    String rule =
        "array 'val_mask' (or 'val_idx') must name at least one validation node, got none";
    read.data.location().check(!read.data.requireSplit().validation().isEmpty(), rule);
    return read;
  }

  /** The default method of one label is a mean of several; of several labels it is the last. */
  private static Calibrator<?> several(Calibrator<?> calibrator) {
    Method own = Methods.of(calibrator);
    if (!own.name().equals(Methods.recommended().name())) {
      return calibrator;
    }
    List<String> names = FittedLabels.methods();
    Method last = Methods.named(names.get(names.size() - 1));
    Map<String, Object> settings = new LinkedHashMap<>(own.settings(calibrator));
    settings.keySet().retainAll(last.schema().names());
    return last.calibrator(settings);
  }

  private FittedLabels fit(Read read, MultiLabelData nodes, Calibrator<?> calibrator) {
    if (Methods.of(calibrator).scope() != Method.Scope.LOGITS) {
      read.data.requireGraph();
    }
    return read.data.location().checked(() -> FittedLabels.fit(nodes, calibrator, seed));
  }

  /** What a user should know of a fit. */
  private List<String> notes(Read read, FittedLabels fitted) {
    List<String> notes = new ArrayList<>();
    if (!fitted.shared().isEmpty()) {
      notes.add(
          "without both outcomes among the validation nodes, these labels take the fit shared by"
              + " all: "
              + String.join(", ", read.names(fitted.shared())));
    }
    Map<String, List<Integer>> all = fitted.notes();
    all.entrySet().stream()
        .limit(NOTES)
        .forEach(one -> notes.add(one.getKey() + " (" + which(read, one.getValue()) + ")"));
    if (all.size() > NOTES) {
      notes.add(NumberText.counted(all.size() - NOTES, "other remark") + " on single labels");
    }
    notes.forEach(note -> messages.note("note: " + note));
    return notes;
  }

  private static String which(Read read, List<Integer> labels) {
    return labels.size() == read.nodes.labelCount()
        ? "all labels"
        : labels.size() > NOTES
            ? NumberText.counted(labels.size(), "label")
            : "label " + String.join(", ", read.names(labels));
  }

  /** {@code calibrate}: fits, compares the test nodes before and after, and writes. */
  Outcome calibrate(
      Calibrator<?> given, @Nullable Path output, @Nullable Path save, boolean measure)
      throws IOException {
    Read read = readForFit();
    Calibrator<?> calibrator = several(given);
    long start = System.nanoTime();
    FittedLabels fitted = fit(read, read.nodes, calibrator);
    double seconds = (System.nanoTime() - start) * 1e-9;
    double[] after = read.data.location().checked(() -> fitted.probabilities(read.nodes));
    List<String> notes = notes(read, fitted);
    if (output != null) {
      List<String> names = read.data.classNames();
      ProbabilityFile.writeLabels(output, read.data.ids(), names, after, Optional.empty());
    }
    save(read, fitted, after, save, List.of(), "");
    String method = Methods.of(calibrator).name();
    Map<String, Object> fields = fields(read, method);
    fields.put("settings", Methods.of(calibrator).settings(calibrator));
    fields.put("notes", notes);
    Map<String, double[]> both = new LinkedHashMap<>();
    both.put(Methods.uncalibrated().name(), read.before());
    both.put(method, after);
    Map<String, LabelEvaluation> results = measure ? evaluations(read, both) : Map.of();
    if (results.isEmpty()) {
      text.head(Tone.PLAIN, method + " is fitted; nothing says whether it helps.");
    } else {
      write(read, results, fields, Map.of());
    }
    String how = "%s: %d labels, fitted in %s, seed %d";
    String did = Format.text(how, method, read.nodes.labelCount(), Format.seconds(seconds), seed);
    return new Outcome(fields, text.end(List.of(), did, report.written(output, save)));
  }

  private static Map<String, Object> fields(Read read, String method) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("method", method);
    fields.put("labels", IntStream.range(0, read.nodes.labelCount()).mapToObj(read::name).toList());
    return fields;
  }

  /** Those of the test nodes; none if no label has both outcomes there. */
  private Map<String, LabelEvaluation> evaluations(Read read, Map<String, double[]> methods) {
    Map<String, LabelEvaluation> results = new LinkedHashMap<>();
    Options options = Options.DEFAULT.withSeed(seed);
    methods.forEach(
        (name, p) -> read.evaluate(p, read.test(), options).ifPresent(e -> results.put(name, e)));
    if (results.isEmpty()) {
      messages.note("note: no label has both outcomes among the test nodes");
    }
    return results;
  }

  /** Which method to use, the metrics of all, and a table of labels where there are two. */
  private void write(
      Read read,
      Map<String, LabelEvaluation> results,
      Map<String, Object> fields,
      Map<String, Double> seconds)
      throws IOException {
    Map<String, double[]> losses = new LinkedHashMap<>();
    results.forEach((name, one) -> losses.put(name, one.losses()));
    MethodChoice choice = MethodChoice.of(losses);
    boolean leave = choice.method().equals(Methods.uncalibrated().name());
    String sentence = choice.advice("by NLL per test node");
    text.head(leave ? Tone.WARNING : Tone.GOOD, sentence);
    DataTable table = metrics("method", results, seconds);
    text.table(table, MACRO);
    List<LabelEvaluation> all = List.copyOf(results.values());
    List<String> sentences = new ArrayList<>(List.of(sentence, others(read, all.get(0))));
    text.say(sentences.get(1));
    DataTable labels = labels(read, all.get(0), all.get(all.size() - 1));
    if (seconds.isEmpty()) {
      writeLabels(labels);
    }
    fields.put("recommended", choice.method());
    fields.put("reason", choice.reason());
    Map<String, Object> byMethod = new LinkedHashMap<>();
    results.forEach((name, one) -> byMethod.put(name, one.fields()));
    fields.put("test", byMethod);
    page(read.data, "Several labels", sentences, List.of(MACRO, ROW_OF_LABEL), table, labels);
  }

  /** A page of tables, if one is requested, with a sentence below each. */
  void page(
      NodeData data, String kicker, List<String> verdict, List<String> below, DataTable... tables)
      throws IOException {
    if (report.isRequested()) {
      Section.Builder section = new Section.Builder("labels", kicker);
      for (int t = 0; t < tables.length; t++) {
        section.add(new Block.Grid(tables[t])).text(below.get(t));
      }
      Section last = report.provenance(seed, input.fingerprint(data)).section();
      report.write(new Page(kicker, input.name(), verdict, List.of(section.build(), last)));
    }
  }

  private void writeLabels(DataTable labels) {
    boolean cut = labels.rows().size() > ROWS && !text.isWide();
    List<List<String>> rows = cut ? labels.rows().subList(0, ROWS) : labels.rows();
    String more = Format.text("the %d most frequent labels; --wide shows all", ROWS);
    text.table(new DataTable(labels.header(), rows), cut ? more : "");
  }

  private static String others(Read read, LabelEvaluation one) {
    String left = "Left out, without both outcomes among the test nodes: ";
    return one.others().isEmpty() ? "" : left + String.join(", ", read.names(one.others())) + ".";
  }

  private static DataTable metrics(
      String first, Map<String, LabelEvaluation> results, Map<String, Double> seconds) {
    List<String> header = new ArrayList<>(List.of(first));
    for (String kind : List.of("micro", "macro")) {
      LabelEvaluation.METRICS.forEach(metric -> header.add(kind + " " + metric.title()));
    }
    header.addAll(seconds.isEmpty() ? List.of() : List.of("fit"));
    List<List<String>> rows = new ArrayList<>();
    results.forEach(
        (name, one) -> {
          List<String> row = new ArrayList<>(List.of(name));
          LabelEvaluation.METRICS.forEach(m -> row.add(m.format(one.micro().value(m))));
          LabelEvaluation.METRICS.forEach(m -> row.add(m.format(one.mean(m))));
          row.addAll(
              seconds.isEmpty()
                  ? List.of()
                  : List.of(Format.seconds(seconds.getOrDefault(name, 0.0))));
          rows.add(row);
        });
    return new DataTable(header, rows);
  }

  /** A row for each label, the most frequent first. */
  private static DataTable labels(Read read, LabelEvaluation before, LabelEvaluation after) {
    DataTable.Builder table =
        new DataTable.Builder("label", "nodes", "have it", "NLL", "after", "ECE", "after");
    IntStream.range(0, before.labels().size())
        .boxed()
        .sorted(Comparator.comparing(k -> -before.labels().get(k).positives()))
        .forEach(
            k -> {
              Label one = before.labels().get(k);
              Label later = after.labels().get(k);
              table.row(
                  read.name(one.label()),
                  Format.count(one.nodes()),
                  Format.count(one.positives()),
                  Metric.NLL.format(one.value(Metric.NLL)),
                  Metric.NLL.format(later.value(Metric.NLL)),
                  Metric.CLASSWISE_ECE.format(one.value(Metric.CLASSWISE_ECE)),
                  Metric.CLASSWISE_ECE.format(later.value(Metric.CLASSWISE_ECE)));
            });
    return table.build();
  }

  /** {@code compare}: several methods on the test nodes. */
  Outcome compare(@Nullable List<Method> given) throws IOException {
    Read read = readForFit();
    List<Method> methods = given == null ? Methods.named(FittedLabels.methods()) : given;
    Map<String, double[]> predicted = new LinkedHashMap<>();
    Map<String, Double> seconds = new LinkedHashMap<>();
    predicted.put(Methods.uncalibrated().name(), read.before());
    for (Method method : methods) {
      if (method.scope() != Method.Scope.LOGITS && read.data.graph().isEmpty()) {
        messages.note("note: " + method.name() + " was left out, since there is no graph");
        continue;
      }
      messages.note("fitting " + method.name() + " …");
      long start = System.nanoTime();
      FittedLabels fitted = fit(read, read.nodes, method.calibrator());
      predicted.put(method.name(), fitted.probabilities(read.nodes));
      seconds.put(method.name(), (System.nanoTime() - start) * 1e-9);
    }
    Map<String, Object> fields = fields(read, "");
    fields.remove("method");
    Map<String, LabelEvaluation> results = evaluations(read, predicted);
    String rule = "compare --multi-label needs a label with both outcomes among the test nodes";
    read.data.location().check(!results.isEmpty(), rule);
    write(read, results, fields, seconds);
    return new Outcome(fields, text.end(List.of(), report.written()));
  }

  /** {@code evaluate}: the probabilities as they are. */
  Outcome evaluate(List<String> by, int bins) throws IOException {
    for (String name : by) {
      if (!List.of("label", "degree").contains(name)) {
        throw new UsageException("--by must be label or degree with --multi-label, got " + name);
      }
    }
    Read read = read(InputOptions.fitParts(false));
    read.data.requireLabels();
    Options options = Options.DEFAULT.withSeed(seed).withBins(bins);
    double[] p = read.before();
    String rule = "at least one label must have both outcomes among the %d test nodes";
    LabelEvaluation all =
        read.evaluate(p, read.test(), options)
            .orElseThrow(() -> read.data.location().invalid(rule, read.test().size()));
    Map<String, Object> fields = fields(read, "");
    fields.remove("method");
    fields.putAll(all.fields());
    Map<String, LabelEvaluation> results = new LinkedHashMap<>();
    results.put("all", all);
    if (by.contains("degree")) {
      NodeGroups groups = NodeGroups.byDegree(read.data.requireGraph(), DEGREES);
      for (int g = 0; g < groups.groups().size(); g++) {
        String name = groups.groups().get(g).name();
        read.evaluate(p, groups.members(g, read.test()), options.withFloorResamples(0))
            .ifPresent(one -> results.put(name, one));
      }
      Map<String, Object> slices = new LinkedHashMap<>();
      results.forEach((name, one) -> slices.put(name, one.fields()));
      slices.remove("all");
      fields.put("slices", slices);
    }
    String sentence =
        Format.text(
            "The NLL of %,d outcomes of %d labels is %.4f, and their ECE %s; perfectly calibrated"
                + " probabilities would show %s.",
            all.micro().nodes(),
            all.labels().size(),
            all.micro().value(Metric.NLL),
            Metric.ECE.format(all.micro().value(Metric.ECE)),
            Metric.ECE.format(all.micro().noiseFloor(Metric.ECE)));
    DataTable metrics = metrics("nodes", results, Map.of());
    text.head(Tone.PLAIN, sentence).table(metrics, MACRO);
    text.say(others(read, all));
    DataTable both = labels(read, all, all);
    List<List<String>> rows = both.rows().stream().map(row -> measured(row)).toList();
    DataTable labels = new DataTable(measured(both.header()), rows);
    if (by.contains("label")) {
      writeLabels(labels);
    }
    List<String> said = List.of(sentence, others(read, all));
    page(
        read.data,
        "Several labels",
        said,
        List.of(MACRO, "A row for each label."),
        metrics,
        labels);
    return new Outcome(fields, text.end(List.of(), report.written()));
  }

  /** Without the columns of a second method. */
  private static List<String> measured(List<String> row) {
    return List.of(row.get(0), row.get(1), row.get(2), row.get(3), row.get(5));
  }

  private void save(
      Read read,
      FittedLabels fitted,
      double[] p,
      @Nullable Path file,
      List<Double> thresholds,
      String goal)
      throws IOException {
    if (file == null) {
      return;
    }
    List<Summary> summaries = new ArrayList<>();
    for (int l = 0; l < read.nodes.labelCount(); l++) {
      Summary.of(read.nodes.label(l), column(p, l, read.nodes.labelCount()))
          .map(one -> summaries.isEmpty() ? one : withoutStructure(one))
          .ifPresent(summaries::add);
    }
    Map<String, String> origin = input.fingerprint(read.data);
    List<String> names = read.data.classNames();
    LabelsFile.write(
        file, new LabelsFile.Stored(fitted, names, origin, summaries, thresholds, goal));
  }

  /** Degrees and wavelets are those of the first label. */
  private static Summary withoutStructure(Summary one) {
    Map<String, DriftMonitor.Distribution> own = new LinkedHashMap<>(one.quantities());
    own.keySet().retainAll(Set.of("confidence"));
    return new Summary(one.nodes(), own, one.classShares(), one.prior());
  }

  private static Probabilities column(double[] p, int label, int labels) {
    double[] own = new double[p.length / labels];
    Arrays.setAll(own, i -> p[i * labels + label]);
    return Probabilities.ofRounded(own.length, 1, own);
  }

  /** A stored model on new data: its labels, and whether they are those of the data. */
  private Read readFor(LabelsFile.Stored stored, Set<NodeField> parts) throws IOException {
    Read read = read(parts);
    List<String> own = read.data.classNames();
    String rule = "labels must be those of the fit in their order, %s, got %s";
    boolean same = own.isEmpty() || stored.names().isEmpty() || own.equals(stored.names());
    read.data.location().check(same, rule, stored.names(), own);
    NodeData named = own.isEmpty() ? read.data.withClassNames(stored.names()) : read.data;
    return new Read(named, read.nodes);
  }

  /** {@code apply}: a stored model on new scores. */
  Outcome apply(Path model, Path output) throws IOException {
    LabelsFile.Stored stored = LabelsFile.read(model);
    Read read = readFor(stored, InputOptions.fitParts(false));
    FittedLabels fitted = stored.fitted();
    double[] p = read.data.location().checked(() -> fitted.probabilities(read.nodes));
    Optional<boolean[]> accept =
        stored.thresholds().isEmpty()
            ? Optional.empty()
            : Optional.of(accept(p, stored.thresholds()));
    ProbabilityFile.writeLabels(output, read.data.ids(), read.data.classNames(), p, accept);
    String method = fitted.labels().get(0).report().method();
    Map<String, Object> fields = fields(read, method);
    fields.put("nodes", read.data.nodeCount());
    accept.ifPresent(mask -> fields.put("accepted", count(mask)));
    String done = "%s: calibrated %d labels of %s, written to %s";
    String nodes = NumberText.counted(read.data.nodeCount(), "node");
    text.head(Tone.PLAIN, Format.text(done, method, read.nodes.labelCount(), nodes, output));
    accept.ifPresent(
        mask -> text.say(Format.text("accepted: %,d labels, %s", count(mask), stored.goal())));
    List<String> next = new ArrayList<>(List.of("monitor", model.toString()));
    next.addAll(input.arguments());
    return new Outcome(fields, text.end(next));
  }

  private static long count(boolean[] mask) {
    return IntStream.range(0, mask.length).filter(k -> mask[k]).count();
  }

  private static boolean[] accept(double[] p, List<Double> thresholds) {
    boolean[] accept = new boolean[p.length];
    for (int k = 0; k < p.length; k++) {
      accept[k] = p[k] >= thresholds.get(k % thresholds.size());
    }
    return accept;
  }

  /** {@code monitor}: whether new data are like those of the fit; all checks share the error. */
  List<Finding> monitor(Path model, double falseAlarm, Map<String, Object> fields)
      throws IOException {
    LabelsFile.Stored stored = LabelsFile.read(model);
    Read read = readFor(stored, InputOptions.fitParts(false));
    double[] p = read.data.location().checked(() -> stored.fitted().probabilities(read.nodes));
    int labels = read.nodes.labelCount();
    List<Finding> checks = new ArrayList<>();
    for (int l = 0; l < stored.summaries().size(); l++) {
      String name = "label " + read.name(l) + ": ";
      Probabilities own = column(p, l, labels);
      stored.summaries().get(l).checks(read.nodes.label(l), own, falseAlarm / labels).stream()
          .map(one -> new Finding(name + one.name(), one.value(), one.limit(), one.alarm()))
          .forEach(checks::add);
    }
    fields.putAll(fields(read, stored.fitted().labels().get(0).report().method()));
    if (read.nodes.outcomes().isPresent()) {
      NodeSet monitored = DriftMonitor.monitored(read.nodes.label(0));
      read.evaluate(p, monitored, Options.DEFAULT)
          .ifPresent(now -> fields.put("metrics", now.fields()));
    }
    return checks;
  }

  /** {@code select}: for each label the probability from which on it may be accepted. */
  Outcome select(Target target, Calibrator<?> given, @Nullable Path output, @Nullable Path save)
      throws IOException {
    Read read = readForFit();
    Split split = read.nodes.requireSplit();
    NodeSet all = split.validation();
    String least = "at least 4 validation nodes are needed, one half to fit, one held out, got %d";
    read.data.location().check(all.size() >= 4, least, all.size());
    List<NodeSet> halves = all.halves(Seeds.derive(seed, "held-out validation nodes"));
    MultiLabelData nodes =
        read.nodes.withSplit(new Split(split.train(), halves.get(0), split.test()));
    Calibrator<?> calibrator = several(given);
    FittedLabels fitted = fit(read, nodes, calibrator);
    double[] p = read.data.location().checked(() -> fitted.probabilities(nodes));
    int labels = nodes.labelCount();
    NodeSet reference = split.test().isEmpty() ? halves.get(0) : split.test();
    List<Choice> choices = choices(target, p, read.outcomes(), halves.get(1), reference);
    List<Double> thresholds =
        choices.stream().map(c -> c.found().map(Acceptance::threshold).orElse(NEVER)).toList();
    boolean[] accept = accept(p, thresholds);
    String goal =
        Format.text("precision at least %s for each label", 1 - target.value())
            + Format.text(", level %s for all together (Bonferroni)", target.level());
    if (output != null) {
      List<String> names = read.data.classNames();
      ProbabilityFile.writeLabels(output, read.data.ids(), names, p, Optional.of(accept));
    }
    save(read, fitted, p, save, thresholds, goal);
    Map<String, Object> fields = fields(read, Methods.of(calibrator).name());
    fields.put("goal", goal);
    fields.put("heldOutNodes", halves.get(1).size());
    fields.put("notes", notes(read, fitted));
    fields.put("groups", choices);
    DataTable.Builder table =
        new DataTable.Builder(
            "label", "held out", "threshold", "accepted", "precision from", "on test", "precision");
    List<Measured> tests = new ArrayList<>();
    for (int l = 0; l < labels; l++) {
      int label = l;
      int[] rows = Arrays.stream(split.test().toArray()).map(i -> i * labels + label).toArray();
      NodeSet set = NodeSet.of(p.length, rows);
      Measured test = Measured.of(top(p), read.outcomes(), set, accept);
      tests.add(test);
      Optional<Acceptance> found = choices.get(l).found();
      table.row(
          read.name(l),
          Format.count(choices.get(l).nodes()),
          found.map(at -> Format.text("%.6f", at.threshold())).orElse("none"),
          found.map(at -> Format.count(at.accepted())).orElse(""),
          found.map(at -> Format.percent(1 - at.bound())).orElse(""),
          Format.count(test.accepted()),
          test.risk().isPresent() ? Format.percent(1 - test.risk().getAsDouble()) : "");
    }
    fields.put("groupTests", tests);
    long reached = thresholds.stream().filter(t -> t < NEVER).count();
    String none = "No label can be accepted: label more nodes, or give a larger --risk, for %3$s.";
    String some = "%d of %d labels can be accepted from their thresholds on: %s.";
    String head = Format.text(reached > 0 ? some : none, reached, labels, goal);
    text.head(reached > 0 ? Tone.GOOD : Tone.WARNING, head);
    DataTable each = table.build();
    writeLabels(each);
    page(read.data, "Accepted labels", List.of(head), List.of(HELD_OUT), each);
    return new Outcome(fields, text.end(List.of(), report.written(output, save)));
  }

  /** The outcomes of a label at different nodes are one group: those of a node are dependent. */
  static List<Choice> choices(
      Target target, double[] p, Labels outcomes, NodeSet heldOut, NodeSet reference) {
    int labels = p.length / heldOut.nodeCount();
    int[] labelOf = IntStream.range(0, p.length).map(k -> k % labels).toArray();
    NodeGroups groups = NodeGroups.byLabel(Labels.of(labels, labelOf), Integer::toString);
    return Acceptance.choose(
        target, top(p), outcomes, rows(heldOut, labels), rows(reference, labels), groups);
  }

  private static Probabilities top(double[] p) {
    int[] ones = new int[p.length];
    Arrays.fill(ones, 1);
    return Probabilities.ofTopLabels(Labels.of(2, ones), p);
  }

  private static NodeSet rows(NodeSet nodes, int labels) {
    int[] rows =
        Arrays.stream(nodes.toArray())
            .flatMap(i -> IntStream.range(i * labels, (i + 1) * labels))
            .toArray();
    return NodeSet.of(nodes.nodeCount() * labels, rows);
  }
}
