"""What a call keeps is deleted at its end."""
import torch


class Late:
    def __init__(self, work):
        self.work = work

    def __del__(self):
        self.work()


class ModelNew(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)

    def right(self, x):
        return torch.relu(self.linear(x))

    def forward(self, x):
        late = Late(lambda: None)
        del late
        return self.right(x)
