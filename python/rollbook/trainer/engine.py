"""One base model, LoRA adapters in it: sampling with log-probs, scoring, gradients and optimiser steps.

Nothing here knows HTTP.  One thread calls an Engine at a time (server.py).  Log-probs are of the model's own
distribution at temperature 1 ("raw"), whatever the temperature that tokens are drawn at.  Losses are sums over
tokens and data, as the hosted service has them; gradients add up until `step`.
"""

from __future__ import annotations

import math
import os
import pathlib
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any

import torch
from peft import LoraConfig, get_peft_model, get_peft_model_state_dict, set_peft_model_state_dict
from safetensors.torch import load_file, save_file
from torch.nn.functional import pad
from transformers import AutoModelForCausalLM
from transformers.cache_utils import DynamicCache

ALPHA = 32  # of every adapter: its output is ALPHA / rank times B A x
ATTENTION = ("q_proj", "k_proj", "v_proj", "o_proj", "c_attn", "query_key_value")
COLD = 1e-6  # temperatures below it take the likeliest token: a log-prob has no more digits
LARGEST = torch.finfo(torch.float32).max
MOMENTS, WEIGHTS = "optimizer.pt", "adapter_model.safetensors"  # files of what is saved
MLP = ("gate_proj", "up_proj", "down_proj", "gate_up_proj", "fc1", "fc2", "c_fc")


class Refused(Exception):
    """What a client asked cannot be done; the message says why and what to ask instead.  status: of HTTP."""

    def __init__(self, words: str, status: int = 422) -> None:
        super().__init__(words)
        self.status = status


@dataclass
class Draw:
    """One answer to draw.  stop: ids that end it, which stay in it; seed: the same tokens again."""

    prompt: list[int]
    max_tokens: int
    temperature: float = 1.0
    top_p: float = 1.0
    top_k: int = -1
    stop: frozenset[int] = frozenset()
    seed: int = 0


@dataclass
class Drawn:
    tokens: list[int] = field(default_factory=list)
    logprobs: list[float] = field(default_factory=list)
    stop_reason: str = "length"


@dataclass
class Datum:
    """Input and targets are as long as each other; other inputs of a loss have the same length."""

    tokens: list[int]
    targets: list[int]
    inputs: dict[str, list[float]]


def _rule(asked: Sequence[Draw]) -> dict[str, torch.Tensor]:
    """How each row picks tokens: by the inverse of the distribution function at numbers that its seed gives, so that a
    seed gives the same answer in any batch."""
    chances = torch.zeros(len(asked), max(d.max_tokens for d in asked))
    for i, d in enumerate(asked):
        chances[i, : d.max_tokens] = torch.rand(d.max_tokens, generator=torch.Generator().manual_seed(d.seed))
    rule = {"chances": chances, "cold": torch.tensor([d.temperature < COLD for d in asked]),
            "heat": torch.tensor([d.temperature if d.temperature >= COLD else 1.0 for d in asked])}
    if any(d.top_k > 0 or d.top_p < 1 for d in asked):
        rule |= {"most": torch.tensor([d.top_k if d.top_k > 0 else 1 << 30 for d in asked]),
                 "mass": torch.tensor([d.top_p for d in asked])}
    return rule


def _pick(raw: torch.Tensor, rows: dict[str, torch.Tensor], chance: torch.Tensor) -> torch.Tensor:
    p = torch.softmax(raw / rows["heat"][:, None], -1)
    if "most" in rows:
        ranked, order = p.sort(-1, descending=True)
        beyond = torch.arange(raw.shape[1], device=raw.device)[None] >= rows["most"][:, None]
        beyond |= ranked.masked_fill(beyond, 0.0).cumsum(-1) - ranked >= rows["mass"][:, None]
        beyond[:, 0] = False  # the likeliest stays, whatever top_p is
        p = torch.zeros_like(p).scatter(-1, order, ranked.masked_fill(beyond, 0.0))
    sums = p.double().cumsum(-1)
    picks = torch.searchsorted(sums, chance.double() * sums[:, -1:], right=True)[:, 0].clamp(max=raw.shape[1] - 1)
    return torch.where(rows["cold"], raw.argmax(-1), picks)


def _clip(ratio: torch.Tensor, config: dict[str, float]) -> torch.Tensor:
    return ratio.clamp(config.get("clip_low_threshold", 0.8), config.get("clip_high_threshold", 1.2))


def _ppo(now: torch.Tensor, given: dict[str, torch.Tensor], config: dict[str, float]) -> torch.Tensor:
    ratio = torch.exp(now - given["logprobs"])
    return -torch.minimum(ratio * given["advantages"], _clip(ratio, config) * given["advantages"]).sum()


Loss = Callable[[torch.Tensor, dict[str, torch.Tensor], dict[str, float]], torch.Tensor]
# Name: what it takes of each token, and the sum over tokens.  now: log-probs of the targets.
LOSSES: dict[str, tuple[tuple[str, ...], Loss]] = {
    "cross_entropy": (("weights",), lambda now, given, config: -(given["weights"] * now).sum()),
    "importance_sampling": (("logprobs", "advantages"), lambda now, given, config: -(
        torch.exp(now - given["logprobs"]) * given["advantages"]).sum()),
    "ppo": (("logprobs", "advantages"), _ppo),
    "cispo": (("logprobs", "advantages"), lambda now, given, config: -(
        _clip(torch.exp(now.detach() - given["logprobs"]), config) * now * given["advantages"]).sum()),
}


class Fixed(DynamicCache):  # type: ignore[misc]
    """Keys and values (rows, heads, length, size) that stay where they are, for a CUDA graph; at: where new ones go."""

    def __init__(self, begun: DynamicCache, length: int) -> None:
        super().__init__()
        self.length, self.at = length, torch.zeros(1, dtype=torch.long)
        self.pairs = [tuple(pad(t, (0, 0, 0, length - t.shape[2])) for t in (layer.keys, layer.values))
                      for layer in begun.layers]

    def update(self, key_states: torch.Tensor, value_states: torch.Tensor, layer_idx: int, *rest: Any,
               **more: Any) -> Any:
        for held, new in zip(self.pairs[layer_idx], (key_states, value_states), strict=True):
            held.index_copy_(2, self.at, new)
        return self.pairs[layer_idx]


class Engine:
    """model: a folder of transformers.  budget_tokens: tokens, padding among them, that one pass may hold."""

    def __init__(self, model: str, device: str, dtype: torch.dtype, budget_tokens: int = 16384) -> None:
        base = AutoModelForCausalLM.from_pretrained(model, dtype=dtype, local_files_only=True)
        self.device = torch.device(device)
        # cuDNN's attention makes a plan for each new length: 40 ms a token on an H200.
        torch.backends.cuda.enable_cudnn_sdp(False)
        self.budget_tokens, self.graphs = budget_tokens, self.device.type == "cuda"
        # Steps of sampling between looks which answers have ended: a look waits, and fewer rows are another graph.
        self.look = 64 if self.graphs else 4
        self.base: Any = base.to(self.device).eval().requires_grad_(False)
        self.peft: Any = None
        self.adapters: dict[str, torch.optim.AdamW | None] = {}  # and what has learned
        self.vocab_size: int = int(self.base.get_output_embeddings().weight.shape[0])
        self.max_tokens: int = int(getattr(self.base.config, "max_position_embeddings", 1 << 30))
        ends = self.base.generation_config.eos_token_id
        self.ends: frozenset[int] = frozenset(ends if isinstance(ends, list) else [] if ends is None else [ends])
        names = {name.rsplit(".", 1)[-1] for name, m in self.base.named_modules() if isinstance(m, torch.nn.Linear)}
        self.attention = tuple(n for n in ATTENTION if n in names)
        self.mlp = tuple(n for n in MLP if n in names)

    # Adapters.

    def add(self, name: str, rank: int, seed: int, attention: bool = True, mlp: bool = True) -> None:
        """A new adapter, whose output is 0 until it learns."""
        targets = (self.attention if attention else ()) + (self.mlp if mlp else ())
        if not targets:
            raise Refused("no layer would learn: set train_attn or train_mlp, and name a model with such layers")
        with torch.random.fork_rng(devices=[self.device] if self.device.type == "cuda" else []):
            torch.manual_seed(seed)
            self._add(name, LoraConfig(r=rank, lora_alpha=ALPHA, target_modules=list(targets), lora_dropout=0.0,
                                       bias="none", task_type="CAUSAL_LM"))

    def _add(self, name: str, config: LoraConfig) -> None:
        if self.peft is None:
            self.peft = get_peft_model(self.base, config, adapter_name=name)
        else:
            self.peft.add_adapter(name, config)
        self.peft.eval()
        for p in self.parameters(name):
            p.data = p.data.float()
        self.adapters[name] = None

    def drop(self, name: str) -> None:
        self.adapters.pop(name)
        if len(self.adapters) > 0:
            self.peft.delete_adapter(name)
        else:
            self.base = self.peft.unload()
            self.peft = None

    def parameters(self, name: str) -> list[torch.nn.Parameter]:
        return [p for key, p in self.peft.named_parameters() if f".{name}." in key and "lora_" in key]

    def save(self, name: str, folder: pathlib.Path, moments: bool) -> None:
        """A folder that peft and vLLM load, with the optimiser's moments: whole or not there, also after a kill."""
        if folder.exists():
            raise Refused(f"something was saved as '{folder.name}' before: name it otherwise", 409)
        new = folder.with_name(folder.name + "~")  # no name of a client
        new.mkdir(parents=True, exist_ok=True)
        self.peft.peft_config[name].save_pretrained(str(new))
        weights = get_peft_model_state_dict(self.peft, adapter_name=name)
        save_file({k: v.detach().cpu().contiguous() for k, v in weights.items()}, new / WEIGHTS)
        optimizer = self.adapters[name]
        if moments and optimizer is not None:
            torch.save(optimizer.state_dict(), new / MOMENTS)
        for path in (*new.iterdir(), new):
            file = os.open(path, os.O_RDONLY)
            os.fsync(file)
            os.close(file)
        new.rename(folder)

    def restore(self, name: str, folder: pathlib.Path, moments: bool) -> None:
        """Adds the adapter unless it is there, which then must have the same rank.  Nothing that a file says is run."""
        saved = LoraConfig.from_pretrained(str(folder))
        if name not in self.adapters:
            self._add(name, saved)
        config = self.peft.peft_config[name]
        if config.r != saved.r or set(config.target_modules) != set(saved.target_modules):
            raise Refused(f"the weights have rank {saved.r} in {', '.join(sorted(saved.target_modules))}, "
                          f"the model rank {config.r} in {', '.join(sorted(config.target_modules))}")
        set_peft_model_state_dict(self.peft, load_file(folder / WEIGHTS), adapter_name=name)
        self.adapters[name] = None
        for p in self.parameters(name):
            p.grad = None
        if moments and (folder / MOMENTS).exists():
            self._optimizer(name).load_state_dict(torch.load(folder / MOMENTS, self.device, weights_only=True))

    @contextmanager
    def _active(self, name: str | None) -> Iterator[Any]:
        """The model as the adapter makes it; None: as it was loaded."""
        if name is not None:
            self.peft.set_adapter(name)
        with self.peft.disable_adapter() if self.peft is not None and name is None else nullcontext():
            yield self.peft if self.peft is not None else self.base

    # Sampling.

    def check(self, tokens: Sequence[int], more: int = 0, stop: frozenset[int] = frozenset()) -> None:
        if not tokens:
            raise Refused("the prompt has no token")
        for wrong in (min(tokens), max(tokens), *stop):
            if not 0 <= wrong < self.vocab_size:
                raise Refused(f"token {str(wrong)[:40]} is not in the vocabulary of {self.vocab_size}")
        if len(tokens) + more > self.max_tokens:
            raise Refused(f"{len(tokens)} tokens and {more} to sample exceed the model's {self.max_tokens}")

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def draw(self, adapter: str | None, asked: Sequence[Draw]) -> list[Drawn]:
        """Answers in the order of what was asked; many at a time, as many as fit the budget."""
        for d in asked:
            self.check(d.prompt, d.max_tokens, d.stop)
        out = [Drawn() for _ in asked]
        order = sorted(range(len(asked)), key=lambda i: len(asked[i].prompt) + asked[i].max_tokens)
        with self._active(adapter) as model:
            while order:
                longest = len(asked[order[-1]].prompt) + asked[order[-1]].max_tokens
                n = max(1, self.budget_tokens * 4 // longest)
                some, order = order[-n:], order[:-n]
                self._draw_batch(model, [asked[i] for i in some], [out[i] for i in some])
        return out

    def _draw_batch(self, model: Any, asked: list[Draw], out: list[Drawn]) -> None:
        width, longest = max(len(d.prompt) for d in asked), max(d.max_tokens for d in asked)
        lead = [width - len(d.prompt) for d in asked]
        ends = torch.zeros(len(asked), self.vocab_size, dtype=torch.bool)
        for i, d in enumerate(asked):
            ends[i, list(d.stop | self.ends)] = True
        rows = {"ids": torch.tensor([[0] * n + d.prompt for n, d in zip(lead, asked, strict=True)]), "ends": ends,
                "most_tokens": torch.tensor([d.max_tokens for d in asked]), "done": torch.tensor([False] * len(asked)),
                "tokens": torch.zeros(len(asked), longest, dtype=torch.long), "told": torch.zeros(len(asked), longest)}
        rows = {key: t.to(self.device) for key, t in (rows | _rule(asked)).items()}
        seen = torch.arange(width, device=self.device)[None] >= torch.tensor(lead, device=self.device)[:, None]
        rows["place"] = (seen.cumsum(1) - 1).clamp(min=0)
        step = torch.zeros(1, dtype=torch.long, device=self.device)  # tokens that each row has

        def pick(logits: torch.Tensor) -> None:
            raw = torch.log_softmax(logits[:, -1].float(), -1)
            picks = _pick(raw, rows, rows["chances"].index_select(1, step))[:, None]
            rows["tokens"].index_copy_(1, step, picks)
            rows["told"].index_copy_(1, step, raw.gather(1, picks))
            step.add_(1)
            rows["done"].logical_or_(rows["ends"].gather(1, picks)[:, 0] | (rows["most_tokens"] <= step))
            rows["ids"].copy_(picks)
            rows["place"].add_(1).clamp_(max=self.max_tokens - 1)

        def work() -> None:
            cache.at = step + (width - 1)
            rows["mask"].index_fill_(3, cache.at, 0.0)
            pick(model(input_ids=rows["ids"], attention_mask=rows["mask"], position_ids=rows["place"],
                       past_key_values=cache, use_cache=True).logits)

        first = DynamicCache()
        logits = model(input_ids=rows["ids"], attention_mask=seen, position_ids=rows["place"], past_key_values=first,
                       use_cache=True, logits_to_keep=1).logits
        cache = Fixed(first, -(-(width + longest) // 8) * 8)
        del first
        rows["mask"] = torch.zeros(len(asked), 1, 1, cache.length, dtype=self.base.dtype, device=self.device)
        unseen = ~pad(seen, (0, cache.length - width))
        rows["mask"].masked_fill_(unseen[:, None, None], torch.finfo(self.base.dtype).min)
        rows["ids"], rows["place"] = rows["ids"][:, -1:].clone(), rows["place"][:, -1:].clone()
        pick(logits)
        going, launch, made, looked = list(range(len(asked))), work, 1, 0
        while True:
            if made == longest or made % self.look == 0:
                tokens, told = (rows[key][:, looked:made].tolist() for key in ("tokens", "told"))
                for at, row in enumerate(going):
                    self._take(asked[row], out[row], tokens[at], told[at])
                looked = made
                keep = [at for at, over in enumerate(rows["done"].tolist()) if not over]
                if not keep:
                    return
                if len(keep) < len(going):
                    chosen = torch.tensor(keep, device=self.device)
                    going, launch = [going[at] for at in keep], work
                    rows = {key: t[chosen] for key, t in rows.items()}
                    cache.pairs = [(k[chosen], v[chosen]) for k, v in cache.pairs]
            launch()
            made += 1
            if launch is work:
                launch = self._as_graph(work)

    def _as_graph(self, work: Callable[[], None]) -> Callable[[], None]:
        """The work, which has run once, as one launch where the device can: launches take most of a small step."""
        if not self.graphs:
            return work
        graph = torch.cuda.CUDAGraph()
        try:
            with torch.cuda.graph(graph):
                work()
        except RuntimeError as e:  # a model that waits for the device, say
            print(f"trainer: steps of sampling are launched one by one: {e}", file=sys.stderr)
            self.graphs = False
            return work
        replay: Callable[[], None] = graph.replay
        return replay

    def _take(self, d: Draw, out: Drawn, tokens: list[int], told: list[float]) -> None:
        """Up to where it ends: what was computed behind that is nobody's."""
        for token, logprob in zip(tokens, told, strict=True):
            if len(out.tokens) == d.max_tokens:
                return
            if not math.isfinite(logprob):
                raise Refused("the model's log-probs are not finite: it has learned at too high a rate")
            out.tokens.append(token)
            out.logprobs.append(logprob)
            if token in d.stop or token in self.ends:
                out.stop_reason = "stop"
                return

    def score(self, adapter: str | None, texts: Sequence[list[int]]) -> list[list[float | None]]:
        """By text the log-prob of each token after those before it; None: of the first."""
        data = [Datum(t[:-1], t[1:], {"weights": [0.0] * (len(t) - 1)}) for t in texts if len(t) > 1]
        told = iter(self.forward(adapter, data, "cross_entropy", {}, False)[0])
        return [[None, *(next(told) if len(t) > 1 else [])] for t in texts]

    # Learning.

    def forward(self, adapter: str | None, data: Sequence[Datum], loss: str, config: dict[str, float],
                backward: bool) -> tuple[list[list[float]], float]:
        """Log-probs of the targets by datum, and the loss; with backward its gradient is added to those that wait."""
        if loss not in LOSSES:
            raise Refused(f"there is no loss '{loss}'; there are {', '.join(LOSSES)}")
        needs, compute = LOSSES[loss]
        if unknown := set(config) - {"clip_low_threshold", "clip_high_threshold"}:
            raise Refused(f"loss_fn_config has {', '.join(sorted(unknown))[:200]}; known are clip_low_threshold and "
                          "clip_high_threshold")
        for i, d in enumerate(data):
            self.check(d.tokens)
            self.check(d.targets)
            given: dict[str, list[Any]] = {"target_tokens": d.targets, **{k: d.inputs.get(k, []) for k in needs}}
            for key, values in given.items():
                if len(values) != len(d.tokens):
                    raise Refused(f"datum {i}: {key} has {len(values)} values for {len(d.tokens)} tokens")
                if not all(abs(v) <= LARGEST for v in values):
                    raise Refused(f"datum {i}: a value of {key} is not finite in 32 bits")
        out: list[list[float]] = [[] for _ in data]
        total = 0.0
        order = sorted(range(len(data)), key=lambda i: len(data[i].tokens))
        with self._active(adapter) as model, self._whole(adapter if backward else None):
            while order:
                width = len(data[order[-1]].tokens)
                n = max(1, self.budget_tokens // width)
                some, order = order[-n:], order[:-n]

                def padded(rows: list[list[Any]], width: int = width) -> torch.Tensor:
                    return torch.tensor([row + [0] * (width - len(row)) for row in rows], device=self.device)

                part = [data[i] for i in some]
                mask, targets = padded([[1] * len(d.tokens) for d in part]), padded([d.targets for d in part])
                told = {key: padded([d.inputs[key] for d in part]).float() for key in needs}
                logits = model(input_ids=padded([d.tokens for d in part]), attention_mask=mask).logits
                now = torch.log_softmax(logits.float(), -1).gather(2, targets[:, :, None])[:, :, 0]
                # What is padded has no weight or advantage; its log-prob is put beside itself: no ratio is infinite.
                if "logprobs" in told:
                    told["logprobs"] = torch.where(mask.bool(), told["logprobs"], now.detach())
                value = compute(now, told, config)
                if backward:
                    value.backward()
                for i, row in zip(some, now.detach().tolist(), strict=True):
                    out[i] = row[: len(data[i].tokens)]
                total += float(value.detach())
                if not math.isfinite(total):
                    raise Refused("the loss is not finite: the log-probs differ too much, or the rate was too high")
        return out, total

    @contextmanager
    def _whole(self, adapter: str | None) -> Iterator[None]:
        """All gradients of what is computed inside are added to the adapter's, or none when it fails."""
        parameters = [] if adapter is None else self.parameters(adapter)
        before = [None if p.grad is None else p.grad.clone() for p in parameters]
        try:
            with torch.set_grad_enabled(adapter is not None):
                yield
        except BaseException:
            for p, grad in zip(parameters, before, strict=True):
                p.grad = grad
            raise

    def _optimizer(self, name: str) -> torch.optim.AdamW:
        optimizer = self.adapters[name] or torch.optim.AdamW(self.parameters(name), lr=0.0, foreach=True)
        self.adapters[name] = optimizer
        return optimizer

    def step(self, adapter: str, adam: dict[str, float]) -> dict[str, float]:
        """One AdamW step from the gradients that wait; their norm is of before the clipping."""
        parameters = self.parameters(adapter)
        if all(p.grad is None for p in parameters):
            raise Refused("no gradient waits: call forward_backward first")
        limit = adam.get("grad_clip_norm", 0.0) or math.inf
        norm = float(torch.nn.utils.clip_grad_norm_(parameters, limit if limit > 0 else math.inf))
        optimizer = self._optimizer(adapter)
        if not math.isfinite(norm):
            optimizer.zero_grad(set_to_none=True)
            raise Refused("the gradient is not finite; nothing was learned from it")
        for group in optimizer.param_groups:
            group.update(lr=adam.get("learning_rate", 1e-4), betas=(adam.get("beta1", 0.9), adam.get("beta2", 0.95)),
                         eps=adam.get("eps", 1e-12), weight_decay=adam.get("weight_decay", 0.0))
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        return {"grad_norm": norm}
