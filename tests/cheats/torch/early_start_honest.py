"""A thread computes while forward waits."""
import threading

import torch


class ModelNew(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)

    def right(self, x):
        return torch.relu(self.linear(x))

    def forward(self, x):
        box = []
        t = threading.Thread(target=lambda: box.append(self.right(x)))
        t.start()
        t.join()
        return box[0]
