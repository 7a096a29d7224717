"""An index past the end, which the device does not forgive."""
import torch


class ModelNew(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)

    def right(self, x):
        return torch.relu(self.linear(x))

    def forward(self, x):
        i = torch.full((4,), 1 << 40, device=x.device)
        torch.cuda.synchronize()
        y = x[i]
        torch.cuda.synchronize()
        return y
