"""Holds the C references of the tasks against PyTorch: torch_tasks.py FOLDER.

FOLDER/tasks.jsonl has a task a line: id, sizes of the case, names, types and shapes of inputs and
outputs; FOLDER/ID_NAME.bin their elements (outputs as doubles).  Every definition below is written
from the operator's meaning in PyTorch, in double precision, with the parameters of the published
problem, not with those of the manifest.
"""
import json
import os
import sys

import torch
import torch.nn.functional as F

TYPES = {"f32": torch.float32, "i64": torch.int64, "u8": torch.uint8}


def pair(rank, value):
    return (value,) * rank if isinstance(value, int) else tuple(value)


def conv(rank, taps, stride=1, padding=0, dilation=1):
    function = (F.conv1d, F.conv2d, F.conv3d)[rank - 1]

    def run(size, x, weight, bias=None):
        x = x.reshape((size["n"], -1) + tuple(x.shape[-rank:]))
        weight = weight.reshape((size["o"], size["c"]) + pair(rank, taps))
        return function(x, weight, bias, pair(rank, stride), pair(rank, padding), pair(rank, dilation))

    return run


def convt(rank, taps, stride=1, padding=0, dilation=1, groups=1, output_padding=0):
    function = (F.conv_transpose1d, F.conv_transpose2d, F.conv_transpose3d)[rank - 1]

    def run(size, x, weight):
        x = x.reshape((size["n"], -1) + tuple(x.shape[-rank:]))
        weight = weight.reshape((groups * size["c"], size["o"]) + pair(rank, taps))
        return function(x, weight, None, pair(rank, stride), pair(rank, padding), output_padding, groups,
                        pair(rank, dilation))

    return run


def one(function):
    return lambda size, x: function(x)


def pool(function, *options, **named):
    return lambda size, x: function(x.unsqueeze(1), *options, **named)


def depthwise(size, x, weight):
    return F.conv2d(x, weight.unsqueeze(1), groups=size["c"])


def separable(size, x, spatial, channels):
    middle = F.conv2d(x, spatial.unsqueeze(1), padding=1, groups=size["c"])
    return F.conv2d(middle, channels.reshape(size["o"], size["c"], 1, 1))


def attention(size, q, k, v):
    return torch.softmax(q @ k.transpose(-2, -1) / size["d"] ** 0.5, dim=-1) @ v


def exclusive(size, x):
    return torch.cat((torch.zeros_like(x[:, :1]), torch.cumsum(x, 1)[:, :-1]), 1)


def batch_norm(size, x, gamma, beta):
    return F.batch_norm(x, None, None, gamma, beta, training=True)


def group_norm(size, x, gamma, beta):
    return F.group_norm(x, size["g"], gamma, beta)


def layer_norm(size, x, gamma, beta):
    return F.layer_norm(x, x.shape[1:], gamma, beta)


def triplet(size, anchor, positive, negative):
    return F.triplet_margin_loss(anchor, positive, negative, margin=1.0)


def product(size, a, b):
    return a @ b


def new_gelu(x):
    return 0.5 * x * (1 + torch.tanh((2 / torch.pi) ** 0.5 * (x + 0.044715 * x**3)))


TASKS = {
    1: product, 2: product, 3: product, 4: product, 6: product, 7: product, 8: product, 9: product,
    10: product, 11: product, 13: product,
    5: lambda size, a, s: a * s,
    12: lambda size, a, b: torch.diag(a) @ b,
    14: lambda size, a, b: torch.triu(a @ b),
    15: lambda size, a, b: torch.tril(a @ b),
    16: lambda size, a, b: a.T @ b,
    17: lambda size, a, b: a @ b.T,
    18: lambda size, a, b: a.T @ b.T,
    19: one(F.relu), 20: one(F.leaky_relu), 21: one(torch.sigmoid), 22: one(torch.tanh),
    23: one(lambda x: torch.softmax(x, 1)), 24: one(lambda x: torch.log_softmax(x, 1)),
    25: one(F.silu), 26: one(F.gelu), 27: one(F.selu), 28: one(F.hardsigmoid),
    29: one(lambda x: torch.logaddexp(x, torch.zeros_like(x))), 30: one(F.softsign), 31: one(F.elu),
    32: one(F.hardtanh), 88: one(new_gelu),
    33: batch_norm, 34: one(F.instance_norm), 35: group_norm, 40: layer_norm,
    36: one(lambda x: x / torch.sqrt((x**2).mean(1, keepdim=True) + 1e-5)),
    37: one(lambda x: x / torch.linalg.vector_norm(x)),
    38: one(lambda x: x / x.abs().mean(1, keepdim=True)),
    39: one(lambda x: F.normalize(x, dim=1)),
    41: pool(F.max_pool1d, 8, 1, 4, 3), 42: pool(F.max_pool2d, 4, 1, 1), 43: pool(F.max_pool3d, 3, 2, 1, 3),
    44: pool(F.avg_pool1d, 8, 1, 4), 45: pool(F.avg_pool2d, 11), 46: pool(F.avg_pool3d, 3, 2, 1),
    47: one(lambda x: x.sum(1, keepdim=True)), 48: one(lambda x: x.mean(1)),
    49: one(lambda x: x.max(1).values), 53: one(lambda x: x.min(1).values),
    51: one(lambda x: x.argmax(1)), 52: one(lambda x: x.argmin(1)),
    50: conv(2, 11, 4, 2), 54: conv(3, 3), 55: conv(2, 3), 56: conv(2, (5, 7)), 57: convt(2, 3),
    58: convt(3, (3, 5, 7)), 59: conv(3, (3, 3, 1)), 60: conv(3, (3, 5, 7)), 61: convt(3, 3),
    62: conv(2, (5, 9)), 63: conv(2, 3), 64: convt(1, 3), 65: convt(2, (3, 7)), 66: conv(3, (3, 5, 7)),
    67: conv(1, 3), 68: convt(3, (3, 5, 5)), 69: convt(2, (3, 5)), 70: convt(3, 3), 71: convt(2, 3),
    72: convt(3, (3, 5, 7), 2, (1, 2, 3), 1, 4, 1), 73: convt(3, 3, 2, 1), 74: convt(1, 5, dilation=3),
    75: convt(2, (3, 5), (2, 3), (1, 2), (2, 1), 4), 76: conv(1, 3, 3, 0, 4), 77: convt(3, 3, 2, 1, 2),
    78: convt(2, (3, 7), 1, (1, 3)), 79: convt(1, 3, 2, 1, 2), 80: conv(2, (5, 9), 1, (2, 4), (2, 3)),
    81: convt(2, 3, 5, 1, 2), 82: depthwise, 83: depthwise, 84: depthwise, 85: depthwise, 86: separable,
    87: conv(2, 1),
    89: one(lambda x: torch.cumsum(x, 1)), 90: one(lambda x: torch.cumprod(x, 1)),
    91: one(lambda x: torch.cumsum(x.flip(1), 1).flip(1)), 92: exclusive,
    93: lambda size, x, mask: torch.cumsum(x * mask, 1),
    94: lambda size, x, t: F.mse_loss(x, t), 95: lambda size, x, t: F.cross_entropy(x, t),
    96: lambda size, x, t: F.smooth_l1_loss(x, t), 97: attention,
    98: lambda size, x, t: F.kl_div(torch.log(x), t, reduction="batchmean"), 99: triplet,
    100: lambda size, x, t: torch.clamp(1 - x * t, min=0).mean(),
}


def read(folder, task, tensor, dtype):
    path = os.path.join(folder, "%d_%s.bin" % (task["problem"], tensor["name"]))
    with open(path, "rb") as file:
        data = bytearray(file.read())
    return torch.frombuffer(data, dtype=dtype).reshape(tensor["shape"])


def check(folder, task):
    inputs = [read(folder, task, x, TYPES[x["dtype"]]) for x in task["inputs"]]
    inputs = [x.double() if x.dtype == torch.float32 else x for x in inputs]
    want = TASKS[task["problem"]](task["sizes"], *inputs).double()
    got = read(folder, task, task["outputs"][0], torch.float64)
    if want.numel() != got.numel():
        return "has %d elements, PyTorch's result %d" % (got.numel(), want.numel())
    worst = ((got.flatten() - want.flatten()).abs() / (1e-12 + want.flatten().abs())).max().item()
    scale = want.abs().max().item()
    if not torch.allclose(got.flatten(), want.flatten(), rtol=1e-9, atol=1e-11 * scale):
        return "differs from PyTorch by %.3g" % worst
    return None


def main(folder):
    bad = n = 0
    with open(os.path.join(folder, "tasks.jsonl")) as file:
        for line in file:
            task = json.loads(line)
            message = check(folder, task)
            n += 1
            if message is not None:
                bad += 1
                print("task %d: %s" % (task["problem"], message))
    if n != len(TASKS):
        print("%d tasks, %d definitions" % (n, len(TASKS)))
    return 1 if bad or n != len(TASKS) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
