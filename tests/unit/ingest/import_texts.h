/*
 * import_texts.h - a small file, the rows that it becomes and all that is said about it.
 */
#ifndef ROLLBOOK_TESTS_UNIT_INGEST_IMPORT_TEXTS_H
#define ROLLBOOK_TESTS_UNIT_INGEST_IMPORT_TEXTS_H

#define BETWEEN ","
#include "tests/unit/ingest/rows.h"

#define BASELINES                                                                                  \
    "SELECT b.name, b.hardware, t.label, t.name, round(b.runtime_us, 3), round(b.min_us, 3), "     \
    "round(b.max_us, 3), round(b.std_us, 3), b.n_samples FROM baseline b JOIN task t USING "       \
    "(task_id) ORDER BY b.baseline_id"
#define TIMES                                                                                      \
    "(SELECT round(runtime_us, 3) || ' ' || coalesce(round(min_us, 3), '-') || ' ' || "            \
    "coalesce(round(max_us, 3), '-') || ' ' || coalesce(round(std_us, 3), '-') || ' ' || "         \
    "coalesce(n_samples, '-') FROM measurement m WHERE m.evaluation_id = r.evaluation_id AND "     \
    "subject = 'candidate')"
#define ROLLOUTS                                                                                   \
    "SELECT run, task, task_name, step, turn, sample, outcome, compiled, correct, " TIMES          \
    ", message, code, (SELECT model FROM v_run x WHERE x.run_id = r.run_id) FROM v_rollout r "     \
    "ORDER BY rollout_id"
#define SAMPLES                                                                                    \
    "SELECT run, (SELECT suite FROM task t WHERE t.task_id = r.task_id), task, task_name, step, "  \
    "turn, sample, outcome, compiled, correct, " TIMES ", message, code, prompt, completion, "     \
    "prompt_tokens, completion_tokens, finish_reason, compile_log, (SELECT group_concat(recipe "   \
    "|| "                                                                                          \
    "'=' || value || coalesce('@' || advantage, ''), ' ') FROM v_reward w WHERE w.rollout_id = "   \
    "r.rollout_id), extra FROM v_rollout r ORDER BY rollout_id"
#define TIMED                                                                                      \
    "SELECT run, task_name, sample, outcome, cheat_kind, compiled, correct, " TIMES ", (SELECT "   \
    "statistic FROM measurement m WHERE m.evaluation_id = r.evaluation_id AND subject = "          \
    "'candidate'), baseline_runtime_us, message, compile_log, code, (SELECT max_abs_err || ' ' "   \
    "|| "                                                                                          \
    "max_rel_err FROM evaluation e WHERE e.evaluation_id = r.evaluation_id), (SELECT "             \
    "group_concat(kind || '=' || coalesce(value, '-'), ' ') FROM v_evidence v WHERE "              \
    "v.evaluation_id = "                                                                           \
    "r.evaluation_id) FROM v_rollout r ORDER BY rollout_id"
#define STEPS                                                                                      \
    "SELECT r.name, m.step, m.update_metrics FROM step m JOIN run r USING (run_id) ORDER BY 2"

struct row {
    const char *format, *file, *text;
    int level;
    int rc;
    const char *counts; /* stored, duplicate, refused, left out, unusable */
    const char *said;   /* the error, or refusals and remarks */
    const char *rows;
};

static void put_messages(struct buf *out, const struct ingest_message *m)
{
    for (; m != NULL; m = m->next)
        buf_printf(out, "%s%s%s\n", m->where, *m->where == '\0' ? "" : ": ", m->reason);
}

static void expect_text(const char *file, const char *what, const char *got, const char *want)
{
    if (strcmp(got, want) != 0)
        fail_msg("%s: %s:\n%s\nnot\n%s", file, what, got, want);
}

/* The folder's name is left out of messages. */
static const char *without_folder(const char *text)
{
    size_t n = strlen(folder) + 1;
    return strncmp(text, folder, n - 1) == 0 ? text + n : text;
}

static const char *query_of(const char *format)
{
    if (strcmp(format, "kernelbench-baseline") == 0)
        return BASELINES;
    if (strcmp(format, "trainer-log") == 0)
        return STEPS;
    static const char *const timed[] = { "traces", "nvbench", "google-benchmark", "cuda-l2",
                                         "tritonbench" };
    for (size_t i = 0; i < ARRAY_LEN(timed); i++)
        if (strcmp(format, timed[i]) == 0)
            return TIMED;
    return strcmp(format, "kernelbench") == 0 ? ROLLOUTS : SAMPLES;
}

static void check_row(const struct row *row)
{
    struct ingest_options options = { .level = row->level };
    struct ingest_source source;
    struct db *db = NULL;
    struct err err = { 0 };
    struct buf said = { 0 }, rows = { 0 }, counts = { 0 };
    const char *path = arena_printf(&arena, "%s/%s", folder, row->file);
    for (const char *slash = strchr(path + sizeof folder, '/'); slash != NULL;
         slash = strchr(slash + 1, '/'))
        (void)mkdir(arena_strndup(&arena, path, (size_t)(slash - path)), 0700);
    assert_int_equal(file_write_atomic(path, row->text, strlen(row->text), &err), 0);
    assert_int_equal(db_open(DB_IN_MEMORY, DB_WRITE, &db, &err), 0);
    ingest_source_init(&source, ingest_find_format(row->format), &options, path, &arena);
    int rc = ingest_import(&source, db, &err);
    if (rc < 0)
        buf_printf(&said, "%s\n", without_folder(err.msg));
    else
        put_messages(&said, source.refusals);
    if (rc == 0)
        put_messages(&said, source.remarks);
    expect_text(row->file, "messages", buf_text(&said), row->said);
    assert_int_equal(rc, row->rc);
    const struct ingest_counts *c = &source.counts;
    buf_printf(&counts, "%lld,%lld,%lld,%lld,%lld", (long long)c->stored, (long long)c->duplicate,
               (long long)c->refused, (long long)c->left_out, (long long)c->unusable);
    expect_text(row->file, "counts", buf_text(&counts), row->counts);
    const struct sql_sink sink = { &rows, pass_columns, put_values };
    if (db_user_sql(db, query_of(row->format), &sink, &err) != 0)
        fail_msg("%s", err.msg);
    expect_text(row->file, "rows", buf_text(&rows), row->rows);
    buf_release(&said);
    buf_release(&rows);
    buf_release(&counts);
    db_close(db);
    assert_int_equal(unlink(path), 0);
}

static void check_rows(const struct row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++)
        check_row(&rows[i]);
}

#endif
