/* study_fixture.h - a results database shaped like the published study. */
#ifndef ROLLBOOK_TESTS_STUDY_FIXTURE_H
#define ROLLBOOK_TESTS_STUDY_FIXTURE_H

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/eval/contract/evaluation.h"
#include "src/store/store.h"

struct fixture {
    size_t n_seeds, n_tasks; /* tasks at most 10 */
    int bon_k, ttt_k, ttt_steps;
    double correct; /* chance of a correct sample; 0: nothing works */
    const char *bon_status, *ttt_status;
    const char *name_prefix; /* of every run name; for hostile ones */
    bool no_logprobs;
};

#define FIXTURE_STUDY ((struct fixture){ 3, 5, 64, 32, 5, 0.7, "complete", "complete", "", false })

/* Samples of 100, 101, 102 and 110 us, or of 100, 100.5, 100 and 100, or none. */
#define FIXTURE_TIMED                                                                              \
    "UPDATE measurement SET n_samples = 4, samples_us = "                                          \
    "x'0000000000005940000000000040594000000000008059400000000000805b40' "                         \
    "WHERE measurement_id % 3 = 0;"                                                                \
    "UPDATE measurement SET n_samples = 4, samples_us = "                                          \
    "x'0000000000005940000000000020594000000000000059400000000000005940' "                         \
    "WHERE measurement_id % 3 = 1;"

static inline void fixture_check(int rc, const struct err *err)
{
    if (rc < 0) {
        fprintf(stderr, "fixture: %s\n", err->msg);
        _exit(1);
    }
}

struct fixture_run {
    struct db *db;
    const struct fixture *f;
    int64_t run_id, device_id;
    int64_t task_ids[10];
    uint64_t seed;
};

static inline void fixture_rollout(const struct fixture_run *r, int step, size_t task, int sample)
{
    struct err err = { 0 };
    struct rng g;
    rng_init(&g, r->seed, RNG_SAMPLE, task, (uint64_t)step, (uint64_t)sample);
    double luck = rng_double(&g), z = rng_normal(&g), noise = rng_normal(&g);
    bool correct = luck < r->f->correct;
    double speedup = exp(0.7 * z - 0.5 + 0.35 * (double)task + 0.05 * step);
    double logprob = -0.6 + 0.1 * z + 0.1 * noise;
    struct rollout_row row = { .run_id = r->run_id,
                               .task_id = r->task_ids[task],
                               .step = step,
                               .sample = sample,
                               .prompt_tokens = 310,
                               .completion_tokens = 7 + (int)(8 * luck),
                               .sum_logprob = r->f->no_logprobs ? (double)NAN : 10 * logprob,
                               .mean_logprob = r->f->no_logprobs ? (double)NAN : logprob,
                               .logprob_temperature = 1 };
    int64_t id, evaluation;
    bool is_new;
    fixture_check(store_put_rollout(r->db, &row, &id, &is_new, &err), &err);
    struct measurement_row m[2] = {
        { "candidate", NULL, "cpu_wall", "median", 0, NULL, 100 / speedup, (double)NAN, (double)NAN,
          (double)NAN, NULL, 0 },
        { "baseline", "reference", "cpu_wall", "median", 0, NULL, 100, (double)NAN, (double)NAN,
          (double)NAN, NULL, 0 },
    };
    struct eval_result result;
    eval_result_init(&result,
                     correct      ? OUTCOME_MEASURED
                     : luck < 0.9 ? OUTCOME_MISMATCH
                                  : OUTCOME_COMPILE,
                     NULL);
    result.compiled = luck < 0.9;
    result.correct = correct;
    result.trials_run = 1;
    result.trials_passed = correct;
    result.compile_ms = (double)NAN;
    result.total_ms = 20;
    result.compile_cached = -1;
    struct evaluation_row e = { .rollout_id = id,
                                .device_id = r->device_id,
                                .result = &result,
                                .n_measurements = correct ? 2 : 0,
                                .measurements = m };
    fixture_check(store_put_evaluation(r->db, &e, &evaluation, &err), &err);
}

static inline void fixture_one_run(struct fixture_run *r, bool ttt, int64_t model_id,
                                   int64_t split_id)
{
    struct err err = { 0 };
    char name[20200], argv[400];
    const char *strategy = ttt ? "ttt" : "best-of-n";
    snprintf(name, sizeof(name), "%s%s-%llu", r->f->name_prefix, ttt ? "ttt" : "bon",
             (unsigned long long)r->seed);
    snprintf(argv, sizeof(argv),
             "[\"rollbook\",\"run\",\"%s\",\"--db\",\"my study.db\",\"--split\","
             "\"splits/l1_seed42.json\",\"--tasks\",\"4,5,12,14,15\",\"--k\",\"%d\",\"--seed\","
             "\"%llu\",\"--name\",\"it's\"]",
             strategy, ttt ? r->f->ttt_k : r->f->bon_k, (unsigned long long)r->seed);
    struct run_row run = { .name = name,
                           .strategy = strategy,
                           .status = ttt ? r->f->ttt_status : r->f->bon_status,
                           .model_id = model_id,
                           .split_id = split_id,
                           .device_id = r->device_id,
                           .has_seed = true,
                           .seed = r->seed,
                           .temperature = ttt ? 0.25 : 0.8,
                           .k = ttt ? r->f->ttt_k : r->f->bon_k,
                           .n_steps = ttt ? r->f->ttt_steps : 0,
                           .task_case = "cpu",
                           .eval_mode = "fast",
                           .baseline = "reference",
                           .argv = argv,
                           .libraries = "{\"sqlite\":\"3.40.1\"}",
                           .code_version = "0.1.0+fixture" };
    fixture_check(store_put_run(r->db, &run, &r->run_id, &err), &err);
    for (size_t t = 0; t < r->f->n_tasks; t++) {
        struct stmt *st = db_query(r->db, "insert_run_task");
        stmt_bind_int(st, ":run_id", r->run_id);
        stmt_bind_int(st, ":task_id", r->task_ids[t]);
        stmt_bind_int(st, ":position", (int64_t)t);
        fixture_check(stmt_run(st, &err), &err);
    }
    for (int step = 0; step <= (ttt ? r->f->ttt_steps : 0); step++) {
        for (size_t t = 0; t < r->f->n_tasks; t++) {
            for (int k = 0; k < (ttt ? r->f->ttt_k : r->f->bon_k); k++)
                fixture_rollout(r, step, t, k);
        }
    }
}

/* Ends the test program when the store refuses. */
static inline void fixture_write(const char *path, const struct fixture *f)
{
    static const int problems[10] = { 4, 5, 12, 14, 15, 18, 28, 29, 30, 32 };
    static const char *const names[10] = { "4_Matrix_vector_multiplication_",
                                           "5_Matrix_scalar_multiplication",
                                           "12_Matmul_with_diagonal_matrices_",
                                           "14_Matmul_for_upper_triangular_matrices",
                                           "15_Matmul_for_lower_triangular_matrices",
                                           "18_Matmul_with_transposed_both",
                                           "28_HardSigmoid",
                                           "29_Softplus",
                                           "30_Softsign",
                                           "32_HardTanh" };
    struct err err = { 0 };
    struct fixture_run r = { .f = f };
    int64_t model_id, split_id;
    static const char *const left_behind[] = { "", "-wal", "-shm" }; /* by a test that was killed */
    for (size_t i = 0; i < 3; i++) {
        char file[1000];
        snprintf(file, sizeof(file), "%s%s", path, left_behind[i]);
        unlink(file);
    }
    fixture_check(db_open(path, DB_CREATE, &r.db, &err), &err);
    fixture_check(db_begin(r.db, &err), &err);
    fixture_check(store_put_model(r.db, "builtin", "9f2c", "builtin", &model_id, &err), &err);
    struct device_row device = { .backend = "cpu",
                                 .name = "Fixture Processor 9000 @ 2.40GHz",
                                 .compiler = "g++ 12.2.0",
                                 .flags = "-O3 -march=native",
                                 .cores = 2 };
    fixture_check(store_put_device(r.db, &device, &r.device_id, &err), &err);
    struct stmt *st = db_query(r.db, "insert_split");
    stmt_bind_text(st, ":name", "l1_seed42");
    stmt_bind_int(st, ":level", 1);
    stmt_bind_int(st, ":seed", 42);
    stmt_bind_text(st, ":split_hash",
                   "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef");
    stmt_bind_text(st, ":json", "{}");
    fixture_check(stmt_one_int(st, &split_id, &err), &err);
    for (size_t t = 0; t < f->n_tasks; t++) {
        struct task_row task = { "kernelbench", 1, problems[t], names[t], NULL, NULL };
        fixture_check(store_put_task(r.db, &task, &r.task_ids[t], &err), &err);
    }
    for (size_t s = 0; s < f->n_seeds; s++) {
        r.seed = 42 + s;
        if (f->bon_k > 0)
            fixture_one_run(&r, false, model_id, split_id);
        if (f->ttt_k > 0)
            fixture_one_run(&r, true, model_id, split_id);
    }
    fixture_check(db_commit(r.db, &err), &err);
    db_close(r.db);
}

#endif
