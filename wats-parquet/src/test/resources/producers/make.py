"""Makes the files of this folder, one run of a network as each library holds it: python3 make.py

torch 1.13, torch_geometric 2.5.3, dgl 1.1.3, numpy 1.26, pandas 2.3, pyarrow 21, safetensors 0.8, graphdatascience 2.2 (for a part of its Cora).
The runs of OGB and GraphStorm are made with PyTorch in the shape that they give or write, the results of Neo4j with pandas.
"""
import importlib.util
import os
import random

import numpy
import pandas
import pyarrow
import pyarrow.parquet
import safetensors.torch
import torch
import torch_geometric.data

torch.__version__ = "1.13.0"  # Debian's says 1.13.0a0, for which DGL is too new
import dgl

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

# As PygNodePropPredDataset of OGB gives them.
split = {name: torch.tensor([i for i in range(N) if part[i] == p]) for name, p in (("train", "train"), ("valid", "val"), ("test", "test"))}
data = torch_geometric.data.Data(edge_index=edge_index.contiguous(), y=y.reshape(-1, 1), num_nodes=N)
torch.save({**data.to_dict(), "y": data.y[:, 0], "logits": logits, "train_idx": split["train"], "val_idx": split["valid"], "test_idx": split["test"]}, "ogb.pt")

os.makedirs("graphstorm/paper", exist_ok=True)
order = draw.sample(range(N), N)
for k in range(2):
    rows = torch.tensor(order[k * N // 2:(k + 1) * N // 2])
    torch.save(logits[rows], f"graphstorm/paper/predict-{k:05d}.pt")
    torch.save(rows, f"graphstorm/paper/predict_nids-{k:05d}.pt")

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

# Spark ML: what df.write.parquet("spark") writes, two parts of a folder, vectors as in VectorUDT; made with pyarrow, not Spark.
vector = pyarrow.struct([("type", pyarrow.int8()), ("size", pyarrow.int32()), ("indices", pyarrow.list_(pyarrow.int32())), ("values", pyarrow.list_(pyarrow.float64()))])
os.makedirs("spark", exist_ok=True)
open("spark/_SUCCESS", "w").close()
for k in range(2):
    rows = range(k * N // 2, (k + 1) * N // 2)
    vectors = [{"type": 1, "size": None, "indices": None, "values": logits[i].double().tolist()} for i in rows]
    pyarrow.parquet.write_table(pyarrow.table({
        "id": [f"n{i}" for i in rows], "label": pyarrow.array([float(y[i]) for i in rows]), "split": [part[i] for i in rows],
        "rawPrediction": pyarrow.array(vectors, vector), "probability": pyarrow.array(vectors, vector),
        "prediction": pyarrow.array([float(logits[i].argmax()) for i in rows])}), f"spark/part-{k:05d}.snappy.parquet")
