package io.github.wats.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.report.Section.Block;
import io.github.wats.report.figure.CoverageFigure;
import io.github.wats.report.figure.DataTable;
import io.github.wats.report.figure.Figure;
import io.github.wats.report.figure.ReliabilityFigure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Pages about calibrations as a reader sees them. */
class BrowserTest extends PagesInBrowser {
  private static final List<String> NAMES =
      List.of("17", "<b>Dr. \"Evil\"</b> & sons", "a-name-without-any-space-".repeat(4));

  @Test
  void showsEveryKindOfFigure() throws IOException {
    List<Block> blocks = new ArrayList<>();
    Samples.everyFigure().forEach(figure -> blocks.add(new Block.Picture(figure)));
    Page page =
        new Page(
            "Every figure",
            "Every figure",
            List.of("One of each kind."),
            List.of(new Section("figures", "Figures", blocks)));
    PageChecks.check(browser, write("figures", page), "figures");
  }

  @Test
  void showsACalibrationOfManyClassesAndLongNames() throws IOException {
    CalibrationReport report = Samples.calibration(3000, 70);
    CalibrationReport longNames =
        new CalibrationReport(
            "a/folder/whose/name/is/very-very-very-long-and-has-no-space-in-it-anywhere-at-all.npz",
            "the network of <b>Dr. \"Evil\"</b> & sons",
            report.advice(),
            report.change(),
            report.sides(),
            report.fit(),
            report.temperatures(),
            Optional.of(Samples.changedByShares(NAMES)),
            report.provenance());
    PageChecks.check(browser, write("classes70", longNames.page()), "classes70");
  }

  @Test
  void showsTwoClassesAndOneSide() throws IOException {
    Page page =
        new CalibrationReport(
                "run.npz",
                "the network",
                Optional.empty(),
                Optional.empty(),
                List.of(Samples.measured("as given", 120, 2, 0.1)),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                new Provenance("wats evaluate run.npz", Map.of("version", "0.1.0")))
            .page();
    PageChecks.check(browser, write("classes2", page), "classes2");
  }

  @Test
  void fitsTheTableOfMetricsIntoTheText() throws IOException {
    browser.show(write("metrics", Samples.calibration(600, 4).page()), 1400, false);
    Object beyond =
        browser.ask(
            """
            const right = e => document.querySelector(e).getBoundingClientRect().right;
            return right('#numbers table') - right('#numbers h2') > 1;\
            """);
    assertThat(beyond).as("the table is wider than the text").isEqualTo(false);
    assertThat((String) browser.ask("document.querySelector('#numbers').innerText"))
        .as("a noise floor of each error of binned gaps")
        .containsPattern(
            "Equal-mass ECE\\t[^\\t]+\\t[^\\t]+\\t[^\\t]+\\t\\t\\d\\.\\d\\d\u00a0%\\t");
  }

  @Test
  void hidesAndShowsASeries() throws IOException {
    browser.show(write("toggles", Samples.calibration(600, 4).page()), 1400, false);
    String visible =
        "getComputedStyle(document.querySelector('#figure-coverage svg.wide"
            + " g[data-series=side0]')).display";
    String press = "document.querySelector('#figure-coverage .toggles button').click()";
    assertThat(browser.ask(visible)).isEqualTo("inline");
    browser.ask(press);
    assertThat(browser.ask(visible)).isEqualTo("none");
    browser.ask(press);
    assertThat(browser.ask(visible)).isEqualTo("inline");
  }

  @Test
  void showsATipBesideThePointer() throws IOException {
    browser.show(write("tips", Samples.calibration(600, 4).page()), 1400, false);
    Object tip =
        browser.ask(
            """
            const mark = document.querySelector('#figure-reliability svg.wide [data-tip]');
            mark.dispatchEvent(new PointerEvent('pointermove', {bubbles: true, clientX: 300, clientY: 300}));
            return document.querySelector('.tip').textContent;\
            """);
    assertThat((String) tip).startsWith("Before, confidence ").contains(", accuracy ");
  }

  @Test
  void readsTipsByTheArrowKeys() throws IOException {
    browser.show(write("keys", Samples.calibration(600, 4).page()), 1400, false);
    Object tip =
        browser.ask(
            """
            const svg = document.querySelector('#figure-coverage svg.wide');
            svg.focus();
            for (let i = 0; i < 2; i++) svg.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight'}));
            return document.activeElement === svg && document.querySelector('.tip').textContent;\
            """);
    assertThat((String) tip).startsWith("Before: accuracy ").contains("most confident 20.0");
  }

  @Test
  void sortsATableByAColumn() throws IOException {
    browser.show(write("sorted", Samples.calibration(600, 4).page()), 1400, false);
    String rows =
        """
        document.querySelectorAll('#figure-reliability th button')[5].click();
        return [...document.querySelectorAll('#figure-reliability tbody tr')].map(row => Number(row.cells[5].textContent));\
        """;
    List<?> rising = (List<?>) browser.ask(rows);
    assertThat(rising).hasSizeGreaterThan(10);
    List<Long> sorted = rising.stream().map(value -> ((Number) value).longValue()).toList();
    assertThat(sorted).isSorted();
    List<?> falling = (List<?>) browser.ask(rows);
    assertThat(((Number) falling.get(0)).longValue()).isEqualTo(sorted.get(sorted.size() - 1));
  }

  @Test
  void savesATableAsCsvWithNumbersForPrograms() throws IOException {
    DataTable table =
        new DataTable.Builder("a \"b\"", "c, d")
            .row("−1,234.5", "20.3\u00a0%")
            .row("=1+1", "–")
            .row("0.1 … 0.2", "+3")
            .build();
    Section section = new Section("a", "A", List.of(new Block.Grid(table)));
    browser.show(
        write("csv", new Page("Csv", "Csv", List.of("One."), List.of(section))), 1400, false);
    assertThat(
            browser.ask(
                "decodeURIComponent(document.querySelector('a.csv').href).replace(/\\r\\n/g, '|')"))
        .isEqualTo(
            "data:text/csv;charset=utf-8,\"a \"\"b\"\"\",\"c, d\"|-1234.5,20.3%|'=1+1,|0.1 …"
                + " 0.2,+3|");
  }

  @Test
  void choosesAndSlidesWithoutAndWithTheScript() throws IOException {
    Figure curve = CoverageFigure.of(Samples.sides(600, 4));
    Map<String, List<Block>> options = new LinkedHashMap<>();
    options.put("first", List.of(new Block.Slider(curve, 3)));
    options.put("second", List.of(new Block.Paragraph("the second")));
    Section section = new Section("a", "A", List.of(new Block.Choice("pick", "Pick", options)));
    Page page = new Page("Choice", "Choice", List.of("One."), List.of(section));
    assertThat(page.figures()).containsExactly(curve);
    Path silent = folder.resolve("silent-choice.html");
    Files.writeString(silent, page.html().replaceAll("(?s)<script>.*</script>", ""));
    browser.show(silent, 1400, false);
    assertThat((String) browser.ask("document.querySelector('main').innerText"))
        .contains("most confident half")
        .doesNotContain("the second");
    assertThat(
            (String)
                browser.ask(
                    "document.querySelectorAll('label')[1].click(); return"
                        + " document.querySelector('main').innerText"))
        .contains("the second")
        .doesNotContain("most confident half");
    browser.show(write("choice", page), 1400, false);
    assertThat((String) browser.ask("document.querySelector('output').textContent"))
        .startsWith("Most confident 40\u00a0% · Accuracy before ");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void changesThePaperByAButton() throws IOException {
    browser.show(write("theme", Samples.calibration(600, 4).page()), 1400, false);
    String paper = "getComputedStyle(document.body).backgroundColor";
    Object light = browser.ask(paper);
    browser.ask("document.querySelector('button.theme').click()");
    assertThat(browser.ask(paper)).isNotEqualTo(light).isEqualTo("rgb(18, 22, 27)");
  }

  @Test
  void saysEverythingWithoutTheScript() throws IOException {
    String html = Samples.calibration(600, 4).page().html();
    Path page = folder.resolve("silent.html");
    Files.writeString(page, html.replaceAll("(?s)<script>.*</script>", ""));
    browser.show(page, 1400, false);
    assertThat(browser.ask("document.querySelectorAll('figure svg.wide').length")).isEqualTo(5L);
    assertThat((String) browser.ask("document.body.innerText"))
        .contains("How to read this")
        .contains(ReliabilityFigure.of(Samples.sides(600, 4)).title());
    assertThat(browser.ask("document.querySelectorAll('button').length")).isEqualTo(0L);
  }
}
