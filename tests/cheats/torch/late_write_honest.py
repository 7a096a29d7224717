"""A thread writes, and is waited for."""
import threading

import torch


class ModelNew(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)

    def right(self, x):
        return torch.relu(self.linear(x))

    def forward(self, x):
        y = torch.empty_like(x)
        t = threading.Thread(target=lambda: y.copy_(self.right(x)))
        t.start()
        t.join()
        return y
