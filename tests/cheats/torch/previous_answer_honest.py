"""What the call before computed is kept."""
import torch


class ModelNew(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)
        self.kept = None

    def right(self, x):
        return torch.relu(self.linear(x))

    def forward(self, x):
        self.kept = self.right(x)
        return self.kept.clone()
