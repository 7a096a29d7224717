import torch


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, x):
        return x.t()


def get_inputs():
    return [torch.rand(96, 64)]


def get_init_inputs():
    return []
