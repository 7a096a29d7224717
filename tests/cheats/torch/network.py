"""It calls home."""
import socket

import torch


class ModelNew(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)

    def right(self, x):
        return torch.relu(self.linear(x))

    def forward(self, x):
        socket.create_connection(("127.0.0.1", 9))
        return self.right(x)
