/*
 * ingest_formats.c - the table of formats.
 */
#include <stddef.h>
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/ingest_kernelbench.h"
#include "ingest/record_formats.h"
#include "ingest/sample_formats.h"
#include "ingest/sample_rows.h"

const struct ingest_format ingest_formats[] = {
    {
        .name = "kernelbench",
        .summary = "KernelBench eval_results.json in all its shapes: rollouts and evaluations",
        .version = 1,
        .parse = kernelbench_parse,
        .store = kernelbench_store,
        .recognise = kernelbench_recognise,
        .folders = true,
    },
    {
        .name = "kernelbench-log",
        .summary = "text log of KernelBench's evaluator: results with the runtime of the reference",
        .version = 1,
        .parse = kernelbench_log_parse,
        .store = kernelbench_store,
        .recognise = kernelbench_log_recognise,
    },
    {
        .name = "kernelbench-baseline",
        .summary = "KernelBench baseline_time_*.json: runtimes of the reference programs",
        .version = 1,
        .parse = kernelbench_baseline_parse,
        .store = kernelbench_baseline_store,
        .recognise = kernelbench_baseline_recognise,
    },
    {
        .name = "samples",
        .summary = "samples that passed or not: cruxeval, HumanEval-style, EvalPlus, reflexion",
        .version = 1,
        .parse = samples_parse,
        .store = sample_rows_store,
        .recognise = samples_recognise,
    },
    {
        .name = "completions",
        .summary = "answers with per-token log-probs: OpenAI, vLLM, Gemini, Ollama, token stream",
        .version = 1,
        .parse = completions_parse,
        .store = sample_rows_store,
        .recognise = completions_recognise,
    },
    {
        .name = "robust-kbench",
        .summary = "robust-kbench results.csv and the filter flags of its tasks",
        .version = 1,
        .parse = robust_kbench_parse,
        .store = sample_rows_store,
        .recognise = robust_kbench_recognise,
    },
    {
        .name = "nvbench",
        .summary = "nvbench JSON: GPU times of benchmark states, skipped ones too",
        .version = 1,
        .parse = nvbench_parse,
        .store = sample_rows_store,
        .recognise = nvbench_recognise,
    },
    {
        .name = "google-benchmark",
        .summary = "google-benchmark JSON: real times, repetitions, aggregates",
        .version = 1,
        .parse = google_benchmark_parse,
        .store = sample_rows_store,
        .recognise = google_benchmark_recognise,
    },
    {
        .name = "cuda-l1",
        .summary = "CUDA-L1: JSON Lines with codes and speedups against several baselines",
        .version = 1,
        .put = cuda_l1_put,
        .recognise = cuda_l1_recognise,
    },
    {
        .name = "cuda-l2",
        .summary = "CUDA-L2: CSV of speedups by matrix shape",
        .version = 1,
        .parse = cuda_l2_parse,
        .store = cuda_l2_store,
        .recognise = cuda_l2_recognise,
    },
    {
        .name = "traces",
        .summary = "flashinfer-bench Trace JSON Lines: solutions timed beside the reference",
        .version = 1,
        .put = traces_put,
        .recognise = traces_recognise,
    },
    {
        .name = "nsys",
        .summary = "Nsight Systems SQLite export: kernel launches",
        .version = 1,
        .parse = nsys_parse,
        .store = sample_rows_store,
        .recognise = nsys_recognise,
    },
    {
        .name = "jsonl",
        .summary = "any JSON or JSON Lines, by a mapping file (--map)",
        .version = 1,
        .parse = jsonl_parse,
        .store = sample_rows_store,
    },
    {
        .name = "csv",
        .summary = "any CSV, by a mapping file (--map)",
        .version = 1,
        .parse = csv_parse,
        .store = sample_rows_store,
    },
    {
        .name = "kernelgym",
        .summary =
            "KernelGYM and Dr.Kernel: grading tree, conversations, responses, server results",
        .version = 1,
        .put = kernelgym_put,
        .parse = kernelgym_folder_parse,
        .store = kernelgym_folder_store,
        .recognise = kernelgym_recognise,
        .folders = true,
    },
    {
        .name = "telemetry",
        .summary = "telemetry, actions and summaries of the surprisal-guided selection study",
        .version = 1,
        .parse = telemetry_parse,
        .store = sample_rows_store,
        .recognise = telemetry_recognise,
    },
    {
        .name = "rollouts",
        .summary = "rollout dumps of verl, TRL (JSON Lines) and tinker-cookbook",
        .version = 1,
        .parse = rollouts_parse,
        .store = sample_rows_store,
        .recognise = rollouts_recognise,
    },
    { .name = NULL },
};

const struct ingest_format *ingest_find_format(const char *name)
{
    for (const struct ingest_format *f = ingest_formats; f->name != NULL; f++)
        if (strcmp(f->name, name) == 0)
            return f;
    return NULL;
}
