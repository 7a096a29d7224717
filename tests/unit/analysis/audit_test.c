/*
 * Every check of the audit on runs made by hand: each fixture makes one thing wrong in a clean run
 * and must give exactly that finding; its honest twin comes close and must give none.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/audit.h"
#include "analysis/audit_context.h"
#include "analysis/audit_device.h"
#include "analysis/code_scan.h"
#include "src/base/mem.h"

#define N_TASKS    3
#define N_SAMPLES  4
#define N_ROLLOUTS (N_TASKS * N_SAMPLES)

struct bench {
    struct audit_task tasks[N_TASKS];
    struct audit_rollout rollouts[N_ROLLOUTS];
    struct audit_baseline baselines[2 * N_TASKS];
    struct audit_code codes[N_ROLLOUTS];
    struct audit_reward rewards[N_ROLLOUTS];
    struct audit_run run;
    struct audit_options options;
};

static struct audit_rollout clean_rollout(size_t i)
{
    double us = 100.125 + 7.0303 * (double)i;
    return (struct audit_rollout){
        .id = 1000 + (int64_t)i,
        .task = i / N_SAMPLES,
        .sample = (int)(i % N_SAMPLES),
        .prompt_id = 50 + (int64_t)(i / N_SAMPLES),
        .code_id = 1 + (int64_t)i,
        .outcome = "measured",
        .compiled = true,
        .correct = true,
        .task_case = AUDIT_CASE_UNKNOWN,
        .device = "NVIDIA H100 80GB HBM3",
        .precision = "fp32",
        .baseline_device = "",
        .baseline_precision = "",
        .runtime_us = us,
        .min_us = us - 1.0,
        .max_us = us + 2.0,
        .std_us = 0.5 + 0.01 * (double)i,
        .baseline_us = 150.5,
        .stated_speedup = (double)NAN,
        .measured_day = 2460000.0,
        .baseline_day = (double)NAN,
        .mean_logprob = -0.5 - 0.01 * (double)i,
        .tokens = { .n = 20 },
    };
}

static double clean_reward(const struct bench *b, size_t i)
{
    const struct audit_rollout *r = &b->rollouts[i];
    return r->correct ? r->baseline_us / r->runtime_us : 0.0;
}

static void point(struct bench *b)
{
    b->run.tasks = b->tasks;
    b->run.rollouts = b->rollouts;
    b->run.baselines = b->baselines;
    b->run.codes = b->codes;
    b->run.rewards = b->rewards;
}

/* Three tasks with four samples each; nothing is wrong. */
static void set_clean(struct bench *b)
{
    const struct audit_work work = { 1e9, 4e8 };
    *b = (struct bench){ 0 };
    for (size_t i = 0; i < N_TASKS; i++) {
        static const char *const names[N_TASKS] = { "l1/4", "l1/5", "l1/12" };
        b->tasks[i] = (struct audit_task){ .id = 10 + (int64_t)i,
                                           .task = names[i],
                                           .suite = "kernelbench",
                                           .level = 1,
                                           .work = { work, work, work },
                                           .listed = true };
    }
    for (size_t i = 0; i < N_ROLLOUTS; i++) {
        b->rollouts[i] = clean_rollout(i);
        b->codes[i] = (struct audit_code){ .id = 1 + (int64_t)i, .has_kernel = true };
        b->rewards[i] = (struct audit_reward){ i, "speedup", clean_reward(b, i), (double)NAN };
    }
    b->run = (struct audit_run){ .name = "r",
                                 .strategy = "best-of-n",
                                 .status = "complete",
                                 .k = N_SAMPLES,
                                 .n_tasks = N_TASKS,
                                 .n_rollouts = N_ROLLOUTS,
                                 .n_codes = N_ROLLOUTS,
                                 .n_rewards = N_ROLLOUTS };
    b->options = (struct audit_options){ 100.0, 30.0, NULL, 5 };
}

/* Rewards that follow from whatever was changed. */
static void follow(struct bench *b)
{
    for (size_t i = 0; i < N_ROLLOUTS; i++)
        b->rewards[i].value = clean_reward(b, i);
}

static void scale_times(struct bench *b, size_t i, double factor)
{
    struct audit_rollout *r = &b->rollouts[i];
    r->runtime_us *= factor;
    r->min_us *= factor;
    r->max_us *= factor;
    r->std_us *= factor;
}

static void copy_times(struct bench *b, size_t to, size_t from)
{
    b->rollouts[to].runtime_us = b->rollouts[from].runtime_us;
    b->rollouts[to].min_us = b->rollouts[from].min_us;
    b->rollouts[to].max_us = b->rollouts[from].max_us;
    b->rollouts[to].std_us = b->rollouts[from].std_us;
}

/* 4e8 bytes less the cache need 103 us from 3352 GB/s; 95 % of that are 98 us. */
static void below_roofline(struct bench *b)
{
    scale_times(b, 0, 0.9);
    b->rollouts[0].task_case = AUDIT_FULL;
}
static void at_roofline(struct bench *b)
{
    b->rollouts[0].task_case = AUDIT_FULL;
}
/* An unrecorded size is not the full one when the baseline is below the bound too. */
static void smaller_size(struct bench *b)
{
    scale_times(b, 0, 0.5);
    b->rollouts[0].baseline_us = 60.0;
}
static void below_roofline_import(struct bench *b)
{
    scale_times(b, 0, 0.9);
}

static void forget_device(struct bench *b)
{
    for (size_t i = 0; i < N_ROLLOUTS; i++)
        b->rollouts[i].device = "Some Accelerator";
}
static void thousandfold(struct bench *b)
{
    forget_device(b);
    b->rollouts[5].baseline_us = 200.0 * b->rollouts[5].runtime_us;
}
static void ninetyfold(struct bench *b)
{
    forget_device(b);
    b->rollouts[5].baseline_us = 90.0 * b->rollouts[5].runtime_us;
}
/* The roofline allows the time, so the baseline is slow and the speedup real. */
static void explained_thousandfold(struct bench *b)
{
    b->rollouts[5].baseline_us = 1000.0 * b->rollouts[5].runtime_us;
}
static void stated_thousandfold(struct bench *b)
{
    forget_device(b);
    b->rollouts[5].runtime_us = b->rollouts[5].baseline_us = (double)NAN;
    b->rollouts[5].stated_speedup = 1000.0;
}

static void flagged_and_correct(struct bench *b)
{
    b->rollouts[2].failed_evidence = "excessive_speedup";
}
static void flagged_and_refused(struct bench *b)
{
    flagged_and_correct(b);
    b->rollouts[2].correct = false;
    b->rollouts[2].outcome = "cheat";
}

static void ones(struct bench *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        b->rollouts[i].baseline_us = b->rollouts[i].runtime_us;
}
static void three_ones(struct bench *b)
{
    ones(b, 3);
}
static void two_ones(struct bench *b)
{
    ones(b, 2);
}

static void store_baselines(struct bench *b, const char *device)
{
    for (size_t i = 0; i < N_TASKS; i++)
        b->baselines[i] = (struct audit_baseline){ .name = "torch_eager",
                                                   .device = device,
                                                   .precision = "fp32",
                                                   .task_id = 10 + (int64_t)i,
                                                   .runtime_us = 150.5,
                                                   .measured_day = 2459990.0 };
    b->run.n_baselines = N_TASKS;
    b->run.n_rewards = 0;
    for (size_t i = 0; i < N_ROLLOUTS; i++)
        b->rollouts[i].baseline_us = (double)NAN;
}
static void baseline_elsewhere(struct bench *b)
{
    store_baselines(b, "Tesla T4");
}
static void baseline_spelled_otherwise(struct bench *b)
{
    store_baselines(b, "H100_80GB_HBM3");
}
static void reference_elsewhere(struct bench *b)
{
    b->rollouts[1].baseline_device = "Tesla T4";
}
static void reference_here(struct bench *b)
{
    b->rollouts[1].baseline_device = "H100 80GB HBM3";
}

static void two_devices(struct bench *b)
{
    b->rollouts[7].device = "NVIDIA H200";
}
static void untimed_elsewhere(struct bench *b)
{
    struct audit_rollout *r = &b->rollouts[7];
    r->device = "NVIDIA H200";
    r->correct = r->compiled = false;
    r->outcome = "compile";
    r->runtime_us = r->min_us = r->max_us = r->std_us = (double)NAN;
}

static void old_baseline(struct bench *b)
{
    store_baselines(b, "H100 80GB HBM3");
    b->baselines[0].measured_day = 2459000.0;
}
static void young_baseline(struct bench *b)
{
    store_baselines(b, "H100 80GB HBM3");
}
static void other_precision(struct bench *b)
{
    store_baselines(b, "H100 80GB HBM3");
    b->baselines[1].precision = "bf16";
}
static void precision_spelled_otherwise(struct bench *b)
{
    store_baselines(b, "H100 80GB HBM3");
    b->baselines[1].precision = "torch.float32";
}

static void flaky_code(struct bench *b)
{
    b->rollouts[1].code_id = b->rollouts[0].code_id;
    b->rollouts[1].correct = false;
    b->rollouts[1].outcome = "mismatch";
}
static void repeated_code(struct bench *b)
{
    b->rollouts[1].code_id = b->rollouts[0].code_id;
}
static void repeated_code_infra(struct bench *b)
{
    flaky_code(b);
    b->rollouts[1].outcome = "infra";
}
static void repeated_code_other_device(struct bench *b)
{
    flaky_code(b);
    b->rollouts[1].device = "";
}

static void three_same_times(struct bench *b)
{
    copy_times(b, 5, 0);
    copy_times(b, 9, 0);
}
static void two_same_times(struct bench *b)
{
    copy_times(b, 5, 0);
}
/* Three digits and no spread coincide by chance. */
static void three_same_rounded_means(struct bench *b)
{
    three_same_times(b);
    for (size_t i = 0; i < N_ROLLOUTS; i += 4) {
        b->rollouts[i].runtime_us = 123.0;
        b->rollouts[i].min_us = b->rollouts[i].max_us = b->rollouts[i].std_us = (double)NAN;
    }
    copy_times(b, 5, 0);
    copy_times(b, 9, 0);
}

static void untimed_correct(struct bench *b)
{
    struct audit_rollout *r = &b->rollouts[3];
    r->runtime_us = r->min_us = r->max_us = r->std_us = (double)NAN;
    b->run.n_rewards = 0;
}
static void untimed_wrong(struct bench *b)
{
    untimed_correct(b);
    b->rollouts[3].correct = false;
    b->rollouts[3].outcome = "mismatch";
}
/* Suites that time nothing are no kernel results. */
static void untimed_suite(struct bench *b)
{
    b->run.n_rewards = 0;
    for (size_t i = 0; i < N_TASKS; i++)
        b->tasks[i].suite = "cruxeval";
    for (size_t i = 0; i < N_ROLLOUTS; i++) {
        struct audit_rollout *r = &b->rollouts[i];
        r->runtime_us = r->min_us = r->max_us = r->std_us = r->baseline_us = (double)NAN;
    }
}

static void round_times(struct bench *b, size_t from)
{
    for (size_t i = from; i < N_ROLLOUTS; i++) {
        b->rollouts[i].runtime_us = round(b->rollouts[i].runtime_us) * 1000.0;
        b->rollouts[i].baseline_us = 150500.0;
    }
}
static void rounded(struct bench *b)
{
    round_times(b, 0);
}
static void rounded_but_one(struct bench *b)
{
    round_times(b, 1);
}
/* Below a microsecond the clock has no more digits. */
static void short_times(struct bench *b)
{
    for (size_t i = 0; i < N_ROLLOUTS; i++) {
        b->rollouts[i].runtime_us = 0.1 + 0.007 * (double)i;
        b->rollouts[i].baseline_us = 0.3;
        b->rollouts[i].device = "cpu";
    }
}

static void doubled(struct bench *b)
{
    b->rollouts[1].code_id = b->rollouts[0].code_id;
    copy_times(b, 1, 0);
}

/* Without the last rollout. */
static void shorten(struct bench *b)
{
    b->run.n_rollouts--;
    b->run.n_rewards--;
    b->run.k = -1;
}
static void gap(struct bench *b)
{
    for (size_t i = 0; i < N_TASKS; i++)
        b->rollouts[i * N_SAMPLES + 3].sample = 4;
    b->run.k = -1;
}
static void longer_indices(struct bench *b)
{
    b->run.k = -1;
}
static void no_evaluation(struct bench *b)
{
    b->rollouts[3].outcome = NULL;
    b->rollouts[3].correct = false;
    b->run.n_rewards = 0;
}
static void no_evaluation_yet(struct bench *b)
{
    no_evaluation(b);
    b->run.status = "running";
}
static void unsampled_task(struct bench *b)
{
    for (size_t i = 8; i < N_ROLLOUTS; i++) {
        b->rollouts[i].task = 1;
        b->rollouts[i].sample += 4;
        b->rollouts[i].step = 0;
        b->rollouts[i].prompt_id = 51;
    }
    b->run.n_rollouts = 8;
    b->run.n_rewards = 8;
}
static void unlisted_task(struct bench *b)
{
    unsampled_task(b);
    b->tasks[2].listed = false;
}
static void interrupted(struct bench *b)
{
    shorten(b);
    b->run.status = "interrupted";
}
/* A second turn is taken where the first failed. */
static void second_turn(struct bench *b)
{
    b->rollouts[3].turn = 1;
    b->rollouts[3].sample = 0;
    b->rollouts[7].turn = 1;
    b->rollouts[7].sample = 0;
    b->rollouts[11].turn = 1;
    b->rollouts[11].sample = 0;
    b->run.k = 3;
}

static void refused(struct bench *b)
{
    b->run.n_refused = 2;
}

static void other_prompt(struct bench *b)
{
    b->rollouts[2].prompt_id = 99;
}
static void other_prompt_of_turn(struct bench *b)
{
    second_turn(b);
    b->rollouts[3].prompt_id = 99;
}

static void train_task(struct bench *b)
{
    b->tasks[1].in_train = true;
}
static void train_task_trained(struct bench *b)
{
    train_task(b);
    b->run.strategy = "train";
}

static void positive_tokens(struct bench *b)
{
    b->rollouts[4].tokens.n_positive = 3;
}
static void positive_mean(struct bench *b)
{
    b->rollouts[4].mean_logprob = 0.25;
}
static void zero_mean(struct bench *b)
{
    b->rollouts[4].mean_logprob = 0.0;
}
static void constant_tokens(struct bench *b)
{
    b->rollouts[4].tokens.constant = true;
}
static void constant_short(struct bench *b)
{
    b->rollouts[4].tokens.constant = true;
    b->rollouts[4].tokens.n = 4;
}
static void constant_means(struct bench *b)
{
    for (size_t i = 0; i < N_ROLLOUTS; i++)
        b->rollouts[i].mean_logprob = -1.5;
}
static void nearly_constant_means(struct bench *b)
{
    constant_means(b);
    b->rollouts[3].mean_logprob = -1.25;
}
static void sentinel_tokens(struct bench *b)
{
    b->rollouts[4].tokens.n_sentinel = 1;
}
static void sentinel_mean(struct bench *b)
{
    b->rollouts[4].mean_logprob = -9999.0;
}
static void improbable(struct bench *b)
{
    b->rollouts[4].mean_logprob = -40.0;
}

static void wrong_reward(struct bench *b)
{
    b->rewards[4].value *= 1.01;
}
static void reward_of_wrong(struct bench *b)
{
    b->rollouts[4].correct = false;
    b->rollouts[4].outcome = "mismatch";
}
static void no_reward_of_wrong(struct bench *b)
{
    reward_of_wrong(b);
    follow(b);
}
static void other_recipe(struct bench *b)
{
    wrong_reward(b);
    for (size_t i = 0; i < N_ROLLOUTS; i++)
        b->rewards[i].recipe = "composite";
}
static void permuted(struct bench *b, const char *recipe)
{
    for (size_t i = 0; i < N_ROLLOUTS; i++) {
        b->rewards[i].recipe = recipe;
        b->rewards[i].value = clean_reward(b, N_ROLLOUTS - 1 - i);
    }
}
static void shuffled(struct bench *b)
{
    permuted(b, "speedup-shuffled");
}
static void shuffled_unsaid(struct bench *b)
{
    permuted(b, "speedup");
}
static void shuffled_wrong(struct bench *b)
{
    shuffled(b);
    b->rewards[0].value += 0.5;
}
/* Each over the median of the task's correct ones before it. */
static void normalized(struct bench *b)
{
    double s[N_ROLLOUTS];
    for (size_t i = 0; i < N_ROLLOUTS; i++) {
        static const size_t lower[N_SAMPLES] = { 0, 0, 0, 1 };
        static const size_t upper[N_SAMPLES] = { 0, 0, 1, 1 };
        size_t first = i - i % N_SAMPLES;
        s[i] = clean_reward(b, i);
        double scale =
            i == first ? 1.0
                       : (s[first + lower[i % N_SAMPLES]] + s[first + upper[i % N_SAMPLES]]) / 2.0;
        b->rewards[i].recipe = "normalized";
        b->rewards[i].value = s[i] / scale;
    }
}
static void not_normalized(struct bench *b)
{
    for (size_t i = 0; i < N_ROLLOUTS; i++)
        b->rewards[i].recipe = "normalized";
}

static void advantages(struct bench *b)
{
    double mean = 0.0;
    double squares = 0.0;
    b->run.strategy = "ttt";
    for (size_t i = 0; i < N_ROLLOUTS; i++)
        mean += b->rewards[i].value / N_ROLLOUTS;
    for (size_t i = 0; i < N_ROLLOUTS; i++)
        squares += (b->rewards[i].value - mean) * (b->rewards[i].value - mean);
    for (size_t i = 0; i < N_ROLLOUTS; i++)
        b->rewards[i].advantage = (b->rewards[i].value - mean) / sqrt(squares / (N_ROLLOUTS - 1));
}
static void wrong_advantage(struct bench *b)
{
    advantages(b);
    b->rewards[3].advantage = -b->rewards[3].advantage;
}

static void add_hit(struct bench *b, enum code_kind kind)
{
    static struct code_hit hit;
    hit = (struct code_hit){ kind, 7, "a line" };
    b->codes[6].hits = &hit;
    b->codes[6].n_hits = 1;
}
static void hit_cached(struct bench *b)
{
    add_hit(b, CODE_CACHED_OUTPUT);
}
static void hit_timer(struct bench *b)
{
    add_hit(b, CODE_TIMER);
}
static void hit_stream(struct bench *b)
{
    add_hit(b, CODE_STREAM);
}
static void hit_fallback(struct bench *b)
{
    add_hit(b, CODE_FALLBACK);
}
static void hit_library(struct bench *b)
{
    add_hit(b, CODE_LIBRARY);
}
static void hit_lazy(struct bench *b)
{
    add_hit(b, CODE_LAZY);
}
static void hit_harness(struct bench *b)
{
    add_hit(b, CODE_HARNESS);
}
static void no_kernel(struct bench *b)
{
    b->codes[6].has_kernel = false;
}
static void no_kernel_wrong(struct bench *b)
{
    no_kernel(b);
    b->rollouts[6].correct = false;
    b->rollouts[6].outcome = "mismatch";
}
static void library_elsewhere(struct bench *b)
{
    untimed_suite(b);
    hit_library(b);
    for (size_t i = 0; i < N_ROLLOUTS; i++)
        b->codes[i].has_kernel = false;
}

struct row {
    const char *name; /* of the test */
    void (*change)(struct bench *b);
    bool keep_rewards;   /* the change is about rewards */
    const char *finding; /* NULL: none */
    size_t n_rows;
};

static const struct row rows[] = {
    { "below the roofline", below_roofline, false, "speedup_physics", 1 },
    { "below the roofline, imported", below_roofline_import, false, "speedup_physics", 1 },
    { "at the roofline", at_roofline, false, NULL, 0 },
    { "another size", smaller_size, false, NULL, 0 },
    { "200x", thousandfold, false, "speedup_bound", 1 },
    { "90x", ninetyfold, false, NULL, 0 },
    { "1000x that the roofline allows", explained_thousandfold, false, NULL, 0 },
    { "1000x as stated", stated_thousandfold, false, "speedup_bound", 1 },
    { "flagged, correct", flagged_and_correct, false, "speedup_flagged", 1 },
    { "flagged, refused", flagged_and_refused, false, NULL, 0 },
    { "three ones", three_ones, false, "speedup_exactly_one", 3 },
    { "two ones", two_ones, false, NULL, 0 },
    { "baseline elsewhere", baseline_elsewhere, false, "hardware_mismatch", N_ROLLOUTS },
    { "baseline spelled otherwise", baseline_spelled_otherwise, false, NULL, 0 },
    { "reference elsewhere", reference_elsewhere, false, "hardware_mismatch", 1 },
    { "reference here", reference_here, false, NULL, 0 },
    { "two devices", two_devices, false, "mixed_devices", 1 },
    { "untimed elsewhere", untimed_elsewhere, false, NULL, 0 },
    { "old baseline", old_baseline, false, "baseline_stale", N_SAMPLES },
    { "young baseline", young_baseline, false, NULL, 0 },
    { "other precision", other_precision, false, "baseline_precision", N_SAMPLES },
    { "precision spelled otherwise", precision_spelled_otherwise, false, NULL, 0 },
    { "flaky code", flaky_code, false, "same_code_other_outcome", 1 },
    { "repeated code", repeated_code, false, NULL, 0 },
    { "repeated code, infra", repeated_code_infra, false, NULL, 0 },
    { "repeated code, other device", repeated_code_other_device, false, NULL, 0 },
    { "three same times", three_same_times, false, "same_timing_other_code", 3 },
    { "two same times", two_same_times, false, NULL, 0 },
    { "three same rounded means", three_same_rounded_means, false, NULL, 0 },
    { "correct, untimed", untimed_correct, false, "correct_without_runtime", 1 },
    { "wrong, untimed", untimed_wrong, false, NULL, 0 },
    { "suite without times", untimed_suite, false, NULL, 0 },
    { "rounded", rounded, false, "rounded_times", N_ROLLOUTS },
    { "rounded but one", rounded_but_one, false, NULL, 0 },
    { "short times", short_times, false, NULL, 0 },
    { "doubled", doubled, false, "duplicate_samples", 1 },
    { "one sample fewer", shorten, false, "unequal_k", 1 },
    { "stopped early", interrupted, false, NULL, 0 },
    { "second turns", second_turn, false, NULL, 0 },
    { "gap in the samples", gap, false, "missing_samples", N_TASKS },
    { "no gap, k unknown", longer_indices, false, NULL, 0 },
    { "no evaluation", no_evaluation, false, "missing_samples", 1 },
    { "no evaluation yet", no_evaluation_yet, false, NULL, 0 },
    { "listed task without sample", unsampled_task, false, "missing_samples", 1 },
    { "unlisted task without sample", unlisted_task, false, NULL, 0 },
    { "refused records", refused, false, "refused_records", 1 },
    { "other prompt", other_prompt, false, "prompt_changed", 1 },
    { "other prompt of a turn", other_prompt_of_turn, false, NULL, 0 },
    { "train task", train_task, false, "split_contamination", N_SAMPLES },
    { "train task, training", train_task_trained, false, NULL, 0 },
    { "positive tokens", positive_tokens, false, "logprob_positive", 1 },
    { "positive mean", positive_mean, false, "logprob_positive", 1 },
    { "zero mean", zero_mean, false, NULL, 0 },
    { "constant tokens", constant_tokens, false, "logprob_constant", 1 },
    { "constant, short", constant_short, false, NULL, 0 },
    { "constant means", constant_means, false, "logprob_constant", N_ROLLOUTS },
    { "nearly constant means", nearly_constant_means, false, NULL, 0 },
    { "sentinel tokens", sentinel_tokens, false, "logprob_sentinel", 1 },
    { "sentinel mean", sentinel_mean, false, "logprob_sentinel", 1 },
    { "improbable", improbable, false, NULL, 0 },
    { "wrong reward", wrong_reward, true, "reward_mismatch", 1 },
    { "reward of a wrong sample", reward_of_wrong, true, "reward_mismatch", 1 },
    { "no reward of a wrong sample", no_reward_of_wrong, true, NULL, 0 },
    { "other recipe", other_recipe, true, NULL, 0 },
    { "shuffled", shuffled, true, NULL, 0 },
    { "shuffled, unsaid", shuffled_unsaid, true, "reward_mismatch", N_ROLLOUTS },
    { "shuffled, wrong", shuffled_wrong, true, "reward_mismatch", 1 },
    { "normalized", normalized, true, NULL, 0 },
    { "not normalized", not_normalized, true, "reward_mismatch", N_ROLLOUTS - N_TASKS },
    { "advantages", advantages, true, NULL, 0 },
    { "wrong advantage", wrong_advantage, true, "advantage_mismatch", 1 },
    { "cached output", hit_cached, false, "code_cached_output", 1 },
    { "timer", hit_timer, false, "code_timer_patch", 1 },
    { "stream", hit_stream, false, "code_stream_escape", 1 },
    { "fallback", hit_fallback, false, "code_fallback", 1 },
    { "library", hit_library, false, "code_library_call", 1 },
    { "library in another suite", library_elsewhere, false, NULL, 0 },
    { "lazy", hit_lazy, false, "code_lazy_output", 1 },
    { "harness", hit_harness, false, "code_harness_access", 1 },
    { "no kernel", no_kernel, false, "code_no_kernel", 1 },
    { "no kernel, wrong", no_kernel_wrong, false, NULL, 0 },
};

static void find_all(struct bench *b, struct arena *arena, struct audit_findings *out)
{
    *out = (struct audit_findings){ 0 };
    point(b);
    for (size_t i = 0; i < audit_checks_count; i++)
        audit_run_check(&audit_checks[i], &b->run, &b->options, arena, out);
}

static void check_row(const struct row *row)
{
    struct arena arena = { 0 };
    struct audit_findings found;
    struct bench b;
    set_clean(&b);
    row->change(&b);
    if (!row->keep_rewards)
        follow(&b);
    find_all(&b, &arena, &found);
    for (size_t i = 0; i < found.n; i++) {
        if (row->finding == NULL || strcmp(found.items[i].check->name, row->finding) != 0)
            fail_msg("%s: unexpected %s: %s", row->name, found.items[i].check->name,
                     found.items[i].evidence);
    }
    if (found.n != (row->finding == NULL ? 0U : 1U))
        fail_msg("%s: %s was not found", row->name, row->finding);
    if (row->finding != NULL && found.items[0].n_rows != row->n_rows)
        fail_msg("%s: %zu rows, not %zu", row->name, found.items[0].n_rows, row->n_rows);
    arena_release(&arena);
}

static void test_each_check_finds_its_fixture_alone(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        check_row(&rows[i]);
}

static void test_every_check_has_a_fixture(void **state)
{
    (void)state;
    for (size_t i = 0; i < audit_checks_count; i++) {
        bool found = false;
        for (size_t k = 0; k < ARRAY_LEN(rows); k++)
            found = found ||
                    (rows[k].finding != NULL && strcmp(rows[k].finding, audit_checks[i].name) == 0);
        if (!found)
            fail_msg("%s has no fixture", audit_checks[i].name);
    }
}

static void test_rows_are_listed_up_to_the_limit_and_all_counted(void **state)
{
    (void)state;
    struct arena arena = { 0 };
    struct audit_findings found;
    struct bench b;
    set_clean(&b);
    baseline_elsewhere(&b);
    b.options.limit = 2;
    find_all(&b, &arena, &found);
    assert_int_equal(found.n, 1);
    assert_int_equal(found.items[0].n_rows, N_ROLLOUTS);
    const char *second = strstr(found.items[0].rows_json, "\"rollout_id\":1001");
    assert_non_null(second);
    assert_null(strstr(found.items[0].rows_json, "\"rollout_id\":1002"));
    arena_release(&arena);
}

static void test_an_empty_run_has_no_finding(void **state)
{
    (void)state;
    struct arena arena = { 0 };
    struct audit_findings found;
    struct bench b;
    set_clean(&b);
    b.run.n_rollouts = b.run.n_tasks = b.run.n_codes = b.run.n_rewards = 0;
    find_all(&b, &arena, &found);
    assert_int_equal(found.n, 0);
    arena_release(&arena);
}

static void test_devices_are_found_by_whole_words(void **state)
{
    (void)state;
    static const struct {
        const char *name, *pattern;
    } names[] = {
        { "NVIDIA H100 80GB HBM3", "H100" },
        { "NVIDIA H100 PCIe", "H100 PCIe" },
        { "NVIDIA L40S", "L40S" },
        { "NVIDIA L4", "L4" },
        { "Tesla V100-SXM2-32GB", "V100" },
        { "V100_SXM2_32GB", "V100" },
        { "Tesla T4", "T4" },
        { "NVIDIA A100-SXM4-40GB", "A100 40GB" },
        { "NVIDIA A10G", "A10G" },
        { "NVIDIA GeForce RTX 4090", "RTX 4090" },
        { "MTT S4000", NULL },
        { "AMD EPYC 7B13", NULL },
    };
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        const struct audit_device *d = audit_device_find(names[i].name);
        if (names[i].pattern == NULL)
            assert_null(d);
        else
            assert_string_equal(d->pattern, names[i].pattern);
    }
}

/* PyTorch's ReLU of 4096 x 393216 floats took 3030 us on an H200: above its bound, not far. */
static void test_floor_is_below_what_a_device_does(void **state)
{
    (void)state;
    const struct audit_device *d = audit_device_find("NVIDIA H200");
    double bytes = 2.0 * 4.0 * 4096.0 * 393216.0;
    double floor_us = audit_device_floor_us(d, 4096.0 * 393216.0, bytes, "fp32");
    assert_true(floor_us < 3030.0 && floor_us > 2000.0);
    /* 4096^3 in fp32 took 2690 us; tensor cores could be ten times as fast. */
    floor_us =
        audit_device_floor_us(d, 2.0 * pow(4096.0, 3.0), 3.0 * 4.0 * pow(4096.0, 2.0), "fp32");
    assert_true(floor_us < 2690.0 && floor_us > 200.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_check_finds_its_fixture_alone),
        cmocka_unit_test(test_every_check_has_a_fixture),
        cmocka_unit_test(test_rows_are_listed_up_to_the_limit_and_all_counted),
        cmocka_unit_test(test_an_empty_run_has_no_finding),
        cmocka_unit_test(test_devices_are_found_by_whole_words),
        cmocka_unit_test(test_floor_is_below_what_a_device_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
