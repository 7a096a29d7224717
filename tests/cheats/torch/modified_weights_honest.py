"""Weights are scaled there and back."""
import torch


class ModelNew(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)

    def right(self, x):
        return torch.relu(self.linear(x))

    def forward(self, x):
        self.linear.weight.mul_(2.0).div_(2.0)
        return self.right(x)
