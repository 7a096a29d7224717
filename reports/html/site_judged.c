#include "reports/html/site_judged.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "columns/site_claims.h"
#include "columns/site_judged.h"
#include "reports/html/site_page.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/contract/evaluation.h"
#include "src/store/db.h"

int judged_read(struct html_page *p, int64_t rollout_id, struct verdict_source *out,
                struct err *err)
{
    struct stmt *st = db_query(p->site->db, "site_judged");
    stmt_bind_int(st, ":id", rollout_id);
    int rc = stmt_step(st, err);
    *out = (struct verdict_source){ .claimed = (double)NAN };
    if (rc <= 0)
        return rc;
    const struct verdict_facts facts = {
        .code_sha256 = stmt_text_dup(st, SITE_JUDGED_CODE_SHA256, p->arena),
        .task_sha256 = stmt_text_dup(st, SITE_JUDGED_TASK_SHA256, p->arena),
        .rule = stmt_text_dup(st, SITE_JUDGED_RULE, p->arena),
        .outcome = stmt_text_dup(st, SITE_JUDGED_OUTCOME, p->arena),
    };
    const double stated = stmt_real(st, SITE_JUDGED_STATED_VERSION);
    *out = (struct verdict_source){
        .any = facts.outcome != NULL && strcmp(facts.outcome, "infra") != 0,
        .is_imported = stmt_int(st, SITE_JUDGED_IS_IMPORTED) != 0,
        .sha256 = stmt_text_dup(st, SITE_JUDGED_VERDICT_SHA256, p->arena),
        .device = stmt_text_dup(st, SITE_JUDGED_DEVICE, p->arena),
        .rule = facts.rule,
        .lower = stmt_real(st, SITE_JUDGED_SPEEDUP_LOWER),
        .upper = stmt_real(st, SITE_JUDGED_SPEEDUP_UPPER),
        .claimed = stmt_real(st, SITE_JUDGED_CLAIMED_SPEEDUP),
    };
    out->version = evaluator_of_verdict(out->sha256, &facts, p->arena);
    if (out->version == 0 && stated >= 1 && stated < INT16_MAX)
        out->version = (int)stated;
    stmt_reset(st);
    return 0;
}

bool judged_is_stale(const struct verdict_source *j)
{
    return j->version > 0 && j->version < EVALUATOR_VERSION;
}

const char *judged_by(struct html_page *p, const struct verdict_source *j)
{
    CLEANUP(buf_release) struct buf out = { 0 };
    if (!j->any)
        return "not evaluated";
    if (j->version > 0)
        buf_printf(&out, "evaluator %d", j->version);
    else
        buf_puts(&out,
                 j->is_imported ? "the source of the import" : "evaluator of unknown version");
    if (j->sha256 != NULL)
        buf_printf(&out, ", verdict %.12s", j->sha256);
    if (j->rule != NULL)
        buf_printf(&out, ", rule %s", j->rule);
    if (j->device != NULL)
        buf_printf(&out, ", %s", j->device);
    return arena_strdup(p->arena, buf_text(&out));
}

static int put_claims(struct html_page *p, int64_t rollout_id, struct err *err)
{
    struct stmt *st = db_query(p->site->db, "site_claims");
    int rc;
    bool any = false;
    stmt_bind_int(st, ":id", rollout_id);
    while ((rc = stmt_step(st, err)) > 0) {
        const int64_t of = stmt_int(st, SITE_CLAIMS_ROLLOUT_ID);
        const char *baseline = stmt_text(st, SITE_CLAIMS_BASELINE);
        buf_puts(p->out, any ? ", " : "<p class=\"beside claims\">Stated by the source: ");
        any = true;
        buf_put_rounded(p->out, stmt_real(st, SITE_CLAIMS_SPEEDUP), 4);
        if (baseline != NULL && *baseline != '\0') {
            buf_puts(p->out, " against ");
            html_puts(p->out, baseline);
        }
        if (of != rollout_id) {
            const bool has_page = site_run_of(p->site, stmt_int(st, SITE_CLAIMS_RUN_ID)) != NULL;
            buf_puts(p->out, " (run ");
            page_link(p, has_page ? href_sample(p, of) : NULL, stmt_text(st, SITE_CLAIMS_RUN));
            buf_puts(p->out, ", same code)");
        }
    }
    buf_puts(p->out, any ? ".</p>\n" : "");
    return rc;
}

int judged_put(struct html_page *p, int64_t rollout_id, struct err *err)
{
    struct verdict_source j;
    int rc = judged_read(p, rollout_id, &j, err);
    if (rc < 0)
        return rc;
    if (j.any) {
        buf_puts(p->out,
                 judged_is_stale(&j) ? "<p class=\"beside stale\">" : "<p class=\"beside\">");
        buf_puts(p->out, "Judged by: ");
        html_puts(p->out, judged_by(p, &j));
        buf_putc(p->out, '.');
        if (judged_is_stale(&j))
            buf_printf(p->out,
                       " <strong>Stale:</strong> this program has evaluator %d, which may give "
                       "another verdict. <code>rollbook replay</code> judges again.",
                       EVALUATOR_VERSION);
        buf_puts(p->out, "</p>\n");
    }
    return put_claims(p, rollout_id, err);
}
