"""The input's own memory is returned: right here, and no work."""
import torch


class ModelNew(torch.nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, x):
        return x.t()
