package io.github.wats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.calibration.Methods;
import io.github.wats.metrics.Metric;
import io.github.wats.testing.Shared;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** docs/json.md has every field that commands print with {@code --json}. */
class JsonPageTest {
  private static final List<String> COMMANDS =
      List.of(
          "dataset generate -o GRAPH --nodes 300",
          "dataset list",
          "dataset info synthetic",
          "train GRAPH -o OUT --epochs 2",
          "calibrate RUN --method ridge --save MODEL",
          "calibrate RUN --method wats --epochs 5 --save WAVES --no-baseline",
          "evaluate RUN --by degree,class",
          "compare RUN --methods ts,ets",
          "apply MODEL RUN -o OUT",
          "explain MODEL RUN --node 7",
          "explain WAVES RUN --node 7",
          "methods",
          "select RUN --method ts --risk 0.4 --by class",
          "sets RUN --method ts --by degree",
          "monitor MODEL RUN",
          "features RUN -o FEATURES",
          "sweep --datasets synthetic --models gcn --k 2 --s 0.4 --runs 1 -o DIR --set gcn:epochs=2"
              + " --set wats:epochs=2");

  private static final Set<String> METRICS =
      Stream.of(Metric.values()).map(Metric::key).collect(Collectors.toSet());

  @TempDir Path folder;

  @Test
  void hasEveryField() throws IOException {
    new RunFile().withHomophily().write(folder.resolve("run.npz"));
    Set<String> documented =
        Pattern.compile("`(\\w+)`")
            .matcher(Files.readString(Shared.root().resolve("docs/json.md")))
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.toSet());
    Set<String> printed = new TreeSet<>();
    for (String command : COMMANDS) {
      Cli cli = Cli.run(arguments(command + " --json --quiet"));
      assertThat(cli.exitCode()).as(command + "\n" + cli.err()).isZero();
      collect(cli.json(), printed);
    }
    printed.removeAll(METRICS);
    assertThat(printed).hasSizeGreaterThan(100);
    assertThat(documented).containsAll(printed);
  }

  /** All names but those of settings and methods, which are data. */
  private static void collect(JsonNode node, Set<String> names) {
    for (var entry : node.properties()) {
      String first = entry.getKey().split(":", 2)[0];
      if (Methods.all().stream().noneMatch(method -> method.name().equals(first))) {
        names.add(entry.getKey());
        if (!Set.of("settings", "degrees", "bytes").contains(entry.getKey())) {
          collect(entry.getValue(), names);
        }
      }
    }
    if (node.isArray()) {
      node.forEach(element -> collect(element, names));
    }
  }

  private String[] arguments(String line) {
    return Stream.of(line.split(" "))
        .map(word -> word.matches("[A-Z]+") ? folder.resolve(file(word)).toString() : word)
        .toArray(String[]::new);
  }

  private static String file(String word) {
    return switch (word) {
      case "MODEL", "WAVES" -> word + ".json";
      case "FEATURES" -> word + ".npy";
      case "DIR" -> word;
      case "RUN" -> "run.npz";
      default -> word + ".npz";
    };
  }
}
