"""Events of its own."""
import torch


class ModelNew(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)

    def right(self, x):
        return torch.relu(self.linear(x))

    def forward(self, x):
        e = torch.cuda.Event(enable_timing=True)
        e.record()
        return self.right(x)
