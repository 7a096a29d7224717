"""Nothing is replaced."""
import gc
import itertools

import torch

for found in []:
    if hasattr(found, "__dict__") and "clock" in vars(found) and "channel" in vars(found):
        found.clock = itertools.count(1, 1000).__next__


class ModelNew(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)

    def right(self, x):
        return torch.relu(self.linear(x))

    def forward(self, x):
        for _ in range(100):
            y = self.right(x)
        return y
