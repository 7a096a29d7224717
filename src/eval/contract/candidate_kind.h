/*
 * candidate_kind.h - what a candidate can be: a kernel file, a call of a library, ...
 *
 * The checker knows candidates by this table alone (rows: src/eval/candidate_kinds.c) and
 * never looks into a text.  A new kind is one file and one row.
 */
#ifndef ROLLBOOK_EVAL_CONTRACT_CANDIDATE_KIND_H
#define ROLLBOOK_EVAL_CONTRACT_CANDIDATE_KIND_H

#include "src/eval/contract/backend.h"
#include "tasks/task_shape.h"

struct arena;
struct err;

/* Every prepared candidate begins with this. */
struct candidate {
    int launches; /* negative: no launch plan */
};

struct candidate_text {
    const char *text;
    size_t len;
    const struct task *task;
    enum task_case task_case;
};

struct candidate_refusal {
    enum outcome outcome;
    char message[320];
};

/* The evaluator's backend, which runs kinds with a launch plan. */
struct machine {
    const struct backend *backend;
    struct backend_context *context;
};

struct candidate_kind {
    const char *name; /* as stored and in options */
    const char *what; /* for people: "a kernel file", ... */
    bool has_text;    /* a library has none */
    /* Says whether a text looks like one, however broken. */
    bool (*recognise)(const char *text, size_t len);
    /* One static sentence about a text that no kind is sure of but that looks like this one:
     * what it is and what to do; else NULL. */
    const char *(*explain)(const char *text, size_t len);
    /* Reads the text for a case of a task: true with *out in the arena, or false with why. */
    bool (*prepare)(const struct candidate_text *s, struct arena *a, struct candidate **out,
                    struct candidate_refusal *why);
    /* Optional: begins a compile that compile of the same candidate will wait for. */
    void (*begin)(const struct machine *m, const struct compile_spec *spec);
    /* Errors are ours; a text that does not compile is an artifact that says so. */
    int (*compile)(const struct machine *m, const struct compile_spec *spec, struct arena *a,
                   struct artifact *out, struct err *err);
    /* *out is NULL when report->status is not LAUNCH_OK.  *out_runs launches, stops and unloads
     * the session: the machine's backend, or the kind's own operations (launch, set_deadline and
     * unload are needed). */
    int (*run)(const struct machine *m, const struct session_spec *spec,
               struct kernel_session **out, const struct backend **out_runs,
               struct launch_report *report, struct err *err);
    /* Optional: sizes other than the case's that the candidate cannot tell from its text; false:
     * none.  Kinds without it are not run at hidden sizes. */
    bool (*hidden_dims)(const struct candidate *c, const struct candidate_text *s, uint64_t seed,
                        enum hidden_size size, int64_t dims[TASK_MAX_DIMS]);
    /* Optional: the launches in a profile. */
    const struct launch_plan *(*plan)(const struct candidate *c);
};

#endif
