package io.github.wats.experiment;

import static io.github.wats.experiment.StoredResults.datasets;
import static io.github.wats.experiment.StoredResults.places;
import static io.github.wats.experiment.StoredResults.word;
import static io.github.wats.metrics.Metric.ACCURACY;
import static io.github.wats.metrics.Metric.AURC;
import static io.github.wats.metrics.Metric.BRIER;
import static io.github.wats.metrics.Metric.DEGREE_ECE;
import static io.github.wats.metrics.Metric.ECE;
import static io.github.wats.metrics.Metric.NLL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.experiment.StoredResults.Pair;
import io.github.wats.metrics.Metric;
import io.github.wats.testing.Shared;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Sentences of the docs that count results are what the committed records give: each is written
 * here with its numbers computed, and must stand in its page. No other sentence of these pages
 * counts.
 */
class StatedCountsTest {
  private static final List<String> PAGES =
      List.of(
          "README.md",
          "docs/results.md",
          "docs/ridge.md",
          "docs/guide.md",
          "docs/compare.md",
          "docs/index.md",
          "docs/python.md",
          "docs/which-wats.md");

  private static final String NUMBER =
      "(?:\\d[\\d,]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|none)";

  /** Such as "13 of 15", "all ten pairs", "lower in 24." and "27 combinations". */
  private static final Pattern COUNT =
      Pattern.compile(
          "\\b%1$s of (?:the )?%1$s\\b|\\b(?:in|on|of|all) (?:all )?%1$s(?=[.,;:)*]| only| others?\\b| and (?:a|raise)\\b)|\\b%1$s (?:real |generated )?(?:pairs|combinations|data sets|fits|networks|methods)\\b"
              .formatted(NUMBER));

  /** Counts of something else than results: what is asked for, or how something is computed. */
  private static final List<String> OTHERS =
      List.of("the same rule on four methods", "On Cora, 13 methods (all but");

  private static StoredResults field;
  private static final Map<String, List<String>> STATED = new LinkedHashMap<>();

  @BeforeAll
  static void derive() throws IOException {
    field = new StoredResults("field");
    extent();
    pairwise();
    published();
    watsAndTs();
    ridge();
    others();
  }

  private static void state(String page, String form, Object... values) {
    String text = String.format(Locale.ROOT, form, values);
    STATED.computeIfAbsent(page, key -> new ArrayList<>()).add(text);
  }

  private static void result(String form, Object... values) {
    state("docs/results.md", form, values);
  }

  @Test
  void countsWhatTheRecordsGive() throws IOException {
    for (Map.Entry<String, List<String>> page : STATED.entrySet()) {
      assertThat(text(page.getKey())).as(page.getKey()).contains(page.getValue());
    }
  }

  @Test
  void countsNothingElse() throws IOException {
    for (String page : PAGES) {
      String rest = text(page).replaceAll("(?s)```.*?```", " ").replaceAll(" \\|[^|]*(?=\\|)", " ");
      for (String stated : STATED.getOrDefault(page, List.of())) {
        rest = rest.replace(stated, " … ");
      }
      for (String other : OTHERS) {
        rest = rest.replace(other, " … ");
      }
      String left = rest;
      assertThat(COUNT.matcher(rest).results().map(found -> around(left, found.start())).toList())
          .as("counts in %s that no record is asked for", page)
          .isEmpty();
    }
  }

  private static String around(String text, int at) {
    return text.substring(Math.max(0, at - 60), Math.min(text.length(), at + 60));
  }

  private static String text(String page) throws IOException {
    return Files.readString(Shared.root().resolve(page)).replaceAll("\\s+", " ");
  }

  private static List<String> variants() {
    return field.table().variants().stream().map(Variant::label).toList();
  }

  private static String values(List<Pair> pairs, String form, ToDoubleFunction<Pair> value) {
    List<String> texts =
        pairs.stream()
            .map(pair -> String.format(Locale.ROOT, form, value.applyAsDouble(pair)))
            .toList();
    return StoredResults.list(texts);
  }

  private static String percents(List<Pair> pairs, String label, Metric metric, int decimals) {
    return values(pairs, "%." + decimals + "f", pair -> 100 * field.mean(pair, label, metric));
  }

  private static void extent() throws IOException {
    long methods = variants().stream().map(label -> label.split(" ")[0]).distinct().count() - 1;
    long twice = variants().size() - 1 - methods;
    List<String> real =
        field.table().datasets().stream().filter(name -> new Pair(name, "").isReal()).toList();
    int generated = field.table().datasets().size() - real.size();
    int runs = field.table().rows().get(0).runs();
    assertThat(field.table().rows()).allMatch(row -> row.runs() == runs);
    assertThat(field.table().models()).containsExactly("gcn", "gat", "gcnii");
    result(
        "%d methods, %s of them in two variants, and the uncalibrated network, on %s real and %s generated data sets",
        methods, word(twice), word(real.size()), word(generated));
    result(
        "each with GCN, GAT and GCNII: %d combinations, %d runs each", field.pairs().size(), runs);
    result(
        "on %s data sets and %s generated graphs | [field](results/field.md) | %d |",
        word(real.size()), word(generated), runs);
    result("`field` has %,d fits on %d networks", field.fits(), field.networks());
    state(
        "README.md", "all methods compared on %s data sets", word(field.table().datasets().size()));
    StoredResults paper = new StoredResults("paper");
    result(
        "%s methods and the uncalibrated network, GCN and GAT, protocol `paper` | [paper](results/paper.md) | %d |",
        word(paper.table().variants().size() - 1), paper.table().rows().get(0).runs());
    result("%d fits, %d networks", paper.fits(), paper.networks());
    for (String name : List.of("authors", "ridge", "preset", "sweep", "ablation")) {
      result(
          "| [%1$s](results/%1$s.md) | %2$d |",
          name, new StoredResults(name).table().rows().get(0).runs());
    }
    List<Pair> tolokers = field.pairs(pair -> pair.dataset().equals("tolokers"));
    result(
        "(%.1f to %.1f %%), so compare methods there by NLL",
        100
            * tolokers.stream()
                .mapToDouble(pair -> field.mean(pair, "uncalibrated", ACCURACY))
                .min()
                .orElseThrow(),
        100
            * tolokers.stream()
                .mapToDouble(pair -> field.mean(pair, "uncalibrated", ACCURACY))
                .max()
                .orElseThrow());
  }

  /** The pairs on which a method has the lower mean than each of some others. */
  private static List<Pair> belowAll(String one, Metric metric, String... others) {
    return field.pairs(
        pair ->
            List.of(others).stream().allMatch(other -> field.isBelow(pair, one, other, metric)));
  }

  private static List<Pair> except(List<Pair> pairs) {
    return field.pairs(pair -> !pairs.contains(pair));
  }

  private static void pairwise() {
    int all = field.pairs().size();
    assertThat(belowAll("ridge", NLL, "ts", "wats", "hots")).hasSize(all);
    result("**`ridge` has a lower mean NLL than TS, WATS and HoTS in all %d.**", all);
    state(
        "docs/guide.md",
        "in all %d combinations of data set and network that we tried, its NLL is lower than that of `ts`, `wats` and `hots`",
        all);
    List<Pair> free = field.lowest("ridge mode=free", NLL);
    result(
        "`mode=free` has the lowest of all methods in %d, all but those of %s.",
        free.size(), datasets(except(free)));
    assertThat(free)
        .containsAll(field.pairs(pair -> pair.dataset().equals("synthetic-heterophilous")));
    state("docs/guide.md", "**Heterophilous graphs**: `ridge --mode free` has the lowest NLL");
    List<Pair> ranked = belowAll("ridge", AURC, "ts", "wats", "hots");
    double[] above =
        except(ranked).stream()
            .mapToDouble(
                pair -> 100 * (field.mean(pair, "ridge", AURC) - field.mean(pair, "ts", AURC)))
            .sorted()
            .toArray();
    result(
        "**The AURC of `ridge` is lower than that of TS, WATS and HoTS in %d.** In the other %s, those of %s, it is %.1f to %.1f points above TS.",
        ranked.size(),
        word(above.length),
        datasets(except(ranked)),
        above[0],
        above[above.length - 1]);
    List<Pair> worse = field.significant("ridge", "ts", ECE, 1);
    result(
        "`ridge` is significantly higher on %s.",
        places(field.significant("ridge", "hots", ECE, 1)));
    result(
        "significantly higher than TS on %s: %s.",
        places(worse),
        StoredResults.list(
            worse.stream()
                .map(
                    pair ->
                        String.format(
                            Locale.ROOT,
                            "%.1f against %.1f %%",
                            100 * field.mean(pair, "ridge", ECE),
                            100 * field.mean(pair, "ts", ECE)))
                .toList()));
    result(
        "**HoTS has a lower NLL than TS in %d and a lower ECE than WATS in %d**, but a higher AURC than WATS in %d. As published (`variant=authors`) its NLL is higher than that of WATS without early stopping in %d.",
        field.below("hots", "ts", NLL).size(),
        field.below("hots", "wats", ECE).size(),
        field.below("wats", "hots", AURC).size(),
        field.below("wats early-stopping=none", "hots variant=authors", NLL).size());
    result(
        "**WATS has a lower AURC than TS in %d, but a lower NLL in %d only**, in %d without early stopping.",
        field.below("wats", "ts", AURC).size(),
        field.below("wats", "ts", NLL).size(),
        field.below("wats early-stopping=none", "ts", NLL).size());
    List<Pair> chance = field.pairs(pair -> pair.dataset().equals("synthetic-near-chance"));
    assertThat(field.below("uncalibrated", "wats", ECE)).containsAll(chance);
    result(
        "with GCN, GAT and GCNII %s %% (uncalibrated %s %%; without early stopping %s %%)",
        percents(chance, "wats", ECE, 1),
        percents(chance, "uncalibrated", ECE, 1),
        percents(chance, "wats early-stopping=none", ECE, 1));
    String first =
        field.table().ranks().get(NLL).stream()
            .filter(rank -> Methods.named(rank.variant().method()).scope() == Method.Scope.LOGITS)
            .min(Comparator.comparingDouble(ResultTable.Rank::rank))
            .orElseThrow()
            .variant()
            .label();
    result(
        "**`%s` has the best mean rank by NLL of the methods that use logits alone.** It is significantly below `ridge` on %s.",
        first, places(field.significant("sms", "ridge", NLL, -1)));
    state(
        "docs/guide.md",
        "**No graph**: `%s`. Of the methods that use logits alone it has the best mean rank by NLL",
        first);
  }

  private static void others() throws IOException {
    Pair computers = new Pair("computers", "gcn");
    List<Pair> tolokers = field.pairs(pair -> pair.dataset().equals("tolokers"));
    long place =
        tolokers.stream()
            .flatMap(
                pair ->
                    List.of("histogram", "isotonic").stream()
                        .map(
                            label ->
                                variants().stream()
                                    .filter(
                                        other ->
                                            field.mean(pair, other, ECE)
                                                <= field.mean(pair, label, ECE))
                                    .count()))
            .mapToLong(Long::longValue)
            .max()
            .orElseThrow();
    result(
        "**Histogram binning has a higher NLL than TS in %d** (Computers GCN: %.3f against %.3f), isotonic regression in %d. Their ECE is among the %s lowest of %d on Tolokers.",
        field.below("ts", "histogram", NLL).size(),
        field.mean(computers, "histogram", NLL),
        field.mean(computers, "ts", NLL),
        field.below("ts", "isotonic", NLL).size(),
        word(place),
        variants().size());
    List<Pair> gets = field.lowest("gets", NLL);
    assertThat(gets).containsExactly(new Pair("tolokers", "gcn"), new Pair("tolokers", "gat"));
    assertThat(gets)
        .filteredOn(pair -> field.sign(pair, "gets", "ridge", NLL) < 0)
        .containsExactly(gets.get(1));
    result(
        "**GETS has the lowest mean NLL on Tolokers with GCN and GAT** (%s, `ridge` %s; significant with GAT only). With a GCN its NLL is above that of TS on %s of %s data sets.",
        values(gets, "%.3f", pair -> field.mean(pair, "gets", NLL)),
        values(gets, "%.3f", pair -> field.mean(pair, "ridge", NLL)),
        word(field.below("ts", "gets", NLL).stream().filter(pair -> pair.isWith("gcn")).count()),
        word(field.table().datasets().size()));
    List<Pair> real = field.pairs(pair -> pair.isReal() && pair.isWith("gcnii"));
    ToDoubleFunction<Pair> lost =
        pair ->
            accuracy(new Pair(pair.dataset(), "gcn"), "uncalibrated")
                - accuracy(pair, "uncalibrated");
    assertThat(real).allMatch(pair -> lost.applyAsDouble(pair) > 0);
    List<Pair> most = real.stream().filter(pair -> lost.applyAsDouble(pair) > 5).toList();
    result(
        "is less accurate than a GCN on all %s real data sets**, by more than 5 points on %s: %s, where",
        word(real.size()),
        word(most.size()),
        most.stream()
            .map(
                pair ->
                    String.format(
                        Locale.ROOT,
                        "%s %.0f against %.0f %%",
                        StoredResults.dataset(pair.dataset()),
                        accuracy(pair, "uncalibrated"),
                        accuracy(new Pair(pair.dataset(), "gcn"), "uncalibrated")))
            .collect(Collectors.joining(", ")));
    result(
        "`ridge mode=free` raises these to %s %%.",
        values(most, "%.0f", pair -> accuracy(pair, "ridge mode=free")));
    StoredResults reddit = new StoredResults("generated-reddit");
    Pair only = reddit.pairs().get(0);
    result(
        "On `synthetic-reddit` TS leaves an ECE of %.0f points, WATS %.0f, `ridge` %.1f.",
        100 * reddit.mean(only, "ts", ECE),
        100 * reddit.mean(only, "wats", ECE),
        100 * reddit.mean(only, "ridge", ECE));
    result(
        "[generated-cora-full](results/generated-cora-full.md), [generated-reddit](results/generated-reddit.md) | %d, %d |",
        new StoredResults("generated-cora-full").table().rows().get(0).runs(),
        reddit.table().rows().get(0).runs());
    StoredResults ablation = new StoredResults("ablation");
    String wavelet = "wats features=wavelet";
    String degree = "wats features=degree";
    assertThat(ablation.pairs())
        .allMatch(
            pair ->
                ablation.sign(pair, degree, wavelet, ECE) == 0
                    && ablation.sign(pair, degree, wavelet, DEGREE_ECE) == 0);
    result(
        "Log-degree alone does as well as wavelets of it by either error on all %s data sets; by NLL wavelets are significantly better on %s.",
        word(ablation.pairs().size()), datasets(ablation.significant(degree, wavelet, NLL, 1)));
    StoredResults paper = new StoredResults("paper");
    List<Pair> photo = paper.pairs(pair -> pair.dataset().equals("photo"));
    result(
        "In one run on Photo the NLL of VS is %.2f with either backbone, where TS has %.2f on average.",
        paper.largest(photo.get(0), "vs", NLL), paper.mean(photo.get(0), "ts", NLL));
    assertThat(paper.largest(photo.get(1), "vs", NLL))
        .isCloseTo(paper.largest(photo.get(0), "vs", NLL), within(0.005));
  }

  private static double accuracy(Pair pair, String label) {
    return 100 * field.mean(pair, label, ACCURACY);
  }

  private static void published() throws IOException {
    StoredResults authors = new StoredResults("authors");
    List<String> far = new ArrayList<>();
    int count = 0;
    for (Pair pair : authors.pairs(one -> one.isWith("gcn"))) {
      for (String method : List.of("ts", "ets", "wats")) {
        double apart =
            authors.mean(pair, method, DEGREE_ECE)
                - authors.row(pair, method).paper().orElseThrow().mean();
        if (Math.abs(apart) > 0.004) {
          far.add(
              String.format(
                  Locale.ROOT,
                  "%s on %s %.1f",
                  Methods.title(method),
                  StoredResults.dataset(pair.dataset()),
                  -100 * apart));
        }
        count++;
      }
    }
    assertThat(far).containsExactly("TS on Photo 0.9", "ETS on Photo 1.0");
    result(
        "the degree-binned errors of TS, ETS and WATS with a GCN are within 0.4 points of the printed values on %d of %d; those of TS and ETS on Photo are 0.9 and 1.0 points lower.",
        count - far.size(), count);
    Pair pubmed = new Pair("pubmed", "gcn");
    result(
        "on Pubmed TS scores %.1f by it under `authors`, not %.2f.",
        100 * authors.mean(pubmed, "ts", ECE),
        100 * authors.row(pubmed, "ts").paper().orElseThrow().mean());
  }

  private static void watsAndTs() {
    List<Pair> gcn = field.pairs(pair -> pair.isReal() && pair.isWith("gcn"));
    List<Pair> helped = gcn.stream().filter(pair -> drop(pair) > 0.005).toList();
    assertThat(helped)
        .allMatch(
            pair ->
                field.sign(pair, "wats", "ts", DEGREE_ECE) < 0
                    && field.sign(pair, "wats", "ts", NLL) < 0);
    result(
        "On %s it lowers the degree-binned ECE against TS (%s) and the NLL, significantly; the ECE on %s.",
        datasets(helped),
        helped.stream()
            .map(
                pair ->
                    String.format(
                        Locale.ROOT,
                        "%.1f to %.1f",
                        100 * field.mean(pair, "ts", DEGREE_ECE),
                        100 * field.mean(pair, "wats", DEGREE_ECE)))
            .collect(Collectors.joining(", ")),
        datasets(gcn.stream().filter(pair -> field.sign(pair, "wats", "ts", ECE) < 0).toList()));
    List<Pair> rest = gcn.stream().filter(pair -> !helped.contains(pair)).toList();
    assertThat(rest).allMatch(pair -> Math.abs(drop(pair)) < 0.002);
    state(
        "README.md",
        "WATS lowers the degree-binned ECE on %s and changes it by less than 0.2 points on the other %s;",
        datasets(helped),
        word(rest.size()));
    Pair cora = new Pair("cora", "gcn");
    Pair citeseer = new Pair("citeseer", "gcn");
    assertThat(drop(cora)).isBetween(0.0, 0.001);
    assertThat(field.mean(cora, "ts", ECE) - field.mean(cora, "wats", ECE)).isBetween(0.0, 0.001);
    result(
        "On Cora it lowers both errors by less than 0.1 points; on Citeseer its NLL is higher by %.3f.",
        field.mean(citeseer, "wats", NLL) - field.mean(citeseer, "ts", NLL));
    List<Pair> gat =
        field.pairs(pair -> Plan.DATASETS.contains(pair.dataset()) && pair.isWith("gat"));
    for (Metric metric : List.of(NLL, ECE, DEGREE_ECE)) {
      assertThat(gat).noneMatch(pair -> field.sign(pair, "wats", "ts", metric) < 0);
    }
    result(
        "With a GAT it is not significantly better than TS by NLL or either error on any of the paper's %s data sets, and its NLL is significantly higher on %s.",
        word(gat.size()),
        datasets(gat.stream().filter(pair -> field.sign(pair, "wats", "ts", NLL) > 0).toList()));
  }

  private static double drop(Pair pair) {
    return field.mean(pair, "ts", DEGREE_ECE) - field.mean(pair, "wats", DEGREE_ECE);
  }

  private static void ridge() throws IOException {
    StoredResults own = new StoredResults("ridge");
    int all = own.pairs().size();
    int better = own.significant("ridge", "ts", ECE, -1).size();
    List<Pair> worse = own.significant("ridge", "ts", ECE, 1);
    assertThat(worse).containsExactly(new Pair("pubmed", "gat"));
    result(
        "Its ECE is significantly better than that of TS on %s of %s pairs, worse on %s (Pubmed GAT, %.2f against %.2f) and not significantly different on %s;",
        word(better),
        word(all),
        word(worse.size()),
        100 * own.mean(worse.get(0), "ridge", ECE),
        100 * own.mean(worse.get(0), "ts", ECE),
        word(all - better - worse.size()));
    Pair computers = new Pair("computers", "gat");
    assertThat(own.below("uncalibrated", "ridge mode=free", ACCURACY)).hasSize(all);
    result(
        "`mode=free` raises the accuracy on all %s (Computers GAT %.1f %% to %.1f %%).",
        word(all),
        100 * own.mean(computers, "uncalibrated", ACCURACY),
        100 * own.mean(computers, "ridge mode=free", ACCURACY));
    result("(20 runs, %s data sets, GCN and GAT)", word(own.table().datasets().size()));
    List<Pair> wats =
        own.below("wats", "ridge", ECE).stream().filter(pair -> pair.isWith("gcn")).toList();
    result(
        "On %s with a GCN, WATS has the lower ECE (%s against %s).",
        datasets(wats),
        values(wats, "%.2f", pair -> 100 * own.mean(pair, "wats", ECE)),
        values(wats, "%.2f", pair -> 100 * own.mean(pair, "ridge", ECE)));
    state("docs/ridge.md", "with a GCN on %s, that of WATS is lower", datasets(wats));
    String ignore = "ridge neighbor-labels=ignore";
    result(
        "Neighbors' labels lower the NLL on %s and raise the ECE on %s of the %s pairs.",
        word(own.below("ridge", ignore, NLL).size()),
        word(own.below(ignore, "ridge", ECE).size()),
        word(all));
    assertThat(own.below("ridge", "ts", NLL)).hasSize(all);
    assertThat(own.below("ridge", "ts", BRIER)).hasSize(all);
    state(
        "docs/ridge.md",
        "it lowers NLL and the Brier score compared with temperature scaling on all %s pairs of data set and backbone",
        word(all));
    List<String> shown = List.of("uncalibrated", "ts", "wats", "ridge");
    List<Pair> gcn = field.pairs(pair -> pair.isReal() && pair.isWith("gcn"));
    assertThat(gcn).allMatch(pair -> lowest(pair, shown, NLL).equals("ridge"));
    state(
        "README.md",
        "has the lowest NLL of these on all %s, and the lowest ECE on %s.",
        word(gcn.size()),
        word(gcn.stream().filter(pair -> lowest(pair, shown, ECE).equals("ridge")).count()));
  }

  private static String lowest(Pair pair, List<String> labels, Metric metric) {
    return labels.stream()
        .min(Comparator.comparingDouble(label -> field.mean(pair, label, metric)))
        .orElseThrow();
  }
}
