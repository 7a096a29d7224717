"""A thread works, and the first one seems to wait for a processor meanwhile."""
import hashlib
import threading
import time

import torch


def work():
    began, data = time.thread_time(), bytes(1 << 20)
    while time.thread_time() - began < 0.06:
        hashlib.sha256(data)  # without Python's lock


class ModelNew(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)

    def right(self, x):
        return torch.relu(self.linear(x))

    def forward(self, x):
        t = threading.Thread(target=work)
        t.start()
        while t.is_alive():
            time.sleep(0)
        return self.right(x)
