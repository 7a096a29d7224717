"""It stops itself."""
import signal

import torch


class ModelNew(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)

    def right(self, x):
        return torch.relu(self.linear(x))

    def forward(self, x):
        signal.pthread_kill(__import__('threading').get_ident(), signal.SIGSTOP)
        while True:
            pass
