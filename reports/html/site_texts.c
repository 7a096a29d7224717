#include "reports/html/site_texts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "columns/site_task_module.h"
#include "columns/site_text.h"
#include "reports/figure/figures.h"
#include "reports/html/site_cache.h"
#include "reports/html/site_page.h"
#include "reports/plot/figure_file.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/id_map.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/store/db.h"
#include "tasks/module_shapes.h"
#include "tasks/task.h"

#define PACK_BYTES   ((size_t)1 << 19)
#define PACK_KEYS    ((size_t)1 << 28)
#define FIGURE_WIDTH 468.0 /* points */

struct text_packs {
    int (*emit)(void *context, const char *path, const struct buf *bytes, struct err *err);
    void *context;
    struct id_map pack_of; /* by key; 0: in none */
    int64_t *waiting;      /* keys that are to be in the current pack; owned */
    size_t n_waiting, capacity;
    int64_t pack; /* the current one, from 1 */
    struct buf script;
};

static int read_blob(struct site *s, int64_t key, struct arena *arena, const char **out,
                     size_t *out_len, struct err *err)
{
    struct stmt *st = db_query(s->db, "site_text");
    stmt_bind_int(st, ":id", key);
    int rc = stmt_step(st, err);
    if (rc <= 0)
        return rc;
    size_t len = 0;
    const char *data = stmt_blob(st, SITE_TEXT_CONTENT, &len);
    *out = arena_strndup(arena, data == NULL ? "" : data, len);
    *out_len = len;
    stmt_reset(st);
    return 0;
}

/* The kernel file that a candidate is timed beside, or the problem's module. */
static int read_baseline(struct site *s, int64_t task_id, struct arena *arena, const char **out,
                         size_t *out_len, struct err *err)
{
    struct err none = { 0 };
    const struct task *task = NULL;
    const struct site_task *t = site_task_of(s, task_id);
    const char *text = NULL;
    struct stmt *st = db_query(s->db, "site_task_module");
    stmt_bind_int(st, ":id", task_id);
    int rc = stmt_step(st, err);
    if (rc < 0)
        return rc;
    bool ours = rc > 0 && stmt_int(st, SITE_TASK_MODULE_IS_OURS) != 0;
    if (rc > 0) {
        const char *module = stmt_text(st, SITE_TASK_MODULE_MODULE);
        if (module != NULL)
            text = module_shown(&(struct task){ .module = arena_strdup(arena, module) }, arena);
        stmt_reset(st);
    }
    if (text == NULL && ours && t != NULL && task_find(t->label, arena, &task, &none) == 0)
        text = task->baseline;
    if (text != NULL) {
        *out = text;
        *out_len = strlen(text);
    }
    return 0;
}

int text_read(struct site *s, int64_t key, struct arena *arena, const char **out, size_t *out_len,
              struct err *err)
{
    *out = "";
    *out_len = 0;
    return key > 0 ? read_blob(s, key, arena, out, out_len, err)
                   : read_baseline(s, -key, arena, out, out_len, err);
}

static int put_text(struct site *s, int64_t key, struct buf *out, struct err *err)
{
    struct arena arena = { 0 };
    const char *text;
    size_t len;
    int rc = text_read(s, key, &arena, &text, &len, err);
    if (rc == 0) {
        CLEANUP(buf_release) struct buf safe = { 0 };
        str_put_terminal_safe(&safe, text, len);
        buf_printf(out, "\"%" PRId64 "\":", key);
        buf_put_json_string(out, buf_text(&safe), safe.len);
    }
    arena_release(&arena);
    return rc;
}

int text_script(struct site *s, int64_t key, struct buf *out, struct err *err)
{
    buf_puts(out, "rollbook.texts({");
    int rc = put_text(s, key, out, err);
    buf_puts(out, "});\n");
    return rc;
}

/* ---- packs ---- */

struct text_packs *text_packs_new(int (*emit)(void *context, const char *path,
                                              const struct buf *bytes, struct err *err),
                                  void *context)
{
    struct text_packs *t = mem_alloc(sizeof(*t));
    t->emit = emit;
    t->context = context;
    t->pack = 1;
    return t;
}

void text_packs_free(struct text_packs *t)
{
    if (t == NULL)
        return;
    id_map_release(&t->pack_of);
    free(t->waiting);
    buf_release(&t->script);
    free(t);
}

const char *text_place(struct site *s, int64_t key, struct arena *arena)
{
    struct text_packs *t = s->packs;
    if (t == NULL)
        return key > 0 ? arena_printf(arena, "%" PRId64, key)
                       : arena_printf(arena, "t%" PRId64, -key);
    const int64_t slot[2] = { key, 1 };
    int64_t *pack = id_map_add(&t->pack_of, slot, PACK_KEYS, NULL);
    if (*pack == 0) {
        *pack = t->pack;
        if (t->n_waiting == t->capacity) {
            t->capacity = 2 * t->capacity + 16;
            t->waiting = mem_grow(t->waiting, t->capacity, sizeof(*t->waiting));
        }
        t->waiting[t->n_waiting++] = key;
    }
    return arena_printf(arena, "p%" PRId64, *pack);
}

int text_packs_flush(struct site *s, int all, struct err *err)
{
    struct text_packs *t = s->packs;
    int rc = 0;
    for (size_t i = 0; i < t->n_waiting && rc == 0; i++) {
        buf_puts(&t->script, t->script.len == 0 ? "rollbook.texts({" : ",\n");
        rc = put_text(s, t->waiting[i], &t->script, err);
    }
    t->n_waiting = 0;
    if (rc < 0 || t->script.len == 0 || (!all && t->script.len < PACK_BYTES))
        return rc;
    CLEANUP(buf_release) struct buf name = { 0 };
    buf_puts(&t->script, "});\n");
    buf_printf(&name, "text/p%" PRId64 ".js", t->pack++);
    rc = t->emit(t->context, buf_text(&name), &t->script, err);
    buf_clear(&t->script);
    return rc;
}

int site_emit(struct site *s, const char *path, const struct buf *bytes, struct err *err)
{
    if (s->parts != NULL)
        part_keep_file(s->parts, path, bytes);
    return s->packs == NULL ? 0 : s->packs->emit(s->packs->context, path, bytes, err);
}

/* ---- figures ---- */

int site_figure(struct site *s, const char *name, int64_t run_id, struct arena *arena,
                struct buf *out, const char **out_caption, struct err *err)
{
    struct figure_source source;
    struct figure_model model;
    const struct figure_entry *f = figure_find(name);
    const struct site_run *run = run_id == 0 ? NULL : site_run_of(s, run_id);
    if (f == NULL || (run_id != 0 && run == NULL))
        return err_set(err, ERR_NOMATCH, "no such figure");
    const char *only[1] = { run == NULL ? "" : run->name };
    figure_source_init(&source, s->db, arena);
    source.runs = run == NULL ? s->names.items : only;
    source.n_runs = run == NULL ? s->names.n : 1;
    source.baseline = s->baseline;
    source.baseline_hardware = s->baseline_hardware;
    source.work_of = task_work;
    int rc = figure_build(f, &source, &model, err);
    if (rc == 0) {
        struct pdf_info info = { .svg = true };
        *out_caption = model.caption;
        rc = figure_put_pdf(&model, &info, FIGURE_WIDTH, out, err);
    }
    figure_source_release(&source);
    return rc;
}
