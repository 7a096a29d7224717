/*
 * put_runs_test.c - the runs that samples go to: what files, records, options and paths say of
 * them.
 */
#include "tests/unit/ingest/given.h"

static void metrics_of_a_step_are_stored_once(void **state)
{
    static const struct ingest_step first[] = { { "", 1, "{\"loss\":1}" },
                                                { "", 2, "{\"loss\":2}" } };
    static const struct ingest_step later[] = { { "", 1, "{\"loss\":1}" },
                                                { "", 2, "{\"loss\":3}" },
                                                { "", 3, "{\"loss\":3}" } };
    (void)state;
    const struct import imports[] = {
        { "steps.jsonl", { 0 }, .steps = first, .n_steps = 2 },
        { "steps.jsonl", { 0 }, .steps = later, .n_steps = 3 },
    };
    check_story(imports, 2, "source, run, step",
                "steps: 2 stored, 0 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
                "steps: 1 stored, 1 duplicate, 1 refused, 1 contradicting, 0 clashing\n"
                "  step 2: run 'steps' already has this step with different metrics\n"
                "source: given 7 @/steps.jsonl 9 2 2 0 0\n"
                "source: given 7 @/steps.jsonl 12 3 1 1 1\n"
                "run: steps imported complete - - - - - 3 - = []\n"
                "step: 1 1 {\"loss\":1}\n"
                "step: 1 2 {\"loss\":2}\n"
                "step: 1 3 {\"loss\":3}\n");
}

static void devices_of_a_run_are_settled(void **state)
{
    static const struct ingest_run settled = {
        .name = "settled", .hardware = "", .temperature = 0.5, .settles = true
    };
    static const struct ingest_run one = {
        .name = "one", .hardware = "", .temperature = (double)NAN, .settles = true
    };
    static const struct ingest_run named = {
        .name = "named", .hardware = "GPU C", .temperature = (double)NAN, .baseline = "torch"
    };
    static const struct ingest_run configured = {
        .name = "configured",
        .hardware = "",
        .temperature = 0,
        .model = "m",
        .model_origin = "a file",
        .configuration = "c.yaml",
        .verbatim = "k: 1",
        .pass_at_k = "{}",
    };
    struct ingest_sample samples[6];
    (void)state;
    for (size_t i = 0; i < 6; i++) {
        samples[i] = judged("code", "measured");
        samples[i].timing.runtime_us = 2;
        samples[i].run = i < 2 ? &settled : i < 4 ? &one : i < 5 ? &named : &configured;
        samples[i].hardware = i == 1 ? "GPU B" : "GPU A";
    }
    samples[3].reference = (struct ingest_timing){ 4, 3, 5, 1, 6 };
    samples[3].reference_name = "eager";
    const struct import imports[] = { { "settle.jsonl", { 0 }, .samples = samples, .n = 6 } };
    check_story(
        imports, 1, "run, verdict, device",
        "settled and 3 more: 6 stored, 0 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
        "  samples of more than one device: GPU A, GPU B\n"
        "run: settled imported complete - - - 0.5 - - - = []\n"
        "run: one imported complete - GPU A - - - - eager = []\n"
        "run: named imported complete - GPU A - - - - torch = []\n"
        "run: configured imported complete m GPU A - 0 - - - {\"model\":\"m\",\"model_origin\":\"a "
        "file\",\"configuration\":\"c.yaml\",\"verbatim\":\"k: 1\",\"pass_at_k_results\":\"{}\"}} "
        "[]\n"
        "verdict: 1 GPU A measured - 1 1 - - - - - - - - - 1 -\n"
        "verdict: 2 GPU B measured - 1 1 - - - - - - - - - 1 -\n"
        "verdict: 3 GPU A measured - 1 1 - - - - - - - - - 1 -\n"
        "verdict: 4 GPU A measured - 1 1 - - - - - - - - - 1 -\n"
        "verdict: 5 GPU A measured - 1 1 - - - - - - - - - 1 -\n"
        "verdict: 6 GPU A measured - 1 1 - - - - - - - - - 1 -\n"
        "device: imported GPU A\n"
        "device: imported GPU B\n"
        "device: imported GPU C\n");
}

#define RUN_ON(HARDWARE, ...)                                                                      \
    {                                                                                              \
        .hardware = HARDWARE, .temperature = (double)NAN, __VA_ARGS__                              \
    }
#define RUN(...) RUN_ON("", __VA_ARGS__)

/* A later file says what the ones before did not; what it says otherwise is refused. */
static void a_run_that_grows_is_completed(void **state)
{
    static const struct ingest_run runs[] = {
        RUN(.model = NULL),
        RUN_ON("GPU", .baseline = "torch"),
        RUN(.baseline = "other"),
        RUN(.model = "m", .configuration = "c.yaml", .verbatim = "k: 1", .pass_at_k = "{}",
            .model_origin = "a file"),
        RUN(.model = "n"),
        RUN(.model = "n", .configuration = "c.yaml"),
        RUN(.strategy = "ttt"),
        RUN(.strategy = "best-of-n"),
        RUN(.has_seed = true, .seed = 3),
        RUN(.has_seed = true, .seed = 4),
        RUN(.has_seed = true, .seed = 3, .strategy = "ttt", .model = "m"),
    };
    struct ingest_sample samples[ARRAY_LEN(runs)];
    struct import imports[ARRAY_LEN(runs)];
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(runs); i++) {
        samples[i] = judged("code", "mismatch");
        samples[i].run = &runs[i];
        imports[i] = (struct import){ "grows.jsonl", { 0 }, .samples = &samples[i], .n = 1 };
    }
    imports[1].options.argv_json = "[\"second\"]";
    check_story(imports, ARRAY_LEN(runs), "source, run, device, model",
                "grows: 1 stored, 0 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
                "grows: 0 stored, 1 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
                "grows: 0 stored, 1 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
                "grows: 0 stored, 1 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
                "grows: 0 stored, 1 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
                "grows: 0 stored, 0 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
                "  -2 @/grows.jsonl: run 'grows' is of model m, and this file of n: give another "
                "--run-name\n"
                "grows: 0 stored, 1 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
                "grows: 0 stored, 0 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
                "  -2 @/grows.jsonl: run 'grows' is of strategy ttt, and this file of best-of-n: "
                "give another --run-name\n"
                "grows: 0 stored, 1 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
                "grows: 0 stored, 0 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
                "  -2 @/grows.jsonl: run 'grows' is of seed 3, and this file of seed-4: give "
                "another --run-name\n"
                "grows: 0 stored, 1 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
                "source: given 7 @/grows.jsonl 6 1 1 0 0\n"
                "source: given 7 @/grows.jsonl 6 1 0 1 0\n"
                "source: given 7 @/grows.jsonl 6 1 0 1 0\n"
                "source: given 7 @/grows.jsonl 6 1 0 1 0\n"
                "source: given 7 @/grows.jsonl 6 1 0 1 0\n"
                "run: grows ttt complete m - 3 - 1 0 torch = []\n"
                "device: imported GPU\n"
                "model: m imported\n");
}

static const char records_of_several_runs_are_told_apart_want[] =
    "several and 6 more: 10 stored, 0 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
    "  records of another strategy have a run of their own, 'several/best-of-n'\n"
    "  records of another seed have a run of their own, 'several/seed-2'\n"
    "  records of another model have a run of their own, 'several/n'\n"
    "  records of another strategy have a run of their own, 'several/best-of-n'\n"
    "  records of another model have a run of their own, 'several/best-of-n/n'\n"
    "  strategy ttt guessed from the name of the run; --strategy overrides it\n"
    "  seed 7 guessed from the name of the run; --seed overrides it\n"
    "several and 6 more: 0 stored, 10 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
    "  records of another strategy have a run of their own, 'several/best-of-n'\n"
    "  records of another seed have a run of their own, 'several/seed-2'\n"
    "  records of another model have a run of their own, 'several/n'\n"
    "  records of another strategy have a run of their own, 'several/best-of-n'\n"
    "  records of another model have a run of their own, 'several/best-of-n/n'\n"
    "  strategy ttt guessed from the name of the run; --strategy overrides it\n"
    "  seed 7 guessed from the name of the run; --seed overrides it\n"
    "asked and 1 more: 4 stored, 0 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
    "  strategy ttt guessed from the name of the run; --strategy overrides it\n"
    "  seed 7 guessed from the name of the run; --seed overrides it\n"
    "several: 0 stored, 0 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
    "  -2 @/several.jsonl: run 'several' is of strategy ttt, and this file of best-of-n: give "
    "another --run-name\n"
    "several: 0 stored, 0 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
    "  -2 @/several.jsonl: run 'several' is of seed 1, and this file of seed-9: give another "
    "--run-name\n"
    "several: 0 stored, 0 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
    "  -2 @/several.jsonl: run 'several' is of model m, and this file of n: give another "
    "--run-name\n"
    "several/best-of-n/n/seed-3: 1 stored, 0 duplicate, 0 refused, 0 contradicting, 0 "
    "clashing\n"
    "several/best-of-n/n/seed-3/best-of-n: 1 stored, 0 duplicate, 0 refused, 0 contradicting, "
    "0 clashing\n"
    "several: 0 stored, 0 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
    "  records of another strategy have a run of their own, 'several/best-of-n'\n"
    "  records of another model have a run of their own, 'several/best-of-n/n'\n"
    "  records of another seed have a run of their own, 'several/best-of-n/n/seed-3'\n"
    "  records of another strategy have a run of their own, "
    "'several/best-of-n/n/seed-3/best-of-n'\n"
    "  -2 @/several.jsonl: run 'several/best-of-n/n/seed-3/best-of-n' is of model o, and this "
    "file of n: give another --run-name\n"
    "run: several ttt complete m - 1 - 2 0 - "
    "{\"model\":\"m\",\"model_origin\":null,\"configuration\":null}} []\n"
    "run: several/best-of-n best-of-n complete m - 1 - 1 0 - "
    "{\"model\":\"m\",\"model_origin\":null,\"configuration\":null}} []\n"
    "run: several/seed-2 ttt complete m - 2 - 1 0 - "
    "{\"model\":\"m\",\"model_origin\":null,\"configuration\":null}} []\n"
    "run: several/n ttt complete n - 1 - 1 0 - "
    "{\"model\":\"n\",\"model_origin\":null,\"configuration\":null}} []\n"
    "run: several/best-of-n/n best-of-n complete n - 2 - 1 0 - "
    "{\"model\":\"n\",\"model_origin\":null,\"configuration\":null}} []\n"
    "run: own imported complete - - 0 - - - - = []\n"
    "run: own-seed7-ttt ttt complete - - 7 - 1 0 - = []\n"
    "run: asked imported complete - - 0 - - - - = []\n"
    "run: asked/own-seed7-ttt ttt complete - - 7 - 1 0 - = []\n"
    "run: several/best-of-n/n/seed-3 ttt complete - - - - 1 0 - = []\n"
    "run: several/best-of-n/n/seed-3/best-of-n best-of-n complete o - - - 1 0 - "
    "{\"model\":\"o\",\"model_origin\":\"--model\",\"configuration\":null}} []\n";

/* Records of one file that differ in strategy, seed or model go to runs of their own. */
static void records_of_several_runs_are_told_apart(void **state)
{
    static const struct ingest_run runs[] = {
        RUN(.of_record = true, .strategy = "ttt", .has_seed = true, .seed = 1, .model = "m"),
        RUN(.of_record = true, .strategy = "best-of-n", .has_seed = true, .seed = 1, .model = "m"),
        RUN(.of_record = true, .strategy = "ttt", .has_seed = true, .seed = 2, .model = "m"),
        RUN(.of_record = true, .strategy = "ttt", .has_seed = true, .seed = 1, .model = "n"),
        RUN(.of_record = true, .strategy = "best-of-n", .has_seed = true, .seed = 2, .model = "n"),
        RUN(.of_record = true, .strategy = "ttt", .has_seed = true, .seed = 1, .model = "m"),
        RUN(.of_record = true, .own_name = "own"),
        RUN(.of_record = true, .own_name = "own-seed7-ttt"),
        RUN(.of_record = true, .own_name = "own"),
        RUN(.of_record = true, .own_name = "own", .has_seed = true, .seed = 0),
        RUN(.of_record = true, .strategy = "best-of-n", .has_seed = true, .seed = 3, .model = "n"),
    };
    struct ingest_sample samples[ARRAY_LEN(runs)], plainly[1] = { judged("code", "mismatch") };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(runs); i++) {
        samples[i] = judged("code", "mismatch");
        samples[i].run = &runs[i];
    }
    const struct import imports[] = {
        { "several.jsonl", { 0 }, .samples = samples, .n = ARRAY_LEN(runs) - 1 },
        { "several.jsonl", { 0 }, .samples = samples, .n = ARRAY_LEN(runs) - 1 },
        { "several.jsonl", { .run_name = "asked" }, .samples = samples + 6, .n = 4 },
        { "several.jsonl", { .strategy = "best-of-n" }, .samples = samples, .n = 1 },
        { "several.jsonl", { .has_seed = true, .seed = 9 }, .samples = samples, .n = 1 },
        { "several.jsonl", { .model = "x" }, .samples = samples + 3, .n = 1 },
        /* There are four more names for a run, and no fifth. */
        { "several.jsonl",
          { .strategy = "ttt", .run_name = "several/best-of-n/n/seed-3" },
          .samples = plainly,
          .n = 1 },
        { "several.jsonl",
          { .strategy = "best-of-n",
            .run_name = "several/best-of-n/n/seed-3/best-of-n",
            .model = "o" },
          .samples = plainly,
          .n = 1 },
        { "several.jsonl", { 0 }, .samples = &samples[ARRAY_LEN(runs) - 1], .n = 1 },
    };
    check_story(imports, ARRAY_LEN(imports), "run", records_of_several_runs_are_told_apart_want);
}

/* Runs may take turns in a file: each goes on with its tasks. */
static void runs_take_turns(void **state)
{
    static const struct ingest_run runs[] = {
        RUN(.of_record = true, .has_seed = true, .seed = 3),
        RUN(.of_record = true, .has_seed = true, .seed = 4),
        RUN(.of_record = true, .model = NULL),
    };
    struct ingest_sample samples[9];
    (void)state;
    for (size_t i = 0; i < 9; i++) {
        samples[i] = judged("code", "mismatch");
        samples[i].run = &runs[i % 3];
        samples[i].problem = (int)(i / 3);
        samples[i].task_name = "";
    }
    const struct import imports[] = { { "turns.jsonl", { 0 }, .samples = samples, .n = 9 } };
    check_story(imports, 1, "run, member, task, rollout",
                "turns and 1 more: 9 stored, 0 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
                "  records of another seed have a run of their own, 'turns/seed-4'\n"
                "run: turns imported complete - - 3 - - - - = []\n"
                "run: turns/seed-4 imported complete - - 4 - - - - = []\n"
                "task: suite 2 0 \n"
                "task: suite 2 1 \n"
                "task: suite 2 2 \n"
                "member: 1 1 0\n"
                "member: 1 2 1\n"
                "member: 1 3 2\n"
                "member: 2 1 0\n"
                "member: 2 2 1\n"
                "member: 2 3 2\n"
                "rollout: 1 0 1 0 0 - - - code - - - - - - {\"of\":\"code\"}\n"
                "rollout: 1 0 1 0 1 - - - code - - - - - - {\"of\":\"code\"}\n"
                "rollout: 1 0 2 0 0 - - - code - - - - - - {\"of\":\"code\"}\n"
                "rollout: 1 0 2 0 1 - - - code - - - - - - {\"of\":\"code\"}\n"
                "rollout: 1 0 3 0 0 - - - code - - - - - - {\"of\":\"code\"}\n"
                "rollout: 1 0 3 0 1 - - - code - - - - - - {\"of\":\"code\"}\n"
                "rollout: 2 0 1 0 0 - - - code - - - - - - {\"of\":\"code\"}\n"
                "rollout: 2 0 2 0 0 - - - code - - - - - - {\"of\":\"code\"}\n"
                "rollout: 2 0 3 0 0 - - - code - - - - - - {\"of\":\"code\"}\n");
}

static void baselines_have_one_time_a_name_hardware_and_task(void **state)
{
    static const struct ingest_baseline first[] = {
        { "one", "suite", 1, 2, "2_two", "GPU", { 10, 9, 12, 1.5, 100 }, "{\"a\":1}" },
        { "two", "suite", 1, 3, "", "", { 20, (double)NAN, (double)NAN, (double)NAN, -1 }, "{}" },
    };
    static const struct ingest_baseline other[] = {
        { "three", "suite", 1, 4, "", "GPU", { 5, 4, 6, 1, 2 }, "{}" },
        { "one", "suite", 1, 2, "2_two", "GPU", { 11, 9, 12, 1.5, 100 }, "{\"a\":2}" },
        { "two", "suite", 1, 3, "", "", { 20, (double)NAN, (double)NAN, (double)NAN, -1 }, "{}" },
    };
    (void)state;
    const struct import imports[] = {
        { "base/times.jsonl", { 0 }, .baselines = first, .n_baselines = 2 },
        { "base/times.jsonl", { 0 }, .baselines = first, .n_baselines = 1 },
        /* Other times have a name of their own, or are refused under a name that was asked for. */
        { "new/times.jsonl", { 0 }, .baselines = other, .n_baselines = 3 },
        { "new/times.jsonl", { 0 }, .baselines = other, .n_baselines = 3 },
        { "new/times.jsonl", { .baseline_name = "times" }, .baselines = other, .n_baselines = 3 },
        { "new/times.jsonl", { 0 }, .baselines = other, .n_baselines = 1 },
    };
    check_story(
        imports, ARRAY_LEN(imports), "source, run, task, baseline, device",
        "times: 2 stored, 0 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
        "times: 0 stored, 1 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
        "times@new: 3 stored, 0 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
        "  baseline 'times' has other times on this hardware: named 'times@new'; --name decides\n"
        "times@new: 0 stored, 3 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
        "  baseline 'times' has other times on this hardware: named 'times@new'; --name decides\n"
        "times: 1 stored, 1 duplicate, 1 refused, 1 contradicting, 0 clashing\n"
        "  one: baseline 'times' already has a different time for it on 'GPU': give another "
        "--name\n"
        "times: 0 stored, 1 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
        "source: given 7 @/base/times.jsonl 3 2 2 0 0\n"
        "source: given 7 @/new/times.jsonl 3 3 3 0 0\n"
        "source: given 7 @/new/times.jsonl 3 3 1 1 1\n"
        "task: suite 1 2 2_two\n"
        "task: suite 1 3 \n"
        "task: suite 1 4 \n"
        "baseline: times GPU 1 GPU 1 10 mean 9 12 1.5 100 {\"a\":1}\n"
        "baseline: times  2 - 1 20 mean - - - - {}\n"
        "baseline: times@new GPU 3 GPU 2 5 mean 4 6 1 2 {}\n"
        "baseline: times@new GPU 1 GPU 2 11 mean 9 12 1.5 100 {\"a\":2}\n"
        "baseline: times@new  2 - 2 20 mean - - - - {}\n"
        "baseline: times GPU 3 GPU 3 5 mean 4 6 1 2 {}\n"
        "device: imported GPU\n");
}

static void the_path_says_what_nothing_else_does(void **state)
{
    static const struct ingest_run runs[] = {
        RUN(.is_unjudged = true),
        RUN(.strategy = "best-of-n"),
        RUN(.has_seed = true, .seed = 5),
        RUN(.of_record = true, .own_name = "seed0"),
        RUN(.of_record = true, .own_name = "best-of-n-seed1"),
        RUN(.of_record = true, .own_name = "nothing"),
    };
    struct ingest_sample samples[7];
    (void)state;
    for (size_t i = 0; i < 7; i++) {
        samples[i] = judged("code", "mismatch");
        samples[i].run = i == 0 ? NULL : &runs[i - 1];
    }
    const struct import imports[] = {
        { "ttt/seed42/a.jsonl", { 0 }, .samples = samples, .n = 1 },
        { "ttt/seed42/b.jsonl", { .run_name = "named" }, .samples = samples, .n = 2 },
        { "ttt/seed42/c.jsonl", { .strategy = "best-of-n" }, .samples = samples, .n = 1 },
        { "ttt/seed42/d.jsonl", { .has_seed = true, .seed = 1 }, .samples = samples, .n = 1 },
        { "ttt/seed0/e.jsonl", { .run_name = "f" }, .samples = samples + 2, .n = 1 },
        { "ttt/seed0/g.jsonl", { .run_name = "run" }, .samples = samples + 3, .n = 1 },
        /* What the record calls its run says more than the path. */
        { "ttt/seed42/h.jsonl", { 0 }, .samples = samples + 4, .n = 3 },
        { "ttt/seed42/i.jsonl", { 0 }, .samples = samples + 5, .n = 1 },
        { "ttt/seed42/j.jsonl", { .model = "x", .level = 3 }, .samples = samples, .n = 1 },
    };
    check_story(
        imports, ARRAY_LEN(imports), "run",
        "a: 1 stored, 0 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
        "  strategy ttt guessed from the path; --strategy overrides it\n"
        "  seed 42 guessed from the path; --seed overrides it\n"
        "named: 2 stored, 0 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
        "  strategy ttt guessed from the path; --strategy overrides it\n"
        "  seed 42 guessed from the path; --seed overrides it\n"
        "c: 1 stored, 0 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
        "  seed 42 guessed from the path; --seed overrides it\n"
        "d: 1 stored, 0 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
        "  strategy ttt guessed from the path; --strategy overrides it\n"
        "f: 1 stored, 0 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
        "  seed 0 guessed from the path; --seed overrides it\n"
        "run: 1 stored, 0 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
        "  strategy ttt guessed from the path; --strategy overrides it\n"
        "seed0 and 2 more: 3 stored, 0 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
        "  strategy ttt guessed from the path; --strategy overrides it\n"
        "  seed 0 guessed from the name of the run; --seed overrides it\n"
        "best-of-n-seed1: 0 stored, 1 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
        "  strategy best-of-n guessed from the name of the run; --strategy overrides it\n"
        "  seed 1 guessed from the name of the run; --seed overrides it\n"
        "j: 1 stored, 0 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
        "  strategy ttt guessed from the path; --strategy overrides it\n"
        "  seed 42 guessed from the path; --seed overrides it\n"
        "run: a ttt complete - - 42 - 1 0 - = []\n"
        "run: named ttt complete - - 42 - 2 0 - = []\n"
        "run: c best-of-n complete - - 42 - 1 0 - = []\n"
        "run: d ttt complete - - 1 - 1 0 - = []\n"
        "run: f best-of-n complete - - 0 - 1 0 - = []\n"
        "run: run ttt complete - - 5 - 1 0 - = []\n"
        "run: seed0 ttt complete - - 0 - 1 0 - = []\n"
        "run: best-of-n-seed1 best-of-n complete - - 1 - 1 0 - = []\n"
        "run: nothing ttt complete - - 42 - 1 0 - = []\n"
        "run: j ttt complete x - 42 - 1 0 - "
        "{\"model\":\"x\",\"model_origin\":\"--model\",\"configuration\":null,\"level\":3}} []\n");
}

static void nothing_is_imported_into_a_run_that_was_made_here(void **state)
{
    static const struct run_row made = {
        .name = "made", .strategy = "ttt", .status = "complete", .config = "{}", .code_version = ""
    };
    struct ingest_sample samples[] = { judged("code", "mismatch") };
    const struct import import = { "made.jsonl", { 0 }, .samples = samples, .n = 1 };
    struct db *db = NULL;
    struct err err = { 0 };
    struct buf out = { 0 };
    int64_t run_id = 0;
    (void)state;
    assert_int_equal(db_open(DB_IN_MEMORY, DB_WRITE, &db, &err), 0);
    assert_int_equal(store_put_run(db, &made, &run_id, &err), 0);
    run_import(&out, db, &import);
    assert_string_equal(without_folder(buf_text(&out)),
                        "made: 0 stored, 0 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
                        "  -2 run 'made' was made here, not imported: give another --run-name\n");
    buf_release(&out);
    db_close(db);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(metrics_of_a_step_are_stored_once),
        cmocka_unit_test(devices_of_a_run_are_settled),
        cmocka_unit_test(a_run_that_grows_is_completed),
        cmocka_unit_test(records_of_several_runs_are_told_apart),
        cmocka_unit_test(runs_take_turns),
        cmocka_unit_test(baselines_have_one_time_a_name_hardware_and_task),
        cmocka_unit_test(the_path_says_what_nothing_else_does),
        cmocka_unit_test(nothing_is_imported_into_a_run_that_was_made_here),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
