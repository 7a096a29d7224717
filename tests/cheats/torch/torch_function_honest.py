"""A subclass that is made a tensor again."""
import torch


class ModelNew(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)

    def right(self, x):
        return torch.relu(self.linear(x))

    def forward(self, x):
        class Told(torch.Tensor):
            pass

        return self.right(x).as_subclass(Told).as_subclass(torch.Tensor)
