/*
 * ingest_formats.c - the table of formats.
 */
#include <stddef.h>
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/ingest_batch.h"
#include "ingest/kernelbench/kernelbench_record.h"
#include "ingest/record_formats.h"
#include "ingest/sample_formats.h"

const struct ingest_format ingest_formats[] = {
    {
        .name = "kernelbench",
        .summary = "KernelBench eval_results.json in all its shapes: rollouts and evaluations",
        .version = 2,
        .begin = kernelbench_begin,
        .put = kernelbench_put,
        .enters = kernelbench_enters,
        .finish = kernelbench_finish,
        .parse = kernelbench_folder_parse,
        .store = kernelbench_folder_store,
        .recognise = kernelbench_recognise,
        .folders = true,
        .covers = kb_covers,
    },
    {
        .name = "kernelbench-log",
        .summary = "text log of KernelBench's evaluator: results with the runtime of the reference",
        .version = 1,
        .parse = kernelbench_log_parse,
        .store = kernelbench_log_store,
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
        .naming = INGEST_RUN_OF_FILE,
        .begin = samples_begin,
        .take = samples_take,
        .finish = samples_finish,
        .enters = samples_enters,
        .recognise = samples_recognise,
    },
    {
        .name = "completions",
        .summary =
            "answers with log-probs: OpenAI, vLLM, SGLang, llama.cpp, Gemini, Ollama, stream",
        .version = 1,
        .begin = completions_begin,
        .take = completions_take,
        .finish = completions_finish,
        .end = completions_end,
        .recognise = completions_recognise,
    },
    {
        .name = "robust-kbench",
        .summary = "robust-kbench results.csv and the filter flags of its tasks",
        .version = 1,
        .begin = robust_kbench_begin,
        .take = robust_kbench_take,
        .columns = robust_kbench_columns,
        .recognise = robust_kbench_recognise,
    },
    {
        .name = "nvbench",
        .summary = "nvbench JSON: GPU times of benchmark states, skipped ones too",
        .version = 1,
        .naming = INGEST_RUN_OF_FILE,
        .begin = nvbench_begin,
        .take = nvbench_take,
        .enters = nvbench_enters,
        .recognise = nvbench_recognise,
    },
    {
        .name = "google-benchmark",
        .summary = "google-benchmark JSON: real times, repetitions, aggregates",
        .version = 1,
        .naming = INGEST_RUN_OF_FILE,
        .take = google_benchmark_take,
        .enters = google_benchmark_enters,
        .recognise = google_benchmark_recognise,
    },
    {
        .name = "cuda-l1",
        .summary = "CUDA-L1: JSON Lines with codes and speedups against several baselines",
        .version = 1,
        .naming = INGEST_RUN_OF_BOTH, /* one file a device, in one folder */
        .put = cuda_l1_put,
        .enters = cuda_l1_enters,
        .recognise = cuda_l1_recognise,
    },
    {
        .name = "cuda-l2",
        .summary = "CUDA-L2: CSV of speedups by matrix shape",
        .version = 1,
        .naming = INGEST_RUN_OF_FILE,
        .begin = cuda_l2_begin,
        .take = cuda_l2_take,
        .columns = cuda_l2_columns,
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
        .naming = INGEST_RUN_OF_FILE,
        .parse = nsys_parse,
        .store = ingest_batch_store,
        .recognise = nsys_recognise,
    },
    {
        .name = "jsonl",
        .summary = "any JSON or JSON Lines, by a mapping file (--map)",
        .version = 2,
        .naming = INGEST_RUN_OF_FILE,
        .begin = mapped_begin,
        .take = jsonl_take,
        .finish = mapped_finish,
        .is_pure = true,
    },
    {
        .name = "csv",
        .summary = "any CSV, by a mapping file (--map)",
        .version = 1,
        .naming = INGEST_RUN_OF_FILE,
        .begin = csv_begin,
        .take = csv_take,
        .finish = mapped_finish,
        .columns = csv_columns,
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
        .naming = INGEST_RUN_OF_BOTH,
        .begin = telemetry_begin,
        .take = telemetry_take,
        .finish = telemetry_finish,
        .recognise = telemetry_recognise,
    },
    {
        .name = "rollouts",
        .summary = "rollout dumps of verl, TRL (JSON Lines) and tinker-cookbook",
        .version = 1,
        .begin = rollouts_begin,
        .take = rollouts_take,
        .is_pure = true,
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
