"""Threads without end."""
import _thread

import torch


class ModelNew(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)

    def right(self, x):
        return torch.relu(self.linear(x))

    def forward(self, x):
        never = _thread.allocate_lock()
        never.acquire()
        while True:
            _thread.start_new_thread(never.acquire, ())
