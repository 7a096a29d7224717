"""Outputs that are drawn: indices from the rows of "probs", of the top_k most probable ones and of those the least set whose share
reaches top_p, in this order, where a definition has such inputs.

A drawn index has to be one that may be drawn, and all of them together have to be drawn as often as their probabilities say.  For
the latter an index becomes a number of [0, 1]: the probability of what lies before it, and a secret part of its own.  These
numbers are uniform and independent for whoever draws rightly, in any order of the indices, and so are the steps from one to
the next, which shows whoever draws alike in each row or call.  The inequality of Dvoretzky, Kiefer and Wolfowitz (for numbers that
are not alike distributed, Bretagnolle 1980) bounds how far they may be from that: one right candidate of a million is refused,
however often it is called.
"""
import math
import secrets

import torch

REFUSED = 1e-6  # of right candidates, over all tests of an evaluation
TIES, EDGE, ROUNDING = 1e-6, 1e-5, 1e-3  # relative, of equal probabilities; of a share that reaches top_p; of sums in single precision
LEAST_DRAWN, MOST_CALLS, MOST_US = 1500, 300, 5e6
ORDERS = tuple(how + by for by in ("by probability", "by index") for how in ("", "steps from row to row, ", "steps from call to call, "))


def _rows(value, n, usual, device):
    """A parameter of each row, in double precision."""
    if value is None:
        return torch.full((n, 1), usual, dtype=torch.float64, device=device)
    tensor = value.to(device=device, dtype=torch.float64) if isinstance(value, torch.Tensor) else torch.tensor(float(value), dtype=torch.float64, device=device)
    return tensor.reshape(-1, 1).expand(n, 1)


def wanted(probs, top_k, top_p):
    """(indices by falling probability, what each is drawn with, whether it may be drawn, share of a row in which rounding decides)"""
    n, width = probs.shape
    values, order = torch.sort(probs.double(), dim=-1, descending=True, stable=True)
    k = _rows(top_k, n, width, probs.device)
    k = torch.where((k <= 0) | (k >= width), torch.full_like(k, width), k).long()
    p = _rows(top_p, n, 2.0, probs.device)
    kept = torch.arange(width, device=probs.device) < k
    last = values.gather(1, k - 1)
    tied = ((values - last).abs() <= TIES * last) & (k < width)
    tied &= (tied & ~kept).any(-1, keepdim=True)
    shares = values * kept
    shares = shares / shares.sum(-1, keepdim=True)
    before = shares.cumsum(-1) - shares
    first = torch.arange(width, device=probs.device) == 0
    inside = (before <= p) & (p > 0) | first
    edge = ((before - p).abs() <= EDGE) & (p > 0) & (p < 1) & ~first
    drawn = shares * inside
    total = drawn.sum(-1, keepdim=True)
    unsure = (shares * (tied & kept | edge)).sum(-1, keepdim=True) / total
    return order, drawn / total, (kept | tied) & (inside | edge) & (values > 0), unsure.squeeze(-1)


def largest_gap(numbers):
    """Between the numbers' distribution and the uniform one."""
    n = len(numbers)
    steps = torch.arange(1, n + 1, dtype=torch.float64, device=numbers.device) / n
    ordered = numbers.sort().values
    return float(torch.maximum(steps - ordered, ordered - steps + 1.0 / n).max())


class Sampled:
    """What one candidate drew at one shape."""

    def __init__(self, names):
        self.places = {n: i for i, n in enumerate(names)}
        self.secret = torch.Generator().manual_seed(secrets.randbits(63))
        self.numbers, self.unsure, self.last = [[] for _ in ORDERS], [], None
        self.n, self.n_tested, self.n_tests, self.gap, self.bound = 0, 0, 0, 0.0, math.inf

    def see(self, values, got):
        """One call: None, or why it is not right."""
        given = {n: values[i] for n, i in self.places.items()}
        probs, drawn = given["probs"], got[0].reshape(-1).long()
        n, width = probs.shape
        outside = (drawn < 0) | (drawn >= width)
        if bool(outside.any()):
            return "row %d: %d is no index of %d probabilities" % (int(outside.nonzero()[0]), int(drawn[outside][0]), width)
        order, shares, may, unsure = wanted(probs, given.get("top_k"), given.get("top_p"))
        at = (order == drawn[:, None]).int().argmax(-1, keepdim=True)
        wrong = ~may.gather(1, at).squeeze(-1)
        if bool(wrong.any()):
            row = int(wrong.nonzero()[0])
            return "row %d: index %d is none of the %d that may be drawn" % (row, int(drawn[row]), int(may[row].sum()))
        part = torch.rand(n, 1, dtype=torch.float64, generator=self.secret).to(probs.device)
        own = shares.gather(1, at)
        by_share = (shares.cumsum(-1) - shares).gather(1, at) + part * own
        plain = torch.zeros_like(shares).scatter_(1, order, shares)
        by_index = (plain.cumsum(-1) - plain).gather(1, drawn[:, None]) + part * own
        self._add(by_share.squeeze(-1).clamp(0, 1).cpu(), by_index.squeeze(-1).clamp(0, 1).cpu(), unsure.cpu())
        return self._test() if self.n >= 1.1 * self.n_tested else None

    @staticmethod
    def calls_for(n, call_us):
        """Calls that show a gap of a tenth, or as many as there is time for; small batches show less."""
        return int(max(1, min(MOST_CALLS, -(-LEAST_DRAWN // max(1, n)), MOST_US / max(1.0, call_us))))

    def _add(self, by_share, by_index, unsure):
        now = (by_share, by_index)
        for i, numbers in enumerate(now):
            self.numbers[3 * i].append(numbers)
            self.numbers[3 * i + 1].append(numbers.diff().remainder(1.0))
            if self.last is not None:
                self.numbers[3 * i + 2].append((numbers - self.last[i]).remainder(1.0))
        self.last = now
        self.unsure.append(unsure)
        self.n += len(by_share)

    def _test(self):
        self.n_tests += 1
        self.n_tested = self.n
        chance = REFUSED / len(ORDERS) / (self.n_tests * (self.n_tests + 1))
        slack = float(torch.cat(self.unsure).mean()) + ROUNDING
        worst = None
        for name, parts in zip(ORDERS, self.numbers):
            numbers = torch.cat(parts) if parts else torch.empty(0)
            if len(numbers) == 0:
                continue
            gap = largest_gap(numbers)
            bound = math.sqrt(math.log(2.0 * math.e / chance) / (2.0 * len(numbers))) + (2.0 if name.startswith("steps") else 1.0) * slack
            if worst is None or gap / bound > worst[0] / worst[1]:
                worst = (gap, bound, name)
        self.gap, self.bound = worst[:2]
        if self.gap <= self.bound:
            return None
        return "of %d drawn indices the share up to some point is off by %.3g, and %.3g is possible by chance (%s)" % ((self.n, self.gap, self.bound, worst[2]))

    def told(self):
        return {"n": self.n, "gap": self.gap, "bound": self.bound if math.isfinite(self.bound) else 1e300}
