"""Prints kernelbench.tsv: what each problem of KernelBench is in each version of the benchmark.

    python3 tasks/make_kernelbench.py v0=CHECKOUT v0.1=CHECKOUT v0.2=CHECKOUT >tasks/kernelbench.tsv

A checkout is trusted, and is read, not copied: names, shapes and counts are facts of the modules.  They come
of tensors without memory (torch's device "meta"), so that nothing is computed.
"""
import hashlib
import os
import signal
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "src", "eval", "torch"))

import describe  # noqa: E402
import problem as problems  # noqa: E402
import torch  # noqa: E402
from torch.utils.flop_counter import FlopCounterMode  # noqa: E402

LEVELS, LIMIT_S = (1, 2, 3), 20
KINDS = {torch.float32: "f32", torch.float16: "f16", torch.bfloat16: "bf16", torch.int64: "i64", torch.int32: "i32",
         torch.bool: "bool"}


def shape(t):
    return "x".join(str(n) for n in t.shape or (1,)) + ":" + KINDS.get(t.dtype, str(t.dtype))


class Late(Exception):
    pass


def late(signal_number, frame):
    raise Late


def in_time(task):
    """What a task gives; None when it fails, or takes longer than a counter of operations is worth."""
    signal.signal(signal.SIGALRM, late)
    signal.alarm(LIMIT_S)
    try:
        return task()
    except Exception:
        return None
    finally:
        signal.alarm(0)


def call_of(text, name):
    problem = problems.Problem(text, name)
    with torch.device("meta"):
        model = problem.model_class(*problem.get_init_inputs())
        given = [v.to("meta") if isinstance(v, torch.Tensor) else v for v in problem.get_inputs()]
    return model, given


def facts_of(text, name):
    """Inputs and outputs as "4096x4096:f32 ...", and the bytes of these and of the parameters."""
    model, given = call_of(text, name)
    with torch.no_grad():
        outputs = problems.outputs_of(model(*given))
    inputs = problems.tensors_of(given)
    moved = describe.size_of(inputs + list(model.parameters()) + outputs)
    return " ".join(map(shape, inputs)), " ".join(map(shape, outputs)), str(moved)


def flops_of(text, name):
    model, given = call_of(text, name)
    with torch.no_grad(), FlopCounterMode(display=False) as counter:
        model(*given)
    return str(counter.get_total_flops())


def rows_of(version, root):
    for level in LEVELS:
        folder = os.path.join(root, "KernelBench", "level%d" % level)
        for name in sorted(os.listdir(folder)):
            number = name.split("_")[0]
            if not name.endswith(".py") or not number.isdigit():
                continue
            with open(os.path.join(folder, name), encoding="utf-8") as f:
                text = f.read()
            inputs, outputs, moved = in_time(lambda: facts_of(text, name)) or ("", "", "")
            flops = in_time(lambda: flops_of(text, name)) or ""
            digest = hashlib.sha256(text.encode()).hexdigest()[:16]
            yield (level, int(number), name[:-3], digest, inputs, outputs, flops, moved), version


def main():
    torch.set_num_threads(1)
    versions = {}
    for argument in sys.argv[1:]:
        version, root = argument.split("=", 1)
        for row, of in rows_of(version, root):
            versions.setdefault(row, []).append(of)
    print("versions\tlevel\tproblem\tname\tsha256\tinputs\toutputs\tflops\tbytes")
    for row in sorted(versions, key=lambda r: (r[0], r[1], versions[r])):
        print("\t".join([",".join(versions[row])] + [str(v) or "-" for v in row]))


if __name__ == "__main__":
    main()
