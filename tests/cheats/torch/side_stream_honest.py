"""Work on another stream that the first one waits for."""
import torch


class ModelNew(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = torch.nn.Linear(n, n)
        self.side = torch.cuda.Stream()

    def right(self, x):
        return torch.relu(self.linear(x))

    def forward(self, x):
        self.side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.side):
            y = self.right(x)
        torch.cuda.current_stream().wait_stream(self.side)
        return y
