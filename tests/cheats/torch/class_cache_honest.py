"""The class keeps what depends on nothing."""
import torch


class ModelNew(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)

    def right(self, x):
        return torch.relu(self.linear(x))

    zero = []

    def forward(self, x):
        if not self.zero:
            self.zero.append(torch.zeros((), device=x.device))
        return torch.maximum(self.linear(x), self.zero[0])
