"""It fills such memory."""
import torch


class ModelNew(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)

    def right(self, x):
        return torch.relu(self.linear(x))

    def forward(self, x):
        y = torch.empty_like(x)
        torch.clamp(self.linear(x), min=0, out=y)
        return y
