package io.github.wats.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.cli.Cli;
import io.github.wats.cli.RunFile;
import io.github.wats.io.npy.NpyData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class FileArgumentsTest {
  @TempDir Path folder;
  private Path run;
  private byte[] before;

  @BeforeEach
  void write() throws IOException {
    run = new RunFile().write(folder.resolve("run.npz"));
    before = Files.readAllBytes(run);
  }

  @Test
  void noCommandWritesOverItsInput() throws IOException {
    refuses("--output would overwrite RUN.npz", "calibrate", "run.npz", "-o", "run.npz");
    refuses("--report would overwrite RUN.npz", "evaluate", "run.npz", "--report", "run.npz");
    refuses("--output would overwrite", "features", "run.npz", "-o", "run.npz");
    refuses("--save would overwrite RUN.npz", "calibrate", "run.npz", "--save", "run.npz");
  }

  /** A model is one file. */
  @Test
  void aModelMayHaveTheNameOfItsInputOrOutput() throws IOException {
    String model = folder.resolve("run.json").toString();
    Path out = folder.resolve("m.npz");
    for (String save : List.of(model, folder.resolve("m.json").toString())) {
      Cli cli =
          Cli.run(
              "calibrate", run.toString(), "--method", "ts", "--save", save, "-o", out.toString());
      assertThat(cli.exitCode()).as(cli.err()).isZero();
    }
    assertThat(run).hasBinaryContent(before);
    assertThat(Cli.run("apply", model, run.toString(), "-o", out.toString()).exitCode()).isZero();
  }

  @Test
  void aFileOfLabelsIsAnInput() throws IOException {
    refuses("--output would overwrite --labels", "calibrate", "--labels", "y.npz", "-o", "y.npz");
  }

  @Test
  void outputsAreNotTheSameFile() throws IOException {
    refuses(
        "--save would overwrite --output",
        "calibrate",
        "run.npz",
        "-o",
        "both.npz",
        "--save",
        "both.npz");
    assertThat(folder.resolve("both.npz")).doesNotExist();
  }

  @Test
  void anOutputIsNotNamedAsWhatItIsNot() throws IOException {
    refuses("written as .npy or .npz or .csv or .tsv", "features", "run.npz", "-o", "f.txt");
    String kinds = "written as .npz or .csv or .tsv or .parquet or .json, got o.TXT";
    refuses(kinds, "calibrate", "run.npz", "-o", "o.TXT");
    refuses("--save is written as .json, got", "calibrate", "run.npz", "--save", "model.npz");
    Path table = folder.resolve("table.csv");
    assertThat(Cli.run("calibrate", run.toString(), "-o", table.toString()).exitCode()).isZero();
    assertThat(table).isNotEmptyFile();
    for (String name : List.of("csv", "tmp.x7Yq", "f.NPY")) {
      Path free = folder.resolve(name);
      Cli cli = Cli.run("features", run.toString(), "-o", free.toString());
      assertThat(cli.exitCode()).as(cli.err()).isZero();
      assertThat(free).isNotEmptyFile();
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aLinkIsWhatItLeadsTo() throws IOException {
    Files.createSymbolicLink(folder.resolve("link.npz"), run);
    refuses("--output would overwrite RUN.npz", "calibrate", "run.npz", "-o", "link.npz");
  }

  @Test
  void aModelIsNotWrittenOver() throws IOException {
    Path model = folder.resolve("model.json");
    Cli fitted = Cli.run("calibrate", run.toString(), "--method", "ts", "--save", model.toString());
    assertThat(fitted.exitCode()).as(fitted.err()).isZero();
    byte[] saved = Files.readAllBytes(model);
    refuses("--output would overwrite MODEL", "apply", "model.json", "run.npz", "-o", "model.json");
    assertThat(model).hasBinaryContent(saved);
  }

  @Test
  void aFolderIsNoInput() {
    Cli cli = Cli.run("calibrate", folder.toString());
    assertThat(cli.exitCode()).isEqualTo(ExitCode.BAD_DATA);
    assertThat(cli.err()).contains(folder + ": is a folder, not a file");
  }

  @Test
  void probabilitiesOfOtherClassesAreBadData() {
    double[] five = new double[RunFile.NODES * 5];
    Arrays.fill(five, 0.2);
    Path other = folder.resolve("five.npz");
    new RunFile().with("probabilities", NpyData.of(five, RunFile.NODES, 5)).write(other);
    Cli cli = Cli.run("evaluate", run.toString(), "--probabilities", other.toString());
    assertThat(cli.exitCode()).isEqualTo(ExitCode.BAD_DATA);
    assertThat(cli.err()).contains("five.npz: probabilities must have the 4 classes").contains("5");
  }

  /** Runs with names of files in the folder, and expects a complaint and no change. */
  private void refuses(String complaint, String... arguments) throws IOException {
    String[] all = arguments.clone();
    for (int k = 0; k < all.length; k++) {
      if (all[k].endsWith(".npz") || all[k].endsWith(".json")) {
        all[k] = folder.resolve(all[k]).toString();
      }
    }
    Cli cli = Cli.run(all);
    assertThat(cli.exitCode()).as(cli.err()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.err()).contains(complaint);
    assertThat(run).hasBinaryContent(before);
  }
}
