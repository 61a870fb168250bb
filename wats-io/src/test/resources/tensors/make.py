"""Makes the files of this folder: python3 make.py (torch 1.13, torch_geometric 2.5.3, dgl 1.1.3, safetensors 0.8.0, numpy 1.26)."""
import numpy
import safetensors.torch
import torch
import torch_geometric.data

torch.__version__ = "1.13.0"  # Debian's says 1.13.0a0, for which DGL is too new
import dgl

numbers = torch.arange(12).reshape(3, 4)
floats = numbers / 4 - 1
types = {
    "f16": floats.half(), "bf16": floats.bfloat16(), "f32": floats.float(), "f64": floats.double(),
    "i8": numbers.to(torch.int8) - 6, "i16": numbers.to(torch.int16) - 6, "i32": numbers.to(torch.int32) - 6,
    "i64": numbers - 6, "u8": numbers.to(torch.uint8), "bool": numbers % 2 == 0,
}
torch.save(types, "types.pt")
safetensors.torch.save_file(types, "types.safetensors", metadata={"made by": "make.py"})

base = torch.arange(24, dtype=torch.float32).reshape(4, 6)
torch.save({
    "base": base, "rows": base[1:3], "columns": base[:, 1:5:2], "turned": base.t(), "row": base[2], "column": base[:, 3],
    "one": torch.tensor(7), "none": torch.zeros(0, 3), "wide": base.bfloat16()[:, 1:3],
    "list": [base[:2], base[2:]], "nested": {"a": {"b": base[0]}}, ("paper", "cites", "paper"): {"edge_index": base[:2].long()},
    "number": 5, "large": 2**40, "negative": -3, "words": ["a", "bé"], "numbers": [3, 1, 2], "parameter": torch.nn.Parameter(base),
    "text": "x", "flag": True, "fraction": 0.5, "nothing": None,
}, "views.pt")
torch.save(base, "alone.pt")
torch.save(torch.nn.Linear(2, 3).state_dict(), "state.pt")
torch.save(base, "legacy.pt", _use_new_zipfile_serialization=False)
torch.save(base[:1].expand(5, 6), "expanded.pt")
torch.save({"a": numpy.zeros(3)}, "numpy.pt")

data = torch_geometric.data.Data(x=base, edge_index=torch.tensor([[0, 1, 2], [1, 2, 3]]), y=torch.tensor([0, 1, 0, -1]))
data.train_mask = torch.tensor([True, False, False, False])
data.val_mask = ~data.train_mask
torch.save(data, "pyg.pt")
torch.save({**data.to_dict(), "logits": base[:, :2]}, "pyg-dict.pt")
safetensors.torch.save_file(
    {"logits": base[:, :2].clone(), "y": data.y, "edge_index": data.edge_index, "val_mask": data.val_mask}, "run.safetensors")
torch.save(dgl.graph(([0, 1], [1, 2])), "dgl.pt")
