package io.github.wats.io.fuzz;

import io.github.wats.io.NodeData;
import io.github.wats.io.Origin;
import io.github.wats.io.TestFiles;
import io.github.wats.io.format.NodeFileWriter;
import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpzWriter;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.matrix.SparsePattern;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import io.github.wats.testing.TinyGraph;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Good files changed at random: a failure prints the input and the seed that made it. */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class ReaderMutationTest {
  private static final int QUICK = 400;
  private static final int LONG = 30_000;
  private static final int LONGEST_SECONDS = 20;
  private static final long SEED = 20_240_917;

  @TempDir Path folder;

  @Test
  void readsOrRefusesMutatedNpy() throws IOException {
    mutate(arrays(), FuzzTargets::npy, QUICK);
  }

  @Test
  void readsOrRefusesMutatedNpz() throws IOException {
    mutate(archives(), FuzzTargets::npz, QUICK);
  }

  @Test
  void readsOrRefusesMutatedMembers() throws IOException {
    mutateMembers(QUICK);
  }

  @Test
  void readsOrRefusesMutatedText() {
    mutate(texts(), FuzzTargets::text, QUICK);
  }

  @Test
  @Tag("slow")
  void readsOrRefusesManyMutatedFiles() throws IOException {
    mutate(arrays(), FuzzTargets::npy, LONG);
    mutate(archives(), FuzzTargets::npz, LONG);
    mutateMembers(LONG);
    mutate(texts(), FuzzTargets::text, LONG);
  }

  private static void mutate(List<byte[]> seeds, Consumer<byte[]> target, int count) {
    SplittableRandom random = new SplittableRandom(SEED);
    for (byte[] seed : seeds) {
      target.accept(seed);
    }
    for (int k = 0; k < count; k++) {
      byte[] seed = seeds.get(random.nextInt(seeds.size()));
      byte[] other = seeds.get(random.nextInt(seeds.size()));
      byte[] input = Mutation.of(seed, other, random);
      run(() -> target.accept(input), input, k);
    }
  }

  /** Members are changed, then packed again with right checksums, so that they are looked at. */
  private void mutateMembers(int count) throws IOException {
    SplittableRandom random = new SplittableRandom(SEED);
    List<Map<String, byte[]>> seeds = new ArrayList<>();
    for (byte[] archive : archives()) {
      seeds.add(members(archive));
    }
    for (int k = 0; k < count; k++) {
      Map<String, byte[]> members = new LinkedHashMap<>(seeds.get(random.nextInt(seeds.size())));
      List<String> names = new ArrayList<>(members.keySet());
      String name = names.get(random.nextInt(names.size()));
      byte[] other = members.get(names.get(random.nextInt(names.size())));
      byte[] input = Mutation.of(members.get(name), other, random);
      members.put(name, input);
      run(() -> FuzzTargets.npzMembers(members), input, k);
    }
  }

  private static void run(Runnable target, byte[] input, int round) {
    try {
      long start = System.nanoTime();
      target.run();
      long seconds = (System.nanoTime() - start) / 1_000_000_000;
      if (seconds >= LONGEST_SECONDS) {
        throw new AssertionError(seconds + " s to read " + input.length + " bytes");
      }
    } catch (Throwable e) {
      throw new AssertionError(
          "seed "
              + SEED
              + ", round "
              + round
              + ", input "
              + Base64.getEncoder().encodeToString(input),
          e);
    }
  }

  private static Map<String, byte[]> members(byte[] archive) throws IOException {
    Map<String, byte[]> members = new LinkedHashMap<>();
    Path file = Files.createTempFile("wats", ".npz");
    try {
      Files.write(file, archive);
      try (ZipInputStream in = new ZipInputStream(Files.newInputStream(file))) {
        for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
          members.put(entry.getName(), in.readAllBytes());
        }
      }
    } finally {
      Files.delete(file);
    }
    return members;
  }

  private static List<byte[]> arrays() throws IOException {
    List<byte[]> seeds = new ArrayList<>();
    for (String name : new String[] {"version1", "version2", "version3", "written-names"}) {
      seeds.add(Files.readAllBytes(TestFiles.resource("npy/" + name + ".npy")));
    }
    for (String archive : new String[] {"types-stored.npz", "shapes.npz", "text.npz"}) {
      byte[] bytes = Files.readAllBytes(TestFiles.resource("npy/" + archive));
      seeds.addAll(members(bytes).values());
    }
    return seeds;
  }

  private List<byte[]> archives() throws IOException {
    List<byte[]> seeds = new ArrayList<>();
    for (String name : new String[] {"shapes", "text", "objects", "zip64", "types-deflated"}) {
      seeds.add(Files.readAllBytes(TestFiles.resource("npy/" + name + ".npz")));
    }
    Path file = folder.resolve("run.npz");
    int n = TinyGraph.graph().nodeCount();
    int[] offsets = new int[n + 1];
    offsets[n] = 1;
    SparseMatrix features =
        SparseMatrix.wrap(SparsePattern.wrap(3, offsets, new int[] {2}), new float[] {1});
    NodeFileWriter.write(
        file,
        NodeData.of(new Origin("seed"), n)
            .withGraph(TinyGraph.graph())
            .withLogits(TinyGraph.logits())
            .withLabels(TinyGraph.labels())
            .withSplit(new Split(TinyGraph.train(), TinyGraph.calibration(), NodeSet.of(n)))
            .withFeatures(FeatureMatrix.wrap(features)));
    seeds.add(Files.readAllBytes(file));
    NpzWriter.writeDeflated(
        file,
        npz ->
            npz.put("row", NpyData.of(new int[] {0, 1}, 2))
                .put("col", NpyData.of(new int[] {1, 2}, 2))
                .put("shape", NpyData.of(new long[] {3, 3}, 2)));
    seeds.add(Files.readAllBytes(file));
    NpzWriter.write(
        file, npz -> npz.put("edge_index", NpyData.of(new long[] {0, 1, 2, 1, 2, 0}, 2, 3)));
    seeds.add(Files.readAllBytes(file));
    return seeds;
  }

  private static List<byte[]> texts() {
    List<byte[]> seeds = new ArrayList<>();
    for (String text :
        new String[] {
          "source,target\n0,1\n1,2\n",
          "# comment\nada\tgrace\ngrace\t\"a, b\"\n",
          "id,p0,p1\na,0.25,0.75\nb,1,0\nc,0.5,0.5\n",
          "1.5,2\n-3e-2,4\n5,6\n",
          "node_id,label\na,0\nb,-1\nc,1\n",
          "0\n1\n\n1\n",
          "0 1\n1   2\n"
        }) {
      seeds.add(text.getBytes(StandardCharsets.UTF_8));
    }
    return seeds;
  }
}
