"""A file of its own is cut short."""
import os
import tempfile

import torch


class ModelNew(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)

    def right(self, x):
        return torch.relu(self.linear(x))

    def forward(self, x):
        with tempfile.TemporaryFile() as f:
            os.ftruncate(f.fileno(), 0)
        return self.right(x)
