"""One thread does, and is waited for."""
import threading

import torch


class ModelNew(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)

    def right(self, x):
        return torch.relu(self.linear(x))

    def forward(self, x):
        results = []
        t = threading.Thread(target=lambda: results.append(self.right(x)))
        t.start()
        t.join()
        return results[0]
