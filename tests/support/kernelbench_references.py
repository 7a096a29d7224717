"""Holds native tasks against the modules of a KernelBench checkout.

kernelbench_references.py CHECKOUT [--tasks 1,2] [--seeds 1,2] [--cases cpu] [--drawn 2] [--by oracle] [--csv FILE]

For every task, seed, case and draw, `rollbook task inputs` writes inputs and right results.  The
published file is executed with its global sizes replaced by the task's; its own Model, built by its
own get_init_inputs, computes in double precision what comes of the inputs, which take the shapes of
its own get_inputs.  Inputs beyond those of get_inputs become the Model's parameters.  --drawn N adds
N sets of sizes a task that are drawn from the seed, with extents of 1 among them.
"""
import argparse
import csv
import glob
import json
import os
import random
import subprocess
import sys
import tempfile

import numpy
import torch

# Which of a file's global names have which of the native sizes; both are expressions.
MATRIX = {"M": "m", "N": "n", "K": "k"}
SQUARE = {"N": "n"}
REDUCED = {"batch_size": "b", "dim1": "r", "dim2": "c"}
ROWS = {"batch_size": "m", "input_shape": "(n,)", "dim": "1"}
IMAGES = {"batch_size": "n", "features": "c", "dim1": "h", "dim2": "w"}
SIZES = {
    "matmul": MATRIX, "matmul_sym": SQUARE, "matvec": MATRIX, "matmul_tt": MATRIX, "tri_upper": SQUARE,
    "tri_lower": {"M": "n"}, "scale": {"M": "m", "N": "n"}, "diag_matmul": {"N": "n", "M": "m"},
    "bmm": {"batch_size": "b", "m": "m", "k": "k", "n": "n"},
    "activation": {"batch_size": "1", "dim": "n"},
    "softmax": {"batch_size": "m", "dim": "n"}, "log_softmax": {"batch_size": "m", "dim": "n"},
    "l1_norm": {"batch_size": "m", "dim": "n"}, "l2_norm": {"batch_size": "m", "dim": "n"},
    "batch_norm": IMAGES, "instance_norm": IMAGES, "rms_norm": IMAGES, "layer_norm": IMAGES,
    "group_norm": {"batch_size": "n", "features": "g * c", "num_groups": "g", "dim1": "h", "dim2": "w"},
    "frobenius": {"batch_size": "1", "features": "1", "dim1": "1", "dim2": "n"},
    "max_pool1d": {"batch_size": "1", "features": "r", "sequence_length": "l"},
    "avg_pool1d": {"batch_size": "1", "in_channels": "r", "input_length": "l"},
    "max_pool2d": {"batch_size": "1", "channels": "r", "height": "h", "width": "w"},
    "avg_pool2d": {"batch_size": "1", "channels": "r", "height": "h", "width": "w"},
    "max_pool3d": {"batch_size": "1", "channels": "r", "dim1": "d", "dim2": "h", "dim3": "w"},
    "avg_pool3d": {"batch_size": "1", "channels": "r", "depth": "d", "height": "h", "width": "w"},
    "sdpa": {"batch_size": "1", "num_heads": "b", "sequence_length": "s", "embedding_dimension": "d"},
}
SIZES.update({f: REDUCED for f in ("sum_dim", "mean_dim", "max_dim", "min_dim", "argmax_dim", "argmin_dim")})
SIZES.update({f: ROWS for f in ("scan_sum", "scan_prod", "scan_rev", "scan_excl", "scan_mask", "mse", "smooth_l1", "kl_div",
                                "triplet", "hinge")})
SIZES["cross_entropy"] = {"batch_size": "m", "num_classes": "n", "input_shape": "(n,)"}
CHANNELS = {"batch_size": "n", "in_channels": "groups * c", "out_channels": "groups * o"}
DEPTHWISE = {"batch_size": "n", "in_channels": "c", "out_channels": "c", "groups": "c", "height": "h", "width": "w",
             "height_in": "h", "width_in": "w"}
PLACES = {"length": "l", "depth": "d", "height": "h", "width": "w", "depth_in": "d", "height_in": "h", "width_in": "w"}
SIZES.update({f: dict(CHANNELS, **PLACES) for f in ("conv1d", "conv2d", "conv3d", "convt1d", "convt2d", "convt3d", "conv2d_sep")})
SIZES["conv2d_dw"] = DEPTHWISE
# Files that name the sizes otherwise than their family.
OTHER_NAMES = {
    9: {"M": "m", "N": "k"},
    10: {"N": "b", "M": "m", "K": "k", "L": "n"},
    11: {"b": "b", "i": "i", "j": "j", "l": "k", "k": "n"},
    50: {"batch_size": "n"},
    54: dict(CHANNELS, depth="d", width="h", height="w"),
    59: dict(CHANNELS, height="d", width="h", depth="w"),
    60: dict(CHANNELS, width="d", height="h", depth="w"),
    68: dict(CHANNELS, depth="d", width="h", height="w"),
}
GROUPS = {72: 4, 75: 4}
# Inputs whose shape the file does not derive from its sizes (50) or derives from a size of another
# dimension, which is the same one in the published problem (9, 100).
OWN_SHAPES = {9, 50, 100}


class Task:
    def __init__(self, program, problem):
        text = subprocess.run([program, "task", "show", "l1/%d" % problem, "--json"], check=True, capture_output=True).stdout
        row = json.loads(text)["rows"][0]
        self.problem = problem
        self.family = row["family"]
        self.cases = row["dims"]
        self.atol = row["tolerance"]["atol"]
        self.rtol = row["tolerance"]["rtol"]
        self.second_factor = row["tolerance"]["second_factor"]
        self.inputs = [x["name"] for x in row["inputs"]]
        self.output = row["outputs"][0]["name"]
        self.has_second = any(x["second_scale"] != 1 or x["special"] or x.get("second_offset") for x in row["inputs"])


def load_module(checkout, problem):
    found = glob.glob(os.path.join(checkout, "KernelBench", "level1", "%d_*.py" % problem))
    if len(found) != 1:
        sys.exit("%d files of problem %d in %s" % (len(found), problem, checkout))
    module = {"__name__": "kernelbench_%d" % problem}
    with open(found[0]) as file:
        exec(compile(file.read(), found[0], "exec"), module)
    return module


def set_sizes(module, task, sizes):
    names = dict(sizes, groups=GROUPS.get(task.problem, 1))
    for name, value in OTHER_NAMES.get(task.problem, SIZES[task.family]).items():
        if name == "groups" and "groups" not in module:
            continue
        if name in module or name == "batch_size":
            module[name] = eval(value, {}, names)


def fit(native, template, own_shape):
    if isinstance(template, (float, int)):
        return native.double().item()
    if not own_shape:
        native = native.reshape(template.shape)
    return native.double() if template.is_floating_point() else native.to(template.dtype)


def compute(module, task, natives):
    templates = module["get_inputs"]()
    model = module["Model"](*module["get_init_inputs"]()).double()
    arguments = [fit(x, t, task.problem in OWN_SHAPES) for x, t in zip(natives, templates)]
    parameters = list(model.parameters())
    left = natives[len(templates):]
    if len(left) != len(parameters):
        raise ValueError("%d inputs are left for %d parameters" % (len(left), len(parameters)))
    for value, parameter in zip(left, parameters):
        # A layer that was made for another number of outputs takes the weights' own shape.
        shape = value.shape if task.problem == 50 else parameter.shape
        parameter.data = value.double().reshape(shape)
    with torch.no_grad():
        return model(*arguments)


def differences(task, case, draw, got, want):
    """Largest relative difference, and largest one in units of the tolerance; values below a millionth of the largest one count as that."""
    want = want.double().numpy().reshape(-1)
    got = got.reshape(-1)
    if got.shape != want.shape:
        raise ValueError("%d elements, PyTorch has %d" % (got.size, want.size))
    finite = numpy.isfinite(want)
    same = numpy.array_equal(got[~finite], want[~finite], equal_nan=True)
    if not same or not numpy.isfinite(got[finite]).all():
        return float("inf"), float("inf")
    got, want = got[finite], want[finite]
    error = numpy.abs(got - want)
    floor = 1e-6 * numpy.abs(want).max(initial=0) + 1e-300
    atol = task.atol[case] * (task.second_factor if draw == "second" else 1)
    return (error / (numpy.abs(want) + floor)).max(initial=0), (error / (atol + task.rtol * numpy.abs(want) + 1e-300)).max(initial=0)


def dump(program, task, case, sizes, seed, draw, by, folder):
    text = ",".join("%s=%d" % x for x in sizes.items())
    return subprocess.run([program, "task", "inputs", "l1/%d" % task.problem, "--case", case, "--dims", text, "--seed", str(seed),
                           "--draw", draw, "--by", by, "--out", folder, "-q"], capture_output=True, text=True)


def hold(program, checkout, task, case, sizes, seed, draw, by):
    """None for sizes that leave nothing to compute."""
    with tempfile.TemporaryDirectory() as folder:
        done = dump(program, task, case, sizes, seed, draw, by, folder)
        if "without elements" in done.stderr:
            return None
        if done.returncode != 0:
            raise ValueError(done.stderr.strip())
        read = lambda name: numpy.load(os.path.join(folder, name + ".npy"))
        module = load_module(checkout, task.problem)
        set_sizes(module, task, sizes)
        if task.problem == 46 and min(sizes[x] for x in "dhw") < 3:
            return None  # PyTorch wants a window within the input, though padding lets it fit.
        want = compute(module, task, [torch.from_numpy(read(x)) for x in task.inputs])
        return differences(task, case, draw, read(task.output), want)


# A result is another one when it differs by more than both.
RELATIVE = 1e-9
TOLERANCES = 1e-6

FEW = "bncogirm"
EXTENTS = (1, 2, 3, 5, 8, 13, 16, 17, 31, 32, 33, 47, 64, 65, 100)


def draw_sizes(task, randoms):
    out = {}
    for name, usual in task.cases["tiny"].items():
        few = name in FEW and usual < 16
        out[name] = randoms.choice((1, 2, 3, 4, 5, 7)) if few else randoms.choice(EXTENTS)
    if task.family in ("convt3d", "conv3d") or task.problem == 43 or task.problem == 46:
        out = {k: min(v, 17) for k, v in out.items()}
    # A variance of one value is zero, and PyTorch refuses it.
    if task.family in ("batch_norm", "instance_norm", "group_norm", "layer_norm"):
        out["h"] = max(out["h"], 2)
    return out


def jobs(options, task):
    for seed in options.seeds:
        for case in options.cases:
            yield case, task.cases[case], seed
    for k in range(options.drawn):
        yield "tiny", None, options.seeds[0] + 100 + k


def hold_task(options, task):
    """Rows of what was held, worst first; problems as texts."""
    rows, faults = [], []
    randoms = random.Random(1000 * options.seeds[0] + task.problem)
    for case, fixed, seed in jobs(options, task):
        for draw in ("usual", "second") if task.has_second else ("usual",):
            result, tries = None, 0
            while result is None and tries < 200:
                sizes = fixed or draw_sizes(task, randoms)
                try:
                    result = hold(options.program, options.checkout, task, case, sizes, seed, draw, options.by)
                except (ValueError, RuntimeError) as problem:
                    faults.append("l1/%d %s seed %d %s draw: %s" % (task.problem, sizes, seed, draw, problem))
                    break
                tries += 1
            if result is None:
                continue
            rows.append((task.problem, task.family, case if fixed else "drawn", " ".join("%s=%d" % x for x in sizes.items()), seed,
                         draw) + result)
            # Sums that cancel lose digits of their value, none of the tolerance.
            if not (result[0] <= RELATIVE or result[1] <= TOLERANCES):
                faults.append("l1/%d %s seed %d %s draw: differs by %.3g of the value, %.3g of the tolerance" %
                              (task.problem, sizes, seed, draw, result[0], result[1]))
    return rows, faults


def numbers(text):
    return [int(x) for x in text.split(",")]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("checkout")
    parser.add_argument("--program", default=os.environ.get("ROLLBOOK_BIN", "rollbook"))
    parser.add_argument("--tasks", type=numbers, default=list(range(1, 101)))
    parser.add_argument("--seeds", type=numbers, default=[1])
    parser.add_argument("--cases", type=lambda x: x.split(","), default=["cpu"])
    parser.add_argument("--drawn", type=int, default=1)
    parser.add_argument("--by", default="oracle")
    parser.add_argument("--csv")
    options = parser.parse_args()
    torch.set_num_threads(1)
    all_rows, all_faults = [], []
    for problem in options.tasks:
        rows, faults = hold_task(options, Task(options.program, problem))
        all_rows += rows
        all_faults += faults
        if rows:
            print("l1/%d\t%d comparisons\t%.1e of the value\t%.1e of the tolerance" %
                  (problem, len(rows), max(r[6] for r in rows), max(r[7] for r in rows)), flush=True)
    if options.csv:
        with open(options.csv, "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow("problem family case sizes seed draw relative tolerances".split())
            writer.writerows(all_rows)
    for fault in all_faults:
        print("FAULT " + fault)
    print("%d tasks, %d comparisons, %d faults" % (len(options.tasks), len(all_rows), len(all_faults)))
    return 1 if all_faults or not all_rows else 0


if __name__ == "__main__":
    sys.exit(main())
