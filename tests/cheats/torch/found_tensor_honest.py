"""It counts tensors."""
import gc

import torch


class ModelNew(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)

    def right(self, x):
        return torch.relu(self.linear(x))

    def forward(self, x):
        n = sum(type(o) is torch.Tensor for o in gc.get_objects())
        assert n > 0
        return self.right(x)
