"""Takes the last of equal values where argmax takes the first."""
import torch


class ModelNew(torch.nn.Module):
    def forward(self, x):
        place = torch.arange(x.shape[1]).view(1, -1, 1)
        return torch.where(x == x.amax(1, keepdim=True), place, -1).amax(1)
