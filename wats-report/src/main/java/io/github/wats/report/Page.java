package io.github.wats.report;

import io.github.wats.report.Section.Block;
import io.github.wats.report.figure.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A report: the verdict on top, then sections.
 *
 * @param kicker what kind of page it is, over the title
 * @param verdict sentences a reader in a hurry needs; the first is set in bold
 */
public record Page(String kicker, String title, List<String> verdict, List<Section> sections) {
  public Page {
    verdict = List.copyOf(verdict);
    sections = List.copyOf(sections);
  }

  /** The page as one HTML file that loads nothing else. */
  public String html() {
    return new PageWriter(this).html();
  }

  /** This page with another section after the first one. */
  public Page with(Section section) {
    List<Section> more = new ArrayList<>(sections);
    more.add(1, section);
    return new Page(kicker, title, verdict, more);
  }

  /** All figures, in order. */
  public List<Figure> figures() {
    return sections.stream().flatMap(section -> figures(section.blocks())).toList();
  }

  private static Stream<Figure> figures(List<Block> blocks) {
    return blocks.stream()
        .flatMap(
            block ->
                block instanceof Block.Picture picture
                    ? Stream.of(picture.figure())
                    : block instanceof Block.Slider slider
                        ? Stream.of(slider.figure())
                        : block instanceof Block.Choice choice
                            ? choice.options().values().stream().flatMap(Page::figures)
                            : Stream.empty());
  }
}
