import torch


class ModelNew(torch.nn.Module):
    def forward(self, x):
        place = torch.arange(x.shape[1]).view(1, -1, 1)
        return torch.where(x == x.amax(1, keepdim=True), place, x.shape[1]).amin(1)
