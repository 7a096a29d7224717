"""It notes when its first call was."""
import time

import torch


class ModelNew(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)
        self.began = None

    def right(self, x):
        return torch.relu(self.linear(x))

    def forward(self, x):
        self.began = self.began or time.monotonic()
        return self.right(x)
