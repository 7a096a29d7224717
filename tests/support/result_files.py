"""Result files as other programs publish them, with invented content, and the numbers that must come out of them.

    result_files.py FOLDER      writes the folders below and FOLDER/want.json

The shapes are those of published files; the numbers of want.json are computed here, from the lists that the files are
made of, by Python's statistics and never by Rollbook.
"""
import csv
import json
import math
import os
import sqlite3
import statistics
import sys

TOP = sys.argv[1]
WANT = {}


def path_of(path):
    path = os.path.join(TOP, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    return path


def write(path, text):
    with open(path_of(path), "w", encoding="utf-8", newline="") as f:
        f.write(text)


def write_json(path, value, indent=None):
    write(path, json.dumps(value, indent=indent) + "\n")


def write_lines(path, values):
    write(path, "".join(json.dumps(v) + "\n" for v in values))


def numbers(speedups):
    return {"n": len(speedups), "geomean": statistics.geometric_mean(speedups), "median": statistics.median(speedups),
            "mean": statistics.fmean(speedups), "min": min(speedups), "max": max(speedups),
            "quartiles": statistics.quantiles(speedups, n=4, method="inclusive")}


def stats(ms, hardware):
    return {"mean": ms, "std": ms / 100, "min": ms * 0.99, "max": ms * 1.02, "num_trials": 100, "hardware": hardware, "device": "cuda:0"}


def baseline(hardware, times):
    """{level: {problem: ms or None}} as KernelBench keeps times of references."""
    return {f"level{level}": {f"{p}_Problem.py": None if ms is None else stats(ms, hardware) for p, ms in problems.items()}
            for level, problems in times.items()}


def result(hardware, ms, compiled=True, correct=True, **metadata):
    return {"sample_id": 0, "compiled": compiled, "correctness": correct, "metadata": {"hardware": hardware, "device": "cuda:0", **metadata},
            "runtime": -1.0 if ms is None else ms, "runtime_stats": {} if ms is None else stats(ms, hardware)}


# One level on a device that is not NVIDIA's: 100 problems, all compiled, number 50 wrong.
def one_device():
    ratios = [4.0] * 4 + [1.75] * 2 + [1.25] + [0.875] * 6 + [0.625] * 12 + [0.125 + i / 512 for i in range(74)]
    references = {p: 2.0 + p / 8 for p in range(1, 101)}
    times = dict(zip([p for p in references if p != 50], [references[p] / r for p, r in zip([p for p in references if p != 50], ratios)]))
    write_json("device_level1/eval_results.json", {p: [result("Device X", times.get(p), correct=p != 50)] for p in references}, 1)
    write_json("device_level1/baseline_time_torch.json", baseline("Device X", {1: references}), 1)
    with open(path_of("device_level1/results.csv"), "w", encoding="utf-8", newline="") as f:
        rows = csv.writer(f)
        rows.writerow("problem_id problem_name compiled correctness runtime_ms reference_runtime_ms status".split())
        rows.writerows([p, f"{p}_Problem.py", True, p != 50, times.get(p, ""), ms, "ok"] for p, ms in references.items())
    speedups = [references[p] / ms for p, ms in times.items()]
    WANT["one_device"] = numbers(speedups) | {"fast": {str(t): sum(s > t for s in speedups) for t in (0, 0.5, 0.8, 1, 1.5, 2)}}


# Four levels, each with its results, and the evaluator's log, which alone has the references' times.  Problem 1 of level 2 is
# 1089.22 times as fast, three of level 3 are no faster than their noise; of the failures some ended before the reference was timed.
def four_levels():
    card = "NVIDIA Card Z"
    ratios = [0.0625, 0.25, 0.5, 0.75, 1.125, 1.25, 1.75, 3.0]
    log, speedups, n = [], [], 0
    for level, problems in ((1, 20), (2, 16), (3, 12), (4, 4)):
        log.append(f"Starting Batch Eval with config: EvalConfig({{'run_name': 'log_l{level}', 'level': {level}, 'subset': [None, None]}})\n")
        results = {}
        for p in range(1, problems + 1):
            n += 1
            ms = float(f"{4 + n / 7:.3g}")
            reference = float(f"{ms * (1.005 if (level, p % 4) == (3, 1) else ratios[n % 8] + p / 1000):.3g}")
            if (level, p) == (2, 1):
                ms, reference = 0.00269, 2.93
            log.append(f"Processing batches:   0%|          | 0/{problems} [00:00<?, ?it/s][Curr Batch] 1 tasks over 1 GPUs\n"
                       f"[Eval Result] Problem ID: {p}, Sample ID: 0\n")
            if p % 4 == 0:
                r = result(card, None, correct=False, correctness_issue="Output mismatch") if p % 8 else result(card, None, False, False)
                reference = reference if p % 8 else None
            else:
                r = result(card, ms, correctness_trials="(5 / 5)", **({"excessive_speedup": True} if reference > 10 * ms else {}))
                speedups.append(reference / ms)
            results[p] = [r]
            timed = {} if reference is None else stats(reference, card)
            log.append(f"compiled={r['compiled']} correctness={r['correctness']} metadata={r['metadata']} runtime={r['runtime']} "
                       f"runtime_stats={r['runtime_stats']} ref_runtime={-1.0 if reference is None else reference} ref_runtime_stats={timed}\n")
        write_json(f"four_levels/run_l{level}/eval_results.json", results, 4)
    write("four_levels/evaluation.log", "".join(log))
    WANT["four_levels"] = numbers(speedups) | {"problems": n, "fast": [sum(s > t for s in speedups) for t in (1, 1.5, 2)]}
    with open(path_of("four_levels/run_l1/eval_results.json"), encoding="utf-8") as f:
        whole = f.read()
    write("broken/cut/eval_results.json.bad", whole[:whole.index('"7"') + 20])
    write("broken/nothing/eval_results.json.bad", "")
    write_json("notes/score_record.json", {"score_name": "a record of a score", "config": {"levels": [1, 2], "subset": 7}, "score": 0.5}, 2)


# Times of references on three cards, one of them measured twice.
def cards():
    for folder, card, factor, missing in (("h", "Card H", 1, 0), ("l", "Card L", 2, 0), ("t", "Card T", 8, 7), ("h_again", "Card H", 1.5, 0)):
        write_json(f"cards/{folder}/baseline_time_torch.json",
                   baseline(card, {level: {p: None if (level, p) == (1, missing) else factor * p / 16 for p in range(1, 11)} for level in (1, 2, 3)}), 4)


# One object a problem; and a detailed list with its summary.
def flat():
    write_json("flat/plain_level1_run/eval_results.json",
               {p: result("Card A", p / 4 if p % 3 == 0 else None, compiled=p % 3 != 1, correct=p % 3 == 0) for p in range(1, 31)})
    results = [{"problem_id": p, "success": True, "generation_time": 1.5, "eval_result":
                {k: v for k, v in result("Card A", p / 4 if p <= 12 else None, compiled=p <= 18, correct=p <= 12).items() if k != "sample_id"}}
               for p in range(1, 21)]
    write_json("flat/detailed_level2/detailed_results.json",
               {"run_info": {"run_name": "detailed_level2", "level": 2, "model": "a-model", "total_problems": 20},
                "config": {"temperature": 0.0}, "results": results}, 2)
    write_json("flat/detailed_level2/summary.json", {"total_problems": 20, "compilation_rate": 0.9, "correctness_rate": 0.6})


# 12 tasks of three turns: 8 compile, 4 are correct; in 9 the code never changes.  The summary has times of a second measurement, of
# which two have a ratio above 1 and one of exactly 1.
def three_turns():
    levels, rows = {"1": {}, "2": {}}, []
    for i in range(12):
        level, p = 1 + i % 2, 1 + i // 2
        compiled, correct = i < 8, i < 4
        ratio = [1.25, 1.5, 1.125, 0.5][i] if correct else None
        turns = []
        for turn in range(3):
            e = {"compiled": compiled, "correctness": correct, "metadata": {"hardware": "Card V"}, "runtime": -1.0, "ref_runtime": -1.0}
            if correct:
                e.update(runtime=4.0, ref_runtime=4.0 * ratio)
            turns.append({"turn": turn, "status": "correct" if correct else "incorrect" if compiled else "compile_failed", "prompt": f"write {p}",
                          "raw_response": f"answer {i} {turn}", "extracted_code": f"code {i}" + (f" {turn}" if i >= 9 else ""), "eval": e, "feedback": "go on"})
        levels[str(level)][str(p)] = {"problem_id": p, "problem_name": f"{p}_Problem.py", "turns": turns, "num_turns": 3}
        second = [1.25, 1.0, 1.5, 0.5][i] if correct else None
        rows.append({"problem_id": str(p), "level": level, "compiled": compiled, "correct": correct, "runtime_ms": 2.0 if correct else None,
                     "ref_runtime_ms": 2.0 * second if correct else None, "speedup": second})
    write_json("three_turns/runs/turns/gen_results.json", {"meta": {"method": "turns", "model": "a/model", "max_turns": 3}, "levels": levels}, 1)
    speedups = [r["speedup"] for r in rows if r["speedup"]]
    write_json("three_turns/runs/turns/summary.json", {"model_tag": "a", "method": "turns", "n_tasks": 12, "overall": {"correct": 4}, "per_problem": rows})
    WANT["three_turns"] = numbers(speedups)


# Claimed speedups in JSON Lines named .json, with nulls; ratios in CSV; traces.
def claims():
    rows, scores, graph = [], [], []
    for i in range(60):
        score = None if i % 10 == 9 else 0.75 + (i * 7 % 40) / 8
        captured = None if i % 12 == 5 else 0.5 + (i * 11 % 32) / 8
        rows.append({"level_id": 1 + i // 20, "task_id": 1 + i % 20, "ref_code": "class Model: pass", "custom_code": None if score is None else f"class ModelNew: pass # {i}",
                     "score_default": score, "score_torch_compile_default": score, "score_cuda_graph": captured})
        scores.append(1.0 if score is None else score)
        if captured is not None:
            graph.append(captured)
    write_lines("claims/kernels/claims.json", rows)
    WANT["claims"] = numbers(scores) | {"fast": sum(s > 1.01 for s in scores)}
    WANT["graphs"] = numbers(graph)
    names = ["mnk", "torch.matmul", "cuBLAS-tn", "cuBLAS-nn", "cuBLAS-max"]
    for name in ("ratios_a", "ratios_h"):
        write(f"claims/ratios/{name}.csv", ",".join(names) + "\n" +
              "".join(f"64_64_{64 * i},{1 + i / 100:.3f},{1 + i / 200:.3f},{1 - i / 100:.3f},{1 + i / 400:.3f}\n" for i in range(1, 41)))
    write_lines("claims/traces/tuned.jsonl", [
        {"definition": f"gemm_n{n}", "workload": {"axes": {"M": 7 * i}, "inputs": {"A": {"type": "random"}}, "uuid": f"00000000-0000-0000-{n:04}-{i:012}"},
         "solution": f"solution_{i % 2}", "evaluation": {"status": "PASSED", "environment": {"hardware": "Card B", "libs": {}}, "log": "",
         "correctness": {"max_relative_error": 0.0, "max_absolute_error": 0.0, "extra": None},
         "performance": {"latency_ms": 1 / (3 + i), "reference_latency_ms": 1 / (2 + n / 64), "speedup_factor": (1 / (2 + n / 64)) / (1 / (3 + i))}}}
        for n in (64, 128, 256) for i in range(1, 6)])


# Answers with log-probs: one text in three dialects, two others, two longer ones, and raw logits.
def answers():
    tokens = [" a", " short", " text", " of", " nine", " small", " tokens", " ends", "."]
    probs = [-6.5, -1.75, -0.5, -1.125, -0.0625, -0.25, -3.75, -0.375, -0.75]

    def chat(name, tokens, probs):
        content = [{"token": t, "logprob": p, "bytes": list(t.encode())} for t, p in zip(tokens, probs)]
        write_json(name, {"id": "x", "object": "chat.completion", "model": "m", "choices": [
            {"index": 0, "message": {"role": "assistant", "content": "".join(tokens)}, "logprobs": {"content": content}, "finish_reason": "stop"}]}, 1)
        return measured(tokens, probs)

    def measured(tokens, probs):
        n_bytes = len("".join(tokens).encode())
        return [math.exp(-statistics.fmean(probs)), -math.fsum(probs) / math.log(2) / n_bytes, sum(p < -1 for p in probs)]

    WANT["answers"] = want = {"chat": chat("answers/demo/chat.json", tokens, probs)}
    chat("answers/logits.json", tokens, [-p + 1 for p in probs])
    write_json("answers/demo/legacy.json", {"id": "x", "object": "text_completion", "model": "m", "choices": [
        {"index": 0, "text": "".join(tokens), "logprobs": {"tokens": tokens, "token_logprobs": probs}}]})
    write_lines("answers/demo/stream.jsonl", [{"token": t, "logprob": p, "bytes": list(t.encode())} for t, p in zip(tokens, probs)])
    want["legacy"] = want["stream"] = want["chat"]
    sure = [-0.125 / 2 ** (i % 3) for i in range(9)]
    write_json("answers/demo/gemini.json", {"candidates": [{"content": {"parts": [{"text": "".join(tokens)}], "role": "model"}, "logprobsResult": {
        "chosenCandidates": [{"token": t, "tokenId": i, "logProbability": p} for i, (t, p) in enumerate(zip(tokens, sure))]}}], "modelVersion": "g"})
    write_json("answers/demo/ollama.json", {"model": "o", "response": "".join(tokens), "done": True, "done_reason": "stop",
                                            "logprobs": [{"token": t, "logprob": 2 * p} for t, p in zip(tokens, sure)], "eval_count": 9})
    want["gemini"], want["ollama"] = measured(tokens, sure), measured(tokens, [2 * p for p in sure])
    for name, unsure in (("cold", 2), ("warm", 8)):
        many = [f" word{i}" for i in range(300)]
        want[name] = chat(f"answers/long/{name}.json", many, [-1.5 if i % 37 < 1 and i // 37 < unsure else -0.125 * (i % 3) for i in range(300)])


# Ten verdicts a task, of task i the first i % 11; and one verdict a line.
def verdicts():
    correct = {f"sample_{i}": i % 11 for i in range(60)}
    write_json("verdicts/scored/verdicts.json", {
        "raw_generations": {name: [f"f({k})" for k in range(10)] for name in correct},
        "raw_scored_generations": {name: [k < c for k in range(10)] for name, c in correct.items()}})
    WANT["verdicts"] = {str(k): statistics.fmean(1 - math.comb(10 - c, k) / math.comb(10, k) for c in correct.values()) for k in (1, 5)}
    for name, solved in (("simple", 30), ("again", 34)):
        write_lines(f"verdicts/lines/humaneval-rs._{name}_1_pass_at_k_1_rs.jsonl", [
            {"name": f"HumanEval_{i}_f", "language": "rs", "prompt": "fn f() {}", "entry_point": "f", "solution": "fn f() {}", "is_solved": i < solved} for i in range(50)])


# 24 states of which every third was skipped, twice; repetitions of two benchmarks, twice.
def benchmarks():
    ratios = []
    for name, factor in (("ref", 1.0), ("cmp", None)):
        states = []
        for i in range(24):
            state = {"name": f"Device=0 N={i}", "device": 0, "type_config_index": 0, "is_skipped": i % 3 == 2, "summaries": None}
            if i % 3 == 2:
                state["skip_reason"] = "not today"
            else:
                change = factor or 1 + ((-1) ** i) * (1 + i) / 512
                seconds = 0.001 * (1 + i / 8) * change
                if factor is None:
                    ratios.append(change)
                state["summaries"] = [{"tag": "nv/cold/sample_size", "data": [{"name": "value", "type": "int64", "value": "99"}]},
                                      {"tag": "nv/cold/time/gpu/mean", "data": [{"name": "value", "type": "float64", "value": str(seconds)}]}]
            states.append(state)
        write_json(f"nvbench/{name}.json", {"meta": {"version": {"json": {"string": "1.0.0"}}}, "devices": [{"id": 0, "name": "Card G"}],
                                           "benchmarks": [{"name": "simple", "devices": [0], "states": states}]}, 1)
    WANT["nvbench"] = {"pairs": len(ratios), "geomean": statistics.geometric_mean(ratios)}
    for name, times in (("run0", (10, 9, 8)), ("run1", (9, 10, 7))):
        rows = [{"name": n, "iterations": 1000, "real_time": t, "cpu_time": 10 * t, "time_unit": "ns"} for n, t in zip(("BM_One", "BM_Two", "BM_Two"), times)]
        write_json(f"gbench/{name}.json", {"context": {"num_cpus": 4, "library_build_type": "release"}, "benchmarks": rows}, 2)


# Cells with code of several lines, with quotes in them; times of references; flags of a task.
def cells():
    with open(path_of("cells/best/results.csv"), "w", encoding="utf-8", newline="") as f:
        rows = csv.writer(f)
        rows.writerow(["Batch ID", "Sample ID", "Correct", "Runtime (ms)", "Speedup", "Speedup Compile", "Max Diff", "Error", "Error Type", "Code", "task_name", "forward"])
        for i in range(6):
            rows.writerow([1, i, True, 0.0625 * (i + 1), 165.75 - i, 2.0625 + i, 0.0, "", "none", f'#include <x>\nint a{i}; // "quoted", and\n\nint b;\n', f"norm_{i}", i % 2 == 0])
    write_json("cells/level_1/task_1/eval_results/forward/torch_native_results.json",
               {"summary": {"avg_mean_time": 0.5}, "eval_settings": {"N": {"mean_time": 0.5}}, "device_info": {"devices": {"GPU_0": {"name": "H"}}}})
    write_json("cells/level_1/task_1/filter_results.json", {"filter_output_std": False, "filter_input_impact": False, "filter_llm_assessment": "no words"})


# An export of a profiler, and a pointer that lies where an export should.
def trace():
    db = sqlite3.connect(path_of("trace/run.sqlite"))
    db.executescript("""CREATE TABLE StringIds (id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL);
        INSERT INTO StringIds VALUES (1, 'add'), (2, 'add(int *, int)');
        CREATE TABLE TARGET_INFO_GPU (id INTEGER NOT NULL, name TEXT, smMajor INTEGER);
        INSERT INTO TARGET_INFO_GPU VALUES (0, 'Card N', 9);
        CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId INTEGER NOT NULL, streamId INTEGER NOT NULL,
            shortName INTEGER NOT NULL, demangledName INTEGER NOT NULL, gridX INTEGER, gridY INTEGER, gridZ INTEGER, blockX INTEGER, blockY INTEGER, blockZ INTEGER,
            registersPerThread INTEGER, staticSharedMemory INTEGER, dynamicSharedMemory INTEGER);""")
    lengths = [134101, 134205, 134155, 134081]
    db.executemany("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (?, ?, 0, 7, 1, 2, 256, 1, 1, 128, 1, 1, 16, 0, 0)",
                   [(1000000 * i, 1000000 * i + ns) for i, ns in enumerate(lengths)])
    db.commit()
    db.close()
    WANT["trace"] = {"launches": len(lengths), "ns": sum(lengths)}
    write("pointer/run.sqlite", "version https://git-lfs.github.com/spec/v1\noid sha256:" + "0a" * 32 + "\nsize 552960\n")


for part in (one_device, four_levels, cards, flat, three_turns, claims, answers, verdicts, benchmarks, cells, trace):
    part()
write_json("want.json", WANT, 1)
