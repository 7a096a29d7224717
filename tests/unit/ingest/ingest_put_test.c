/*
 * ingest_put_test.c - samples become rows: numbered, told apart from those that are there,
 * completed by what a later file adds, refused where they contradict.
 */
#include "tests/unit/ingest/given.h"

/* Every member has a value of its own. */
static struct ingest_sample a_full_sample(void)
{
    static const int32_t ids[] = { 5, 6, 258 };
    static const float logprobs[] = { -0.5F, -1.0F, -2.0F };
    static const struct ingest_claim claims[] = { { "torch", 1.5 }, { "compiled", 2.5 } };
    static const struct evidence evidence[] = {
        { .kind = "check", .value = 3, .bound = 4, .unit = "ms", .pass = true, .detail = "why" },
        { .kind = "other", .value = 7, .bound = 6, .unit = "", .pass = false, .detail = "" },
    };
    static const struct ingest_kernel kernels[] = { { "first", 3.5, "{\"a\":1}" },
                                                    { "second", 4.5, NULL } };
    struct ingest_sample s = judged("code", "measured");
    s.step = 4;
    s.turn = 1;
    s.sample = 5;
    s.prompt = ingest_text("prompt");
    s.completion = ingest_text("completion");
    s.action = ingest_text("action");
    s.finish_reason = "stop";
    s.prompt_tokens = 11;
    s.completion_tokens = 3;
    s.sum_logprob = -3.5;
    s.mean_logprob = -1.25;
    s.logprob_temperature = 0.5;
    s.n_tokens = 3;
    s.token_ids = ids;
    s.logprobs = logprobs;
    s.recipe = "speedup";
    s.reward = 1.5;
    s.advantage = -0.25;
    s.n_records = 2;
    s.message = "a message";
    s.log = "a log";
    s.hardware = "GPU";
    s.cheat_kind = "kind";
    s.excessive_speedup = true;
    s.trials_run = 5;
    s.trials_passed = 4;
    s.max_abs_err = 0.125;
    s.max_rel_err = 0.25;
    s.matched_share = 0.5;
    s.timing = (struct ingest_timing){ 10, 9, 12, 1.5, 100 };
    s.reference = (struct ingest_timing){ 20, 19, 22, 2.5, 50 };
    s.reference_name = "torch";
    s.statistic = "median";
    s.claims = claims;
    s.n_claims = 2;
    s.evidence = evidence;
    s.n_evidence = 2;
    s.kernels = kernels;
    s.n_kernels = 2;
    return s;
}

static void all_that_a_sample_says_is_stored(void **state)
{
    static const struct ingest_step steps[] = { { "", 4, "{\"loss\":1}" },
                                                { "", 6, "{\"loss\":2}" } };
    struct ingest_sample samples[2];
    (void)state;
    samples[0] = a_full_sample();
    samples[1] = judged("other", "mismatch");
    samples[1].recipe = "no value is no reward";
    samples[1].timing = (struct ingest_timing){ 5, 5, 5, 0, 1 };
    samples[1].excessive_speedup = true;
    samples[1].hardware = NULL;
    const struct import imports[] = {
        { "all.jsonl",
          { .model = "a model",
            .strategy = "best-of-n",
            .has_seed = true,
            .seed = 12,
            .level = 2,
            .argv_json = "[\"ingest\"]" },
          .samples = samples,
          .n = 2,
          .steps = steps,
          .n_steps = 2 },
        /* The same again is no news. */
        { "all.jsonl",
          { .model = "a model" },
          .samples = samples,
          .n = 2,
          .steps = steps,
          .n_steps = 2 },
    };
    check_story(
        imports, 2, NULL,
        "all: 5 stored, 0 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
        "all: 0 stored, 5 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
        "source: given 7 @/all.jsonl 15 5 5 0 0\n"
        "run: all best-of-n complete a model GPU 12 - 1 6 torch {\"model\":\"a "
        "model\",\"model_origin\":\"--model\",\"configuration\":null,\"level\":2}} [\"ingest\"]\n"
        "task: suite 2 3 3_name\n"
        "member: 1 1 0\n"
        "rollout: 1 0 1 0 0 - - - other - - - - - - {\"of\":\"other\"}\n"
        "rollout: 1 4 1 1 5 prompt completion action code stop 11 3 -3.5 -1.25 0.5 "
        "{\"of\":\"code\"}\n"
        "tokens: 1 3 050000000600000002010000 000000BF000080BF000000C0\n"
        "verdict: 1 GPU measured kind 1 1 a message 5 4 0.125 0.25 0.5 - - - 1 a log\n"
        "verdict: 2 - mismatch - 1 0 - - - - - - - - - 1 -\n"
        "time: 1 candidate - imported 100 10 median 9 12 1.5\n"
        "time: 1 baseline torch imported 50 20 median 19 22 2.5\n"
        "time: 2 candidate - imported 1 5 mean 5 5 0\n"
        "evidence: 1 0 check 3 4 ms 1 why\n"
        "evidence: 1 1 other 7 6  0 \n"
        "evidence: 1 2 excessive_speedup - 10 x 0 flagged by the source\n"
        "evidence: 1 3 claimed_speedup 1.5 - x 1 torch\n"
        "evidence: 1 4 claimed_speedup 2.5 - x 1 compiled\n"
        "evidence: 2 0 excessive_speedup - 10 x 0 flagged by the source\n"
        "kernel: 1 0 first 3.5 {\"a\":1}\n"
        "kernel: 1 1 second 4.5 -\n"
        "reward: 1 speedup 1.5 -0.25\n"
        "step: 1 4 {\"loss\":1}\n"
        "step: 1 6 {\"loss\":2}\n"
        "device: imported GPU\n"
        "model: a model imported\n");
}

/* Numbers of samples: as they come, of the content, of the sample before. */
static void samples_without_a_number_get_one(void **state)
{
    struct ingest_sample first[9], later[4];
    (void)state;
    for (size_t i = 0; i < 5; i++)
        first[i] = judged(arena_printf(&arena, "%zu", i), "mismatch");
    first[2].step = 1;
    first[3].turn = 1;
    first[4].problem = 4;
    first[4].task_name = "4_name";
    first[5] = judged("as before", "mismatch");
    first[5].sample = 7;
    first[6] = judged("as before, later", "mismatch");
    first[6].sample = INGEST_AS_BEFORE;
    first[6].turn = 2;
    first[7] = judged("content", "mismatch");
    first[7].sample = INGEST_BY_CONTENT;
    first[8] = judged("content", "mismatch");
    first[8].sample = INGEST_BY_CONTENT;
    for (size_t i = 0; i < 4; i++)
        later[i] = judged(i % 2 == 0 ? "content" : "new", "mismatch");
    later[0].sample = later[1].sample = later[2].sample = INGEST_BY_CONTENT;
    /* Another completion is other content. */
    later[2].completion = ingest_text("answer");
    later[3].sample = 3;
    const struct import imports[] = {
        { "numbers.jsonl", { 0 }, .samples = first, .n = 9 },
        { "numbers.jsonl", { 0 }, .samples = later, .n = 4 },
    };
    check_story(
        imports, 2, "member, task, rollout",
        "numbers: 8 stored, 1 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
        "numbers: 3 stored, 1 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
        "task: suite 2 3 3_name\n"
        "task: suite 2 4 4_name\n"
        "member: 1 1 0\n"
        "member: 1 2 1\n"
        "rollout: 1 0 1 0 0 - - - 0 - - - - - - {\"of\":\"0\"}\n"
        "rollout: 1 0 1 0 1 - - - 1 - - - - - - {\"of\":\"1\"}\n"
        "rollout: 1 0 1 0 3 - - - new - - - - - - {\"of\":\"new\"}\n"
        "rollout: 1 0 1 0 7 - - - as before - - - - - - {\"of\":\"as before\"}\n"
        "rollout: 1 0 1 0 8 - - - content - - - - - - {\"of\":\"content\"}\n"
        "rollout: 1 0 1 0 9 - - - new - - - - - - {\"of\":\"new\"}\n"
        "rollout: 1 0 1 0 10 - answer - content - - - - - - {\"of\":\"content\"}\n"
        "rollout: 1 0 1 1 0 - - - 3 - - - - - - {\"of\":\"3\"}\n"
        "rollout: 1 0 1 2 7 - - - as before, later - - - - - - {\"of\":\"as before, later\"}\n"
        "rollout: 1 0 2 0 0 - - - 4 - - - - - - {\"of\":\"4\"}\n"
        "rollout: 1 1 1 0 0 - - - 2 - - - - - - {\"of\":\"2\"}\n");
}

static void what_is_there_already_is_told_apart(void **state)
{
    struct ingest_sample first[3], twice[2], texts[3], verdicts[5];
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        first[i] = plain("code");
        first[i].sample = (int)i;
    }
    first[1].outcome = "mismatch";
    first[1].compiled = true;
    first[2].code = ingest_text(NULL);
    first[2].n_records = 3;
    first[2].extra = NULL;
    twice[0] = plain("code");
    twice[1] = plain("other code");
    twice[0].sample = twice[1].sample = 3;
    twice[1].n_records = 4;
    /* Texts that were missing are added; other texts contradict. */
    for (size_t i = 0; i < 3; i++) {
        texts[i] = first[i];
        texts[i].prompt = ingest_text("prompt");
        texts[i].extra = first[0].extra;
    }
    texts[0].action = ingest_text("action");
    texts[1].code = ingest_text("other code");
    texts[1].n_records = 2;
    /* A verdict is added where there was none, and contradicts another one. */
    for (size_t i = 0; i < 5; i++) {
        verdicts[i] = judged("code", i == 1 ? "timeout" : "measured");
        verdicts[i].extra = i < 2 ? first[0].extra : "{\"other\":1}";
        verdicts[i].sample = (int)i;
        verdicts[i].timing.runtime_us = 2;
    }
    verdicts[2].n_records = 5;
    const struct import imports[] = {
        { "there.jsonl", { 0 }, .samples = first, .n = 3 },
        { "there.jsonl", { 0 }, .samples = twice, .n = 2 },
        { "there.jsonl", { 0 }, .samples = first, .n = 3 },
        { "there.jsonl", { 0 }, .samples = texts, .n = 3 },
        { "there.jsonl", { 0 }, .samples = verdicts, .n = 5 },
        { "there.jsonl", { 0 }, .samples = verdicts, .n = 5 },
    };
    check_story(imports, 6, "source, rollout, verdict, time",
                "there: 5 stored, 0 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
                "there: 1 stored, 0 duplicate, 4 refused, 4 contradicting, 0 clashing\n"
                "  sample 1: run 'there' already has this sample with different content\n"
                "there: 0 stored, 5 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
                "there: 4 stored, 0 duplicate, 2 refused, 2 contradicting, 0 clashing\n"
                "  sample 1: run 'there' already has this sample with different content\n"
                "there: 8 stored, 1 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
                "there: 0 stored, 3 duplicate, 6 refused, 6 contradicting, 0 clashing\n"
                "  sample 2: run 'there' already has this sample with different content\n"
                "  sample 3: run 'there' already has this sample with different content\n"
                "source: given 7 @/there.jsonl 12 5 5 0 0\n"
                "source: given 7 @/there.jsonl 9 5 1 0 4\n"
                "source: given 7 @/there.jsonl 12 6 4 0 2\n"
                "source: given 7 @/there.jsonl 18 9 8 1 0\n"
                "rollout: 1 0 1 0 0 prompt - action code - - - - - - {\"of\":\"code\"}\n"
                "rollout: 1 0 1 0 1 - - - code - - - - - - {\"of\":\"code\"}\n"
                "rollout: 1 0 1 0 2 prompt - - code - - - - - - {\"of\":\"code\"}\n"
                "rollout: 1 0 1 0 3 - - - code - - - - - - {\"of\":\"code\"}\n"
                "rollout: 1 0 1 0 4 - - - code - - - - - - {\"other\":1}\n"
                "verdict: 2 - mismatch - 1 0 - - - - - - - - - 1 -\n"
                "verdict: 1 - measured - 1 1 - - - - - - - - - 4 -\n"
                "verdict: 3 - measured - 1 1 - - - - - - - - - 4 -\n"
                "verdict: 4 - measured - 1 1 - - - - - - - - - 4 -\n"
                "verdict: 5 - measured - 1 1 - - - - - - - - - 4 -\n"
                "time: 2 candidate - imported - 2 mean - - -\n"
                "time: 3 candidate - imported - 2 mean - - -\n"
                "time: 4 candidate - imported - 2 mean - - -\n"
                "time: 5 candidate - imported - 2 mean - - -\n");
}

/* Records that hold no verdict beside it, and logs that follow their results. */
static void a_verdict_may_be_one_more(void **state)
{
    struct ingest_sample first[2], same[2], other[2], part[3];
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        first[i] = judged("code", "measured");
        first[i].sample = (int)i;
        first[i].timing.runtime_us = 2;
        first[i].message = "why";
        same[i] = first[i];
        same[i].extra = "{\"log\":1}";
        same[i].adds_evaluation = true;
        other[i] = same[i];
        other[i].timing.runtime_us = 3;
    }
    other[1].adds_evaluation = false;
    for (size_t i = 0; i < 3; i++) {
        part[i] = first[0];
        part[i].extra_is_part = true;
        part[i].reference.runtime_us = i == 1 ? 4 : (double)NAN;
        part[i].correct = i != 2;
    }
    const struct import imports[] = {
        { "more.jsonl", { 0 }, .samples = first, .n = 2 },
        { "more.jsonl", { 0 }, .samples = same, .n = 2 },
        { "more.jsonl", { 0 }, .samples = other, .n = 2 },
        { "more.jsonl", { 0 }, .samples = part, .n = 3 },
    };
    check_story(imports, 4, "source, verdict, time",
                "more: 2 stored, 0 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
                "more: 0 stored, 2 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
                "more: 1 stored, 0 duplicate, 1 refused, 1 contradicting, 0 clashing\n"
                "  sample 1: run 'more' already has this sample with different content\n"
                "more: 0 stored, 1 duplicate, 2 refused, 2 contradicting, 0 clashing\n"
                "  sample 1: run 'more' already has this sample with different content\n"
                "  sample 2: run 'more' already has this sample with different content\n"
                "source: given 7 @/more.jsonl 9 2 2 0 0\n"
                "source: given 7 @/more.jsonl 9 2 1 0 1\n"
                "verdict: 1 - measured - 1 1 why - - - - - - - - 1 -\n"
                "verdict: 2 - measured - 1 1 why - - - - - - - - 1 -\n"
                "verdict: 1 - measured - 1 1 why - - - - - - - - 2 -\n"
                "time: 1 candidate - imported - 2 mean - - -\n"
                "time: 2 candidate - imported - 2 mean - - -\n"
                "time: 3 candidate - imported - 3 mean - - -\n");
}

static void another_file_does_not_mix_into_a_run(void **state)
{
    struct ingest_sample first[1], other[3], bare[2];
    (void)state;
    first[0] = judged("code", "measured");
    first[0].sample = 0;
    other[0] = judged("other", "measured");
    other[0].sample = 0;
    other[0].n_records = 2;
    other[1] = first[0];
    other[2] = judged("third", "measured");
    other[2].sample = 1;
    /* Without verdicts the run's file is asked. */
    bare[0] = plain("code");
    bare[1] = plain("other");
    bare[0].sample = bare[1].sample = 0;
    const struct import imports[] = {
        { "a/run.jsonl", { .run_name = "r" }, .samples = first, .n = 1 },
        /* A duplicate beside what clashes is no news, but what would be stored is not. */
        { "b/run.jsonl", { .run_name = "r" }, .samples = other, .n = 2 },
        { "b/run.jsonl", { .run_name = "r" }, .samples = other, .n = 3 },
        { "a/run.jsonl", { .run_name = "r" }, .samples = other, .n = 3 },
        { "b/run.jsonl", { .run_name = "dry", .dry_run = true }, .samples = other, .n = 3 },
        { "a/run.jsonl", { .run_name = "bare" }, .samples = bare, .n = 1 },
        { "a/run.jsonl", { .run_name = "bare" }, .samples = bare + 1, .n = 1 },
        { "b/run.jsonl", { .run_name = "bare" }, .samples = bare + 1, .n = 1 },
    };
    check_story(imports, 8, "source, run, rollout",
                "r: 1 stored, 0 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
                "r: 0 stored, 1 duplicate, 2 refused, 2 contradicting, 2 clashing\n"
                "  sample 0: run 'r' already has this sample with different content\n"
                "r: 1 stored, 1 duplicate, 2 refused, 2 contradicting, 2 clashing\n"
                "  sample 0: run 'r' already has this sample with different content\n"
                "  -1 @/b/run.jsonl: run 'r' already has 2 of its records with different content "
                "from another file, so "
                "nothing was stored; use --run-name NAME to import it as a run of its own\n"
                "r: 1 stored, 1 duplicate, 2 refused, 2 contradicting, 0 clashing\n"
                "  sample 0: run 'r' already has this sample with different content\n"
                "dry: 3 stored, 0 duplicate, 1 refused, 1 contradicting, 0 clashing\n"
                "  sample 1: the file has this sample twice, with different content\n"
                "bare: 1 stored, 0 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
                "bare: 0 stored, 0 duplicate, 1 refused, 1 contradicting, 0 clashing\n"
                "  sample 0: run 'bare' already has this sample with different content\n"
                "bare: 0 stored, 0 duplicate, 1 refused, 1 contradicting, 1 clashing\n"
                "  sample 0: run 'bare' already has this sample with different content\n"
                "source: given 7 @/a/run.jsonl 6 1 1 0 0\n"
                "source: given 7 @/a/run.jsonl 12 4 1 1 2\n"
                "source: given 7 @/a/run.jsonl 6 1 1 0 0\n"
                "run: r imported complete - - - - - - - = []\n"
                "run: bare imported complete - - - - - - - = []\n"
                "rollout: 1 0 1 0 0 - - - code - - - - - - {\"of\":\"code\"}\n"
                "rollout: 1 0 1 0 1 - - - third - - - - - - {\"of\":\"third\"}\n"
                "rollout: 2 0 1 0 0 - - - code - - - - - - {\"of\":\"code\"}\n");
}

static void a_number_has_one_name(void **state)
{
    struct ingest_sample samples[10];
    (void)state;
    for (size_t i = 0; i < 10; i++) {
        samples[i] = judged("code", "mismatch");
        samples[i].problem = i < 8 ? 5 : 0;
        samples[i].sample = (int)i;
        samples[i].task_name = "named";
    }
    /* A number that only stands in the name gives way. */
    samples[1].task_name = "5_other";
    samples[2].task_name = "another";
    samples[2].n_records = 2;
    samples[3].task_name = "another";
    samples[3].number_decides = true;
    samples[4].task_name = "";
    samples[5].problem = -1;
    samples[6].problem = 6;
    samples[6].task_name = "";
    samples[7].problem = 6;
    samples[7].task_name = "sixth";
    samples[9].task_name = "not zero";
    const struct import imports[] = { { "names.jsonl", { 0 }, .samples = samples, .n = 10 } };
    check_story(imports, 1, "task, member, rollout",
                "names: 8 stored, 0 duplicate, 2 refused, 0 contradicting, 0 clashing\n"
                "  sample 2: problem 5 of suite suite, level 2, is already named 'named'\n"
                "  sample 9: problem 0 of suite suite, level 2, is already named 'named'\n"
                "task: suite 2 5 named\n"
                "task: suite 2 2130082040 5_other\n"
                "task: suite 2 1750463706 named\n"
                "task: suite 2 6 sixth\n"
                "task: suite 2 0 named\n"
                "member: 1 1 0\n"
                "member: 1 2 1\n"
                "member: 1 3 4\n"
                "member: 1 4 5\n"
                "member: 1 5 7\n"
                "rollout: 1 0 1 0 0 - - - code - - - - - - {\"of\":\"code\"}\n"
                "rollout: 1 0 1 0 3 - - - code - - - - - - {\"of\":\"code\"}\n"
                "rollout: 1 0 1 0 4 - - - code - - - - - - {\"of\":\"code\"}\n"
                "rollout: 1 0 2 0 1 - - - code - - - - - - {\"of\":\"code\"}\n"
                "rollout: 1 0 3 0 5 - - - code - - - - - - {\"of\":\"code\"}\n"
                "rollout: 1 0 4 0 6 - - - code - - - - - - {\"of\":\"code\"}\n"
                "rollout: 1 0 4 0 7 - - - code - - - - - - {\"of\":\"code\"}\n"
                "rollout: 1 0 5 0 8 - - - code - - - - - - {\"of\":\"code\"}\n");
}

/* A task without a number has that of its name, or the next one that no other task has. */
static void a_name_has_a_number(void **state)
{
    struct ingest_sample samples[5];
    const int number = ingest_number_of_name("name");
    (void)state;
    for (size_t i = 0; i < 5; i++) {
        samples[i] = judged("code", "mismatch");
        samples[i].problem = i < 2 ? number + (int)i : -1;
        samples[i].task_name = i < 2 ? "taken" : "name";
    }
    samples[4].suite = "other suite";
    const struct import imports[] = {
        { "numbered.jsonl", { 0 }, .samples = samples, .n = 5 },
        { "numbered.jsonl", { .run_name = "again" }, .samples = samples + 2, .n = 1 },
    };
    assert_int_equal(number, 1621677279);
    check_story(imports, 2, "task, member, rollout",
                "numbered: 5 stored, 0 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
                "again: 1 stored, 0 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
                "task: suite 2 1621677279 taken\n"
                "task: suite 2 1621677280 taken\n"
                "task: suite 2 1621677281 name\n"
                "task: other suite 2 1621677279 name\n"
                "member: 1 1 0\n"
                "member: 1 2 1\n"
                "member: 1 3 2\n"
                "member: 1 4 3\n"
                "member: 2 3 0\n"
                "rollout: 1 0 1 0 0 - - - code - - - - - - {\"of\":\"code\"}\n"
                "rollout: 1 0 2 0 0 - - - code - - - - - - {\"of\":\"code\"}\n"
                "rollout: 1 0 3 0 0 - - - code - - - - - - {\"of\":\"code\"}\n"
                "rollout: 1 0 3 0 1 - - - code - - - - - - {\"of\":\"code\"}\n"
                "rollout: 1 0 4 0 0 - - - code - - - - - - {\"of\":\"code\"}\n"
                "rollout: 2 0 3 0 0 - - - code - - - - - - {\"of\":\"code\"}\n");
}

static void what_says_nothing_is_dropped(void **state)
{
    static const char *const codes[] = { "", "None", "null", "nan", "NaN", "none", "Nones", "N" };
    static const double times[] = { 0, -1, (double)NAN, (double)INFINITY, 1e-9 };
    struct ingest_sample samples[ARRAY_LEN(codes) + 2 * ARRAY_LEN(times)];
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(samples); i++) {
        samples[i] = judged(i < ARRAY_LEN(codes) ? codes[i] : "code", "mismatch");
        samples[i].extra = NULL;
        if (i < ARRAY_LEN(codes))
            continue;
        const size_t t = i - ARRAY_LEN(codes);
        *(t % 2 == 0 ? &samples[i].timing : &samples[i].reference) =
            (struct ingest_timing){ times[t / 2], 1, 2, 3, 4 };
    }
    const struct import imports[] = {
        { "nothing.jsonl", { 0 }, .samples = samples, .n = ARRAY_LEN(samples) }
    };
    check_story(imports, 1, "rollout, time",
                "nothing: 18 stored, 0 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
                "rollout: 1 0 1 0 0 - - - - - - - - - - -\n"
                "rollout: 1 0 1 0 1 - - - - - - - - - - -\n"
                "rollout: 1 0 1 0 2 - - - - - - - - - - -\n"
                "rollout: 1 0 1 0 3 - - - - - - - - - - -\n"
                "rollout: 1 0 1 0 4 - - - - - - - - - - -\n"
                "rollout: 1 0 1 0 5 - - - none - - - - - - -\n"
                "rollout: 1 0 1 0 6 - - - Nones - - - - - - -\n"
                "rollout: 1 0 1 0 7 - - - N - - - - - - -\n"
                "rollout: 1 0 1 0 8 - - - code - - - - - - -\n"
                "rollout: 1 0 1 0 9 - - - code - - - - - - -\n"
                "rollout: 1 0 1 0 10 - - - code - - - - - - -\n"
                "rollout: 1 0 1 0 11 - - - code - - - - - - -\n"
                "rollout: 1 0 1 0 12 - - - code - - - - - - -\n"
                "rollout: 1 0 1 0 13 - - - code - - - - - - -\n"
                "rollout: 1 0 1 0 14 - - - code - - - - - - -\n"
                "rollout: 1 0 1 0 15 - - - code - - - - - - -\n"
                "rollout: 1 0 1 0 16 - - - code - - - - - - -\n"
                "rollout: 1 0 1 0 17 - - - code - - - - - - -\n"
                "time: 17 candidate - imported 4 1e-09 mean 1 2 3\n"
                "time: 18 baseline - imported 4 1e-09 mean 1 2 3\n");
}

static void a_profile_joins_a_verdict(void **state)
{
    static const struct ingest_kernel kernels[] = { { "first", 3.5, "{\"a\":1}" },
                                                    { "second", 4.5, NULL } };
    static const struct ingest_kernel others[] = { { "first", 3.25, NULL } };
    struct ingest_sample first[2], joined[4], again[3];
    (void)state;
    first[0] = judged("code", "measured");
    first[1] = plain("code");
    for (size_t i = 0; i < 4; i++) {
        joined[i] = plain(NULL);
        joined[i].joins = true;
        joined[i].sample = i == 3 ? 0 : (int)i;
        joined[i].kernels = kernels;
        joined[i].n_kernels = 2;
        joined[i].n_records = 2;
    }
    for (size_t i = 0; i < 3; i++)
        again[i] = joined[0];
    again[1].kernels = others;
    again[1].n_kernels = 1;
    again[2].n_kernels = 1;
    const struct import imports[] = {
        { "profile.jsonl", { 0 }, .samples = first, .n = 2 },
        { "profile.jsonl", { 0 }, .samples = joined, .n = 4 },
        { "profile.jsonl", { 0 }, .samples = again, .n = 3 },
    };
    check_story(imports, 3, "source, verdict, kernel",
                "profile: 2 stored, 0 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
                "profile: 2 stored, 2 duplicate, 4 refused, 0 contradicting, 0 clashing\n"
                "  sample 1: the sample has no verdict to which the profile could belong\n"
                "  sample 2: run 'profile' has no such sample, to which the profile could belong\n"
                "profile: 0 stored, 2 duplicate, 4 refused, 4 contradicting, 0 clashing\n"
                "  sample 1: its verdict already has a different profile\n"
                "  sample 2: its verdict already has a different profile\n"
                "source: given 7 @/profile.jsonl 9 2 2 0 0\n"
                "source: given 7 @/profile.jsonl 15 8 2 2 4\n"
                "verdict: 1 - measured - 1 1 - - - - - - - - - 1 -\n"
                "kernel: 1 0 first 3.5 {\"a\":1}\n"
                "kernel: 1 1 second 4.5 -\n");
}

static void a_step_is_of_the_record_the_option_or_the_path(void **state)
{
    struct ingest_sample samples[4];
    (void)state;
    for (size_t i = 0; i < 4; i++)
        samples[i] = judged("code", "mismatch");
    samples[1].step = 0;
    samples[2].step = 5;
    const struct import imports[] = {
        { "step_3/a.jsonl", { 0 }, .samples = samples, .n = 4 },
        { "step_1/a.jsonl", { .run_name = "one" }, .samples = samples, .n = 1 },
        { "step_3/b.jsonl", { .has_step = true, .step = 2 }, .samples = samples, .n = 3 },
        { "c.jsonl", { 0 }, .samples = samples, .n = 3 },
        { "step_0/d.jsonl", { 0 }, .samples = samples, .n = 3 },
    };
    check_story(imports, 5, "run, rollout",
                "a: 4 stored, 0 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
                "  step 3 guessed from the path; --step overrides it\n"
                "one: 1 stored, 0 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
                "  step 1 guessed from the path; --step overrides it\n"
                "b: 3 stored, 0 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
                "c: 3 stored, 0 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
                "d: 3 stored, 0 duplicate, 0 refused, 0 contradicting, 0 clashing\n"
                "run: a imported complete - - - - - 5 - = []\n"
                "run: one imported complete - - - - - 1 - = []\n"
                "run: b imported complete - - - - - 2 - = []\n"
                "run: c imported complete - - - - - 5 - = []\n"
                "run: d imported complete - - - - - 5 - = []\n"
                "rollout: 1 0 1 0 0 - - - code - - - - - - {\"of\":\"code\"}\n"
                "rollout: 1 3 1 0 0 - - - code - - - - - - {\"of\":\"code\"}\n"
                "rollout: 1 3 1 0 1 - - - code - - - - - - {\"of\":\"code\"}\n"
                "rollout: 1 5 1 0 0 - - - code - - - - - - {\"of\":\"code\"}\n"
                "rollout: 2 1 1 0 0 - - - code - - - - - - {\"of\":\"code\"}\n"
                "rollout: 3 2 1 0 0 - - - code - - - - - - {\"of\":\"code\"}\n"
                "rollout: 3 2 1 0 1 - - - code - - - - - - {\"of\":\"code\"}\n"
                "rollout: 3 2 1 0 2 - - - code - - - - - - {\"of\":\"code\"}\n"
                "rollout: 4 0 1 0 0 - - - code - - - - - - {\"of\":\"code\"}\n"
                "rollout: 4 0 1 0 1 - - - code - - - - - - {\"of\":\"code\"}\n"
                "rollout: 4 5 1 0 0 - - - code - - - - - - {\"of\":\"code\"}\n"
                "rollout: 5 0 1 0 0 - - - code - - - - - - {\"of\":\"code\"}\n"
                "rollout: 5 0 1 0 1 - - - code - - - - - - {\"of\":\"code\"}\n"
                "rollout: 5 5 1 0 0 - - - code - - - - - - {\"of\":\"code\"}\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_that_a_sample_says_is_stored),
        cmocka_unit_test(samples_without_a_number_get_one),
        cmocka_unit_test(what_is_there_already_is_told_apart),
        cmocka_unit_test(a_verdict_may_be_one_more),
        cmocka_unit_test(another_file_does_not_mix_into_a_run),
        cmocka_unit_test(a_number_has_one_name),
        cmocka_unit_test(a_name_has_a_number),
        cmocka_unit_test(what_says_nothing_is_dropped),
        cmocka_unit_test(a_profile_joins_a_verdict),
        cmocka_unit_test(a_step_is_of_the_record_the_option_or_the_path),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
