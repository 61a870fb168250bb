package io.github.wats.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What must hold of every report in a real browser. */
public final class PageChecks {
  /** Elements that stick out of the window although nothing around them scrolls. */
  private static final String OVERFLOWING =
      """
      const found = [];
      for (const e of document.querySelectorAll('body *')) {
        const r = e.getBoundingClientRect();
        if (r.width > 0 && r.right > innerWidth + 1 && !e.closest('.scroll') && !e.closest('svg')) {
          found.push(e.tagName + ' ' + (e.textContent || '').slice(0, 60));
        }
      }
      if (document.documentElement.scrollWidth > innerWidth + 1) found.push('the page scrolls sideways');
      return found;\
      """;

  /** Texts of the visible drawings that leave their drawing or lie on each other. */
  private static final String BAD_LABELS =
      """
      const found = [];
      for (const svg of document.querySelectorAll('figure svg')) {
        const frame = svg.getBoundingClientRect();
        if (frame.width === 0) continue;
        const name = svg.closest('figure').id;
        const boxes = [...svg.querySelectorAll('text')].map(t => [t.textContent, t.getBoundingClientRect()]);
        for (const [text, r] of boxes) {
          if (r.left < frame.left - 2 || r.right > frame.right + 2 || r.top < frame.top - 2 || r.bottom > frame.bottom + 2)
            found.push(name + ' clips ' + text);
        }
        for (let i = 0; i < boxes.length; i++) for (let j = i + 1; j < boxes.length; j++) {
          const a = boxes[i][1], b = boxes[j][1];
          const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          if (x > 1.5 && y > 5) found.push(name + ': ' + boxes[i][0] + ' lies on ' + boxes[j][0]);
        }
      }
      return found;\
      """;

  /** Figures without exactly one visible drawing that has marks of some size in it. */
  private static final String EMPTY_FIGURES =
      """
      const found = [];
      for (const figure of document.querySelectorAll('figure')) {
        if (!figure.offsetParent) continue; // of another method
        const seen = [...figure.querySelectorAll('svg')].filter(s => s.getBoundingClientRect().height > 50);
        const marks = seen.length === 1 ? [...seen[0].querySelectorAll('rect,circle,polyline,polygon')]
            .filter(m => { const r = m.getBoundingClientRect(); return r.width + r.height > 2; }) : [];
        if (marks.length < 3) found.push(figure.id);
        if (!figure.querySelector('figcaption').textContent.includes('How to read this')) found.push(figure.id + ' caption');
      }
      return found;\
      """;

  /** Texts whose contrast with the paper is below 4.5. */
  private static final String FAINT_TEXT =
      """
      const rgb = c => c.match(/[\\d.]+/g).slice(0, 3).map(Number);
      const light = c => { const v = rgb(c).map(x => { x /= 255; return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4; });
        return 0.2126 * v[0] + 0.7152 * v[1] + 0.0722 * v[2]; };
      const ratio = (a, b) => { const x = light(a), y = light(b); return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05); };
      const paper = getComputedStyle(document.body).backgroundColor;
      const found = new Set();
      for (const e of document.querySelectorAll('h1,h2,h3,p,td,th,summary,a,figcaption,button')) {
        const c = getComputedStyle(e).color;
        if (ratio(c, paper) < 4.5) found.add(e.tagName + ' ' + c + ' on ' + paper);
      }
      for (const e of document.querySelectorAll('svg text')) {
        const c = getComputedStyle(e).fill;
        if (ratio(c, paper) < 4.5) found.add('text ' + c + ' on ' + paper);
      }
      for (const e of document.querySelectorAll('svg polyline, svg circle')) {
        const s = getComputedStyle(e), c = s.stroke === 'none' ? s.fill : s.stroke;
        if (!e.matches('.s-grid') && ratio(c, paper) < 3) found.add('mark ' + e.getAttribute('class') + ' ' + c);
      }
      return [...found];\
      """;

  private PageChecks() {}

  /**
   * Shows a page at both widths on both papers and checks all that must hold. Pictures go to {@code
   * target/screenshots}.
   */
  public static void check(Browser browser, Path page, String name) throws IOException {
    for (int width : new int[] {400, 1400}) {
      for (boolean dark : new boolean[] {false, true}) {
        String where = name + " at " + width + (dark ? " on dark paper" : " on light paper");
        browser.show(page, width, dark);
        if (!dark) {
          shapes(browser, where);
        }
        assertThat(list(browser, FAINT_TEXT)).as("contrast, " + where).isEmpty();
        assertThat(browser.complaints()).as("console, " + where).isEmpty();
        assertThat(browser.outsideRequests()).as("requests, " + where).isEmpty();
        browser.screenshot(
            Path.of("target", "screenshots", name + "-" + width + (dark ? "-dark" : "") + ".png"));
      }
    }
  }

  /** What does not depend on colors. */
  private static void shapes(Browser browser, String where) {
    assertThat(list(browser, EMPTY_FIGURES)).as("empty figures, " + where).isEmpty();
    assertThat(list(browser, OVERFLOWING)).as("overflow, " + where).isEmpty();
    assertThat(list(browser, BAD_LABELS)).as("labels, " + where).isEmpty();
  }

  private static List<?> list(Browser browser, String script) {
    return (List<?>) browser.ask(script);
  }
}
