/*
 * audit_code.c - what the static scan found, as rows of the audit.
 */
#include <stdlib.h>
#include <string.h>

#include "analysis/audit/audit_context.h"
#include "analysis/code/code_scan.h"

static const struct code_hit *first_hit(const struct audit_code *code, enum code_kind kind)
{
    for (size_t i = 0; code != NULL && i < code->n_hits; i++) {
        if (code->hits[i].kind == kind)
            return &code->hits[i];
    }
    return NULL;
}

static bool is_kernel_run(const struct audit_run *run)
{
    for (size_t i = 0; i < run->n_codes; i++) {
        if (run->codes[i].has_kernel)
            return true;
    }
    return false;
}

/* Suites whose answers are no kernels may use libraries. */
static bool asks_for_kernel(const struct audit_context *c, const struct audit_rollout *r,
                            bool kernel_run)
{
    return kernel_run || strcmp(audit_task_of(c, r)->suite, "kernelbench") == 0;
}

static void report_kind(struct audit_context *c, enum code_kind kind)
{
    bool kernel_run = is_kernel_run(c->run);
    for (size_t i = 0; i < c->run->n_rollouts; i++) {
        const struct audit_rollout *r = &c->run->rollouts[i];
        const struct code_hit *hit = first_hit(audit_code_of(c, r), kind);
        if (hit != NULL && asks_for_kernel(c, r, kernel_run))
            audit_row(c, r, "%s sample %d, line %zu: %s", audit_task_of(c, r)->task, r->sample,
                      hit->line, hit->what);
    }
}

void audit_check_code_cached(struct audit_context *c)
{
    report_kind(c, CODE_CACHED_OUTPUT);
}

void audit_check_code_timer(struct audit_context *c)
{
    report_kind(c, CODE_TIMER);
}

void audit_check_code_stream(struct audit_context *c)
{
    report_kind(c, CODE_STREAM);
}

void audit_check_code_fallback(struct audit_context *c)
{
    report_kind(c, CODE_FALLBACK);
}

void audit_check_code_unbuilt(struct audit_context *c)
{
    report_kind(c, CODE_UNBUILT);
}

void audit_check_code_library(struct audit_context *c)
{
    report_kind(c, CODE_LIBRARY);
}

void audit_check_code_lazy(struct audit_context *c)
{
    report_kind(c, CODE_LAZY);
}

void audit_check_code_harness(struct audit_context *c)
{
    report_kind(c, CODE_HARNESS);
}

void audit_check_code_constant(struct audit_context *c)
{
    report_kind(c, CODE_CONSTANT);
}

void audit_check_code_call_state(struct audit_context *c)
{
    report_kind(c, CODE_CALL_STATE);
}

void audit_check_code_placeholder(struct audit_context *c)
{
    report_kind(c, CODE_PLACEHOLDER);
}

/* The suite's tasks are in 32 bit unless a source says otherwise; wrong results need no warning. */
void audit_check_code_precision(struct audit_context *c)
{
    for (size_t i = 0; i < c->run->n_rollouts; i++) {
        const struct audit_rollout *r = &c->run->rollouts[i];
        const struct code_hit *hit = first_hit(audit_code_of(c, r), CODE_PRECISION);
        bool single = r->precision[0] == '\0' || strstr(r->precision, "32") != NULL;
        if (hit != NULL && r->correct && single &&
            strcmp(audit_task_of(c, r)->suite, "kernelbench") == 0)
            audit_row(c, r, "%s sample %d, line %zu: %s", audit_task_of(c, r)->task, r->sample,
                      hit->line, hit->what);
    }
    if (c->n_rows > 0)
        audit_evidence(c, "%zu correct samples compute in less than 32 bits", c->n_rows);
}

void audit_check_code_no_kernel(struct audit_context *c)
{
    bool kernel_run = is_kernel_run(c->run);
    for (size_t i = 0; i < c->run->n_rollouts; i++) {
        const struct audit_rollout *r = &c->run->rollouts[i];
        const struct audit_code *code = audit_code_of(c, r);
        if (r->correct && code != NULL && !code->has_kernel && asks_for_kernel(c, r, kernel_run))
            audit_row(c, r, "%s sample %d: no kernel in the text", audit_task_of(c, r)->task,
                      r->sample);
    }
}
