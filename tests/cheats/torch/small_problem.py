"""Results far below a tolerance."""
import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x):
        return torch.softmax(x, dim=1)


def get_inputs():
    return [torch.rand(4, 30000)]


def get_init_inputs():
    return []
