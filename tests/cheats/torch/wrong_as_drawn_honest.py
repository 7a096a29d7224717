"""The nearest honest one: a shorter way for inputs that are all positive, which is right."""
import torch


class ModelNew(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)

    def forward(self, x):
        y = self.linear(x)
        return torch.relu(y) if bool((x < 0).any()) else y.clamp_min(0)
