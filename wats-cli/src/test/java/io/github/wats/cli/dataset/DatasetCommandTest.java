package io.github.wats.cli.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.cli.Cli;
import io.github.wats.cli.console.ExitCode;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.NodeReader;
import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpzWriter;
import io.github.wats.testing.Shared;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class DatasetCommandTest {
  @TempDir Path folder;

  @Test
  void showsItsCommandsWithoutOne() {
    Cli cli = Cli.run("dataset");
    assertThat(cli.exitCode()).isZero();
    assertThat(cli.out()).contains("list", "info", "get", "verify", "generate", "convert");
  }

  @Test
  void explainsEveryCommandWithAnExample() {
    for (String command : new String[] {"list", "info", "get", "verify", "generate", "convert"}) {
      Cli cli = Cli.run("dataset", command, "--help");
      assertThat(cli.exitCode()).as(command).isZero();
      assertThat(cli.out()).contains("Examples:", "  wats dataset " + command);
    }
  }

  @Test
  void listsTheCatalogue() {
    Cli cli = Cli.run("dataset", "list", "--data-dir", folder.toString(), "--json");
    assertThat(cli.exitCode()).isZero();
    JsonNode json = cli.json();
    assertThat(json.get("schema").intValue()).isEqualTo(1);
    assertThat(json.get("command").stringValue()).isEqualTo("dataset list");
    assertThat(json.get("datasets")).hasSize(21);
    JsonNode cora = json.get("datasets").get(0);
    assertThat(cora.get("name").stringValue()).isEqualTo("cora");
    assertThat(cora.get("nodes").intValue()).isEqualTo(2708);
    assertThat(cora.get("edges").intValue()).isEqualTo(5278);
    assertThat(cora.get("features").intValue()).isEqualTo(1433);
    assertThat(cora.get("classes").intValue()).isEqualTo(7);
    assertThat(cora.get("bytes").intValue()).isEqualTo(572_444);
    assertThat(cora.get("present").booleanValue()).isFalse();
    assertThat(cora.get("license").stringValue()).startsWith("MIT");
    Cli table = Cli.run("dataset", "list", "--data-dir", folder.toString());
    assertThat(table.out().lines())
        .hasSize(26)
        .anyMatch(line -> line.startsWith("synthetic-near-chance"))
        .contains("edges: each undirected edge once, without self-loops, as prepared for use")
        .anyMatch(
            line ->
                line.startsWith("counts as published by the authors, not checked against the files")
                    && line.contains(": reddit, cs, ")
                    && !line.contains("actor"));
    assertThat(cora.get("counted").stringValue()).isEqualTo("in the files");
    assertThat(json.get("datasets").get(6).get("counted").stringValue()).isEqualTo("as published");
  }

  @Test
  void saysThatFilesHaveOtherCountsThanTheList() throws IOException {
    Path file = Files.createDirectory(folder.resolve("actor")).resolve("actor.npz");
    NpzWriter.write(
        file,
        npz -> {
          npz.put("node_features", NpyData.of(new float[] {1, 0, 2}, 3, 1))
              .put("node_labels", NpyData.of(new int[] {0, 1, 1}, 3))
              .put("edges", NpyData.of(new int[] {0, 1, 1, 0, 1, 2, 2, 2}, 4, 2));
          for (int part = 0; part < 3; part++) {
            boolean[] mask = new boolean[3];
            mask[part] = true;
            String name = List.of("train_masks", "val_masks", "test_masks").get(part);
            npz.put(name, NpyData.of(mask, 1, 3));
          }
        });
    Cli info = Cli.run("dataset", "info", "actor", "--data-dir", folder.toString());
    assertThat(info.exitCode()).as(info.err()).isZero();
    assertThat(info.out())
        .contains("counted:   in these files, each undirected edge once, without self-loops");
  }

  @Test
  void saysTheNamesThereAreToAWrongOne() {
    for (String command : new String[] {"info", "get", "verify"}) {
      Cli cli = Cli.run("dataset", command, "kora");
      assertThat(cli.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(cli.err()).startsWith("wats: data set must be one of cora, ").contains("got kora");
    }
  }

  @Test
  void exitsWithFiveWhereADataSetIsNotThere() {
    String place = folder.toString();
    Cli info = Cli.run("dataset", "info", "cora", "--data-dir", place);
    assertThat(info.exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
    assertThat(info.out()).isEmpty();
    assertThat(info.err()).contains("cora is not in", "'wats dataset get cora' fetches it");
    Cli get = Cli.run("dataset", "get", "cora", "--offline", "--data-dir", place);
    assertThat(get.exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
    assertThat(get.err()).contains("--offline forbids fetching");
    Cli verify = Cli.run("dataset", "verify", "cora", "--data-dir", place);
    assertThat(verify.exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
    assertThat(Cli.run("dataset", "verify", "--data-dir", place).exitCode())
        .as("nothing there, nothing wrong")
        .isZero();
  }

  @Test
  void looksInTheFolderOfTheEnvironment() {
    Cli cli = Cli.run(Map.of("WATS_DATA", folder.toString()), "dataset", "info", "cora");
    assertThat(cli.err()).contains("cora is not in " + folder.resolve("cora"));
  }

  @Test
  void describesARealDataSet() {
    String place = Shared.datasets().toString();
    Cli cli = Cli.run("dataset", "info", "Cora", "--data-dir", place, "--json");
    assertThat(cli.exitCode()).isZero();
    JsonNode json = cli.json();
    assertThat(json.get("name").stringValue()).isEqualTo("cora");
    assertThat(json.get("nodes").intValue()).isEqualTo(2708);
    assertThat(json.get("edges").intValue()).isEqualTo(5278);
    assertThat(json.get("features").intValue()).isEqualTo(1433);
    assertThat(json.get("classes").intValue()).isEqualTo(7);
    assertThat(json.get("components").intValue()).isEqualTo(78);
    assertThat(json.get("homophily").doubleValue()).isBetween(0.809, 0.811);
    assertThat(json.get("degrees").get("q50").intValue()).isEqualTo(3);
    assertThat(json.get("degrees").get("q100").intValue()).isEqualTo(168);
    assertThat(json.get("publicSplit").get("test").intValue()).isEqualTo(1000);
    Cli text = Cli.run("dataset", "info", "cora", "--data-dir", place);
    assertThat(text.out()).contains("undirected edges", "5,278", "license:");
  }

  @Test
  void copiesFromAMirrorFolderAndNoticesALaterChange() throws IOException {
    String mirror = Shared.datasets().toString();
    String place = folder.toString();
    Cli get = Cli.run("dataset", "get", "cora", "--data-dir", place, "--mirror", mirror, "--json");
    assertThat(get.exitCode()).isZero();
    assertThat(get.json().get("datasets").get(0).get("files")).hasSize(8);
    Cli good = Cli.run("dataset", "verify", "--data-dir", place, "--json");
    assertThat(good.exitCode()).isZero();
    assertThat(good.json().get("good").booleanValue()).isTrue();
    Path file = folder.resolve("cora").resolve("ind.cora.y");
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);
    Cli bad = Cli.run("dataset", "verify", "cora", "--data-dir", place);
    assertThat(bad.exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
    assertThat(bad.out()).contains("wrong", "ind.cora.y: SHA-256 must be 94465c14");
    Cli again = Cli.run("dataset", "get", "cora", "--data-dir", place, "--mirror", mirror);
    assertThat(again.exitCode()).isZero();
    assertThat(Cli.run("dataset", "verify", "--data-dir", place).exitCode()).isZero();
  }

  @Test
  void exitsWithThreeAtAPickleThatWouldExecuteSomething() throws IOException {
    Path cora = folder.resolve("cora");
    Files.createDirectories(cora);
    for (String suffix : new String[] {"x", "y", "tx", "ty", "allx", "ally", "test.index"}) {
      Files.writeString(cora.resolve("ind.cora." + suffix), "");
    }
    Files.write(
        cora.resolve("ind.cora.graph"), "\u0080\2cos\nsystem\nU\4true\u0085R.".getBytes("latin1"));
    Cli cli = Cli.run("dataset", "info", "cora", "--data-dir", folder.toString());
    assertThat(cli.exitCode()).isEqualTo(ExitCode.BAD_DATA);
    assertThat(cli.err()).contains("ind.cora.graph: byte 2: the name 'os system' does not belong");
  }

  @Test
  void convertsADataSetToANodeFile() throws IOException {
    Path output = folder.resolve("cora.npz");
    Cli cli =
        Cli.run(
            "dataset",
            "convert",
            "cora",
            "-o",
            output.toString(),
            "--data-dir",
            Shared.datasets().toString(),
            "--json");
    assertThat(cli.exitCode()).isZero();
    assertThat(cli.json().get("split").stringValue()).isEqualTo("public");
    NodeData data = NodeReader.read(output);
    assertThat(data.requireGraph().edgeCount()).isEqualTo(5278);
    assertThat(data.requireLabels().classCount()).isEqualTo(7);
    assertThat(data.requireFeatures().columns()).isEqualTo(1433);
    assertThat(data.requireSplit().train().size()).isEqualTo(140);
  }

  @Test
  void saysWhatTheConvertedFileLacks() throws IOException {
    Path output = folder.resolve("full.npz");
    String place = Shared.datasets().toString();
    Cli cli =
        Cli.run("dataset", "convert", "cora-full", "-o", output.toString(), "--data-dir", place);
    assertThat(cli.exitCode()).isZero();
    assertThat(cli.err()).contains("the files of cora-full that are present have no node features");
    NodeData data = NodeReader.read(output);
    assertThat(data.features()).isEmpty();
    assertThat(data.nodeCount()).isEqualTo(18_800);
    assertThat(data.requireSplit().test().size()).isEqualTo(13_160);
  }

  @Test
  void refusesThePublicSplitOfAGeneratedGraph() {
    Path output = folder.resolve("synthetic.npz");
    Cli cli =
        Cli.run("dataset", "convert", "synthetic", "-o", output.toString(), "--split", "public");
    assertThat(cli.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.err()).contains("public split: no split was published with synthetic");
    assertThat(output).doesNotExist();
  }

  @Test
  void generatesTheSameBytesForTheSameSeedAndAnyThreads() throws IOException {
    Path one = folder.resolve("one.npz");
    Path two = folder.resolve("two.npz");
    Path other = folder.resolve("other.npz");
    generate(one, "--threads", "1");
    generate(two, "--threads", "3");
    generate(other, "--seed", "9");
    assertThat(one).hasSameBinaryContentAs(two);
    assertThat(Files.mismatch(one, other)).isNotEqualTo(-1);
    NodeData data = NodeReader.read(one);
    assertThat(data.nodeCount()).isEqualTo(3000);
    assertThat(data.requireSplit().train().size()).isEqualTo(600);
    assertThat(data.requireLabels().classCount()).isEqualTo(5);
  }

  private static void generate(Path output, String... options) {
    String[] fixed = {
      "dataset", "generate", "-o", output.toString(), "--nodes", "3000", "--classes", "5", "--json"
    };
    String[] all = new String[fixed.length + options.length];
    System.arraycopy(fixed, 0, all, 0, fixed.length);
    System.arraycopy(options, 0, all, fixed.length, options.length);
    Cli cli = Cli.run(all);
    assertThat(cli.exitCode()).isZero();
    assertThat(cli.json().get("nodes").intValue()).isEqualTo(3000);
    assertThat(cli.json().get("edges").intValue()).isBetween(5900, 6100);
  }

  @Test
  void refusesSettingsThatCannotBe() {
    Path output = folder.resolve("never.npz");
    Cli cli = Cli.run("dataset", "generate", "-o", output.toString(), "--homophily", "1.5");
    assertThat(cli.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.err()).contains("homophily must be in [0, 1], got 1.5");
    assertThat(output).doesNotExist();
  }

  @Test
  void describesTheGeneratedDataSet() {
    Cli cli = Cli.run("dataset", "info", "synthetic", "--json");
    assertThat(cli.exitCode()).isZero();
    assertThat(cli.json().get("nodes").intValue()).isEqualTo(2500);
    assertThat(cli.json().get("edges").intValue()).isBetween(4900, 5100);
  }
}
