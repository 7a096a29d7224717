"""Another thread works for a moment."""
import threading

import torch


class ModelNew(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)

    def right(self, x):
        return torch.relu(self.linear(x))

    def forward(self, x):
        t = threading.Thread(target=x.sum)
        t.start()
        t.join()
        return self.right(x)
