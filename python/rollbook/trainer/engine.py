"""One base model, LoRA adapters in it: sampling with log-probs, scoring, gradients and optimiser steps.

Nothing here knows HTTP.  One thread calls an Engine at a time (server.py).  Log-probs are of the model's own
distribution at temperature 1 ("raw"), whatever the temperature that tokens are drawn at.  Losses are sums over
tokens and data, as the hosted service has them; gradients add up until `step`.
"""

from __future__ import annotations

import math
import os
import pathlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any

import torch
from peft import LoraConfig, get_peft_model, get_peft_model_state_dict, set_peft_model_state_dict
from safetensors.torch import save_file
from transformers import AutoModelForCausalLM
from transformers.cache_utils import DynamicCache

ALPHA = 32  # of every adapter: its output is ALPHA / rank times B A x
ATTENTION = ("q_proj", "k_proj", "v_proj", "o_proj", "c_attn", "query_key_value")
LOOK = 16  # steps of sampling after which it is looked which answers have ended: a look waits for the device
MLP = ("gate_proj", "up_proj", "down_proj", "gate_up_proj", "fc1", "fc2", "c_fc")


class Refused(Exception):
    """What a client asked cannot be done; the message says why and what to ask instead."""

    status = 422


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


@dataclass
class Rule:
    """How a batch picks tokens, on the device: by the inverse of the distribution function at numbers that the seed of
    a row gives, so that a seed gives the same answer in any batch."""

    heat: torch.Tensor
    cold: torch.Tensor
    most: torch.Tensor | None  # top_k and top_p; None: nobody cuts
    mass: torch.Tensor | None
    chances: torch.Tensor  # of each row and step

    @staticmethod
    def of(asked: Sequence[Draw], device: torch.device) -> Rule:
        chances = torch.zeros(len(asked), max(d.max_tokens for d in asked))
        for i, d in enumerate(asked):
            chances[i, : d.max_tokens] = torch.rand(d.max_tokens, generator=torch.Generator().manual_seed(d.seed))
        cuts = any(d.top_k > 0 or d.top_p < 1 for d in asked)

        def of(values: list[Any]) -> torch.Tensor:
            return torch.tensor(values).to(device)

        heat, cold = [d.temperature if d.temperature > 0 else 1.0 for d in asked], [d.temperature <= 0 for d in asked]
        return Rule(of(heat), of(cold),
                    of([d.top_k if d.top_k > 0 else 1 << 30 for d in asked]) if cuts else None,
                    of([d.top_p for d in asked]) if cuts else None, chances.to(device))

    def chosen(self, rows: torch.Tensor) -> Rule:
        return Rule(*(None if t is None else t[rows]
                      for t in (self.heat, self.cold, self.most, self.mass, self.chances)))

    def pick(self, raw: torch.Tensor, step: int) -> torch.Tensor:
        p = torch.softmax(raw / self.heat[:, None], -1)
        if self.most is not None and self.mass is not None:
            ranked, order = p.sort(-1, descending=True)
            ranked = ranked.masked_fill(torch.arange(raw.shape[1], device=raw.device)[None] >= self.most[:, None], 0.0)
            ranked = ranked.masked_fill(ranked.cumsum(-1) - ranked >= self.mass[:, None], 0.0)
            p = torch.zeros_like(p).scatter(-1, order, ranked)
        sums = p.double().cumsum(-1)
        at = self.chances[:, step, None].double() * sums[:, -1:]
        picks = torch.searchsorted(sums, at, right=True)[:, 0].clamp(max=raw.shape[1] - 1)
        return torch.where(self.cold, raw.argmax(-1), picks)


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


class Engine:
    """model: a folder of transformers.  budget_tokens: tokens, padding among them, that one pass may hold."""

    def __init__(self, model: str, device: str, dtype: torch.dtype, budget_tokens: int = 16384) -> None:
        base = AutoModelForCausalLM.from_pretrained(model, dtype=dtype, local_files_only=True)
        self.device = torch.device(device)
        # cuDNN's attention makes a plan for each new length: 40 ms a token on an H200.
        torch.backends.cuda.enable_cudnn_sdp(False)
        self.budget_tokens = budget_tokens
        self.base: Any = base.to(self.device)
        self.base.eval()
        for p in self.base.parameters():
            p.requires_grad_(False)
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
        if not 1 <= rank <= 1024:
            raise Refused(f"the rank {rank} is not between 1 and 1024")
        config = LoraConfig(r=rank, lora_alpha=ALPHA, target_modules=list(targets), lora_dropout=0.0, bias="none",
                            task_type="CAUSAL_LM")
        with torch.random.fork_rng(devices=[self.device] if self.device.type == "cuda" else []):
            torch.manual_seed(seed)
            if self.peft is None:
                self.peft = get_peft_model(self.base, config, adapter_name=name)
            else:
                self.peft.add_adapter(name, config)
        self.peft.eval()
        for key, p in self.peft.named_parameters():
            if f".{name}." in key and "lora_" in key:
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

    def state(self, name: str, moments: bool) -> dict[str, Any]:
        """What `restore` takes: plain numbers and tensors on the processor."""
        optimizer, config = self.adapters[name] if moments else None, self.peft.peft_config[name]
        weights = get_peft_model_state_dict(self.peft, adapter_name=name)
        return {"rank": config.r, "targets": sorted(config.target_modules),
                "weights": {k: v.detach().cpu().clone() for k, v in weights.items()},
                "optimizer": None if optimizer is None else optimizer.state_dict()}

    def restore(self, name: str, state: dict[str, Any], moments: bool) -> None:
        """Adds the adapter unless it is there, which then must have the same rank."""
        if name not in self.adapters:
            self.add(name, int(state["rank"]), 0, any(t in self.attention for t in state["targets"]),
                     any(t in self.mlp for t in state["targets"]))
        config = self.peft.peft_config[name]
        if config.r != state["rank"] or config.target_modules != set(state["targets"]):
            raise Refused(f"the weights have rank {state['rank']} in {', '.join(state['targets'])}, "
                          f"the model rank {config.r} in {', '.join(sorted(config.target_modules))}")
        set_peft_model_state_dict(self.peft, state["weights"], adapter_name=name)
        self.adapters[name] = None
        if moments and state["optimizer"] is not None:
            self._optimizer(name).load_state_dict(state["optimizer"])

    @contextmanager
    def _active(self, name: str | None) -> Iterator[Any]:
        """The model as the adapter makes it; None: as it was loaded."""
        if name is not None:
            self.peft.set_adapter(name)
        with self.peft.disable_adapter() if self.peft is not None and name is None else nullcontext():
            yield self.peft if self.peft is not None else self.base

    # Sampling.

    def check(self, tokens: Sequence[int], more: int = 0) -> None:
        if not tokens:
            raise Refused("the prompt has no token")
        if min(tokens) < 0 or max(tokens) >= self.vocab_size:
            wrong = min(tokens) if min(tokens) < 0 else max(tokens)
            raise Refused(f"token {wrong} is not in the vocabulary of {self.vocab_size}")
        if len(tokens) + more > self.max_tokens:
            raise Refused(f"{len(tokens)} tokens and {more} to sample exceed the model's {self.max_tokens}")

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def draw(self, adapter: str | None, asked: Sequence[Draw]) -> list[Drawn]:
        """Answers in the order of what was asked; many at a time, as many as fit the budget."""
        for d in asked:
            self.check(d.prompt, d.max_tokens)
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
        width = max(len(d.prompt) for d in asked)
        ids = torch.tensor([[0] * (width - len(d.prompt)) + d.prompt for d in asked], device=self.device)
        mask = torch.tensor([[0] * (width - len(d.prompt)) + [1] * len(d.prompt) for d in asked], device=self.device)
        places = (mask.cumsum(1) - 1).clamp(min=0)
        rule = Rule.of(asked, self.device)
        ends = torch.zeros(len(asked), self.vocab_size, dtype=torch.bool)
        for i, d in enumerate(asked):
            ends[i, list(d.stop | self.ends)] = True
        ends = ends.to(self.device)
        most = torch.tensor([d.max_tokens for d in asked], device=self.device)
        done = torch.zeros(len(asked), dtype=torch.bool, device=self.device)
        cache = DynamicCache()
        rows = list(range(len(asked)))  # those that go on
        said: list[tuple[torch.Tensor, torch.Tensor]] = []  # tokens and log-probs that nobody looked at yet
        for step in range(max(d.max_tokens for d in asked)):
            logits = model(input_ids=ids, attention_mask=mask, position_ids=places, past_key_values=cache,
                           use_cache=True, logits_to_keep=1).logits
            raw = torch.log_softmax(logits[:, -1].float(), -1)
            picks = rule.pick(raw, step)
            said.append((picks, raw.gather(1, picks[:, None])[:, 0]))
            done |= ends.gather(1, picks[:, None])[:, 0] | (most <= step + 1)
            mask = torch.cat([mask, mask.new_ones(len(rows), 1)], 1)
            places = (places[:, -1:] + 1).clamp(max=self.max_tokens - 1)
            ids = picks[:, None]
            if len(said) < LOOK and step + 1 < max(d.max_tokens for d in asked):
                continue
            tokens, told = (torch.stack([pair[k] for pair in said], 1).tolist() for k in (0, 1))
            said.clear()
            for at, row in enumerate(rows):
                self._take(asked[row], out[row], tokens[at], told[at])
            keep = [at for at, over in enumerate(done.tolist()) if not over]
            if not keep:
                return
            if len(keep) < len(rows):
                chosen = torch.tensor(keep, device=self.device)
                rows = [rows[i] for i in keep]
                cache.batch_select_indices(chosen)
                mask, places, ids, ends, most, done = (t[chosen] for t in (mask, places, ids, ends, most, done))
                rule = rule.chosen(chosen)

    def _take(self, d: Draw, out: Drawn, tokens: list[int], told: list[float]) -> None:
        """Up to where it ends: what was computed behind that is nobody's."""
        for token, logprob in zip(tokens, told, strict=True):
            if len(out.tokens) == d.max_tokens:
                return
            out.tokens.append(token)
            out.logprobs.append(logprob)
            if token in d.stop or token in self.ends:
                out.stop_reason = "stop"
                return

    def score(self, adapter: str | None, texts: Sequence[list[int]]) -> list[list[float | None]]:
        """By text the log-prob of each token after those before it; None: of the first."""
        for tokens in texts:
            self.check(tokens)
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
        for i, d in enumerate(data):
            self.check(d.tokens)
            self.check(d.targets)
            given: dict[str, list[Any]] = {"target_tokens": d.targets, **{k: d.inputs.get(k, []) for k in needs}}
            for key, values in given.items():
                if len(values) != len(d.tokens):
                    raise Refused(f"datum {i}: {key} has {len(values)} values for {len(d.tokens)} tokens")
                if not all(math.isfinite(v) for v in values):
                    raise Refused(f"datum {i}: a value of {key} is not finite")
        out: list[list[float]] = [[] for _ in data]
        total = 0.0
        order = sorted(range(len(data)), key=lambda i: len(data[i].tokens))
        with self._active(adapter) as model, torch.set_grad_enabled(backward):
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
        return out, total

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


def write_state(state: dict[str, Any], path: pathlib.Path) -> None:
    """All of it or nothing, also when the process is killed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(path.name + ".new")
    with open(new, "wb") as f:
        torch.save(state, f)
        f.flush()
        os.fsync(f.fileno())
    os.replace(new, path)


def read_state(path: pathlib.Path) -> dict[str, Any]:
    """Tensors and plain values alone: nothing that a file says is run."""
    state: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
    return state


def export(path: pathlib.Path, model: str, folder: pathlib.Path) -> None:
    """What was saved, as a folder of peft: vLLM and transformers load it."""
    state = read_state(path)
    folder.mkdir(parents=True, exist_ok=True)
    LoraConfig(r=int(state["rank"]), lora_alpha=ALPHA, target_modules=list(state["targets"]), lora_dropout=0.0,
               bias="none", task_type="CAUSAL_LM", base_model_name_or_path=model,
               inference_mode=True).save_pretrained(str(folder))
    save_file({k: v.contiguous() for k, v in state["weights"].items()}, folder / "adapter_model.safetensors")
