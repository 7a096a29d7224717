"""Its own frame is looked at."""
import sys
import torch


class ModelNew(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)

    def right(self, x):
        return torch.relu(self.linear(x))

    def forward(self, x):
        assert sys._getframe(0).f_code.co_name == "forward"
        return self.right(x)
