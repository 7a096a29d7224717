/*
 * kernelbench_recognise.c - KernelBench's files by what is in them.
 */
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/ingest_kernelbench.h"

#define KERNEL_FILES "level_*_problem_*_sample_*_kernel.py"

static bool begins_with_json(const struct ingest_probe *p)
{
    char c = p->head[strspn(p->head, " \t\r\n")];
    return c == '{' || c == '[';
}

const char *kernelbench_recognise(const struct ingest_probe *p)
{
    bool verdict = ingest_probe_has_key(p, "correctness") || ingest_probe_has_key(p, "correct");
    bool time = ingest_probe_has_key(p, "runtime") || ingest_probe_has_key(p, "avg_runtime") ||
                ingest_probe_has_key(p, "runtime_ms");
    if (p->folder && ingest_probe_has_file(p, KERNEL_FILES))
        return "a folder with " KERNEL_FILES;
    if (p->folder && ingest_probe_has_file(p, "eval_results.json"))
        return "a folder with eval_results.json";
    if (p->folder || !begins_with_json(p))
        return NULL;
    /* Servers and benches that judge the same problems have records of their own. */
    if (ingest_probe_has_key(p, "toolkit") || ingest_probe_has_key(p, "turns") ||
        ingest_probe_has_key(p, "workload"))
        return NULL;
    if (verdict && time &&
        (ingest_probe_has_key(p, "compiled") || ingest_probe_has_key(p, "avg_runtime")))
        return "JSON with compiled, correctness and runtime";
    if (verdict && strcmp(p->name, "eval_results.json") == 0)
        return "named eval_results.json, with verdicts";
    return NULL;
}

const char *kernelbench_log_recognise(const struct ingest_probe *p)
{
    if (p->folder)
        return NULL;
    if (ingest_probe_has_text(p, "[Eval Result] Problem ID: "))
        return "text with \"[Eval Result] Problem ID:\"";
    if (ingest_probe_has_text(p, "Starting Batch Eval with config: EvalConfig("))
        return "text with a batch's EvalConfig";
    if (ingest_probe_has_text(p, "compiled=True correctness=") ||
        ingest_probe_has_text(p, "compiled=False correctness=") ||
        ingest_probe_has_text(p, "KernelExecResult(compiled="))
        return "text with a printed KernelExecResult";
    return NULL;
}

const char *kernelbench_baseline_recognise(const struct ingest_probe *p)
{
    if (p->folder || !begins_with_json(p) || ingest_probe_has_key(p, "correctness"))
        return NULL;
    if (ingest_probe_has_key(p, "mean") && ingest_probe_has_key(p, "num_trials") &&
        (ingest_probe_has_key(p, "level1") || ingest_probe_has_key(p, "level2") ||
         ingest_probe_has_key(p, "level3") || ingest_probe_has_key(p, "level4") ||
         ingest_probe_has_text(p, ".py\"")))
        return "JSON with mean and num_trials by problem file";
    return NULL;
}
