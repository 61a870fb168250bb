"""Methods and settings for type checkers and completion. Written by methods.py."""

from typing import Literal, Sequence, TypedDict, Union

Method = Literal[
    "uncalibrated",
    "ts",
    "vs",
    "ets",
    "histogram",
    "isotonic",
    "beta",
    "dirichlet",
    "sms",
    "simi-mailbox",
    "cagcn",
    "gats",
    "gets",
    "hots",
    "wats",
    "ridge",
    "ridge-temperature",
    "auto",
]


class Settings(TypedDict, total=False):
    """The settings of all methods; :func:`wats.methods` says which has which."""

    base_signal: Union[str, float]
    bias: bool
    bins: int
    class_weights: Union[str, float]
    coefficients: Union[str, float]
    degree_width: int
    dropout: float
    early_stopping: Union[str, float]
    epochs: Union[str, float]
    experts_per_node: int
    feature_width: int
    features: Union[str, float]
    groups: int
    heads: int
    hidden: int
    intercept: float
    k: int
    learning_rate: float
    load_coefficient: float
    mode: Union[str, float]
    neighbor_labels: Union[str, float]
    off_diagonal: float
    patience: int
    s: Union[float, Sequence[float], str]
    self_loops: bool
    shrinkage: float
    signal: Union[str, float]
    smooth: bool
    solver: Union[str, float]
    strength: float
    temperature_prior: float
    variant: Union[str, float]
    weight_decay: float
