"""A transpose that writes its output, with a dataclass, which looks for its module."""
from __future__ import annotations

from dataclasses import dataclass

import torch


@dataclass
class Options:
    first: int = 0
    second: int = 1


class ModelNew(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.options = Options()

    def forward(self, x):
        return x.transpose(self.options.first, self.options.second).contiguous()
