"""A small language model that writes kernel files, from nothing: base_model.py corpus.db FOLDER [--db study.db].

corpus.db holds samples of the builtin policy on the train tasks of a split (study.sh makes it).  Their texts are spelled
anew for every sequence (spelling.py), in stated shares of right, wrong and broken ones; a byte-level BPE tokenizer and a
model of Qwen3's shape learn them after the prompts that runs ask with.  Held-out tasks are left out by name, by near name
(the audit's rule) and by text.  Loss and sample quality are rows of the run "base" in --db.  Exit status 7: the model writes
next to no right kernel, so there is nothing to study.
"""
from __future__ import annotations

import argparse
import collections
import json
import math
import multiprocessing
import os
import pathlib
import random
import re
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import spelling

SHARES = {"fast": 0.15, "slow": 0.45, "wrong": 0.30, "broken": 0.10}  # of the sequences that ask as a run does
TAUGHT = 0.2  # of all sequences: the prompt of a self-distillation teacher, answered by a right kernel, a fast one if there is
FOLLOWED = 0.5  # of all sequences: the prompt's kernel is a text that was changed at random, and the answer follows it in another spelling
CHANGED = 0.5  # of the others: calls and constants are others, in prompt and answer
NAMES_KEPT = 0.7  # of the answers that follow: the names are those of the prompt's kernel
RENAMED = 0.5  # of all sequences: the task's own names are others, in prompt and answer
PROMPT_WEIGHT = 0.1  # of a prompt's token in the loss; an answer's has 1
CHUNK = 1024  # sequences that are sorted by length together
END, START = "<|im_end|>", "<|im_start|>"
CHAT = ("{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
        "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}")
# What merges may not cross.  A name is by itself, so that it is the same tokens wherever it stands and can be copied.
PIECES = (r'//@ (?:launch|scratch) |extern "C" __global__ void |const float \*|\(long long\)|(?:blockIdx|blockDim|threadIdx|gridDim)\.[xyz]'
          r"|; every \|got - want\| <= |[A-Za-z_][A-Za-z_0-9]*|[0-9]+|\n[ \t]*|[^A-Za-z_0-9\n]+")
REFERENCE = re.compile(r"The reference kernel, which yours is timed against:\n\n```cuda\n(.*?)\n```", re.S)
CLOSING = "\n\nNow solve the original task correctly.\n"


def asked(prompt: str) -> str:
    return f"{START}user\n{prompt}{END}\n{START}assistant\n"


def answer(code: str) -> str:
    return f"```cuda\n{code.rstrip()}\n```\n"


# What is learned from.


def name_words(name: str) -> collections.Counter[str]:
    return collections.Counter(w.lower() for w in re.findall(r"[A-Za-z][A-Za-z0-9]*", name) if w != "py")


def nearly(a: dict[str, Any], b: dict[str, Any]) -> bool:
    """The audit's rule split_near_duplicate: of one family, with names that differ by a word."""
    x, y = name_words(a["name"]), name_words(b["name"])
    return (a["family"] == b["family"] and min(sum(x.values()), sum(y.values())) >= 3
            and max(sum((x - y).values()), sum((y - x).values())) <= 1)


class Corpus:
    """Texts by task and kind, prompts, and what was left out and why."""

    def __init__(self, db: pathlib.Path, program: str, split: pathlib.Path, template: pathlib.Path) -> None:
        def ask(*words: str) -> str:
            return subprocess.run([program, *words], capture_output=True, text=True, check=True).stdout

        parts = json.loads(split.read_text())["problem_ids"]
        tasks = {t["task"]: t for t in json.loads(ask("task", "list", "--json"))["rows"]}
        train, held = ([f"l1/{i}" for i in parts[p]] for p in ("train", "eval"))
        near = {t for t in train if any(nearly(tasks[t], tasks[h]) for h in held)}
        rows = sqlite3.connect(f"file:{db}?mode=ro", uri=True).execute(
            "SELECT rollout_id, task, code, outcome, correct, speedup FROM v_rollout WHERE code IS NOT NULL "
            "AND outcome <> 'infra' ORDER BY rollout_id").fetchall()
        self.of_held = {spelling.skeleton(r[2]) for r in rows if r[1] in held}
        self.of_held |= {spelling.skeleton(ask("task", "show", h, "--kernel", "baseline")) for h in held}
        self.left_out: collections.Counter[str] = collections.Counter()
        self.texts: dict[str, dict[str, list[tuple[int, str]]]] = {}
        for rollout, task, code, outcome, right, speedup in rows:
            if task in held or task not in train:
                self.left_out["task is held out" if task in held else "task is not in the split"] += 1
            elif task in near:
                self.left_out["task is nearly a held-out one"] += 1
            elif spelling.skeleton(code) in self.of_held:
                self.left_out["text is that of a held-out task"] += 1
            else:
                kind = ("fast" if (speedup or 0) > 1 else "slow") if right else (
                    "broken" if outcome in ("parse", "compile", "launch", "no_code") else "wrong")
                self.texts.setdefault(task, {}).setdefault(kind, []).append((rollout, code))
        self.tasks = sorted(self.texts)
        self.family_of = {t: tasks[t]["family"] for t in tasks}
        self.near, self.held = sorted(near), held
        with ThreadPoolExecutor(16) as pool:
            self.prompts = dict(zip(train, pool.map(
                lambda t: ask("prompt", "show", t, "--template", str(template)), train), strict=True))
            kept = [r for kinds in self.texts.values() for texts in kinds.values() for r, _ in texts[:8]]
            self.feedback = dict(zip(kept, pool.map(lambda r: ask(
                "prompt", "show", "--db", str(db), "--rollout", str(r), "--template", "feedback"), kept), strict=True))

    @property
    def families(self) -> list[str]:
        """Those that tasks to learn from share with held-out ones."""
        return sorted({self.family_of[t] for t in self.tasks} & {self.family_of[h] for h in self.held})

    def keep_short(self, tokenizer: Any, context: int) -> None:
        """Leaves out tasks none of whose right kernels fits the context with its prompt."""
        for task in self.tasks[:]:
            texts = [asked(self.prompts[task]) + answer(t) for k in ("fast", "slow") for _, t in self.texts[task].get(k, [])]
            if not texts or min(map(len, tokenizer(texts)["input_ids"])) > context:
                self.left_out["task exceeds the context or has no right kernel"] += sum(map(len, self.texts.pop(task).values()))
                self.tasks.remove(task)

    def sequence(self, rng: random.Random) -> tuple[str, str]:
        """A prompt and its answer."""
        task = rng.choice(self.tasks)
        kinds, prompt = self.texts[task], self.prompts[task]
        right = [t for k in ("fast", "slow") for t in kinds.get(k, [])]
        if rng.random() < TAUGHT and right:
            code = rng.choice(kinds["fast"] if "fast" in kinds and rng.random() < 0.7 else right)[1]
            code = spelling.spell(code, rng)
            if rng.random() < 0.5:
                prompt += f"\n\nA correct solution is:\n\n{spelling.spell(rng.choice(right)[1], rng)}\n"
            if rng.random() < 0.6:
                told = [self.feedback[r] for texts in kinds.values() for r, _ in texts if r in self.feedback]
                prompt += "\n\nAn earlier attempt was answered by:\n\n" + rng.choice(told)
            prompt += CLOSING
        else:
            kind = rng.choices([k for k in SHARES if k in kinds], [v for k, v in SHARES.items() if k in kinds])[0]
            code = spelling.spell(rng.choice(kinds[kind])[1], rng)
        shown = REFERENCE.search(prompt)
        if rng.random() < FOLLOWED and shown:
            text = spelling.change_operators(spelling.change(spelling.spell(rng.choice([shown[1], *[t for _, t in right]]), rng), rng), rng)
            prompt = prompt[: shown.start(1)] + text.rstrip() + prompt[shown.end(1):]
            code = spelling.relaunch(spelling.spell(text, rng, rng.random() >= NAMES_KEPT), rng)
        elif rng.random() < CHANGED:
            prompt, code = spelling.change(prompt + "\0" + code, rng).split("\0")
        if spelling.skeleton(code) in self.of_held:  # changed into what a held-out task asks for
            return self.sequence(rng)
        if rng.random() < RENAMED:
            prompt, code = spelling.rename_task(prompt, code, rng)
        return asked(prompt), answer(code) + END


def train_tokenizer(corpus: Corpus, size: int, seed: int) -> Any:
    from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    rng = random.Random(f"tokenizer-{seed}")
    texts = ["".join(corpus.sequence(rng)) for _ in range(3000)]
    tokens = Tokenizer(models.BPE())
    tokens.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.Split(Regex(PIECES), "isolated"), pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])
    tokens.decoder = decoders.ByteLevel()
    tokens.train_from_iterator(texts, trainers.BpeTrainer(
        vocab_size=size, special_tokens=[START, END], show_progress=False,
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet())))
    made = PreTrainedTokenizerFast(tokenizer_object=tokens, eos_token=END, additional_special_tokens=[START])
    made.chat_template = CHAT
    return made


# Sequences of one chunk, in batches of about as many tokens.  Each worker has what these names hold by being forked.
WORK: dict[str, Any] = {}


def chunk(i: int) -> list[Any]:
    import numpy

    corpus, tokenizer, o = WORK["corpus"], WORK["tokenizer"], WORK["options"]
    rng = random.Random(f"{o.seed}-{i}")
    pairs = [corpus.sequence(rng) for _ in range(CHUNK)]
    first, second = (tokenizer([p[k] for p in pairs], add_special_tokens=False)["input_ids"] for k in (0, 1))
    rows = sorted(((p, a) for p, a in zip(first, second, strict=True) if len(p) + len(a) <= o.context),
                  key=lambda r: len(r[0]) + len(r[1]))
    batches = []
    while rows:  # the longest first; few shapes, so that a GPU's memory and kernels are met again
        width = -(-sum(map(len, rows[-1])) // 128) * 128
        n = max(1, o.batch_tokens // width)
        some, rows = rows[-n:], rows[:-n]
        ids = numpy.zeros((n, width), numpy.int32)
        weights = numpy.zeros((n, width), numpy.float32)
        for k, (p, a) in enumerate(some):
            ids[k, : len(p) + len(a)] = p + a
            weights[k, 1: len(p)] = PROMPT_WEIGHT
            weights[k, len(p): len(p) + len(a)] = 1
        if len(some) > n // 2:
            batches.append((ids, weights))
    rng.shuffle(batches)
    return batches


def train(o: argparse.Namespace, corpus: Corpus, tokenizer: Any, log: Any) -> Any:
    WORK.update(corpus=corpus, tokenizer=tokenizer, options=o)
    pool = multiprocessing.get_context("fork").Pool(o.workers)  # before the GPU is touched
    import torch
    from transformers import Qwen3Config, Qwen3ForCausalLM

    torch.manual_seed(o.seed)
    torch.set_float32_matmul_precision("high")
    torch.backends.cuda.enable_cudnn_sdp(False)  # it makes a plan for each new shape
    device = "cuda" if torch.cuda.is_available() else "cpu"
    model = Qwen3ForCausalLM(Qwen3Config(
        vocab_size=len(tokenizer), hidden_size=o.width, intermediate_size=o.width * 8 // 3 // 64 * 64, num_hidden_layers=o.layers,
        num_attention_heads=o.width // 64, num_key_value_heads=max(1, o.width // 192), head_dim=64, tie_word_embeddings=True,
        max_position_embeddings=4096, eos_token_id=tokenizer.eos_token_id, bos_token_id=None, use_cache=False)).to(device)
    n = sum(p.numel() for p in model.parameters())
    if n > 15_000_000:
        sys.exit(f"{n} weights are more than 15 million: ask for less --width or --layers")
    log.log_metrics(0, weights=n, vocabulary=len(tokenizer), tasks=len(corpus.tasks), shared_families=len(corpus.families),
                    texts=sum(len(t) for k in corpus.texts.values() for t in k.values()), **{
                        "left out: " + k: v for k, v in corpus.left_out.items()})
    plain = [p for p in model.parameters() if p.dim() < 2]
    matrices = [p for p in model.parameters() if p.dim() >= 2]
    adam = torch.optim.AdamW([{"params": matrices, "weight_decay": 0.1}, {"params": plain, "weight_decay": 0.0}],
                             lr=o.rate, betas=(0.9, 0.95), fused=device == "cuda")
    started, tokens, waited, step, made, losses = time.monotonic(), 0, 0.0, 0, 0, []
    ahead = collections.deque(pool.apply_async(chunk, (i,)) for i in range(2 * o.workers))  # no more: texts are made faster than learned
    while True:
        before = time.monotonic()
        batches = ahead.popleft().get()
        made += 1
        ahead.append(pool.apply_async(chunk, (made + len(ahead),)))
        waited += time.monotonic() - before
        for ids_, weights_ in batches:
            ids = torch.from_numpy(ids_).to(device, torch.long, non_blocking=True)
            weights = torch.from_numpy(weights_).to(device, non_blocking=True)
            share = max(step / o.steps, (time.monotonic() - started) / o.seconds if o.seconds else 0.0)
            for group in adam.param_groups:
                group["lr"] = o.rate * min(1.0, (step + 1) / 50) * (0.05 + 0.95 * (1 + math.cos(math.pi * min(1.0, share))) / 2)
            with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
                logits = model(input_ids=ids).logits[:, :-1]
            each = torch.nn.functional.cross_entropy(logits.float().flatten(0, 1), ids[:, 1:].flatten(), reduction="none")
            w = weights[:, 1:].flatten()
            loss = (each * w).sum() / w.sum()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            adam.step()
            adam.zero_grad(set_to_none=True)
            said = (w == 1).float()
            losses.append(((each.detach() * said).sum() / said.sum()).reshape(()))
            tokens += int((weights_ > 0).sum())
            step += 1
            over = step == o.steps or share >= 1
            if step % o.every == 0 or over:
                spent = time.monotonic() - started
                loss_ = torch.stack(losses).mean().item()
                losses.clear()
                log.log_metrics(step, answer_loss=loss_, tokens=tokens, seconds=round(spent, 1), tokens_a_second=round(tokens / spent))
                print(f"step {step}  answer loss {loss_:.4f}  {tokens / spent:.0f} tokens/s  {spent:.0f} s, {waited:.0f} of them waiting for texts", flush=True)
            if over:
                pool.terminate()
                return model.to(torch.bfloat16 if device == "cuda" else torch.float32)


def quality(o: argparse.Namespace, corpus: Corpus, tokenizer: Any, folder: pathlib.Path, log: Any) -> float:
    """Samples on train tasks by the trainer's own engine; the share that is right."""
    import torch

    import rollbook
    from rollbook.trainer.engine import Draw, Engine

    device = "cuda" if torch.cuda.is_available() else "cpu"
    engine = Engine(str(folder), device, torch.bfloat16 if device == "cuda" else torch.float32, 1 << 18)
    tasks = random.Random(o.seed).sample(corpus.tasks, min(o.tried, len(corpus.tasks)))
    prompts = {t: tokenizer.encode(asked(corpus.prompts[t]), add_special_tokens=False) for t in tasks}
    places = [(t, k) for t in tasks for k in range(4)]
    started = time.monotonic()
    drawn = engine.draw(None, [Draw(prompts[t], o.answer_tokens, seed=o.seed * 100003 + i) for i, (t, k) in enumerate(places)])
    spent, n = time.monotonic() - started, sum(len(d.tokens) for d in drawn)
    texts = [tokenizer.decode(d.tokens, skip_special_tokens=True) for d in drawn]
    found: collections.Counter[str] = collections.Counter()
    for i, verdict in rollbook.evaluate_many(texts, [t for t, _ in places], case="tiny"):
        found["right"] += bool(verdict.correct)
        found["compiled"] += bool(verdict.compiled)
        found["infra"] += bool(verdict.infra)
        log.log(task=places[i][0], prompt=corpus.prompts[places[i][0]], completion=texts[i], step=o.steps, sample=places[i][1],
                tokens=drawn[i].tokens, logprobs=drawn[i].logprobs, verdict=verdict)
    log.log_metrics(o.steps, sampled=len(texts), right=found["right"] / len(texts), compiled=found["compiled"] / len(texts),
                    ended=sum(d.stop_reason == "stop" for d in drawn) / len(texts), sampled_tokens_a_second=round(n / spent))
    print(f"samples: {len(texts)}, {found['compiled']} compile, {found['right']} are right; {n / spent:.0f} tokens/s", flush=True)
    return found["right"] / len(texts)


def main() -> int:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    here = pathlib.Path(__file__).parent
    p.add_argument("corpus", type=pathlib.Path)
    p.add_argument("folder", type=pathlib.Path)
    p.add_argument("--db", default="study.db")
    p.add_argument("--program", default=os.environ.get("ROLLBOOK_PROGRAM", "rollbook"))
    p.add_argument("--split", type=pathlib.Path, default=here / "../../splits/l1_seed42.json")
    p.add_argument("--template", type=pathlib.Path, default=here / "prompt.md")
    for name, value in (("seed", 1), ("steps", 1500), ("every", 50), ("width", 384), ("layers", 6), ("vocabulary", 4096),
                        ("context", 1536), ("answer-tokens", 900), ("batch-tokens", 65536), ("workers", os.cpu_count() or 1),
                        ("tried", 40), ("seconds", 0)):
        p.add_argument("--" + name, type=int, default=value)
    p.add_argument("--rate", type=float, default=2e-3)
    p.add_argument("--least", type=float, default=0.02, help="share of right samples without which there is nothing to study")
    o = p.parse_args()  # --seconds ends training early, with the schedule of --steps shortened: for a card that costs by the minute
    os.environ |= {"TOKENIZERS_PARALLELISM": "false", "ROLLBOOK_PROGRAM": o.program}
    import rollbook

    corpus = Corpus(o.corpus, o.program, o.split, o.template)
    print(f"{len(corpus.tasks)} tasks, " + ", ".join(
        f"{sum(len(k.get(kind, [])) for k in corpus.texts.values())} {kind}" for kind in SHARES) + f"; left out: {dict(corpus.left_out)}; "
        f"nearly held-out: {' '.join(corpus.near) or 'none'}; families that held-out tasks share: {' '.join(corpus.families)}", flush=True)
    tokenizer = train_tokenizer(corpus, o.vocabulary, o.seed)
    corpus.keep_short(tokenizer, o.context)
    print(f"{len(corpus.tasks)} tasks have a right kernel that fits the context of {o.context} tokens", flush=True)
    config = {k: str(v) if isinstance(v, pathlib.Path) else v for k, v in vars(o).items()} | {
        "shares": SHARES, "taught": TAUGHT, "renamed": RENAMED, "near": corpus.near, "families": corpus.families}
    with rollbook.open(o.db) as db, db.run("base", strategy="pretrain", model=str(o.folder), seed=o.seed, config=config) as log:
        model = train(o, corpus, tokenizer, log)
        new = o.folder.with_name(o.folder.name + ".new")
        tokenizer.save_pretrained(new)
        model.config.use_cache = True
        model.save_pretrained(new)
        os.replace(new, o.folder)
        share = quality(o, corpus, tokenizer, o.folder, log)
    if share < o.least:
        os.replace(o.folder, o.folder.with_name(o.folder.name + ".poor"))
        print("the base model writes next to no right kernel: nothing can be learned from its results; stopped", file=sys.stderr)
        return 7
    return 0


if __name__ == "__main__":
    sys.exit(main())
