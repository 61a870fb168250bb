package io.github.wats.experiment;

import static io.github.wats.experiment.StoredResults.word;
import static io.github.wats.metrics.Metric.ACCURACY;
import static io.github.wats.metrics.Metric.AURC;
import static io.github.wats.metrics.Metric.BRIER;
import static io.github.wats.metrics.Metric.DEGREE_ECE;
import static io.github.wats.metrics.Metric.ECE;
import static io.github.wats.metrics.Metric.NLL;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.experiment.ResultTable.Block;
import io.github.wats.experiment.StoredResults.Pairs;
import io.github.wats.metrics.Metric;
import io.github.wats.testing.Shared;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What the docs count is what the committed records give: each statement is written here with holes
 * and must stand in its page with the computed values. No other sentence of these pages counts.
 */
class StatedCountsTest {
  private static final String README = "README.md";
  private static final String RESULTS = "docs/results.md";
  private static final String COMMANDS = "docs/results/commands.md";
  private static final String GUIDE = "docs/guide.md";
  private static final String RIDGE = "docs/ridge.md";
  private static final List<String> OTHER_PAGES =
      List.of(
          "docs/compare.md",
          "docs/concepts.md",
          "docs/faq.md",
          "docs/index.md",
          "docs/when-not.md",
          "docs/which-wats.md");

  private static final String NUMBER =
      "(?:\\d[\\d,]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|none)";

  /** Such as "13 of 15", "all ten pairs", "lower in 24." and "27 combinations". */
  private static final Pattern COUNT =
      Pattern.compile(
          "\\b%1$s of (?:the )?%1$s\\b|\\b(?:in|on|of|all) (?:all )?%1$s(?=[.,;:)*]| only| others?\\b| and (?:a|raise)\\b)|\\b%1$s (?:real |generated )?(?:pairs|combinations|data sets|fits|networks|methods)\\b"
              .formatted(NUMBER));

  /**
   * Counts of other things, of held-out runs that {@code shared/pool.md} has, or checked by another
   * test (DemoCommandTest, PeerAgreementTest).
   */
  private static final List<String> OTHERS =
      List.of(
          "with an ECE of 22.0 %; after auto, the ECE is 1.5 %",
          "21 of 63 held-out runs of `auto`",
          "21 of 63 held-out runs (`ridge`: 24)",
          "accuracy in nine.",
          "On Cora, 13 methods (all but",
          "111 of 112 under `authors`",
          "six data sets with GCN and GAT",
          "with an ECE of 22.0 %; after auto, the ECE is 1.5 %");

  private static final Map<String, List<String>> STATED = new LinkedHashMap<>();

  /** Without prior and class weights: the form of the method that all combinations have. */
  private static final String PLAIN = "ridge:temperature-prior=0.0:class-weights=off";

  private static StoredResults field;

  @BeforeAll
  static void derive() throws IOException {
    field = new StoredResults("field");
    extent();
    everyMethod();
    ridge();
    watsAndTs();
    publishedValues();
    fewNodes();
    otherProtocol();
    state(RESULTS, "Twitch, %d pairs of countries)", new TransferPage().pairs());
  }

  private static void fewNodes() throws IOException {
    FewNodes few = new FewNodes();
    state(RESULTS, "| [few](results/few.md) | %d |", few.runs());
    List<Object> values = new ArrayList<>();
    values.add(few.differences("auto", "", NLL).size());
    for (String method : List.of("auto", "ridge", "ridge, no prior", "ts")) {
      values.add(100 * FewNodes.worse(few.differences(method, "50", NLL)));
      values.add(FewNodes.worst(few.differences(method, "50", NLL)));
    }
    state(
        RESULTS,
        "%d networks). `auto` does the least harm at every number of nodes: with 50 of them %.0f %% of its fits have a higher NLL than no calibration, by at most %.3f"
            + " (`ridge` %.0f %%, %.3f; `ridge` without a prior %.0f %%, %.3f; TS %.0f %%, %.3f).",
        values.toArray());
    assertThat(FewNodes.SIZES)
        .allMatch(size -> few.harm("auto", size) <= few.harm("ridge", size))
        .allMatch(size -> few.harm("auto", size) <= few.harm("ts", size));
    state(
        RESULTS,
        "With 20 nodes of each class TS raises the ECE by up to %.0f points, `auto` and `ridge` by %.0f. Neither never harms, and with 30 nodes the ECE of `auto` is above that of no calibration in %.0f %%.",
        100 * FewNodes.worst(few.differences("ts", "20-per-class", ECE)),
        100 * FewNodes.worst(few.differences("auto", "20-per-class", ECE)),
        100 * FewNodes.worse(few.differences("auto", "30", ECE)));
  }

  private static void otherProtocol() throws IOException {
    StoredResults gats = new StoredResults("gats");
    Pairs all = gats.pairs();
    for (String method : List.of("ridge", "auto")) {
      state(
          RESULTS,
          "`%s` has a lower NLL than TS in %s, than GATS in %s and than WATS in %s of %s combinations, a lower ECE in %s, %s and %s",
          method,
          gats.lower(method, NLL, "ts"),
          gats.lower(method, NLL, "gats"),
          gats.lower(method, NLL, "wats"),
          all,
          gats.lower(method, ECE, "ts"),
          gats.lower(method, ECE, "gats"),
          gats.lower(method, ECE, "wats"));
    }
  }

  private static void state(String page, String form, Object... values) {
    String text = String.format(Locale.ROOT, form, values);
    STATED.computeIfAbsent(page, key -> new ArrayList<>()).add(text);
  }

  private static void extent() throws IOException {
    for (String name :
        List.of("paper", "authors", "ridge", "field", "preset", "sweep", "ablation")) {
      state(RESULTS, "| [%1$s](results/%1$s.md) | %2$s |", name, new StoredResults(name).runs());
    }
    StoredResults paper = new StoredResults("paper");
    state(RESULTS, "%s methods and the uncalibrated", word(paper.table.variants().size() - 1));
    state(COMMANDS, "%d fits, %d networks", paper.records.size(), networks(paper));
    StoredResults reddit = new StoredResults("generated-reddit");
    String coraFull = new StoredResults("generated-cora-full").runs();
    state(RESULTS, "(results/generated-reddit.md) | %s, %s |", coraFull, reddit.runs());
    Pairs one = reddit.pairs();
    state(
        RESULTS,
        "TS leaves an ECE of %.0f points, WATS %.0f, `ridge` %.1f",
        100 * reddit.mean(one, "ts", ECE),
        100 * reddit.mean(one, "wats", ECE),
        100 * reddit.mean(one, "ridge", ECE));
  }

  private static long networks(StoredResults stored) {
    return stored.records.stream().map(record -> record.key().task()).distinct().count();
  }

  private static void everyMethod() {
    Pairs all = field.pairs();
    String real = word(all.real().with("gcn").list().size());
    String generated = all.except(all.real()).with("gcn").toString();
    List<Variant> variants = field.table.variants();
    long methods = variants.stream().map(Variant::method).distinct().count() - 1;
    state(RESULTS, "on %s data sets and %s generated graphs", real, generated);
    state(
        RESULTS,
        "%d methods, %s of them in two variants, and the uncalibrated network, on %s real and %s generated data sets",
        methods,
        word(variants.size() - 1 - methods),
        real,
        generated);
    state(RESULTS, "GCN, GAT and GCNII: %s combinations, %s runs each", all, field.runs());
    state(COMMANDS, "%,d fits on %d networks", field.records.size(), networks(field));
    state(README, "all methods compared on %s data sets", all.with("gcn"));
    Block cora = new Block("cora", "gcn");
    for (String page : List.of(README, "docs/index.md")) {
      state(
          page,
          "on Cora a GCN is right on %.0f %% of the test nodes, but its ECE, the mean distance between confidence and accuracy, is %.1f %%.",
          100 * field.mean(cora, "uncalibrated", ACCURACY),
          100 * field.mean(cora, "uncalibrated", ECE));
      state(page, "the ECE is %.1f %% after `auto`", 100 * field.mean(cora, "auto", ECE));
    }

    defaults();
    assertThat(field.lower(PLAIN, NLL, "ts", "wats", "hots")).isEqualTo(all);
    Pairs lowest = all.and(pair -> field.best(pair, NLL).matches("(ridge(?!-temperature)|auto).*"));
    state(
        RESULTS,
        "Without a prior, `ridge` has a lower one than the first three. One of these has the lowest NLL of all methods in %s, all but those of %s.",
        lowest,
        all.except(lowest).places());
    assertThat(lowest.list()).containsAll(field.on("synthetic-heterophilous").list());
    state(GUIDE, "**Heterophilous graphs**: `ridge` had the lowest NLL");
    state(
        RESULTS,
        "The ECE of `ridge` is significantly higher than that of TS on %s, and than that of HoTS on %s.",
        field.clearlyHigher("ridge", ECE, "ts").places(),
        field.clearlyHigher("ridge", ECE, "hots").places());
    state(
        RESULTS,
        "a lower NLL than TS in %s and a lower ECE than WATS in %s**, but a higher AURC than WATS in %s.",
        field.lower("hots", NLL, "ts"),
        field.lower("hots", ECE, "wats"),
        field.lower("wats", AURC, "hots"));
    state(
        RESULTS,
        "its NLL is higher than that of WATS without early stopping in %s.",
        field.lower("wats:early-stopping=none", NLL, "hots:variant=authors"));
    state(
        RESULTS,
        "**WATS has a lower AURC than TS in %s, but a lower NLL in %s only**, in %s without early stopping.",
        field.lower("wats", AURC, "ts"),
        field.lower("wats", NLL, "ts"),
        field.lower("wats:early-stopping=none", NLL, "ts"));
    state(
        RESULTS,
        "its ECE is higher than without calibration on %s.",
        field.lower("uncalibrated", ECE, "wats").places());
    String first =
        field.table.ranks(NLL).means().entrySet().stream()
            .filter(rank -> Methods.named(rank.getKey().method()).scope() == Method.Scope.LOGITS)
            .min(Map.Entry.comparingByValue())
            .orElseThrow()
            .getKey()
            .label();
    state(RESULTS, "**`%s` has the best mean rank by NLL of the methods that use logits", first);
    state(GUIDE, "`%s`. Of the methods that use logits alone it has the best mean rank", first);
    state(
        RESULTS,
        "**Histogram binning has a higher NLL than TS in %s**, isotonic regression in %s.",
        field.lower("ts", NLL, "histogram"),
        field.lower("ts", NLL, "isotonic"));
    state(
        RESULTS,
        "**GETS has the lowest mean NLL on %s**. With a GCN its NLL is above that of TS on %s of %s data sets.",
        field.lowest("gets", NLL).places(),
        field.lower("ts", NLL, "gets").with("gcn"),
        all.with("gcn"));
    Pairs deep = all.real().with("gcnii");
    assertThat(deep.and(pair -> lost(pair) > 0)).isEqualTo(deep);
    state(
        RESULTS,
        "less accurate than a GCN on all %s real data sets**, by more than 5 points on %s,",
        deep,
        deep.and(pair -> lost(pair) > 0.05).datasets());
  }

  /** {@code ridge} and {@code auto} as they are by default, on real data. */
  private static void defaults() {
    Pairs all = field.pairs();
    Pairs real = all.real().and(pair -> !pair.model().equals("gcnii"));
    for (String method : List.of("ridge", "auto")) {
      assertThat(field.lower(method, NLL, "ts", "wats", "hots", "sms")).isEqualTo(all);
      for (Metric metric : List.of(BRIER, AURC)) {
        assertThat(field.lower(method, metric, "ts", "wats", "hots").list())
            .containsAll(real.list());
      }
      assertThat(field.lower("uncalibrated", ACCURACY, method).list()).containsAll(real.list());
    }
    state(
        RESULTS,
        "in all %s combinations both have a lower mean NLL than TS, WATS, HoTS and SMS; in the %s of real data with GCN and GAT also a lower Brier score and AURC than TS, WATS and HoTS, and a higher accuracy than the network.",
        all,
        real);
    state(GUIDE, "in all %s combinations of data set and network that we tried its NLL", all);
    state(
        RESULTS,
        "its mean NLL is above that of `ridge` in %s, by at most %.3f, and below it in %s, by at most %.3f; its ECE is lower in %s, its AURC in %s.",
        field.lower("ridge", NLL, "auto"),
        most(all, "auto", "ridge"),
        field.lower("auto", NLL, "ridge"),
        most(all, "ridge", "auto"),
        field.lower("auto", ECE, "ridge"),
        field.lower("auto", AURC, "ridge"));
    state(
        RESULTS,
        "The ECE of `auto` is above that of TS on %s, that of `ridge` on %s; significantly below it they are on %s and %s of the %s combinations.",
        field.lower("ts", ECE, "auto").places(),
        field.lower("ts", ECE, "ridge").places(),
        field.clearlyLower("auto", ECE, "ts"),
        field.clearlyLower("ridge", ECE, "ts"),
        all);
    Pairs ranked = field.lower("ts", AURC, "ridge");
    assertThat(field.lower("ts", AURC, "auto")).isEqualTo(ranked);
    state(RESULTS, "Their AURC is above that of TS on %s.", ranked.places());
  }

  /** By how much the NLL of the first is above that of the second at most. */
  private static double most(Pairs pairs, String one, String other) {
    return pairs.list().stream()
        .mapToDouble(pair -> field.mean(pair, one, NLL) - field.mean(pair, other, NLL))
        .max()
        .orElseThrow();
  }

  private static double lost(Block pair) {
    return field.mean(new Block(pair.dataset(), "gcn"), "ts", ACCURACY)
        - field.mean(pair, "ts", ACCURACY);
  }

  private static void ridge() throws IOException {
    StoredResults own = new StoredResults("ridge");
    Pairs all = own.pairs();
    String ignored = "ridge:neighbor-labels=ignore:temperature-prior=0.0:class-weights=off";
    state(RESULTS, "; 20 runs, %s data sets, GCN and GAT, no prior)", all.with("gcn"));
    state(
        RESULTS,
        "lower the NLL of `ridge` on %s and raise its ECE on %s of the %s pairs.",
        own.lower(PLAIN, NLL, ignored),
        own.lower(ignored, ECE, PLAIN),
        all);
    String kept = PLAIN.replace("ridge:", "ridge:mode=keep-class:");
    state(
        RESULTS,
        "Keeping the class raises its NLL on %s and its ECE on %s.",
        own.lower(PLAIN, NLL, kept),
        own.lower(PLAIN, ECE, kept));
    Pairs gcn = field.having("ridge").real().with("gcn");
    String lower = gcn.and(field.lower("wats", ECE, "ridge").list()::contains).datasets();
    state(RIDGE, "with a GCN on %s, that of WATS is lower", lower);
    StoredResults ablation = new StoredResults("ablation");
    String wavelet = "wats:features=wavelet";
    String degree = "wats:features=degree";
    for (Metric metric : List.of(ECE, DEGREE_ECE)) {
      assertThat(ablation.clearlyHigher(degree, metric, wavelet).list()).isEmpty();
    }
    state(
        RESULTS,
        "Log-degree alone does as well as wavelets of it by either error on all %s data sets; by NLL wavelets are significantly better on %s.",
        ablation.pairs(),
        ablation.clearlyHigher(degree, NLL, wavelet).datasets());
  }

  private static void watsAndTs() {
    Pairs gcn = field.pairs().real().with("gcn");
    Pairs helped =
        gcn.and(field.clearlyLower("wats", DEGREE_ECE, "ts").list()::contains)
            .and(field.clearlyLower("wats", NLL, "ts").list()::contains);
    Pairs rest = gcn.except(helped);
    state(
        RESULTS,
        "On %s it lowers the degree-binned ECE against TS and the NLL, significantly; the ECE on %s.",
        helped.datasets(),
        gcn.and(field.clearlyLower("wats", ECE, "ts").list()::contains).datasets());
    assertThat(rest.list())
        .allMatch(
            pair ->
                Math.abs(field.mean(pair, "ts", DEGREE_ECE) - field.mean(pair, "wats", DEGREE_ECE))
                    < 0.002);
    state(
        README,
        "`wats` lowers the degree-binned ECE on %s and changes it by less than 0.2 points on the other %s;",
        helped.datasets(),
        rest);
    Pairs gat = field.on(Plan.DATASETS.toArray(String[]::new)).with("gat");
    for (Metric metric : List.of(NLL, ECE, DEGREE_ECE)) {
      assertThat(gat.except(field.clearlyLower("wats", metric, "ts"))).isEqualTo(gat);
    }
    state(
        RESULTS,
        "With a GAT it is not significantly better than TS by NLL or either error on any of the paper's %s data sets, and its NLL is significantly higher on %s.",
        gat,
        gat.and(field.clearlyHigher("wats", NLL, "ts").list()::contains).datasets());
    String[] others = {"uncalibrated", "ts", "wats"};
    assertThat(field.lower("ridge", NLL, others).list()).containsAll(gcn.list());
    assertThat(field.lower("auto", NLL, others).list()).containsAll(gcn.list());
    state(
        README,
        "have a lower NLL than the others shown on all %s, and `auto` the lowest ECE of these on %s.",
        gcn,
        gcn.and(field.lower("auto", ECE, "uncalibrated", "ts", "wats", "ridge").list()::contains));
  }

  private static void publishedValues() throws IOException {
    StoredResults authors = new StoredResults("authors");
    int count = 0;
    List<String> far = new ArrayList<>();
    for (Block pair : authors.pairs().with("gcn").list()) {
      for (String method : List.of("ts", "ets", "wats")) {
        double printed = authors.row(pair, method).paper().orElseThrow().mean();
        double lower = printed - authors.mean(pair, method, DEGREE_ECE);
        count++;
        if (Math.abs(lower) > 0.004) {
          far.add(String.format(Locale.ROOT, "%s %s %.1f", method, pair.dataset(), 100 * lower));
        }
      }
    }
    assertThat(far).containsExactly("ts photo 0.9", "ets photo 1.0");
    state(
        RESULTS,
        "within 0.4 points of the printed values on %s of %d; those of TS and ETS on Photo are 0.9 and 1.0 points lower.",
        count - far.size(),
        count);
  }

  @Test
  void countsWhatTheRecordsGive() throws IOException {
    for (Map.Entry<String, List<String>> page : STATED.entrySet()) {
      String text = text(page.getKey(), "$^");
      assertThat(page.getValue())
          .as(page.getKey())
          .allSatisfy(one -> assertThat(text.contains(one)).as(one).isTrue());
    }
  }

  @Test
  void countsNothingElse() throws IOException {
    List<String> pages = new ArrayList<>(STATED.keySet());
    pages.addAll(OTHER_PAGES);
    for (String page : pages) {
      String rest = text(page, "(?s:```.*?```)|(?m)^\\|.*"); // tables are generated
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

  private static String text(String page, String without) throws IOException {
    String all = Files.readString(Shared.root().resolve(page));
    return all.replaceAll(without, " ").replaceAll("\\s+", " ");
  }
}
