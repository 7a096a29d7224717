/*
 * stored.h - what the tables hold after imports, and what is said of them, as lines.
 */
#ifndef ROLLBOOK_TESTS_UNIT_INGEST_STORED_H
#define ROLLBOOK_TESTS_UNIT_INGEST_STORED_H

#define BETWEEN " "
#include "tests/unit/ingest/rows.h"

/* How a configuration begins, and one of a run of which nothing is known. */
#define CONFIG "{\"import\":{\"format\":\"given\","
#define NO_CONFIG                                                                                  \
    "{\"import\":{\"format\":\"given\",\"model\":null,\"model_origin\":null,\"configuration\":"    \
    "null}}"

static const struct {
    const char *name, *sql;
} tables[] = {
    { "source", "SELECT format, importer_version, path, bytes, n_read, n_stored, n_duplicate, "
                "n_refused FROM import_source ORDER BY import_source_id" },
    { "run", "SELECT r.name, strategy, status, m.name, d.name, seed, temperature, k, n_steps, "
             "baseline, replace(replace(config, '" NO_CONFIG "', '='), '" CONFIG
             "', '{'), argv FROM run r LEFT JOIN model m USING (model_id) LEFT JOIN "
             "device d USING (device_id) ORDER BY run_id" },
    { "task", "SELECT suite, level, problem_id, name FROM task ORDER BY task_id" },
    { "member", "SELECT run_id, task_id, position FROM run_task ORDER BY 1, 2" },
    { "rollout",
      "SELECT r.run_id, r.step, r.task_id, r.turn, r.sample, v.prompt, v.completion, v.action, "
      "v.code, r.finish_reason, r.prompt_tokens, r.completion_tokens, r.sum_logprob, "
      "r.mean_logprob, r.logprob_temperature, r.extra FROM rollout r JOIN v_rollout v USING "
      "(rollout_id) ORDER BY 1, 2, 3, 4, 5" },
    { "tokens", "SELECT rollout_id, n_tokens, hex(token_ids), hex(logprobs) FROM rollout_tokens" },
    { "verdict",
      "SELECT rollout_id, d.name, outcome, cheat_kind, compiled, correct, message, trials_run, "
      "trials_passed, max_abs_err, max_rel_err, matched_share, compile_ms, compile_cached, "
      "total_ms, e.import_source_id, l.text FROM evaluation e LEFT JOIN device d USING (device_id) "
      "LEFT JOIN blob l ON l.blob_id = e.log_blob_id ORDER "
      "BY evaluation_id" },
    { "time", "SELECT evaluation_id, subject, baseline, method, n_samples, runtime_us, statistic, "
              "min_us, max_us, std_us FROM measurement ORDER BY measurement_id" },
    { "evidence", "SELECT evaluation_id, position, kind, value, bound, unit, pass, detail FROM "
                  "evidence ORDER BY 1, 2" },
    { "kernel", "SELECT evaluation_id, position, name, device_us, counters FROM profile_kernel "
                "ORDER BY 1, 2" },
    { "reward", "SELECT rollout_id, recipe, value, advantage FROM reward ORDER BY 1, 2" },
    { "step", "SELECT run_id, step, update_metrics FROM step ORDER BY 1, 2" },
    { "baseline", "SELECT b.name, hardware, task_id, d.name, import_source_id, runtime_us, "
                  "statistic, min_us, max_us, std_us, n_samples, extra FROM baseline b LEFT JOIN "
                  "device d USING (device_id) ORDER BY baseline_id" },
    { "device", "SELECT backend, name FROM device ORDER BY device_id" },
    { "model", "SELECT name, kind FROM model ORDER BY model_id" },
};

static void put_rows(struct buf *out, struct db *db, const char *shown)
{
    for (size_t i = 0; i < ARRAY_LEN(tables); i++) {
        if (shown != NULL && strstr(shown, tables[i].name) == NULL)
            continue;
        struct buf rows = { 0 };
        struct err err = { 0 };
        const struct sql_sink sink = { &rows, pass_columns, put_values };
        if (db_user_sql(db, tables[i].sql, &sink, &err) != 0)
            fail_msg("%s: %s", tables[i].name, err.msg);
        for (const char *at = buf_text(&rows); *at != '\0'; at = strchr(at, '\n') + 1)
            buf_printf(out, "%s: %.*s\n", tables[i].name, (int)(strchr(at, '\n') - at), at);
        buf_release(&rows);
    }
}

static void put_messages(struct buf *out, const struct ingest_message *m)
{
    for (; m != NULL; m = m->next)
        buf_printf(out, "  %s%s%s\n", m->where, *m->where == '\0' ? "" : ": ", m->reason);
}

/* The folder's name is a mark of its own. */
static char *without_folder(const char *text)
{
    struct buf out = { 0 };
    for (const char *at = text, *next; *at != '\0'; at = next) {
        const char *found = strstr(at, folder);
        next = found == NULL ? at + strlen(at) : found;
        buf_add(&out, at, (size_t)(next - at));
        if (found != NULL)
            buf_puts(&out, "@");
        next += found == NULL ? 0 : strlen(folder);
    }
    char *copy = arena_strdup(&arena, buf_text(&out));
    buf_release(&out);
    return copy;
}

#endif
