#include "analysis/from_store/load_judged.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/stat/stat_summary.h"
#include "columns/load_judged.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/db.h"

struct judged_reading {
    struct arena *arena;
    struct judge_panels *out;
    size_t panels_capacity, items_capacity;
    int64_t setup;
    const char *task;
    struct judged *items;
};

static void end_panel(struct judged_reading *r)
{
    if (r->out->n == 0)
        return;
    struct judge_panel *p = &r->out->items[r->out->n - 1];
    p->items = arena_array(r->arena, p->n + 1, sizeof(*p->items));
    if (p->n > 0)
        memcpy(p->items, r->items, p->n * sizeof(*p->items));
}

static struct judge_panel *panel_of(struct judged_reading *r, struct stmt *st)
{
    struct judge_panels *o = r->out;
    int64_t setup = stmt_int(st, LOAD_JUDGED_PANEL);
    if (o->n > 0 && setup == r->setup)
        return &o->items[o->n - 1];
    end_panel(r);
    if (o->items == NULL || o->n == r->panels_capacity) {
        r->panels_capacity += r->panels_capacity + 8;
        o->items = mem_grow(o->items, r->panels_capacity, sizeof(*o->items));
    }
    r->setup = setup;
    r->task = NULL;
    o->items[o->n++] = (struct judge_panel){
        .judge = stmt_text_dup(st, LOAD_JUDGED_NAME, r->arena),
        .template_name = stmt_text_dup(st, LOAD_JUDGED_SETUP_TEMPLATE, r->arena),
        .setup_sha256 = stmt_text_dup(st, LOAD_JUDGED_SETUP_SHA256, r->arena)
    };
    return &o->items[o->n - 1];
}

static void add_item(struct judged_reading *r, struct judge_panel *p, struct stmt *st)
{
    const char *task = stmt_text(st, LOAD_JUDGED_TASK);
    if (r->items == NULL || p->n == r->items_capacity) {
        r->items_capacity += r->items_capacity + 256;
        r->items = mem_grow(r->items, r->items_capacity, sizeof(*r->items));
    }
    if (r->task == NULL || strcmp(r->task, task) != 0) {
        r->task = arena_strdup(r->arena, task);
        p->n_tasks++;
    }
    r->items[p->n++] = (struct judged){
        .stated = { stmt_real(st, LOAD_JUDGED_CORRECTNESS),
                    stmt_real(st, LOAD_JUDGED_COMPILABILITY), stmt_real(st, LOAD_JUDGED_SPEED) },
        .compiled = stmt_int(st, LOAD_JUDGED_COMPILED) != 0,
        .correct = stmt_int(st, LOAD_JUDGED_CORRECT) != 0,
        .speedup = stmt_real(st, LOAD_JUDGED_SPEEDUP),
        .task = p->n_tasks - 1,
    };
}

static void read_row(struct judged_reading *r, struct stmt *st)
{
    struct judge_panel *p = panel_of(r, st);
    const char *outcome = stmt_text(st, LOAD_JUDGED_OUTCOME);
    p->n_judged++;
    if (stmt_int(st, LOAD_JUDGED_MALFORMED) != 0)
        p->n_malformed++;
    else if (outcome == NULL || strcmp(outcome, "infra") == 0)
        p->n_unevaluated++;
    else
        add_item(r, p, st);
}

static int count_rollouts(struct db *db, const char *run, size_t *out, struct err *err)
{
    int64_t n = 0;
    struct stmt *st = db_query(db, "count_run_rollouts");
    stmt_bind_text(st, ":run", run);
    int rc = stmt_one_int(st, &n, err);
    *out = (size_t)n;
    return rc;
}

int load_judged(struct db *db, const char *run, struct arena *arena, struct judge_panels *out,
                struct err *err)
{
    struct judge_panels panels = { 0 };
    struct judged_reading r = { .arena = arena, .out = &panels };
    int rc = count_rollouts(db, run, &panels.n_rollouts, err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(db, "load_judged");
    stmt_bind_text(st, ":run", run);
    while ((rc = stmt_step(st, err)) > 0)
        read_row(&r, st);
    end_panel(&r);
    free(r.items);
    if (rc == 0) {
        *out = panels;
        out->items = arena_array(arena, panels.n + 1, sizeof(*panels.items));
        if (panels.n > 0)
            memcpy(out->items, panels.items, panels.n * sizeof(*panels.items));
    }
    free(panels.items);
    return rc;
}
