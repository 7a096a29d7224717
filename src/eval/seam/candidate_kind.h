/*
 * candidate_kind.h - what a candidate can be: a kernel file, a call of a library, ...
 *
 * The checker knows candidates by this table alone (src/eval/candidate_kinds.c has its rows): it
 * never looks into a text.  Adding a kind means one file and one row.
 */
#ifndef ROLLBOOK_EVAL_SEAM_CANDIDATE_KIND_H
#define ROLLBOOK_EVAL_SEAM_CANDIDATE_KIND_H

#include "src/eval/seam/backend.h"

struct arena;
struct err;

/* What every prepared candidate begins with; what follows is its kind's. */
struct candidate {
    int launches; /* of one run, negative where there is no launch plan */
};

/* For whom a text is prepared. */
struct candidate_source {
    const char *text;
    size_t len;
    const struct task *task;
    enum task_case task_case;
};

/* Why a text is no candidate of its kind, as the outcome that it gets. */
struct candidate_refusal {
    enum outcome outcome;
    char message[320];
};

/* The evaluator's own backend, on which kinds with a launch plan run. */
struct machine {
    const struct backend *backend;
    struct backend_context *context;
};

struct candidate_kind {
    const char *name; /* as stored and as options name it */
    const char *what; /* for people: "a kernel file", ... */
    bool has_text;    /* false: there is nothing to read, as a library has no source */
    /* Whether a text looks like one, however broken it is. */
    bool (*recognise)(const char *text, size_t len);
    /* One sentence for a text of which no kind is sure that looks like this one: what it is and
     * what to do.  NULL when it does not.  Static. */
    const char *(*explain)(const char *text, size_t len);
    /* Reads the text for a case of a task; true with *out in the arena, false with a refusal. */
    bool (*prepare)(const struct candidate_source *s, struct arena *a, struct candidate **out,
                    struct candidate_refusal *why);
    /* Optional: begins a compile that compile of the same candidate will wait for. */
    void (*begin)(const struct machine *m, const struct compile_spec *spec);
    /* Errors are ours; a text that does not compile is an artifact that says so. */
    int (*compile)(const struct machine *m, const struct compile_spec *spec, struct arena *a,
                   struct artifact *out, struct err *err);
    /* Loads what was compiled.  *out is NULL when report->status is not LAUNCH_OK; *out_runs says
     * what launches, stops and unloads the session: the machine's backend, or operations of the
     * kind's own, of which launch, set_deadline and unload are needed. */
    int (*run)(const struct machine *m, const struct session_spec *spec,
               struct kernel_session **out, const struct backend **out_runs,
               struct launch_report *report, struct err *err);
    /* Optional: other sizes than the case's, larger ones for above, that the candidate cannot tell
     * from its text; false when there are none.  Kinds without it are not run at sizes they were
     * not told. */
    bool (*hidden_dims)(const struct candidate *c, const struct candidate_source *s, uint64_t seed,
                        bool above, int64_t dims[TASK_MAX_DIMS]);
    /* Optional: the launches that a profile tells of. */
    const struct launch_plan *(*plan)(const struct candidate *c);
};

#endif
