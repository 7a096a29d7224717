#include "src/run/telemetry.h"

#include <math.h>
#include <string.h>

#include "columns/telemetry_of_step.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/speedup.h"
#include "src/eval/eval.h"
#include "src/json/json.h"
#include "src/store/store.h"

static void add_known(struct json *o, const char *key, double v)
{
    if (isfinite(v))
        json_add_number(o, key, v);
    else
        json_add_null(o, key);
}

void telemetry_rollout(const struct telemetry_place *place, const struct eval_result *r,
                       struct buf *out)
{
    struct json *o CLEANUP(json_free_ptr) = json_new_object();
    double runtime_us = r->correct ? eval_runtime_us(r) : (double)NAN;
    json_add_string(o, "event", "rollout");
    json_add_string(o, "run", place->run);
    json_add_int(o, "step", place->step);
    json_add_int(o, "turn", place->turn);
    json_add_string(o, "task", place->task);
    json_add_int(o, "sample", place->sample);
    json_add_string(o, "outcome", outcome_name(r->outcome));
    json_add_bool(o, "correct", r->correct);
    add_known(o, "speedup", speedup_of(r->correct, eval_baseline_runtime_us(r), runtime_us));
    add_known(o, "runtime_us", runtime_us);
    json_print(o, false, out);
    buf_putc(out, '\n');
}

int telemetry_step(struct db *db, int64_t run_id, int step, const char *recipe, struct buf *out,
                   struct err *err)
{
    struct stmt *st = db_query(db, "telemetry_of_step");
    stmt_bind_int(st, ":run_id", run_id);
    stmt_bind_int(st, ":step", step);
    stmt_bind_text(st, ":recipe", recipe);
    int rc = stmt_step(st, err);
    if (rc > 0) {
        buf_puts(out, stmt_text(st, TELEMETRY_OF_STEP_LINE));
        buf_putc(out, '\n');
        stmt_reset(st);
    }
    return rc < 0 ? rc : 0;
}
