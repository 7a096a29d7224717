/*
 * sample_recognise.c - the formats that become sample rows, by what is in a file.
 */
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/sample_formats.h"

static bool is_json(const struct ingest_probe *p)
{
    const char *at = p->head;
    if (p->head_len >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0)
        at += 3;
    at += strspn(at, " \t\r\n");
    return !p->folder && (*at == '{' || *at == '[');
}

static bool has_both(const struct ingest_probe *p, const char *one, const char *other)
{
    return ingest_probe_has_key(p, one) && ingest_probe_has_key(p, other);
}

const char *samples_recognise(const struct ingest_probe *p)
{
    if (!is_json(p))
        return NULL;
    if (ingest_probe_has_key(p, "raw_scored_generations"))
        return "JSON with raw_scored_generations";
    if (ingest_probe_has_key(p, "raw_generations") && ingest_probe_has_text(p, "sample_"))
        return "JSON with raw_generations of samples";
    if (has_both(p, "eval", "base_status"))
        return "JSON with eval and base_status";
    if (has_both(p, "name", "is_solved"))
        return "records with name and is_solved";
    if (has_both(p, "task_id", "passed"))
        return "records with task_id and passed";
    if (has_both(p, "question_id", "graded_list"))
        return "records with question_id and graded_list";
    return NULL;
}

const char *completions_recognise(const struct ingest_probe *p)
{
    if (!is_json(p))
        return NULL;
    if (has_both(p, "choices", "logprobs"))
        return "JSON with choices and logprobs";
    if (has_both(p, "candidates", "logprobsResult"))
        return "JSON with candidates and logprobsResult";
    if (has_both(p, "done_reason", "logprobs"))
        return "JSON with done_reason and logprobs";
    if (has_both(p, "output", "logprobs") && ingest_probe_has_text(p, "\"output_text\""))
        return "JSON with output, output_text and logprobs";
    if (has_both(p, "meta_info", "output_token_logprobs"))
        return "JSON with meta_info and output_token_logprobs";
    if (ingest_probe_has_key(p, "completion_probabilities"))
        return "JSON with completion_probabilities";
    if (has_both(p, "outputs", "cumulative_logprob"))
        return "JSON with outputs and cumulative_logprob";
    if (has_both(p, "token", "logprob") && !ingest_probe_has_key(p, "choices"))
        return "records with token and logprob";
    return NULL;
}

const char *robust_kbench_recognise(const struct ingest_probe *p)
{
    if (is_json(p))
        return has_both(p, "filter_output_std", "filter_input_impact")
                   ? "JSON with the filters of a task"
                   : NULL;
    if (!p->folder && ingest_probe_has_text(p, "Speedup Compile") &&
        ingest_probe_has_text(p, "task_name"))
        return "CSV with Speedup Compile and task_name";
    return NULL;
}

const char *nvbench_recognise(const struct ingest_probe *p)
{
    if (is_json(p) && has_both(p, "benchmarks", "states") && ingest_probe_has_key(p, "is_skipped"))
        return "JSON with benchmarks, states and is_skipped";
    return NULL;
}

const char *google_benchmark_recognise(const struct ingest_probe *p)
{
    if (is_json(p) && has_both(p, "benchmarks", "real_time") && !ingest_probe_has_key(p, "states"))
        return "JSON with benchmarks and real_time";
    return NULL;
}

const char *nsys_recognise(const struct ingest_probe *p)
{
    if (!p->folder && p->head_len >= 16 && memcmp(p->head, "SQLite format 3", 16) == 0 &&
        ingest_probe_has_text(p, "CUPTI_ACTIVITY_KIND_"))
        return "an SQLite database with CUPTI tables";
    return NULL;
}

const char *telemetry_recognise(const struct ingest_probe *p)
{
    static const char *const marks[] = { "aggregate_fast_1", "step_summaries", "all_steps_fast_1",
                                         "sample_fast_1", "split_hash" };
    if (!is_json(p))
        return NULL;
    if (has_both(p, "kernel_id", "correctness"))
        return "records with kernel_id and correctness";
    if (has_both(p, "raw_action", "assembled_code"))
        return "records with raw_action and assembled_code";
    for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
        if (ingest_probe_has_key(p, marks[i]))
            return "a summary of the selection study";
    return has_both(p, "total_rollouts", "wall_clock_s") ? "what a run of the study cost" : NULL;
}

const char *rollouts_recognise(const struct ingest_probe *p)
{
    if (!is_json(p))
        return NULL;
    if (has_both(p, "group_idx", "traj_idx"))
        return "records with group_idx and traj_idx";
    if (has_both(p, "input", "output") && ingest_probe_has_key(p, "score"))
        return "records with input, output and score";
    if (has_both(p, "prompt", "completion") && ingest_probe_has_key(p, "advantage"))
        return "records with prompt, completion and advantage";
    if (has_both(p, "prompt", "completion") && has_both(p, "step", "reward"))
        return "records with prompt, completion, step and reward";
    return NULL;
}
