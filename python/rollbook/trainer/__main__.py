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
        epilog="Then: rollbook run ttt --policy tinker --policy-config "
               '\'{"base_url": "http://127.0.0.1:PORT", "model": "DIR", "logprob_semantics": "raw", ...}\'')
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
             "tokens of one training pass; less needs less memory (default: %(default)s)"),
            ("export", {"nargs": 2, "metavar": ("WEIGHTS", "FOLDER")},
             "write saved weights (tinker://MODEL/sampler_weights/NAME, or a file) as a LoRA folder that vLLM and peft "
             "load, and end")):
        p.add_argument("--" + name, help=words, **how)
    o = p.parse_args()
    try:
        import torch

        from rollbook.trainer.engine import Engine, export
    except ImportError as e:
        print(f"rollbook.trainer needs: pip install torch transformers peft ({e})", file=sys.stderr)
        return 3
    from rollbook.trainer.server import Trainer, make_server
    key = os.environ.get(o.key_env) if o.key_env else None
    if o.key_env and not key:
        print(f"rollbook.trainer: the environment variable {o.key_env} is not set", file=sys.stderr)
        return 2
    if not pathlib.Path(o.model, "config.json").exists():
        print(f"rollbook.trainer: {o.model} has no config.json: --model names the folder of a model", file=sys.stderr)
        return 2
    if o.export:
        saved = o.export[0].removeprefix("tinker://")
        file = pathlib.Path(saved) if saved == o.export[0] else o.checkpoints / (saved + ".pt")
        if not file.is_file():
            print(f"rollbook.trainer: {file} does not exist: nothing was saved as {o.export[0]}", file=sys.stderr)
            return 2
        try:
            export(file, o.model, pathlib.Path(o.export[1]))
        except Exception as e:  # whatever reading a file that is something else raises
            print(f"rollbook.trainer: {file} holds no saved weights: {type(e).__name__}: {str(e)[:200]}",
                  file=sys.stderr)
            return 4
        return 0
    device = o.device or ("cuda" if torch.cuda.is_available() else "cpu")
    name = o.dtype or ("bfloat16" if device.startswith("cuda") else "float32")
    engine = Engine(o.model, device, torch.bfloat16 if name == "bfloat16" else torch.float32, o.batch_tokens)
    server = make_server(Trainer(engine, o.model, o.checkpoints, o.models), o.host, o.port, key)
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
