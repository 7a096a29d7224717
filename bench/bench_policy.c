/*
 * bench_policy.c - what the untrained builtin policy writes: share of correct samples, their speed.
 *
 * bench_policy [-n SAMPLES] [-s SEED] [-o FOLDER] [TASK ...]
 *
 * Evaluates samples of every task on the cpu case on one core, and prints a Markdown table
 * (docs/internals/policy.md, docs/internals/tasks.md) and how often each choice went right or fast.
 * -o keeps the kernels.  Speedups, and "spread", the best one over the worst of right samples, are
 * ratios within an evaluation.  The last column is processor time an evaluation, compilers and
 * runners included, which a machine with other work stretches less than the clock; two cores do
 * 2000 / that a second. Exit status 1: a share of right or fast samples outside 5 to 95 %, or a
 * spread below 5.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/eval/eval.h"
#include "src/sample/builtin/grammar.h"
#include "src/sample/policy.h"
#include "tasks/task.h"

struct bench {
    struct evaluator *evaluator;
    struct policy *policy;
    struct grammar_set set;
    int samples;
    uint64_t seed;
    const char *folder;
    double used_ms; /* of all tasks so far */
    unsigned n_tasks, n_outside;
};

struct tally {
    unsigned n, correct, fast;
    double log_speedup;
};

struct totals {
    unsigned outcomes[OUTCOME_COUNT], correct, fast;
    double *speedups, *references;
    double compile_ms;
    struct tally *tokens; /* by row of the set */
};

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double quantile(const double *sorted, unsigned n, double q)
{
    if (n == 0)
        return (double)NAN;
    return sorted[(unsigned)(q * (n - 1) + 0.5)];
}

static void keep(const struct bench *b, const struct task *t, int i, const char *code,
                 const struct eval_result *r, double speedup)
{
    char path[1024];
    struct err err = { 0 };
    snprintf(path, sizeof(path), "%s/%d_%03d_%s_%.2f.cu", b->folder, t->problem_id, i,
             outcome_name(r->outcome), speedup);
    if (file_write_atomic(path, code, strlen(code), &err) < 0)
        fprintf(stderr, "%s\n", err.msg);
}

static void count(const struct bench *b, const struct task *t, const struct completion *c,
                  const struct eval_result *r, double speedup, struct totals *out)
{
    const struct grammar *g = grammar_of_task(&b->set, t);
    out->outcomes[r->outcome]++;
    out->compile_ms += r->compile_ms;
    if (r->correct) {
        out->speedups[out->correct] = speedup;
        out->references[out->correct++] = eval_baseline_runtime_us(r);
        out->fast += speedup > 1;
    }
    for (size_t k = 0; k < c->n_tokens; k++) {
        struct tally *y = &out->tokens[g->row + (size_t)(c->token_ids[k] - g->first_token)];
        y->n++;
        y->correct += r->correct;
        y->fast += r->correct && speedup > 1;
        y->log_speedup += r->correct ? log(speedup) : 0;
    }
}

static int run_sample(const struct bench *b, const struct task *t, int i, struct totals *out,
                      struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct sample_request q = {
        .task = t, .run_seed = b->seed, .step = 0, .sample = i, .temperature = 1.0
    };
    struct completion c;
    struct eval_result r;
    const char *action, *code;
    int rc = b->policy->vtable->sample(b->policy, &q, 1, &a, &c, err);
    if (rc == 0)
        rc = assemble_answer(&(struct raw_answer){ ANSWER_FILE, t, c.text, c.text_len }, &a,
                             &action, &code, err);
    if (rc < 0)
        return rc;
    struct eval_job job = { .kernel_text = code,
                            .kernel_len = strlen(code),
                            .task = t,
                            .task_case = CASE_CPU,
                            .mode = EVAL_FAST,
                            .input_seed = 99,
                            .threads = 1 };
    rc = evaluator_run(b->evaluator, &job, &a, &r, err);
    if (rc < 0)
        return rc;
    double speedup = eval_baseline_runtime_us(&r) / eval_runtime_us(&r);
    count(b, t, &c, &r, speedup, out);
    if (b->folder)
        keep(b, t, i, code, &r, speedup);
    return 0;
}

static void print_choices(const struct grammar *g, const struct totals *s)
{
    for (size_t k = 0; k < g->n_slots; k++) {
        const struct grammar_slot *slot = &g->slots[k];
        for (size_t o = 0; o < slot->n_options; o++) {
            const struct tally *y = &s->tokens[g->row + slot->first + o];
            if (y->n == 0)
                continue;
            fprintf(stderr, "  %-16s %-22s n %4u  correct %3.0f %%  fast %3.0f %%  speedup %.2f\n",
                    slot->name, slot->options[o].name, y->n, 100.0 * y->correct / y->n,
                    100.0 * y->fast / y->n, y->correct ? exp(y->log_speedup / y->correct) : 0);
        }
    }
}

/* Of this process and of children that have ended. */
static double processor_ms(void)
{
    double ms = 0;
    for (int who = RUSAGE_CHILDREN; who <= RUSAGE_SELF; who++) {
        struct rusage u;
        (void)getrusage(who, &u);
        ms += 1e3 * (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
              1e-3 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
    }
    return ms;
}

static void print_task(struct bench *b, const struct task *t, const struct totals *s, double ms)
{
    double correct = 100.0 * s->correct / b->samples, fast = 100.0 * s->fast / b->samples;
    double worst = quantile(s->speedups, s->correct, 0),
           best = quantile(s->speedups, s->correct, 1);
    printf("| %s | %.1f | %.1f | %.2f | %.2f | %.2f | %.2f | %.1f | %.0f | %.0f | %.0f |\n", t->id,
           correct, fast, quantile(s->speedups, s->correct, 0.05),
           quantile(s->speedups, s->correct, 0.5), quantile(s->speedups, s->correct, 0.95), best,
           best / worst, quantile(s->references, s->correct, 0.5), s->compile_ms / b->samples, ms);
    (void)fflush(stdout);
    b->used_ms += ms;
    b->n_tasks++;
    b->n_outside +=
        !(correct >= 5 && correct <= 95 && fast >= 5 && fast <= 95 && best >= 5 * worst);
}

static int run_task(struct bench *b, const struct task *t, struct err *err)
{
    struct totals s = { .speedups = mem_array((size_t)b->samples, sizeof(double)),
                        .references = mem_array((size_t)b->samples, sizeof(double)),
                        .tokens = mem_array(b->set.n_tokens, sizeof(struct tally)) };
    int64_t start = clock_monotonic_ns();
    double used_ms = processor_ms();
    int rc = evaluator_open("cpu", &b->evaluator, err);
    for (int i = 0; i < b->samples && rc == 0; i++)
        rc = run_sample(b, t, i, &s, err);
    evaluator_close(b->evaluator); /* its children have ended, so their time counts */
    b->evaluator = NULL;
    used_ms = processor_ms() - used_ms;
    double seconds = (double)(clock_monotonic_ns() - start) * 1e-9;
    qsort(s.speedups, s.correct, sizeof(double), compare_doubles);
    qsort(s.references, s.correct, sizeof(double), compare_doubles);
    if (rc == 0) {
        print_task(b, t, &s, used_ms / b->samples);
        fprintf(stderr, "%s: %.1f s;", t->id, seconds);
        for (int o = 0; o < OUTCOME_COUNT; o++) {
            if (s.outcomes[o])
                fprintf(stderr, " %s %u", outcome_name((enum outcome)o), s.outcomes[o]);
        }
        fprintf(stderr, "\n");
        print_choices(grammar_of_task(&b->set, t), &s);
    }
    free(s.speedups);
    free(s.references);
    free(s.tokens);
    return rc;
}

static int run_all(struct bench *b, char **ids, int n, struct arena *a, struct err *err)
{
    const struct task **tasks;
    size_t n_tasks;
    int rc = task_list(a, &tasks, &n_tasks, err);
    printf("| task | correct %% | fast %% | speedup 5 %% | median | 95 %% | best | spread | "
           "reference us | compile ms | ms an evaluation |\n"
           "|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (size_t i = 0; rc == 0 && i < n_tasks; i++) {
        bool wanted = n == 0;
        for (int k = 0; k < n; k++)
            wanted = wanted || strcmp(ids[k], tasks[i]->id) == 0;
        if (wanted)
            rc = run_task(b, tasks[i], err);
    }
    if (rc == 0 && b->n_tasks > 0)
        fprintf(stderr, "%u tasks, %u outside; %.0f ms an evaluation, %.1f a second on two cores\n",
                b->n_tasks, b->n_outside, b->used_ms / b->n_tasks, 2000 * b->n_tasks / b->used_ms);
    return rc;
}

int main(int argc, char **argv)
{
    struct arena a = { 0 };
    struct err err = { 0 };
    struct bench b = { .samples = 200, .seed = 42 };
    if (argc > 1 && strcmp(argv[1], "runner") == 0)
        return runner_main(argc, argv);
    for (int c; (c = getopt(argc, argv, "n:s:o:")) != -1;) {
        if (c == 'n')
            b.samples = (int)strtol(optarg, NULL, 10);
        else if (c == 's')
            b.seed = strtoull(optarg, NULL, 10);
        else if (c == 'o')
            b.folder = optarg;
        else
            return 2;
    }
    int rc = grammar_set_load(&a, &b.set, &err);
    if (rc == 0)
        rc = policy_find("builtin")->open(NULL, &b.policy, &err);
    if (rc == 0)
        rc = run_all(&b, argv + optind, argc - optind, &a, &err);
    if (rc < 0)
        fprintf(stderr, "bench_policy: %s\n", err.msg);
    if (b.policy)
        b.policy->vtable->close(b.policy);
    arena_release(&a);
    return rc < 0 || b.n_outside > 0;
}
