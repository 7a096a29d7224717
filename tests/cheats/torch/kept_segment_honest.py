"""It maps memory of its own."""
import mmap

import torch


class ModelNew(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)

    def right(self, x):
        return torch.relu(self.linear(x))

    def forward(self, x):
        mmap.mmap(-1, 4096).close()
        return self.right(x)
