"""A hook computes a part of the answer."""
import torch


class ModelNew(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)

    def right(self, x):
        return torch.relu(self.linear(x))

    def forward(self, x):
        hook = self.linear.register_forward_hook(lambda m, i, o: o.clamp(min=0))
        y = self.linear(x)
        hook.remove()
        return y
