"""What the system says of its own process."""
import torch


class ModelNew(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)

    def right(self, x):
        return torch.relu(self.linear(x))

    def forward(self, x):
        with open("/proc/self/status", "rb") as f:
            f.read(1)
        return self.right(x)
