package io.github.wats.cli.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.cli.Cli;
import io.github.wats.cli.RunFile;
import io.github.wats.cli.console.ExitCode;
import io.github.wats.io.npy.NpyArray;
import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpzWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FeaturesCommandTest {
  @TempDir Path folder;

  @Test
  void writesRowsOfUnitNormFromANodeFile() throws IOException {
    String run = new RunFile().write(folder.resolve("run.npz")).toString();
    Path output = folder.resolve("f.npy");
    Cli cli = Cli.run("features", run, "-o", output.toString(), "--k", "3", "--s", "0.8", "--json");
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat(cli.json().get("nodes").intValue()).isEqualTo(RunFile.NODES);
    assertThat(cli.json().get("columns").intValue()).isEqualTo(4);
    assertThat(cli.json().has("seconds")).isTrue();
    double[] values = NpyArray.read(output).toDoubles();
    double norm = 0;
    for (int k = 0; k < 4; k++) {
      norm += Math.abs(values[k]);
    }
    assertThat(norm).isEqualTo(1, within(1e-12));
  }

  @Test
  void hasARowForEachNodeAlsoWhereTheLastHaveNoEdge() throws IOException {
    Path run = folder.resolve("run.npz");
    NpzWriter.write(
        run,
        npz -> {
          npz.put("edge_index", NpyData.of(new long[] {0, 1, 1, 2}, 2, 2));
          npz.put("logits", NpyData.of(new double[10], 5, 2));
        });
    Path output = folder.resolve("f.npy");
    Cli cli = Cli.run("features", run.toString(), "-o", output.toString(), "--json");
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat(cli.json().get("nodes").intValue()).isEqualTo(5);
    assertThat(NpyArray.read(output).length(0)).isEqualTo(5);
  }

  @Test
  void readsAnEdgeListWithNames() throws IOException {
    Path edges = folder.resolve("edges.csv");
    Files.writeString(edges, "source,target\nann,bob\nbob,cid\ncid,ann\ncid,dan\n");
    Path output = folder.resolve("f.npy");
    Cli cli =
        Cli.run(
            "features",
            edges.toString(),
            "-o",
            output.toString(),
            "--features",
            "degree+clustering");
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat(NpyArray.read(output).toDoubles())
        .containsExactly(
            new double[] {Math.log(3), 1, Math.log(3), 1, Math.log(4), 1.0 / 3, Math.log(2), 0},
            within(1e-12));
  }

  /** A spelling that scripts rely on. */
  @Test
  void kindMeansFeatures() throws IOException {
    String run = new RunFile().write(folder.resolve("run.npz")).toString();
    for (String option : new String[] {"--features", "--kind"}) {
      String output = folder.resolve(option.substring(2) + ".npy").toString();
      Cli cli = Cli.run("features", run, "-o", output, option, "degree", "--json");
      assertThat(cli.exitCode()).as(cli.err()).isZero();
      assertThat(cli.json().get("columns").intValue()).isEqualTo(1);
    }
    assertThat(folder.resolve("kind.npy")).hasSameBinaryContentAs(folder.resolve("features.npy"));
    Cli unused = Cli.run("features", run, "-o", "f.npy", "--kind", "degree", "--k", "3");
    assertThat(unused.exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void refusesAnUnknownKind() {
    Cli cli = Cli.run("features", "any.npz", "-o", "f.npy", "--features", "beauty");
    assertThat(cli.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.err()).contains("degree, betweenness, clustering").contains("beauty");
  }
}
