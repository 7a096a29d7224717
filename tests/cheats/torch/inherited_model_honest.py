"""A Model of its own."""
import torch


class Model(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)

    def forward(self, x):
        return torch.relu(self.linear(x))


class ModelNew(Model):
    pass
