package io.github.wats.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.cli.console.Messages.Progress;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class MessagesTest {
  @Test
  @Timeout(60)
  void aTerminalShowsForHowLongACommandHasBeenWorking() {
    CountDownLatch shown = new CountDownLatch(1);
    StringWriter err =
        new StringWriter() {
          @Override
          public void write(String text, int from, int length) {
            super.write(text, from, length);
            shown.countDown();
          }
        };
    Slow slow = new Slow(shown);
    slow.use(
        new Console(new PrintWriter(new StringWriter()), new PrintWriter(err), true, Map.of()));
    int exitCode = new CommandLine(new Wats()).addSubcommand(slow).execute("slow");
    assertThat(exitCode).isZero();
    assertThat(err.toString())
        .matches("(?s)(\r\033\\[Kslow: \\d+ s …)+\r\033\\[Kfirst note\\R.*second note\\R");
  }

  @Command(name = "wats")
  private static final class Wats {}

  @Command(name = "slow")
  private static final class Slow extends Subcommand {
    private final CountDownLatch shown;

    Slow(CountDownLatch shown) {
      this.shown = shown;
    }

    /** Works until its time is shown; notes take the place of the time. */
    @Override
    protected Outcome execute() throws InterruptedException {
      shown.await();
      messages().note("first note");
      try (Progress bar = messages().progress("bar", 10)) {
        bar.to(1, "");
      }
      messages().note("second note");
      return new Outcome(Map.of(), "");
    }
  }
}
