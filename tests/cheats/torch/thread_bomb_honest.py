"""Twenty threads."""
import threading

import torch


class ModelNew(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)

    def right(self, x):
        return torch.relu(self.linear(x))

    def forward(self, x):
        all = [threading.Thread(target=x.sum) for _ in range(20)]
        for t in all:
            t.start()
        for t in all:
            t.join()
        return self.right(x)
