"""Weights are used by their names."""
import torch


class ModelNew(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)

    def right(self, x):
        return torch.relu(self.linear(x))

    def forward(self, x):
        w = dict(self.named_parameters())
        return torch.relu(torch.nn.functional.linear(x, w["linear.weight"], w["linear.bias"]))
