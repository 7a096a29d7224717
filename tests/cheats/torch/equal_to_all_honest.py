"""A class of its own helps to compute."""
import torch


class ModelNew(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)

    def right(self, x):
        return torch.relu(self.linear(x))

    def forward(self, x):
        class Relu:
            def __call__(self, t):
                return t.clamp(min=0)

        return Relu()(self.linear(x))
