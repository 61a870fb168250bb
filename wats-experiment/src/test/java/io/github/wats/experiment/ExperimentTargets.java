package io.github.wats.experiment;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.fuzz.Editor;
import io.github.wats.io.fuzz.FuzzTarget;
import io.github.wats.io.fuzz.FuzzTarget.Reading;
import io.github.wats.io.fuzz.FuzzTarget.Way;
import io.github.wats.io.fuzz.Json;
import io.github.wats.io.fuzz.ReaderTargets;
import io.github.wats.io.fuzz.Scratch;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Evaluation.Options;
import io.github.wats.metrics.Metric;
import io.github.wats.nn.Backbone;
import io.github.wats.report.Samples;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The formats that this module reads, and those of the modules below it. */
final class ExperimentTargets {
  private static final String RECORD_HEADER =
      "Unexpected character|Unexpected end|Unrecognized token|schema must be|property 'schema'";

  private ExperimentTargets() {}

  static List<FuzzTarget> withReaders() {
    return Stream.of(ReaderTargets.all(), all()).flatMap(List::stream).toList();
  }

  static List<FuzzTarget> all() {
    return List.of(plan(), records(), summary(), settings());
  }

  private static FuzzTarget plan() {
    List<byte[]> seeds =
        utf8(
            """
            datasets: [cora, citeseer]
            models: gcn
            methods: [uncalibrated, ts, 'ridge:mode=free']
            runs: 2
            protocol: authors
            seed: 3
            settings:
              ridge: {neighbor-labels: ignore}
              gcn: {hidden: 8, dropout: 0.5}
            """,
            """
            # the sensitivity table
            datasets: pubmed
            models:
              - gat
            k: [2, 3]
            s: [0.4, 0.8]
            runs: 1
            settings:
              wats:
                epochs: 10
            """,
            "datasets: [photo]\nmodels: [gcn]\nfeatures: [wavelet, degree+clustering]\n",
            """
            {"datasets": ["cora"], "models": ["gcn", "gat"], "methods": ["ts", "wats"], "runs": 3,
             "protocol": "paper", "seed": 7, "settings": {"wats": {"epochs": 5}, "gcn": {"hidden": 8}}}
            """,
            """
            {"datasets": "pubmed", "models": ["gcn"], "k": [2, 3], "s": [0.4, 1], "runs": 1}
            """,
            """
            {"datasets": ["photo"], "models": ["gcn"], "features": ["wavelet", "degree"], "runs": 2}
            """);
    String header = "not YAML|a plan must be a mapping|key must be one of";
    return FuzzTarget.of(
        "plan",
        () -> seeds,
        Json::edit,
        FuzzTarget.unless(header, document -> planFile(document)),
        FuzzTarget.unless(header, refused(document -> checkedPlan(planFile(document)))));
  }

  private static PlanFile planFile(byte[] document) throws IOException {
    return PlanFile.read(Scratch.file("plan.yaml", document));
  }

  /** The plan that commands make of a file. */
  private static void checkedPlan(PlanFile file) {
    List<String> datasets = file.datasets().orElse(Plan.DATASETS);
    List<String> models = file.models().orElse(Plan.MODELS);
    int runs = file.runs().orElse(Plan.RUNS);
    List<Variant> variants =
        file.features().isPresent()
            ? Plan.ablation(file.features().get())
            : file.k().isPresent()
                ? Plan.sweep(file.k().get(), file.s().orElse(Plan.SCALES))
                : file.methods().orElse(Plan.METHODS).stream().map(Variant::parse).toList();
    Plan plan = Plan.of(datasets, models, variants, runs);
    PlanCheck.names(
        plan.withProtocol(Protocol.named(file.protocol().orElse("paper")))
            .withSeed(file.seed().orElse(0L))
            .withSettings(file.settings().orElse(Map.of())));
  }

  private static List<FitRecord> sample() {
    FitRecord plain = Records.record("cora", "gcn", 0, Variant.of("ts"), Map.of());
    FitRecord.Result result =
        new FitRecord.Result(
            Evaluation.of(
                    Samples.outcomes(40, 3, 0.1, 0),
                    Options.METRICS.withBins(3).withCoveragePoints(3))
                .orElseThrow(),
            3,
            true,
            0.5,
            1.5,
            List.of(0.9, 0.8),
            List.of("a note"));
    return List.of(
        FitRecord.done(plain.key(), plain.info(), Map.of("solver", "exact"), result),
        Records.failure("cora", "gcn", 1, Variant.of("ts"), "the loss turned NaN"),
        Records.record("cora", "gcn", 0, Variant.ofGrid(3, 0.4), Map.of(Metric.ECE, 0.1)),
        Records.record("cora", "gat", 0, Variant.parse("ridge:mode=free"), Map.of()));
  }

  private static FuzzTarget records() {
    return FuzzTarget.of(
        "records",
        () ->
            sample().stream()
                .map(record -> (RecordJson.write(record) + "\n").getBytes(UTF_8))
                .toList(),
        Json::editLine,
        FuzzTarget.unless(RECORD_HEADER, document -> recordsOf(document)),
        FuzzTarget.unless(
            RECORD_HEADER, document -> ResultTable.of(recordsOf(document), Plan.BASELINES)));
  }

  private static List<FitRecord> recordsOf(byte[] document) throws IOException {
    return ExperimentFolder.read(Scratch.file(ExperimentFolder.RECORDS, document).getParent());
  }

  private static FuzzTarget summary() {
    return FuzzTarget.of(
        "summary",
        () ->
            utf8(
                CompactRecords.write(
                    Records.of("cora", "gcn", Variant.of("ts"), Metric.ECE, 0.1, 0.2)),
                CompactRecords.write(sample())),
        Json::editLine,
        FuzzTarget.unless(
            RECORD_HEADER,
            document -> CompactRecordsReader.read(Scratch.file(CompactRecords.FILE, document))));
  }

  /** Methods and backbones with settings, as on a command line and in plans. */
  private static FuzzTarget settings() {
    String header = "method must be|model must be";
    return FuzzTarget.of(
            "settings-text",
            ExperimentTargets::settingsTexts,
            Editor::text,
            FuzzTarget.unless(
                header,
                document -> {
                  Variant variant = Variant.parse(new String(document, UTF_8));
                  Methods.named(variant.method()).calibrator(variant.point());
                }),
            settings(header, (name, values) -> Methods.named(name).calibrator(values)),
            settings(header, (name, values) -> Backbone.named(name).with(values)))
        .refusedBy(IllegalArgumentException.class);
  }

  private static List<byte[]> settingsTexts() {
    List<String> texts = new ArrayList<>(List.of("ridge:mode=free:neighbor-labels=ignore"));
    for (Method method : Methods.all()) {
      texts.add(text(method.name(), method.settings(method.calibrator())));
    }
    Backbone.all().forEach((name, backbone) -> texts.add(text(name, backbone.settings())));
    return utf8(texts.toArray(String[]::new));
  }

  private static String text(String name, Map<String, Object> settings) {
    return name
        + settings.entrySet().stream()
            .map(setting -> ":" + setting.getKey() + "=" + setting.getValue())
            .collect(Collectors.joining());
  }

  /** Uses a name and settings. */
  private interface Use {
    void of(String name, Map<String, Object> settings);
  }

  private static Way settings(String header, Use use) {
    return FuzzTarget.unless(
        header,
        document -> {
          String[] parts = new String(document, UTF_8).split(":", -1);
          Map<String, Object> settings = new LinkedHashMap<>();
          for (int k = 1; k < parts.length; k++) {
            String[] setting = parts[k].split("=", 2);
            settings.put(setting[0], setting[setting.length - 1]);
          }
          use.of(parts[0], settings);
        });
  }

  /** Refused arguments are what commands report as wrong usage. */
  private static Reading refused(Reading reading) {
    return document -> {
      try {
        reading.run(document);
      } catch (IllegalArgumentException e) {
        throw e.getClass() == IllegalArgumentException.class
            ? new InvalidDataException(e.getMessage(), e)
            : e;
      }
    };
  }

  private static List<byte[]> utf8(String... texts) {
    return Stream.of(texts).map(text -> text.getBytes(UTF_8)).toList();
  }
}
