package io.github.wats.report.scene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.report.scene.Mark.Anchor;
import io.github.wats.report.scene.Mark.Font;
import io.github.wats.report.scene.Mark.Shape;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/** The same scene as SVG and as PNG. */
class BackEndsTest {
  private static final Scene SCENE =
      new Canvas()
          .box(10, 10, 20, 20, Fill.of(Ink.BEFORE), "a \"tip\" & more")
          .line(0, 50, 100, 50, new Stroke(Ink.AXIS, 2, Stroke.Dash.DASHED))
          .dot(new Point(70, 20), 8, Shape.CIRCLE, Ink.AFTER, "")
          .text(5, 90, "<b>1 %</b>", Font.PLAIN, Anchor.START, Ink.TEXT)
          .scene(100, 100);

  @Test
  void writesColorsAsRolesInAPageAndAsValuesInAFile() {
    assertThat(Svg.inline(SCENE, "alt", "wide")).contains("f-before").doesNotContain("#d55e00");
    assertThat(Svg.file(SCENE, "title", "words")).contains("fill=\"#d55e00\"");
  }

  @Test
  void escapesTextAndTips() {
    String svg = Svg.inline(SCENE, "a \"quote\"", "wide");
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
  void drawsEveryMarkWhereItBelongs() throws IOException {
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(Png.of(SCENE, 2)));
    assertThat(image.getWidth()).isEqualTo(200);
    assertThat(hex(image, 40, 40)).isEqualTo(Ink.BEFORE.light());
    assertThat(hex(image, 140, 40)).isEqualTo(Ink.AFTER.light());
    assertThat(hex(image, 2, 100)).isEqualTo(Ink.AXIS.light());
    assertThat(hex(image, 16, 100)).as("a gap between dashes").isEqualTo(Ink.PAPER.light());
    assertThat(darkPixels(image, 150, 200)).as("letters").isBetween(100, 2000);
  }

  @Test
  void drawsTheSameBytesTwice() {
    assertThat(Png.of(SCENE, 2)).isEqualTo(Png.of(SCENE, 2));
  }

  /** No class of the font system may be touched: it fails where no fonts are installed. */
  @Test
  void drawsLettersWithoutAFontOfTheMachine() throws IOException {
    Scene word =
        new Canvas().text(5, 30, "WATS", Font.STRONG, Anchor.START, Ink.TEXT).scene(60, 40);
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(Png.of(word, 1)));
    assertThat(darkPixels(image, 0, 40)).isGreaterThan(60);
    assertThat(Glyphs.outline("WATS", Font.STRONG).getBounds2D().getWidth())
        .isBetween(30.0, Glyphs.width("WATS", Font.STRONG));
  }

  @Test
  void drawsABoxForACharacterItDoesNotHave() {
    assertThat(Glyphs.width("語", Font.PLAIN)).isEqualTo(7.2);
    assertThat(Glyphs.outline("語", Font.PLAIN).getBounds2D().isEmpty()).isFalse();
  }

  @Test
  void shortensTextThatDoesNotFit() {
    String text = Font.PLAIN.shortened("degree+clustering+betweenness", 100);
    assertThat(text).startsWith("degree+cl").endsWith("…");
    assertThat(Font.PLAIN.width(text)).isLessThanOrEqualTo(100);
    assertThat(Font.PLAIN.shortened("short", 100)).isEqualTo("short");
  }

  @Test
  void refusesAnImpossibleScale() {
    assertThatThrownBy(() -> Png.of(SCENE, 0))
        .hasMessage("scale must be above 0 and at most 16, got 0.0");
  }

  private static String hex(BufferedImage image, int x, int y) {
    return String.format("#%06x", image.getRGB(x, y) & 0xffffff);
  }

  private static int darkPixels(BufferedImage image, int fromY, int toY) {
    int dark = 0;
    for (int y = fromY; y < toY; y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        dark += (image.getRGB(x, y) & 0xff) < 128 ? 1 : 0;
      }
    }
    return dark;
  }
}
