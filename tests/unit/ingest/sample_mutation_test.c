/*
 * sample_mutation_test.c - damaged samples, answers, benchmarks, tables, traces and dumps never
 * crash an importer and break no constraint.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "ingest/formats/import_map.h"
#include "ingest/ingest.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/store/db.h"
#include "tests/support/write_file.h"

#define ROUNDS   150
#define MAP_FILE "sample_mutation_map.json"
#define IN_FILE  "sample_mutation_input"

static const struct seed {
    const char *format, *text;
} seeds[] = {
    { "samples", "{\"raw_generations\": {\"s_1\": [\"a\", \"b\"]}, \"raw_scored_generations\": "
                 "{\"s_1\": [true, 0.5], \"s_2\": [1, \"fail\"]}, \"pass_at_1\": 1}" },
    { "samples", "{\"task_id\": \"H/1\", \"passed\": true, \"completion\": \"x\"}\n{\"name\": "
                 "\"H_2\", \"is_solved\": [true], \"solutions\": [\"y\"]}\n" },
    { "samples", "{\"eval\": {\"M/2\": [{\"solution\": \"x\", \"base_status\": \"pass\"}]}}" },
    { "completions", "{\"model\": \"m\", \"choices\": [{\"message\": {\"content\": \"hi\"}, "
                     "\"token_ids\": [1, 2], \"logprobs\": {\"content\": [{\"token\": \"h\", "
                     "\"logprob\": -1}, {\"token\": \"i\", \"logprob\": -9999}]}}], \"usage\": "
                     "{\"completion_tokens\": 2}}" },
    { "completions", "{\"candidates\": [{\"content\": {\"parts\": [{\"text\": \"x\"}]}, "
                     "\"logprobsResult\": {\"chosenCandidates\": [{\"token\": \"x\", "
                     "\"logProbability\": -1}]}}]}" },
    { "completions", "{\"token\": \"a\", \"logprob\": -1, \"id\": 3}\n{\"token\": \"b\", "
                     "\"logprob\": null}\n{\"choices\": [{\"text\": \"c\", \"logprobs\": "
                     "{\"tokens\": [\"c\"], \"token_logprobs\": [-1]}}]}\n" },
    { "completions",
      "{\"output\": [{\"type\": \"message\", \"content\": [{\"type\": \"output_text\", \"text\": "
      "\"a\", \"logprobs\": [{\"token\": \"a\", \"logprob\": -1}]}]}], \"status\": \"completed\", "
      "\"usage\": {\"input_tokens\": 1, \"output_tokens\": 1}}" },
    { "completions", "{\"text\": \"ab\", \"output_ids\": [5, 6], \"meta_info\": "
                     "{\"finish_reason\": {\"type\": \"length\"}, \"completion_tokens\": 2, "
                     "\"output_token_logprobs\": [[-0.25, 5, null], [-1, 6, \"b\"]]}}" },
    { "completions",
      "{\"prompt\": \"p\", \"outputs\": [{\"index\": 0, \"text\": \"a\", \"token_ids\": [3], "
      "\"logprobs\": [{\"3\": {\"logprob\": -1, \"decoded_token\": \"a\"}}]}]}" },
    { "completions",
      "{\"content\": \"ab\", \"tokens\": [1], \"stop_type\": \"eos\", "
      "\"completion_probabilities\": [{\"id\": 1, \"token\": \"a\", \"logprob\": -1}, "
      "{\"content\": \"b\", \"probs\": [{\"tok_str\": \"b\", \"prob\": 0.5}]}]}" },
    { "robust-kbench",
      "Correct,Sample ID,Batch ID,Runtime (ms),Speedup,Speedup "
      "Compile,Code,task_name,forward\nTrue,1,2,0.5,2,3,\"a\nb \"\"c\"\"\",t,True\n"
      "False,2,2,,,,\"d\",u,False\n" },
    { "robust-kbench", "{\"filter_output_std\": true, \"filter_x\": false, \"text\": \"t\"}" },
    { "nvbench", "{\"devices\": [{\"id\": 0, \"name\": \"G\"}], \"benchmarks\": [{\"name\": \"b\", "
                 "\"states\": [{\"name\": \"s\", \"device\": 0, \"is_skipped\": false, "
                 "\"summaries\": [{\"tag\": \"nv/cold/time/gpu/mean\", \"data\": [{\"value\": "
                 "\"0.1\"}]}]}, {\"name\": \"r\", \"is_skipped\": true}]}]}" },
    { "google-benchmark", "{\"context\": {}, \"benchmarks\": [{\"name\": \"a\", \"real_time\": 3, "
                          "\"time_unit\": \"ms\", \"iterations\": 9}, {\"name\": \"a\", "
                          "\"error_occurred\": true}]}" },
    { "telemetry", "{\"problem_id\": 4, \"level\": 1, \"kernel_id\": \"k\", \"compiled\": true, "
                   "\"correctness\": true, \"runtime_us\": 5, \"ref_runtime_us\": 9, \"reward\": "
                   "1}\n{\"problem_id\": 4, \"sample_idx\": 1, \"raw_action\": \"p\"}\n" },
    { "rollouts", "{\"input\": \"p\", \"output\": \"o\", \"score\": 1}\n{\"prompt\": \"p\", "
                  "\"completion\": \"c\", \"r\": 2, \"advantage\": 1}\n{\"group_idx\": 1, "
                  "\"traj_idx\": 2, \"steps\": [{\"ob_len\": 1, \"ac_len\": 2}]}\n" },
    { "jsonl", "{\"task\": \"t\", \"problem_id\": 3, \"sample_id\": 1, \"correct\": true, "
               "\"runtime_ms\": 2, \"reference_ms\": 4, \"device\": {\"name\": \"g\"}, \"code\": "
               "\"c\"}\n{\"task\": \"t\", \"problem_id\": 3, \"correct\": \"no\"}\n" },
};

static char some_byte(struct rng *r)
{
    static const char telling[] = "{}[]:,\"\\0123456789-+.eENnIitf \n\r";
    if (rng_below(r, 4) == 0)
        return (char)rng_below(r, 256);
    return telling[rng_below(r, sizeof(telling) - 1)];
}

static void mutate(struct rng *r, const char *text, size_t len, struct buf *out)
{
    size_t at = rng_below(r, (uint32_t)len + 1);
    size_t n = rng_below(r, 16);
    uint32_t kind = rng_below(r, 10);
    n = at + n > len ? len - at : n;
    buf_add(out, text, at);
    if (kind < 4)
        buf_putc(out, some_byte(r));
    else if (kind < 6)
        buf_add(out, text + at, n);
    if (kind == 9)
        return;
    size_t skip = kind < 2 ? at < len : kind < 6 ? 0 : n;
    buf_add(out, text + at + skip, len - at - skip);
}

static bool import(struct db *db, const char *format, const struct buf *text)
{
    static const struct ingest_options options = {
        .run_name = "r", .level = 1, .map = MAP_FILE, .dry_run = true
    };
    struct arena arena = { 0 };
    struct ingest_source source;
    struct err err = { 0 };
    write_file(IN_FILE, buf_text(text), text->len);
    ingest_source_init(&source, ingest_find_format(format), &options, IN_FILE, &arena);
    int rc = ingest_import(&source, db, &err);
    if (rc < 0) {
        if (strstr(err.msg, "constraint") != NULL)
            fail_msg("%s: what was read could not be stored: %s\n%s", format, err.msg,
                     buf_text(text));
        assert_true(err.code == ERR_INTEGRITY || err.code == ERR_NOMATCH || err.code == ERR_USAGE);
        assert_true(err.msg[0] != '\0');
    }
    arena_release(&arena);
    return rc == 0;
}

static void test_mutations(void **state)
{
    (void)state;
    struct err err = { 0 };
    struct db *db = NULL;
    write_file(MAP_FILE, import_map_template(), strlen(import_map_template()));
    assert_int_equal(db_open(DB_IN_MEMORY, DB_WRITE, &db, &err), 0);
    for (size_t s = 0; s < ARRAY_LEN(seeds); s++) {
        size_t n_read = 0;
        for (unsigned round = 0; round < ROUNDS; round++) {
            struct rng r;
            struct buf text = { 0 };
            buf_puts(&text, seeds[s].text);
            rng_init(&r, 20240602, RNG_TRIAL, round, (uint32_t)s, 0);
            for (unsigned i = rng_below(&r, 4); i > 0; i--) {
                struct buf next = { 0 };
                mutate(&r, buf_text(&text), text.len, &next);
                buf_release(&text);
                text = next;
            }
            n_read += import(db, seeds[s].format, &text);
            buf_release(&text);
        }
        /* Otherwise only syntax errors were seen. */
        if (n_read < ROUNDS / 5)
            fail_msg("%s: only %zu of %d were read", seeds[s].format, n_read, ROUNDS);
    }
    db_close(db);
    unlink(MAP_FILE);
    unlink(IN_FILE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mutations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
