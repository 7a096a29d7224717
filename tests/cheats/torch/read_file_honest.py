"""A file of torch."""
import torch


class ModelNew(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)

    def right(self, x):
        return torch.relu(self.linear(x))

    def forward(self, x):
        with open(torch.__file__, "rb") as f:
            f.read()
        return self.right(x)
