"""A hook that finds nothing."""
import sys

import torch


class ModelNew(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)

    def right(self, x):
        return torch.relu(self.linear(x))

    def forward(self, x):
        class Hook:
            def find_spec(self, *_):
                return None


        sys.meta_path.insert(0, Hook())
        return self.right(x)
