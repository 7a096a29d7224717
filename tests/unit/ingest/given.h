/*
 * given.h - imports of samples that a test gives, into an empty database: what is said of each, and
 * what the tables hold in the end.
 */
#ifndef ROLLBOOK_TESTS_UNIT_INGEST_GIVEN_H
#define ROLLBOOK_TESTS_UNIT_INGEST_GIVEN_H

#include <math.h>

#include "src/eval/contract/evaluation.h"
#include "src/store/store.h"
#include "tests/unit/ingest/stored.h"

/* ---- imports of samples that are given ---- */

struct import {
    const char *file; /* below the folder */
    struct ingest_options options;
    const struct ingest_sample *samples;
    size_t n;
    const struct ingest_step *steps;
    size_t n_steps;
    const struct ingest_baseline *baselines; /* of the last line */
    size_t n_baselines;
};

static const struct import *given;

/* A run without a name is called as the import. */
static const struct ingest_run *named_as_asked(const struct ingest_batch *out,
                                               const struct ingest_run *run)
{
    struct ingest_run *named = arena_alloc(out->arena, sizeof *named);
    *named = *run;
    if (named->name == NULL)
        named->name = out->source->target;
    return named;
}

static void given_take(struct ingest_batch *out, const struct ingest_record *record)
{
    const size_t i = (size_t)record->line - 1;
    if (i < given->n) {
        struct ingest_sample *s = ingest_batch_add(out, "", "");
        *s = given->samples[i];
        s->where = arena_printf(out->arena, "sample %zu", i);
        if (s->run != NULL)
            s->run = named_as_asked(out, s->run);
    } else if (i - given->n < given->n_steps) {
        const struct ingest_step *s = &given->steps[i - given->n];
        ingest_batch_add_step(out, arena_printf(out->arena, "step %d", s->step), s->step,
                              s->metrics);
    } else {
        out->baselines = given->baselines;
        out->n_baselines = given->n_baselines;
    }
}

static const struct ingest_format format = {
    .name = "given", .summary = "", .version = 7, .naming = INGEST_RUN_OF_FILE, .take = given_take
};

static void run_import(struct buf *out, struct db *db, const struct import *import)
{
    struct ingest_source source;
    struct err err = { 0 };
    struct buf text = { 0 };
    const char *path = arena_printf(&arena, "%s/%s", folder, import->file);
    for (const char *slash = strchr(path + sizeof folder, '/'); slash != NULL;
         slash = strchr(slash + 1, '/'))
        (void)mkdir(arena_strndup(&arena, path, (size_t)(slash - path)), 0700);
    /* One line more than there are samples: a file of one line would be one value. */
    for (size_t i = 0; i <= import->n + import->n_steps; i++)
        buf_puts(&text, "{}\n");
    assert_int_equal(file_write_atomic(path, buf_text(&text), text.len, &err), 0);
    buf_release(&text);
    given = import;
    ingest_source_init(&source, &format, &import->options, path, &arena);
    int rc = ingest_import(&source, db, &err);
    const struct ingest_counts *c = &source.counts;
    buf_printf(
        out, "%s: %lld stored, %lld duplicate, %lld refused, %lld contradicting, %lld clashing\n",
        source.target == NULL ? "-" : source.target, (long long)c->stored, (long long)c->duplicate,
        (long long)c->refused, (long long)c->contradicting, (long long)c->clashing);
    put_messages(out, source.refusals);
    put_messages(out, source.remarks);
    if (rc != 0)
        buf_printf(out, "  %d %s\n", rc, err.msg);
}

/* shown: the tables; NULL: all.  With SHOW in the environment it prints what it got instead. */
static void check_story(const struct import *imports, size_t n, const char *shown, const char *want)
{
    struct db *db = NULL;
    struct err err = { 0 };
    struct buf out = { 0 };
    assert_int_equal(db_open(DB_IN_MEMORY, DB_WRITE, &db, &err), 0);
    for (size_t i = 0; i < n; i++)
        run_import(&out, db, &imports[i]);
    put_rows(&out, db, shown);
    const char *got = without_folder(buf_text(&out));
    if (getenv("SHOW") != NULL)
        fprintf(stderr, "----\n%s", got);
    else if (strcmp(got, want) != 0)
        fail_msg("got\n%s\nnot\n%s", got, want);
    buf_release(&out);
    db_close(db);
}

/* Of problem 3 of a suite; the rest is unknown or none. */
static struct ingest_sample plain(const char *code)
{
    struct ingest_sample s = ingest_sample_unknown;
    s.suite = "suite";
    s.level = 2;
    s.problem = 3;
    s.task_name = "3_name";
    s.code = ingest_text(code);
    s.extra = arena_printf(&arena, "{\"of\":\"%s\"}", code == NULL ? "" : code);
    return s;
}

static struct ingest_sample judged(const char *code, const char *outcome)
{
    struct ingest_sample s = plain(code);
    s.outcome = outcome;
    s.compiled = true;
    s.correct = strcmp(outcome, "measured") == 0;
    return s;
}

#endif
