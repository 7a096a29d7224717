/*
 * Checks of whole runs, log-probs, rewards and code: each fixture makes one thing wrong in a clean
 * run and gives exactly that finding; its honest twin gives none.
 */
#include "analysis/code/code_scan.h"
#include "tests/unit/analysis/audit_bench.h"

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
/* Two steps of two samples each; k is unknown. */
static void two_steps(struct bench *b)
{
    for (size_t i = 0; i < N_ROLLOUTS; i++) {
        b->rollouts[i].step = (int)(i % N_SAMPLES / 2);
        b->rollouts[i].sample = (int)(i % 2);
    }
    b->run.k = -1;
    b->run.strategy = "ttt";
}
static void gap_in_a_step(struct bench *b)
{
    two_steps(b);
    b->rollouts[3].sample = 2;
}
static void numbers_that_run_on(struct bench *b)
{
    two_steps(b);
    for (size_t i = 0; i < N_ROLLOUTS; i++)
        b->rollouts[i].sample = (int)(i % N_SAMPLES);
}
static void longer_indices(struct bench *b)
{
    b->run.k = -1;
}
static void no_evaluation(struct bench *b)
{
    b->rollouts[3].outcome = NULL;
    b->rollouts[3].correct = false;
    b->rollouts[3].runtime_us = (double)NAN;
    b->run.n_rewards = 0;
}
static void no_evaluation_at_all(struct bench *b)
{
    for (size_t i = 0; i < N_ROLLOUTS; i++) {
        b->rollouts[i].outcome = NULL;
        b->rollouts[i].correct = false;
        b->rollouts[i].runtime_us = (double)NAN;
    }
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
static void zero_tokens(struct bench *b)
{
    b->rollouts[4].tokens = (struct audit_tokens){ .n = 100, .n_zero = 90 };
}
static void many_zero_tokens(struct bench *b)
{
    b->rollouts[4].tokens = (struct audit_tokens){ .n = 100, .n_zero = 70 };
}
static void other_token_count(struct bench *b)
{
    b->rollouts[3].completion_tokens = 20;
    b->rollouts[4].completion_tokens = 19;
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
    b->rollouts[4].runtime_us = (double)NAN;
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
/* Each over the median of the correct ones before it. */
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
static void lost_advantage(struct bench *b)
{
    wrong_advantage(b);
    b->rewards[0].advantage = (double)NAN;
}
static void masked_advantage(struct bench *b)
{
    advantages(b);
    b->rewards[0].advantage = (double)NAN;
    b->rewards[0].is_masked = true;
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
static void hit_unbuilt(struct bench *b)
{
    add_hit(b, CODE_UNBUILT);
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
static void hit_constant(struct bench *b)
{
    add_hit(b, CODE_CONSTANT);
}
static void hit_decoy(struct bench *b)
{
    add_hit(b, CODE_DECOY);
}
static void hit_writes_input(struct bench *b)
{
    add_hit(b, CODE_WRITES_INPUT);
}
static void hit_call_state(struct bench *b)
{
    add_hit(b, CODE_CALL_STATE);
}
static void hit_precision(struct bench *b)
{
    add_hit(b, CODE_PRECISION);
}
static void hit_placeholder(struct bench *b)
{
    add_hit(b, CODE_PLACEHOLDER);
}
static void near_duplicate(struct bench *b)
{
    b->tasks[2].name = "Square matrix multiplication";
    b->train_tasks[0] = (struct audit_train_task){ "l1/2", "Standard matrix multiplication", "" };
    b->run.n_train_tasks = 1;
}
static void no_kernel(struct bench *b)
{
    b->codes[6].has_kernel = false;
}
static void no_kernel_first(struct bench *b)
{
    b->codes[0].has_kernel = false;
}
static void no_kernel_wrong(struct bench *b)
{
    no_kernel(b);
    b->rollouts[6].correct = false;
    b->rollouts[6].runtime_us = (double)NAN;
    b->rollouts[6].outcome = "mismatch";
}
static void library_elsewhere(struct bench *b)
{
    for (size_t i = 0; i < N_TASKS; i++)
        b->tasks[i].suite = "cruxeval";
    hit_library(b);
    for (size_t i = 0; i < N_ROLLOUTS; i++)
        b->codes[i].has_kernel = false;
}

static const struct row rows[] = {
    { "one sample fewer", shorten, false, "unequal_k", 1 },
    { "stopped early", interrupted, false, NULL, 0 },
    { "second turns", second_turn, false, NULL, 0 },
    { "gap in the samples", gap, false, "missing_samples", N_TASKS },
    { "no gap, k unknown", longer_indices, false, NULL, 0 },
    { "two steps", two_steps, false, NULL, 0 },
    { "a gap in a step", gap_in_a_step, false, "missing_samples", 1 },
    { "numbers that run on", numbers_that_run_on, false, NULL, 0 },
    { "no evaluation", no_evaluation, false, "missing_samples", 1 },
    { "texts alone", no_evaluation_at_all, false, NULL, 0 },
    { "no evaluation yet", no_evaluation_yet, false, NULL, 0 },
    { "listed task without sample", unsampled_task, false, "missing_samples", 1 },
    { "unlisted task without sample", unlisted_task, false, NULL, 0 },
    { "refused records", refused, false, "refused_records", 1 },
    { "other prompt", other_prompt, false, "prompt_changed", 1 },
    { "other prompt of a turn", other_prompt_of_turn, false, NULL, 0 },
    { "train task", train_task, false, "split_contamination", N_SAMPLES },
    { "nearly a train task", near_duplicate, false, "split_near_duplicate", 1 },
    { "train task, training", train_task_trained, false, NULL, 0 },
    { "positive tokens", positive_tokens, false, "logprob_positive", 1 },
    { "positive mean", positive_mean, false, "logprob_positive", 1 },
    { "zero mean", zero_mean, false, NULL, 0 },
    { "constant tokens", constant_tokens, false, "logprob_constant", 1 },
    { "constant, short", constant_short, false, NULL, 0 },
    { "constant means", constant_means, false, "logprob_constant", N_ROLLOUTS },
    { "nearly constant means", nearly_constant_means, false, NULL, 0 },
    { "zero tokens", zero_tokens, false, "logprob_zero", 1 },
    { "many zero tokens", many_zero_tokens, false, NULL, 0 },
    { "another count of tokens", other_token_count, false, "token_count", 1 },
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
    { "wrong advantage, another lost", lost_advantage, true, NULL, 0 },
    { "advantages over a masked sample", masked_advantage, true, "advantage_mismatch",
      N_ROLLOUTS - 1 },
    { "cached output", hit_cached, false, "code_cached_output", 1 },
    { "decoy", hit_decoy, false, "code_decoy", 1 },
    { "input written", hit_writes_input, false, "code_writes_input", 1 },
    { "constant", hit_constant, false, "code_constant_output", 1 },
    { "call state", hit_call_state, false, "code_call_state", 1 },
    { "precision", hit_precision, false, "code_reduced_precision", 1 },
    { "placeholder", hit_placeholder, false, "code_placeholder", 1 },
    { "timer", hit_timer, false, "code_timer_patch", 1 },
    { "stream", hit_stream, false, "code_stream_escape", 1 },
    { "fallback", hit_fallback, false, "code_fallback", 1 },
    { "unbuilt", hit_unbuilt, false, "code_fallback_runs", 1 },
    { "library", hit_library, false, "code_library_call", 1 },
    { "library in another suite", library_elsewhere, false, NULL, 0 },
    { "lazy", hit_lazy, false, "code_lazy_output", 1 },
    { "harness", hit_harness, false, "code_harness_access", 1 },
    { "no kernel", no_kernel, false, "code_no_kernel", 1 },
    { "no kernel, first", no_kernel_first, false, "code_no_kernel", 1 },
    { "no kernel, wrong", no_kernel_wrong, false, NULL, 0 },
};

static void test_each_check_finds_its_fixture_alone(void **state)
{
    (void)state;
    check_rows(rows, ARRAY_LEN(rows), "audit_runs");
}

static void test_every_check_has_a_fixture(void **state)
{
    (void)state;
    check_coverage(rows, ARRAY_LEN(rows), "missing_samples", NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_check_finds_its_fixture_alone),
        cmocka_unit_test(test_every_check_has_a_fixture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
