"""Tokens a second of `python -m rollbook.trainer`'s engine: bench_trainer.py FOLDER|15m|1b [ROWS...]

FOLDER is a model of transformers; 15m and 1b are Qwen3's shape with random weights.  Each line: rows drawn at once, tokens
sampled a second (prompts of 256 tokens, 128 new ones each), the same by transformers' own generate(), and tokens learned from
a second (LoRA of rank 8, forward, backward and step, texts of 512).  PYTHONPATH=python.
"""
import json
import pathlib
import sys
import tempfile
import time

import torch
from transformers import Qwen3Config, Qwen3ForCausalLM

from rollbook.trainer.engine import Datum, Draw, Engine

SHAPES = {"15m": dict(hidden_size=384, intermediate_size=1024, num_hidden_layers=6, num_attention_heads=6, num_key_value_heads=2,
                      vocab_size=4096, head_dim=64),
          "1b": dict(hidden_size=2048, intermediate_size=5632, num_hidden_layers=22, num_attention_heads=16, num_key_value_heads=8,
                     vocab_size=32000, head_dim=128)}
PROMPT, NEW, TEXT = 256, 128, 512
device = "cuda" if torch.cuda.is_available() else "cpu"
dtype = torch.bfloat16 if device == "cuda" else torch.float32


def seconds(work):
    if device == "cuda":
        torch.cuda.synchronize()
    started = time.monotonic()
    out = work()
    if device == "cuda":
        torch.cuda.synchronize()
    return time.monotonic() - started, out


def main(which, counts):
    with tempfile.TemporaryDirectory() as scratch:
        folder = which
        if which in SHAPES:
            folder = scratch
            torch.set_default_dtype(dtype)
            with torch.device(device):
                Qwen3ForCausalLM(Qwen3Config(tie_word_embeddings=True, eos_token_id=0, **SHAPES[which])).save_pretrained(folder)
            torch.set_default_dtype(torch.float32)
        engine = Engine(str(pathlib.Path(folder)), device, dtype, 1 << (14 if which == "1b" else 18))
    n = sum(p.numel() for p in engine.base.parameters())
    engine.ends = frozenset()
    engine.add("bench", 8, 1)
    engine.draw("bench", [Draw([5] * 8, 2)])
    for rows in counts:
        asked = [Draw([1 + (7 * i + j) % 1000 for j in range(PROMPT)], NEW, seed=i) for i in range(rows)]
        drew, out = seconds(lambda asked=asked: engine.draw("bench", asked))
        ids = torch.tensor([d.prompt for d in asked], device=device)
        with torch.no_grad():
            peer, _ = seconds(lambda ids=ids: engine.peft.generate(
                input_ids=ids, attention_mask=torch.ones_like(ids), do_sample=True, max_new_tokens=NEW, min_new_tokens=NEW, top_k=0, pad_token_id=0))
        text = [1 + i % 1000 for i in range(TEXT)]
        data = [Datum(text, text, {"weights": [1.0] * TEXT}) for _ in range(min(rows, 256))]
        learned, _ = seconds(lambda data=data: (engine.forward("bench", data, "cross_entropy", {}, True), engine.step("bench", {})))
        made = sum(len(d.tokens) for d in out)
        print(json.dumps({"model": which, "weights": n, "device": device, "rows": rows, "sampled_tokens_a_second": round(made / drew),
                          "generate_tokens_a_second": round(made / peer), "trained_tokens_a_second": round(TEXT * len(data) / learned)}), flush=True)


main(sys.argv[1], [int(x) for x in sys.argv[2:]] or [16, 256])
