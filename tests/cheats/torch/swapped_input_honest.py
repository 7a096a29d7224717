"""A copy of the inputs changes places."""
import torch


class ModelNew(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)

    def right(self, x):
        return torch.relu(self.linear(x))

    def forward(self, x):
        y = self.right(x).clone()
        flat = x.clone().view(-1).view(torch.int64)
        flat.copy_(flat.flip(0))
        return y
