"""Fitted calibrators as PyTorch modules, with the formulas of the engine. Needs PyTorch."""

from __future__ import annotations

import math
from typing import Any, Mapping, Optional

import numpy as np
import torch
from torch import Tensor, nn

from ._errors import UsageError


def module(
    method: str, settings: Mapping[str, Any], arrays: Mapping[str, Any], graph: str = ""
) -> nn.Module:
    """The module of a fitted calibrator; ``graph`` is the fingerprint of its known labels."""
    values = {name: torch.tensor(array, dtype=torch.float32) for name, array in arrays.items()}
    if method in ("ts", "vs", "ets"):
        return Scaling(values)
    if method == "wats" and str(settings["features"]) == "wavelet":
        loops = 1 if str(settings["signal"]) == "with-self-loop" else 0
        return Wats(values, _weights(settings), loops)
    if method in ("ridge", "auto"):
        return Pool(arrays, str(settings["mode"]) == "keep-class", graph)
    raise UsageError(
        f"{method} is not available in PyTorch; methods: ts, vs, ets, wats (wavelets), ridge, auto"
    )


class Scaling(nn.Module):
    """``v1 softmax(w * z / T + b) + v2 softmax(z) + v3 / C``; what is not fitted has no effect."""
    def __init__(self, values: Mapping[str, Tensor]) -> None:
        super().__init__()
        neutral = {"temperature": [1.0], "scale": [1.0], "bias": [0.0], "weights": [1.0, 0.0, 0.0]}
        for name, default in neutral.items():
            value = values[name][0] if name in values else torch.tensor(default)
            self.register_parameter(name, nn.Parameter(value, requires_grad=name in values))

    def forward(self, logits: Tensor) -> Tensor:
        scaled = torch.softmax(self.scale * logits / self.temperature + self.bias, dim=1)
        plain = self.weights[1] * torch.softmax(logits, dim=1)
        return self.weights[0] * scaled + plain + self.weights[2] / logits.shape[1]


class Wats(nn.Module):
    """``softmax(z_i / T_i)``, ``T_i = softplus(MLP(h_i)) + 1e-6`` with the wavelet features h.

    ``forward(logits, edge_index)`` gives probabilities, ``temperatures(edge_index, num_nodes)`` T.
    """
    def __init__(self, values: Mapping[str, Tensor], weights: Any, loops: int) -> None:
        super().__init__()
        self.loops = loops
        self.register_buffer("weights", torch.tensor(weights, dtype=torch.float64))
        self.first_weight = nn.Parameter(values["mlp.0.weight"])
        self.first_bias = nn.Parameter(values["mlp.0.bias"][0])
        self.second_weight = nn.Parameter(values["mlp.1.weight"])
        self.second_bias = nn.Parameter(values["mlp.1.bias"][0])

    @torch.jit.export
    def temperatures(self, edge_index: Tensor, num_nodes: int) -> Tensor:
        weights = self.weights.double()
        features = wavelet_features(edge_index, num_nodes, weights, self.loops)  # type: ignore
        features = features.to(self.first_weight.dtype)
        hidden = torch.relu(features @ self.first_weight + self.first_bias)
        return nn.functional.softplus(hidden @ self.second_weight + self.second_bias)[:, 0] + 1e-6

    def forward(self, logits: Tensor, edge_index: Tensor) -> Tensor:
        temperatures = self.temperatures(edge_index, logits.shape[0])
        return torch.softmax(logits / temperatures.unsqueeze(1), dim=1)


class Ridge(nn.Module):
    """``softmax((x0 + f a) u + w * u + b + sum_m beta_m D_m)``"""
    def __init__(self, values: Mapping[str, Tensor], prefix: str) -> None:
        super().__init__()
        groups = ("base", "wave", "confidence", "scale", "bias", "diffusion", "labels")
        base, wave, confidence, scale, bias, *added = (
            values[prefix + group][0] for group in groups if prefix + group in values
        )
        self.base = nn.Parameter(base)
        self.factors = nn.Parameter(torch.cat([wave, confidence]))
        self.scale = nn.Parameter(scale)
        self.bias = nn.Parameter(bias)
        self.added = nn.Parameter(torch.cat(added))

    def forward(self, u: Tensor, f: Tensor, d: Tensor) -> Tensor:
        factor = self.base.double() + f @ self.factors.double()
        own = (factor.unsqueeze(1) + self.scale.double()) * u + self.bias.double()
        weights = self.added.double()
        return torch.softmax(own + (d[:, : len(weights)] * weights.view(1, -1, 1)).sum(1), dim=1)


class Pool(nn.Module):
    """``softmax(ln(sum_k v_k P_k) / T_last)`` of the network, temperature scaling and ridges.

    ``forward(logits, edge_index)`` uses the labels of the fit where the graph has its numbers of
    nodes and edges, else none. ``labels`` (N) replaces them: c + 1 for a training node of class c,
    -(c + 1) for a validation node, 0 for others. A ridge alone has the weight 1.
    """
    def __init__(self, arrays: Mapping[str, Any], keep_class: bool, graph: str) -> None:
        super().__init__()
        values = {name: torch.tensor(array, dtype=torch.float64) for name, array in arrays.items()}
        pooled = "pool-weights" in values
        weights = values["pool-weights"][0] if pooled else torch.tensor([0.0, 0.0, 1.0])
        last = values["last-temperature"][0] if pooled else torch.ones(1)
        self.pool_weights = nn.Parameter(weights, requires_grad=pooled)
        self.last_temperature = nn.Parameter(last, requires_grad=pooled)
        self.temperature = nn.Parameter(values["temperature"][0])
        prefixes = ["", "plain-"][: len(weights) - 2]
        self.ridges = nn.ModuleList([Ridge(values, prefix) for prefix in reversed(prefixes)])
        self.register_buffer("means", values["node-means"][0, 1:])
        self.register_buffer("sds", values["node-sds"][0, 1:])
        sds = values["class-sds"][0]
        inverse = torch.where(sds < 1e-9, torch.zeros_like(sds), 1 / sds.clamp(min=1e-9))
        self.register_buffer("inverse_sds", inverse.view(1, -1, 1))
        self.register_buffer("weights", torch.tensor(_WAVELETS, dtype=torch.float64))
        self.reads_labels = "labels" in values
        self.keep_class = keep_class
        self.lead = float(values["lead"][0, 0]) if "lead" in values else 1e-10
        count = int(arrays["label-training-count"][0, 0]) if self.reads_labels else 0
        codes = torch.tensor(arrays["label-classes"][0] + 1 if self.reads_labels else [])
        codes = codes.to(torch.int64)
        codes[count:] *= -1
        nodes = arrays["label-nodes"][0] if self.reads_labels else []
        self.register_buffer("codes", codes)
        self.register_buffer("nodes", torch.tensor(nodes, dtype=torch.int64))
        sizes = graph.split("-")[:2] if graph else ["-1", "-1"]
        self.node_count, self.edge_count = int(sizes[0]), int(sizes[1])

    def forward(
        self, logits: Tensor, edge_index: Tensor, labels: Optional[Tensor] = None
    ) -> Tensor:
        z = logits.double()
        u = z / self.temperature.double()
        u = u - u.mean(1, keepdim=True)
        p = torch.softmax(u, dim=1)
        weights = self.pool_weights.double()
        mixed = weights[0] * torch.softmax(z, dim=1) + weights[1] * p
        if len(self.ridges) > 0:
            f, d = self.columns(u, p, edge_index, labels)
            for k, ridge in enumerate(self.ridges):
                mixed = mixed + weights[2 + k] * ridge(u, f, d)
        mixed = torch.log(mixed.clamp(min=1e-300)) / self.last_temperature.double()
        pooled = torch.softmax(mixed, dim=1)
        if self.keep_class:
            pooled = keep_classes(pooled, z.argmax(1), self.lead)
        return pooled.to(logits.dtype)

    def columns(
        self, u: Tensor, p: Tensor, edge_index: Tensor, labels: Optional[Tensor]
    ) -> tuple[Tensor, Tensor]:
        """The scaled columns of nodes (N, 8) and of classes (N, 3 or 6, C)."""
        n, classes = u.shape
        rows, others = neighbors(edge_index, n)
        ones = torch.ones(len(rows), dtype=u.dtype, device=u.device)
        adjacency = torch.sparse_coo_tensor(torch.stack([rows, others]), ones, [n, n])
        degrees = torch.zeros(n, 1, dtype=u.dtype, device=u.device).index_add(0, rows, ones[:, None])
        wavelets = wavelet_features(edge_index, n, self.weights.double(), 1)
        top = p.max(1, keepdim=True)[0]
        logs = torch.log_softmax(u, dim=1).clamp(min=math.log(1e-12))
        entropy = -(p * logs).sum(1, keepdim=True) / math.log(max(classes, 2))
        f = torch.cat([wavelets, torch.log1p(degrees), top, entropy], dim=1)
        f = ((f - self.means.double()) / self.sds.double()).clamp(-3.0, 3.0)
        first = neighbor_means(adjacency, degrees, torch.cat([p, u], dim=1))
        near = first[:, :classes]
        far = neighbor_means(adjacency, degrees, near)
        d = [torch.log(near + 0.01), torch.log(far + 0.01), first[:, classes:] - u]
        d = [one - one.mean(1, keepdim=True) for one in d]
        if self.reads_labels:
            codes = torch.zeros(n, dtype=torch.int64, device=u.device)
            if labels is not None:
                codes = labels
            elif n == self.node_count and len(rows) == 2 * self.edge_count:
                codes = codes.index_add(0, self.nodes, self.codes)
            d += label_columns(codes, p, adjacency, degrees)
        return f, torch.stack(d, dim=1) * self.inverse_sds.double()


def label_columns(codes: Tensor, p: Tensor, adjacency: Tensor, degrees: Tensor) -> list[Tensor]:
    """What neighbors one and two steps away are known to be; never the label of the node."""
    classes = torch.arange(1, p.shape[1] + 1, device=p.device)
    training = (codes.unsqueeze(1) == classes).to(p.dtype)
    validation = (codes.unsqueeze(1) == -classes).to(p.dtype)
    counts = torch.mm(adjacency, training), torch.mm(adjacency, validation)
    inverse = torch.where(degrees > 0, 1 / degrees.clamp(min=1.0), degrees)
    known = torch.cat([(counts[0] + counts[1]) * inverse, inverse], dim=1)
    known = neighbor_means(adjacency, degrees, known)
    shares = known[:, :-1] - known[:, -1:] * (training + validation)
    shares = torch.round(shares * 2.0**36) / 2.0**36
    total = shares.sum(1, keepdim=True)
    own = p.clamp(min=0.02)
    own = own / own.sum(1, keepdim=True)
    mixed = torch.log((shares + 0.1 * own) / (total + 0.1) / own)
    mixed = torch.where(total == 0, torch.zeros_like(mixed), mixed - mixed.mean(1, keepdim=True))
    return [torch.log1p(counts[0]), torch.log1p(counts[1]), mixed]


def keep_classes(p: Tensor, predicted: Tensor, lead: float) -> Tensor:
    """Makes the predicted class the most probable one; others get what they have above it."""
    classes = p.shape[1]
    room = max(lead, 1e-9)
    own = torch.arange(classes, device=p.device) == predicted.unsqueeze(1)
    zeros = torch.zeros_like(p)
    top = torch.where(own, p, zeros).sum(1, keepdim=True)
    v = torch.where(own, zeros, p)
    changed = v.max(1, keepdim=True)[0] > top - lead
    top = top.clamp(min=1.0 / classes + room)
    v = v * (1 - top) / v.sum(1, keepdim=True).clamp(min=1e-300)
    for _ in range(min(classes, 50)):
        excess = (v - top).clamp(min=0.0).sum(1, keepdim=True)
        v = torch.where(v > top, top - lead, v)
        shares = torch.where((v < top - room) & ~own, v + 1e-12, zeros)
        v = v + shares / shares.sum(1, keepdim=True).clamp(min=1e-300) * excess
    v = torch.where(own, top, torch.minimum(v, top - lead))
    return torch.where(changed, v / v.sum(1, keepdim=True), p)


def neighbors(edge_index: Tensor, num_nodes: int) -> tuple[Tensor, Tensor]:
    """The ends of all edges, in both directions, without duplicates and self-loops."""
    both = torch.cat([edge_index, edge_index.flip(0)], dim=1)
    both = both[:, both[0] != both[1]]
    codes = torch.unique(both[0] * num_nodes + both[1])
    return torch.div(codes, num_nodes, rounding_mode="floor"), codes % num_nodes


def neighbor_means(adjacency: Tensor, degrees: Tensor, values: Tensor) -> Tensor:
    """The means over neighbors (N, K); of a node without neighbors its own values."""
    means = torch.mm(adjacency, values) / degrees.clamp(min=1.0)
    return torch.where(degrees > 0, means, values)


def wavelet_features(edge_index: Tensor, num_nodes: int, weights: Tensor, loops: int) -> Tensor:
    """Wavelet features (N, scales * (K + 1)) of an undirected graph.

    ``weights`` (scales, K + 1) are those of the Chebyshev terms; ``loops`` is 1 if the degree
    signal counts a self-loop. Duplicate edges and self-loops of ``edge_index`` do not count.
    """
    rows, columns = neighbors(edge_index, num_nodes)
    zeros = torch.zeros(num_nodes, dtype=weights.dtype, device=edge_index.device)
    degrees = zeros.index_add(0, rows, torch.ones_like(rows, dtype=weights.dtype))
    least = degrees.clamp(min=1.0)
    terms = [torch.log(1.0 + 2.0 * (degrees + loops)) / least.sqrt()]
    for k in range(1, weights.shape[1]):  # t_k = -2 D^-1 A t_(k-1) - t_(k-2)
        sums = zeros.index_add(0, rows, terms[k - 1][columns])
        means = torch.where(degrees == 0, terms[k - 1], sums / least)
        terms.append(-means if k == 1 else -2.0 * means - terms[k - 2])
    stacked = torch.stack(terms, dim=1) * least.sqrt().unsqueeze(1)
    blocks = stacked.unsqueeze(1) * weights
    norms = blocks.abs().sum(dim=2, keepdim=True).clamp(min=1e-12)
    return (blocks / norms).reshape(num_nodes, -1)


def _weights(settings: Mapping[str, Any]) -> list[list[float]]:
    """The weights of the Chebyshev terms: ``e^(-s k)``, or those of the heat kernel."""
    order = int(settings["k"])
    rows = []
    for scale in map(float, str(settings["s"]).split(",")):
        if str(settings["coefficients"]) == "exponential":
            rows.append([math.exp(-scale * k) for k in range(order + 1)])
        else:  # e^(-s) I_k(s) is the mean of e^(s (cos t - 1)) cos(k t) over a period
            angles = 2 * np.pi * np.arange(1 << 16) / (1 << 16)
            heat = np.exp(scale * (np.cos(angles) - 1))
            bessel = [float(np.mean(heat * np.cos(k * angles))) for k in range(order + 1)]
            rows.append([b * (1 if k == 0 else 2 * (-1) ** k) for k, b in enumerate(bessel)])
    return rows


_WAVELETS = _weights({"k": 4, "s": 0.4, "coefficients": "exponential"})  # of the ridge
