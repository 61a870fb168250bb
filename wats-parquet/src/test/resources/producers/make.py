"""Makes the files of this folder, one run of a network as each library holds it: python3 make.py

torch 1.13, torch_geometric 2.8.1, dgl 1.0.4, ogb 1.3.6, graphstorm 0.5.1, pyspark 4.1.0, numpy 1.26, pandas 3.0, pyarrow 19, safetensors 0.8,
graphdatascience 2.2 (for a part of its Cora; the probabilities beside it are made up). OGB's data set is made with its DatasetSaver.
"""
import importlib.machinery
import importlib.util
import os
import random
import shutil
import sys
from unittest import mock

import numpy
import pandas
import safetensors.torch
import torch
import torch_geometric.data

torch.__version__ = "1.13.0"  # Debian's says 1.13.0a0, for which DGL is too new
import dgl
import ogb.io
import ogb.nodeproppred
import pyspark.ml.linalg
import pyspark.sql



class Unused:
    """GraphStorm imports libraries of texts, tables and HDF5, which saving predictions does not use."""

    def find_spec(self, name, path=None, target=None):
        unused = name.split(".")[0] in ("transformers", "h5py", "autogluon")
        return importlib.machinery.ModuleSpec(name, self, is_package=True) if unused else None

    def create_module(self, spec):
        return mock.MagicMock(__path__=[])

    def exec_module(self, module):
        pass


sys.meta_path.insert(0, Unused())
from graphstorm.gconstruct.remap_result import write_data_parquet_file
from graphstorm.model.utils import save_node_prediction_result

N, C = 90, 3
draw = random.Random(5)
y = torch.tensor([i % C for i in range(N)])
logits = torch.tensor([[round(draw.gauss(3.0 if c == i % C else 0.0, 2.0), 3) for c in range(C)] for i in range(N)])
edge_index = torch.tensor([[draw.randrange(N), draw.randrange(N)] for _ in range(300)]).t()
part = ["train" if i % 5 == 0 else "val" if i % 5 < 3 else "test" for i in range(N)]
masks = {name + "_mask": torch.tensor([p == name for p in part]) for name in ("train", "val", "test")}

data = torch_geometric.data.Data(edge_index=edge_index.contiguous(), y=y, **masks)
torch.save({**data.to_dict(), "logits": logits}, "pyg.pt")

g = dgl.graph((edge_index[0], edge_index[1]), num_nodes=N)
g.ndata["label"] = y
g.ndata.update(masks)
torch.save({"edge_index": torch.stack(g.edges()), **g.ndata, "labels": g.ndata["label"], "logits": logits}, "dgl.pt")

indices = {name: torch.tensor([i for i in range(N) if part[i] == p]) for name, p in (("train", "train"), ("valid", "val"), ("test", "test"))}
saver = ogb.io.DatasetSaver(dataset_name="ogbn-run", is_hetero=False, version=1, root="ogb")
saver.save_graph_list([{"edge_index": edge_index.numpy(), "num_nodes": N, "node_feat": None}])
saver.save_target_labels(y.numpy().reshape(-1, 1))
saver.save_split(indices, split_name="random")
os.makedirs("mapping", exist_ok=True)
open("mapping/README.md", "w").close()
saver.copy_mapping_dir("mapping")
saver.save_task_info(task_type="multiclass classification", eval_metric="acc", num_classes=C)
dataset = ogb.nodeproppred.PygNodePropPredDataset("ogbn-run", root="ogb", meta_dict=saver.get_meta_dict())
data, split = dataset[0], dataset.get_idx_split()
torch.save({**data.to_dict(), "num_nodes": len(data.y), "y": data.y[:, 0], "logits": logits, "train_idx": split["train"], "val_idx": split["valid"], "test_idx": split["test"]}, "ogb.pt")
shutil.rmtree("ogb_ogbn_run")
shutil.rmtree("mapping")

os.makedirs("graphstorm-ids/paper", exist_ok=True)
order = draw.sample(range(N), N)
for k in range(2):
    rows = torch.tensor(order[k * N // 2:(k + 1) * N // 2])
    save_node_prediction_result(logits[rows], rows, "graphstorm/paper", k)
    names = numpy.array([f"n{i}" for i in rows.tolist()])
    write_data_parquet_file({"pred": logits[rows].numpy(), "nid": names}, f"graphstorm-ids/paper/predict-00000_{k:05d}")

nodes = pandas.DataFrame({"node_id": [f"n{i}" for i in range(N)], "label": y.numpy(), "split": part, "logits": list(logits.double().numpy())})
edges = pandas.DataFrame({"source": [f"n{i}" for i in edge_index[0].tolist()], "target": [f"n{i}" for i in edge_index[1].tolist()]})
nodes.to_parquet("nodes.parquet")
edges.to_parquet("edges.parquet")
columns = pandas.DataFrame({"node_id": nodes.node_id, **{f"c{c}": logits[:, c].double().numpy() for c in range(C)}})
columns = columns.sample(frac=1, random_state=1)
columns.to_csv("logits.csv", index=False)
nodes[["node_id", "label"]].to_csv("labels.csv", index=False)
nodes[["node_id", "split"]].to_csv("split.csv", index=False)
edges.to_csv("edges.csv", index=False)
columns.to_parquet("columns.parquet")
columns.to_json("columns.jsonl", orient="records", lines=True)
safetensors.torch.save_file({"edge_index": edge_index.contiguous(), "y": y, "logits": logits, **masks}, "run.safetensors")
numpy.savez("run.npz", edge_index=edge_index.numpy(), y=y.numpy(), logits=logits.numpy(), **{k: v.numpy() for k, v in masks.items()})

# Neo4j: nodes and relationships of Cora as graphdatascience has them, with the name of the class that a pipeline of it predicts by.
source = importlib.util.find_spec("graphdatascience").submodule_search_locations[0] + "/resources/cora/cora_"
cora, rels = pandas.read_parquet(source + "nodes.parquet.gzip"), pandas.read_parquet(source + "rels.parquet.gzip")
kept = cora.sort_values("nodeId").head(300).sample(frac=1, random_state=2)
classes = int(cora.subject.max()) + 1
frame = kept[["nodeId"]].assign(label=kept.subject, split=[["train", "val", "test"][i % 3] for i in range(len(kept))])
frame["predictedProbabilities"] = [[0.7 if c == s else 0.3 / (classes - 1) for c in range(classes)] for s in kept.subject]
frame.to_parquet("neo4j-nodes.parquet")
rels[rels.sourceNodeId.isin(kept.nodeId) & rels.targetNodeId.isin(kept.nodeId)].to_parquet("neo4j-rels.parquet")

def vector(values):
    return pyspark.ml.linalg.Vectors.dense([float(v) for v in values])


spark = pyspark.sql.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
rows = [(f"n{i}", float(y[i]), part[i], vector(logits[i]), vector(logits[i].softmax(0)), float(logits[i].argmax())) for i in range(N)]
df = spark.createDataFrame(rows, ["id", "label", "split", "rawPrediction", "probability", "prediction"]).coalesce(2)
shutil.rmtree("spark", ignore_errors=True)
df.write.parquet("spark")
for name in os.listdir("spark"):
    if name.startswith("."):
        os.remove("spark/" + name)
    else:  # without the random id of the run
        os.rename("spark/" + name, "spark/" + (name[:10] + ".snappy.parquet" if name.startswith("part") else name))
