"""python -m rollbook.trainer --model DIR: see --help."""

from __future__ import annotations

import argparse
import os
import pathlib
import sys


def main() -> int:
    p = argparse.ArgumentParser(
        prog="python -m rollbook.trainer",
        description="Serve a model for sampling and LoRA training by the Tinker protocol, on one GPU or on processors.",
        epilog="docs/tutorial-training.md shows what to do with it.")
    for name, how, words in (
            ("model", {"required": True}, "folder of a model and its tokenizer, as transformers reads it"),
            ("device", {}, "cuda, cuda:1 or cpu (default: cuda where there is one)"),
            ("dtype", {"choices": ("float32", "bfloat16")},
             "of the base model (default: bfloat16 on a GPU, else float32); adapters are float32"),
            ("host", {"default": "127.0.0.1"}, "address to listen at (default: %(default)s)"),
            ("port", {"type": int, "default": 0}, "port (default: a free one, which is printed)"),
            ("port-file", {"type": pathlib.Path}, "file that gets the port when the server is ready"),
            ("key-env", {}, "environment variable with the key that clients must send as X-API-Key"),
            ("checkpoints", {"type": pathlib.Path, "default": pathlib.Path("checkpoints")},
             "folder of saved weights (default: %(default)s)"),
            ("models", {"type": int, "default": 8}, "adapters that may train at a time (default: %(default)s)"),
            ("batch-tokens", {"type": int, "default": 16384},
             "tokens of one training pass; less needs less memory (default: %(default)s)")):
        p.add_argument("--" + name, help=words, **how)
    o = p.parse_args()
    try:
        import torch

        from rollbook.trainer.engine import Engine
    except ImportError as e:
        print(f"rollbook.trainer needs: pip install torch transformers peft ({e})", file=sys.stderr)
        return 3
    from rollbook.trainer.server import Trainer, make_server
    key = os.environ.get(o.key_env) if o.key_env else None
    if o.key_env and not key:
        p.error(f"the environment variable {o.key_env} is not set")
    if not pathlib.Path(o.model, "config.json").exists():
        p.error(f"{o.model} has no config.json: --model names the folder of a model")
    device = o.device or ("cuda" if torch.cuda.is_available() else "cpu")
    name = o.dtype or ("bfloat16" if device.startswith("cuda") else "float32")
    try:
        engine = Engine(o.model, device, torch.bfloat16 if name == "bfloat16" else torch.float32, o.batch_tokens)
        server = make_server(Trainer(engine, o.model, o.checkpoints, o.models), o.host, o.port, key)
    except Exception as e:  # a port that is taken, a folder of something else, no such device
        print(f"rollbook.trainer: cannot serve {o.model} on {device} at {o.host}:{o.port}: {e}", file=sys.stderr)
        return 4
    port = server.server_address[1]
    print(f"http://{o.host}:{port}  model {o.model}, {device}, {name}", flush=True)
    if o.port_file:
        new = o.port_file.with_name(o.port_file.name + ".new")
        new.write_text(str(port))
        os.replace(new, o.port_file)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print("stopped; what was saved is in " + str(o.checkpoints), file=sys.stderr)
    return 0


sys.exit(main())
