package io.github.wats.report.scene;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.report.scene.Mark.Anchor;
import io.github.wats.report.scene.Mark.Font;
import io.github.wats.report.scene.Mark.Shape;
import java.util.HashMap;
import org.junit.jupiter.api.Test;

/** A scene as SVG. */
class SvgTest {
  private static final Scene SCENE =
      new Canvas()
          .box(10, 10, 20, 20, Fill.of(Ink.BEFORE), "a \"tip\" & more")
          .line(0, 50, 100, 50, new Stroke(Ink.AXIS, 2, Stroke.Dash.DASHED))
          .dot(new Point(70, 20), 8, Shape.CIRCLE, Ink.AFTER, "")
          .text(5, 90, "<b>1 %</b>", Font.PLAIN, Anchor.START, Ink.TEXT)
          .scene(100, 100);

  @Test
  void writesColorsAsRolesInAPageAndAsValuesInAFile() {
    assertThat(Svg.inline(SCENE, "alt", "wide", new HashMap<>()))
        .contains("f-before")
        .doesNotContain("#d55e00");
    assertThat(Svg.file(SCENE, "title", "words")).contains("fill=\"#d55e00\"");
  }

  @Test
  void escapesTextAndTips() {
    String svg = Svg.inline(SCENE, "a \"quote\"", "wide", new HashMap<>());
    assertThat(svg)
        .contains("&lt;b&gt;1 %&lt;/b&gt;")
        .contains("<title>a &quot;tip&quot; &amp; more</title>")
        .contains("aria-label=\"a &quot;quote&quot;\"");
  }

  @Test
  void replacesWhatXmlForbids() {
    assertThat(Escape.text("a\u0000b\ud800c\u0085")).isEqualTo("a\ufffdb\ufffdc\ufffd");
    assertThat(Escape.text("日本 😀 é")).isEqualTo("日本 😀 é");
  }

  @Test
  void drawsEveryMarkWhereItBelongs() {
    assertThat(Svg.file(SCENE, "title", "words"))
        .contains("<rect x=\"10\" y=\"10\" width=\"20\" height=\"20\" fill=\"#d55e00\">")
        .contains("<polyline points=\"0,50 100,50\"")
        .contains("stroke-width=\"2\" stroke-dasharray=\"6 4\"")
        .contains("<circle cx=\"70\" cy=\"20\" r=\"8\"")
        .contains("<text x=\"5\" y=\"90\" font-size=\"12\"");
  }

  @Test
  void measuresTextByTheWidthsOfItsLetters() {
    assertThat(TextWidth.of("!", new Font(1000, false))).isEqualTo(360);
    assertThat(TextWidth.of("!!", new Font(1000, true))).isEqualTo(2 * 410);
    assertThat(TextWidth.of("語", Font.PLAIN)).as("not in the table").isEqualTo(7.2);
  }

  @Test
  void shortensTextThatDoesNotFit() {
    String text = Font.PLAIN.shortened("degree+clustering+betweenness", 100);
    assertThat(text).startsWith("degree+cl").endsWith("…");
    assertThat(Font.PLAIN.width(text)).isLessThanOrEqualTo(100);
    assertThat(Font.PLAIN.shortened("short", 100)).isEqualTo("short");
  }

  @Test
  void aPageHoldsEqualPanelsOnceAndAFileHasNoReferences() {
    Canvas panel = new Canvas().box(1, 2, 3, 4, Fill.of(Ink.AFTER), "");
    Scene twice =
        new Canvas().panel(new Point(0, 0), panel).panel(new Point(50, 0), panel).scene(100, 60);
    assertThat(Svg.inline(twice, "alt", "wide", new HashMap<>()))
        .containsOnlyOnce("<rect")
        .contains("<g id=\"panel0\">", "<use href=\"#panel0\" x=\"50\" y=\"0\"/>");
    assertThat(Svg.file(twice, "title", "words")).doesNotContain("<use", " id=");
  }
}
