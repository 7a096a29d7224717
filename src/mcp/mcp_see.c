/*
 * mcp_see.c - stored evaluations as an agent may see them, and how numbers are said.
 */
#include <math.h>
#include <string.h>

#include "columns/mcp_evaluation.h"
#include "src/base/err.h"
#include "src/mcp/mcp_internal.h"
#include "src/store/db.h"

static void read_row(struct stmt *st, struct arena *a, struct seen_evaluation *out)
{
    *out = (struct seen_evaluation){
        .id = stmt_int(st, MCP_EVALUATION_EVALUATION_ID),
        .run = stmt_text_dup(st, MCP_EVALUATION_RUN, a),
        .task = stmt_text_dup(st, MCP_EVALUATION_TASK, a),
        .outcome = stmt_text_dup(st, MCP_EVALUATION_OUTCOME, a),
        .cheat_kind = stmt_text_dup(st, MCP_EVALUATION_CHEAT_KIND, a),
        .message = stmt_text_dup(st, MCP_EVALUATION_MESSAGE, a),
        .code = stmt_text_dup(st, MCP_EVALUATION_CODE, a),
        .code_sha256 = stmt_text_dup(st, MCP_EVALUATION_CODE_SHA256, a),
        .why_no_speedup = stmt_text_dup(st, MCP_EVALUATION_WHY_NO_SPEEDUP, a),
        .mode = stmt_text_dup(st, MCP_EVALUATION_EVAL_MODE, a),
        .task_case = stmt_text_dup(st, MCP_EVALUATION_TASK_CASE, a),
        .backend = stmt_text_dup(st, MCP_EVALUATION_BACKEND, a),
        .device = stmt_text_dup(st, MCP_EVALUATION_DEVICE, a),
        .rule = stmt_text_dup(st, MCP_EVALUATION_RULE, a),
        .verdict_sha256 = stmt_text_dup(st, MCP_EVALUATION_VERDICT_SHA256, a),
        .purpose = stmt_text_dup(st, MCP_EVALUATION_PURPOSE, a),
        .correct = stmt_int(st, MCP_EVALUATION_CORRECT) == 1,
        .speedup = stmt_real(st, MCP_EVALUATION_SPEEDUP),
        .lower = stmt_real(st, MCP_EVALUATION_SPEEDUP_LOWER),
        .upper = stmt_real(st, MCP_EVALUATION_SPEEDUP_UPPER),
        .runtime_us = stmt_real(st, MCP_EVALUATION_RUNTIME_US),
        .baseline_us = stmt_real(st, MCP_EVALUATION_BASELINE_RUNTIME_US),
        .launch_count = stmt_is_null(st, MCP_EVALUATION_LAUNCH_COUNT)
                            ? -1
                            : (int)stmt_int(st, MCP_EVALUATION_LAUNCH_COUNT),
    };
}

int mcp_see(struct mcp_call *c, int64_t id, struct seen_evaluation *out, struct err *err)
{
    struct wall wall;
    int rc = mcp_database(c, err);
    if (rc == 0)
        rc = wall_load(&c->mcp->wall, c->db, c->a, &wall, err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(c->db, "mcp_evaluation");
    stmt_bind_int(st, ":id", id);
    rc = stmt_step(st, err);
    if (rc < 0)
        return rc;
    bool hidden = rc == 0;
    if (rc > 0) {
        read_row(st, c->a, out);
        out->is_own = strcmp(out->run, c->session->run) == 0;
        hidden =
            !out->is_own && (!out->correct || wall_hides(&wall, stmt_int(st, MCP_EVALUATION_LEVEL),
                                                         stmt_int(st, MCP_EVALUATION_PROBLEM_ID)));
        stmt_reset(st);
    }
    if (!hidden && !out->is_own && out->code_sha256 != NULL)
        rc = wall_hides_code(&wall, c->db, out->code_sha256, &hidden, err);
    if (rc < 0)
        return rc;
    if (!hidden)
        return 0;
    c->next = "call history for the evaluations of this session, or best for those of others";
    return err_set(
        err, ERR_NOMATCH,
        "there is no evaluation %lld that this session may see: it sees its own, and right "
        "kernels of tasks that are not held out",
        (long long)id);
}

void mcp_put_speedup(struct buf *out, double speedup, double lower, double upper)
{
    if (isnan(speedup))
        buf_puts(out, "-");
    else if (isnan(lower) || isnan(upper))
        buf_printf(out, "%.3gx (no interval)", speedup);
    else
        buf_printf(out, "%.3gx (%.3g to %.3g)", speedup, lower, upper);
}

static bool has_interval(const struct seen_evaluation *e)
{
    return !isnan(e->lower) && !isnan(e->upper);
}

static bool same_text(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

bool mcp_is_same_place(const struct seen_evaluation *a, const struct seen_evaluation *b)
{
    return same_text(a->device, b->device) && same_text(a->task_case, b->task_case);
}

void mcp_put_change(struct buf *out, const struct seen_evaluation *before,
                    const struct seen_evaluation *after)
{
    const double ratio = after->speedup / before->speedup;
    if (!before->correct && after->correct)
        buf_puts(out, "now right");
    else if (before->correct && !after->correct)
        buf_puts(out, "no longer right");
    else if (!after->correct)
        buf_puts(out, "still not right");
    else if (!mcp_is_same_place(before, after))
        buf_puts(out, "right as well; the times are of another device or other sizes, so they are "
                      "not compared");
    else if (isnan(ratio))
        buf_puts(out, "not comparable: one of them has no speedup");
    else if (!has_interval(before) || !has_interval(after))
        buf_printf(out, "%.3g times the speedup, without an interval", ratio);
    else if (after->lower > before->upper)
        buf_printf(out, "faster: %.3g times the speedup, and the intervals do not meet", ratio);
    else if (after->upper < before->lower)
        buf_printf(out, "slower: %.3g times the speedup, and the intervals do not meet", ratio);
    else
        buf_printf(out, "within noise: %.3g times the speedup, but the intervals overlap", ratio);
}
