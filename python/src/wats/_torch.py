"""Fitted calibrators as PyTorch modules, with the formulas of the engine. Needs PyTorch."""

from __future__ import annotations

import math
from typing import Any, Mapping

import numpy as np
import torch
from torch import Tensor, nn

from ._errors import UsageError


def module(method: str, settings: Mapping[str, Any], arrays: Mapping[str, Any]) -> nn.Module:
    """The module of a fitted calibrator."""
    values = {name: torch.tensor(array, dtype=torch.float32) for name, array in arrays.items()}
    if method == "ts":
        return TemperatureScaling(values["temperature"][0])
    if method == "vs":
        return VectorScaling(values["scale"][0], values["bias"][0])
    if method == "ets":
        return EnsembleTemperatureScaling(values["temperature"][0], values["weights"][0])
    if method == "wats" and str(settings["features"]) == "wavelet":
        loops = 1 if str(settings["signal"]) == "with-self-loop" else 0
        return Wats(values, _weights(settings), loops)
    raise UsageError(f"{method} is not available in PyTorch; methods: ts, vs, ets, wats (wavelets)")


class TemperatureScaling(nn.Module):
    """``softmax(z / T)``"""
    def __init__(self, temperature: Tensor) -> None:
        super().__init__()
        self.temperature = nn.Parameter(temperature)

    def forward(self, logits: Tensor) -> Tensor:
        return torch.softmax(logits / self.temperature, dim=1)


class VectorScaling(nn.Module):
    """``softmax(w * z + b)``"""
    def __init__(self, scale: Tensor, bias: Tensor) -> None:
        super().__init__()
        self.scale = nn.Parameter(scale)
        self.bias = nn.Parameter(bias)

    def forward(self, logits: Tensor) -> Tensor:
        return torch.softmax(self.scale * logits + self.bias, dim=1)


class EnsembleTemperatureScaling(nn.Module):
    """``w1 softmax(z / T) + w2 softmax(z) + w3 / C``"""
    def __init__(self, temperature: Tensor, weights: Tensor) -> None:
        super().__init__()
        self.temperature = nn.Parameter(temperature)
        self.weights = nn.Parameter(weights)

    def forward(self, logits: Tensor) -> Tensor:
        scaled = torch.softmax(logits / self.temperature, dim=1)
        both = self.weights[0] * scaled + self.weights[1] * torch.softmax(logits, dim=1)
        return both + self.weights[2] / logits.shape[1]


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


def wavelet_features(edge_index: Tensor, num_nodes: int, weights: Tensor, loops: int) -> Tensor:
    """Wavelet features (N, scales * (K + 1)) of an undirected graph.

    ``weights`` (scales, K + 1) are those of the Chebyshev terms; ``loops`` is 1 if the degree
    signal counts a self-loop. Duplicate edges and self-loops of ``edge_index`` do not count.
    """
    both = torch.cat([edge_index, edge_index.flip(0)], dim=1)
    both = both[:, both[0] != both[1]]
    codes = torch.unique(both[0] * num_nodes + both[1])
    rows = torch.div(codes, num_nodes, rounding_mode="floor")
    columns = codes % num_nodes
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
