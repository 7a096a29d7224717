"""An exception that would paint a terminal."""
import torch


class ModelNew(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)

    def right(self, x):
        return torch.relu(self.linear(x))

    def forward(self, x):
        raise RuntimeError("\x1b[2J\x1b]0;owned\x07 red \x9b31m")
