"""It computes in double."""
import torch


class ModelNew(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)

    def right(self, x):
        return torch.relu(self.linear(x))

    def forward(self, x):
        return torch.relu(x.double() @ self.linear.weight.double().t() + self.linear.bias.double()).float()
