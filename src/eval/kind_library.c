/*
 * kind_library.c - the vendor's library does the task's work: a baseline, without a text.
 */
#include <stdio.h>

#include "src/base/mem.h"
#include "src/eval/candidate_kinds.h"
#include "src/eval/contract/kernel_candidate.h"

static bool prepare(const struct candidate_text *s, struct arena *a, struct candidate **out,
                    struct candidate_refusal *why)
{
    (void)s;
    (void)why;
    struct kernel_candidate *c = arena_alloc(a, sizeof *c);
    *c = (struct kernel_candidate){ .base.launches = -1, .is_library = true };
    *out = &c->base;
    return true;
}

static int compile(const struct machine *m, const struct compile_spec *spec, struct arena *a,
                   struct artifact *out, struct err *err)
{
    (void)a;
    (void)err;
    *out = (struct artifact){ .outcome = OUTCOME_MEASURED };
    if (m->backend->library_has == NULL || !m->backend->library_has(spec->task)) {
        out->outcome = OUTCOME_LAUNCH;
        out->message = "the backend has no library that does this task's work";
    }
    return 0;
}

static int run(const struct machine *m, const struct session_spec *spec,
               struct kernel_session **out, const struct backend **out_runs,
               struct launch_report *report, struct err *err)
{
    *out_runs = m->backend;
    return m->backend->load(m->context, spec, out, report, err);
}

const struct candidate_kind kind_library = {
    .name = "library",
    .what = "the vendor's library, without a text",
    .prepare = prepare,
    .compile = compile,
    .run = run,
};
