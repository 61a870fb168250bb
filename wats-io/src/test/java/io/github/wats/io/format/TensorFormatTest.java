package io.github.wats.io.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.io.InvalidDataException;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.NodeReader.Source;
import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpzFile;
import io.github.wats.io.npy.TorchFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Node data as PyTorch and safetensors hold them: in one file, in parts, and in folders. */
class TensorFormatTest {
  @TempDir Path folder;

  private Path resource(String name) throws IOException {
    Path file = folder.resolve(name);
    try (var in = TensorFormatTest.class.getResourceAsStream("/tensors/" + name)) {
      Files.copy(in, file);
    }
    return file;
  }

  @Test
  void readsWhatPytorchGeometricGivesAsADict() throws IOException {
    NodeData data = NodeReader.read(resource("pyg-dict.pt"));
    assertThat(data.nodeCount()).isEqualTo(4);
    assertThat(data.requireLogits().get(2, 1)).isEqualTo(13);
    assertThat(data.requireGraph().edgeCount()).isEqualTo(3);
    assertThat(data.requireLabels().get(3)).isEqualTo(-1);
    assertThat(data.requireSplit().validation().toArray()).containsExactly(1, 2, 3);
    assertThat(data.requireFeatures().columns()).isEqualTo(6);
  }

  @Test
  void readsATensorForOnePart() throws IOException {
    Path file = resource("alone.pt");
    NodeData data = logits(file, List.of());
    assertThat(data.requireLogits().get(3, 5)).isEqualTo(23);
    assertThatThrownBy(() -> NodeReader.read(file))
        .isInstanceOf(InvalidDataException.class)
        .hasMessageContaining("got [tensor]");
  }

  private static NodeData logits(Path file, List<Path> more) throws IOException {
    return NodeReader.read(
        List.of(Source.of(file, NodeField.LOGITS).withMore(more)), EnumSet.of(NodeField.LOGITS));
  }

  @Test
  void readsPartsInTheOrderGivenAndFoldersInThatOfTheirNumbers() throws IOException {
    Path parts = Files.createDirectory(folder.resolve("parts"));
    for (int k = 0; k < 12; k++) {
      NpyData.of(new double[] {k, 0, k, 1}, 2, 2).write(parts.resolve("part-" + k + ".npy"));
    }
    Files.writeString(parts.resolve("_SUCCESS"), "");
    Files.writeString(parts.resolve("info.json"), "{}");
    NodeData whole = logits(parts, List.of());
    assertThat(whole.nodeCount()).isEqualTo(24);
    assertThat(whole.requireLogits().get(5, 0)).isEqualTo(2);
    assertThat(whole.requireLogits().get(21, 0)).isEqualTo(10);
    Path second = parts.resolve("part-2.npy");
    NodeData some = logits(parts.resolve("part-10.npy"), List.of(second));
    assertThat(some.requireLogits().get(0, 0)).isEqualTo(10);
    assertThat(some.requireLogits().get(2, 0)).isEqualTo(2);
    NpyData.of(new double[3], 1, 3).write(second);
    assertThatThrownBy(() -> logits(parts, List.of()))
        .hasMessageContaining(
            "part-2.npy: must have the type and columns of the first part, 2 × 2 of <f8, got 1 × 3");
    assertThatThrownBy(() -> logits(second, List.of(resource("alone.pt"))))
        .hasMessageContaining("alone.pt: must have the format of");
    assertThatThrownBy(() -> logits(Files.createDirectory(folder.resolve("empty")), List.of()))
        .hasMessageContaining("empty: must have files with the rows of nodes");
  }

  @Test
  void readsGraphStormsPredictionsWithTheIdsOfTheirNodes() throws Exception {
    Path paper = Files.createDirectories(folder.resolve("predictions/paper"));
    Python.run(
        "torch",
        paper,
        """
        torch.save(torch.tensor([[4.0, 0.5], [2.0, 0.25]]), "predict-00000.pt")
        torch.save(torch.tensor([4, 2]), "predict_nids-00000.pt")
        torch.save(torch.tensor([[0.0, 1.0], [3.0, 1.5], [1.0, 1.0]]), "predict-00001.pt")
        torch.save(torch.tensor([0, 3, 1]), "predict_nids-00001.pt")
        """);
    Path labels = folder.resolve("labels.csv");
    Files.writeString(labels, "id,label\n0,0\n1,1\n2,0\n3,1\n4,-1\n");
    NodeData data =
        NodeReader.read(
            List.of(Source.of(paper, NodeField.LOGITS), Source.of(labels, NodeField.LABELS)),
            EnumSet.allOf(NodeField.class));
    assertThat(data.nodeCount()).isEqualTo(5);
    for (int i = 0; i < 5; i++) {
      int id = Integer.parseInt(data.ids().get(i));
      assertThat(data.requireLogits().get(i, 0)).isEqualTo(id);
      assertThat(data.requireLabels().get(i)).isEqualTo(id == 4 ? -1 : id % 2);
    }
    assertThatThrownBy(
            () ->
                logits(
                    paper.resolve("predict-00000.pt"),
                    List.of(paper.resolve("predict_nids-00001.pt"))))
        .hasMessageContaining("needs a file of ids for each other file, in the same order");
  }

  @Test
  void agreesWithPytorchOnRandomViews() throws Exception {
    Python.run(
        "torch, numpy",
        folder,
        """
        torch.manual_seed(3)
        whole = torch.randn(50, 7)
        views = {}
        for dtype in (torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.int8,
                      torch.int16, torch.int32, torch.int64, torch.uint8):
            t = (whole * 20).abs().to(dtype)
            for name, v in dict(all=t, odd=t[1::2], cut=t[3:9, 2:5], turned=t.t(), mixed=t.t()[::3, 1:],
                                cube=t.reshape(10, 5, 7).permute(2, 0, 1)).items():
                views[name + "_" + str(dtype)[6:]] = v
        torch.save(views, "views.pt")
        numpy.savez("views.npz", **{k: v.double().contiguous().numpy() for k, v in views.items()})
        """);
    try (var torch = TorchFile.open(folder.resolve("views.pt"), "a");
        var npz = NpzFile.open(folder.resolve("views.npz"))) {
      assertThat(torch.names()).hasSize(54).containsExactlyElementsOf(npz.names());
      for (String name : npz.names()) {
        assertThat(torch.array(name).shapeText()).isEqualTo(npz.array(name).shapeText());
        assertThat(torch.array(name).toDoubles()).as(name).isEqualTo(npz.array(name).toDoubles());
      }
    }
  }
}
