#include "src/problem/problem.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "columns/find_task.h"
#include "columns/list_problem_names.h"
#include "columns/list_problems.h"
#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/nearest.h"
#include "src/base/sha256.h"
#include "src/base/str.h"
#include "src/eval/torch/torch_host.h"
#include "src/json/json.h"
#include "src/problem/problem_put.h"
#include "src/store/store.h"
#include "src/trust/trust.h"
#include "tasks/kernelbench.h"
#include "tasks/task.h"
#include "tasks/task_module.h"

#define MAX_FILES     20000
#define NAMED_NUMBERS (1 << 30)

/* sha256 of the lines "SHA256 NAME" of a level's files, by names. */
static const struct {
    int level;
    const char *digest, *version;
} published[] = {
    { 1, "73f37f6bb79f499741b426065effce9f5478ddde6498c0fc3e640e62abad6f8c", "v0" },
    { 2, "59ffd762e93e7c230decb41f0432eef8332b4432b3d67a156e169fdc004137df", "v0" },
    { 3, "acb9dc8db69a56aec2524d941ccd745b3ac1af2c3161cc856deafc6915a0b9f1", "v0" },
    { 1, "8a9cc14c2329508a0895b7bb18cf028e5a1d1952cc783284be943a188b10ff91", "v0.1" },
    { 1, "ef9966f30157c9a6ed2ceee7097d485bd5c86a9d61f5971120b80f531420c712", "v0.2.0.dev0" },
    { 2, "07b7006fcd835c90d1a743ea5c61a469f36773ca068624181538550b331e23c2",
      "v0.1 or v0.2.0.dev0" },
    { 3, "d627420625e4a0e3d18af3c0e63982d6120c1cb6d243dc905f4909d36a462df4",
      "v0.1 or v0.2.0.dev0" },
    { 4, "d90cc49abd6ee413b2da113f6a339e8389fdc630dc0f281ac08eb5e5d3545729",
      "v0, v0.1 or v0.2.0.dev0" },
};

static int by_name(const void *left, const void *right)
{
    const struct problem_file *a = left, *b = right;
    return strcmp(a->name, b->name);
}

static int by_number(const void *left, const void *right)
{
    const struct problem_file *a = left, *b = right;
    return a->problem_id != b->problem_id ? (a->problem_id > b->problem_id ? 1 : -1)
                                          : by_name(left, right);
}

/* Names without ".py" have the same order, as only letters, digits and underscores follow. */
static const char *version_of(const struct problem_level *l)
{
    char digest[65];
    struct sha256 s;
    sha256_init(&s);
    for (size_t i = 0; i < l->n; i++) {
        const struct problem_file *f = &l->files[i];
        sha256_update(&s, f->sha256, 64);
        sha256_update(&s, " ", 1);
        sha256_update(&s, f->name, strlen(f->name));
        sha256_update(&s, ".py\n", 4);
    }
    sha256_final_hex(&s, digest);
    for (size_t i = 0; i < ARRAY_LEN(published); i++)
        if (published[i].level == l->level && strcmp(published[i].digest, digest) == 0)
            return published[i].version;
    return NULL;
}

/* A number up to "_" or the end; 0: none. */
static int number_of(const char *name)
{
    int64_t n = 0;
    size_t digits = strspn(name, "0123456789");
    char text[12];
    if (digits == 0 || digits >= sizeof text || (name[digits] != '_' && name[digits] != '\0'))
        return 0;
    memcpy(text, name, digits);
    text[digits] = '\0';
    return str_to_i64(text, &n) && n > 0 && n < NAMED_NUMBERS ? (int)n : 0;
}

int problem_number_of_name(const char *name)
{
    unsigned char raw[32];
    uint32_t n;
    struct sha256 s;
    sha256_init(&s);
    sha256_update(&s, name, strlen(name));
    sha256_final(&s, raw);
    memcpy(&n, raw, sizeof n);
    return (int)(NAMED_NUMBERS | (n & (NAMED_NUMBERS - 1)));
}

/* The first line that is no text. */
static size_t bad_line(const char *text, size_t len)
{
    size_t line = 1;
    for (size_t i = 0; i < len;) {
        size_t n = text[i] == '\0' ? 0 : utf8_sequence_length(text + i, len - i);
        if (n == 0)
            break;
        line += text[i] == '\n';
        i += n;
    }
    return line;
}

static int read_file(struct problem_file *f, struct arena *a, struct err *err)
{
    struct buf CLEANUP(buf_release) text = { .max = TASK_MODULE_MAX_BYTES };
    int rc = file_read_found(f->path, TASK_MODULE_MAX_BYTES, &text, err);
    if (rc < 0)
        return rc;
    if (!utf8_is_text(buf_text(&text), text.len))
        return err_set(err, ERR_INTEGRITY, "%s:%zu: not UTF-8 text, so no Python module", f->path,
                       bad_line(buf_text(&text), text.len));
    f->text = arena_strndup(a, buf_text(&text), text.len);
    sha256_hex(f->text, text.len, f->sha256);
    return 0;
}

static int list_files(const char *path, const char *place, struct arena *a,
                      struct problem_level *out, struct err *err)
{
    DIR *dir = opendir(path);
    size_t room = 0;
    int rc = 0;
    if (dir == NULL)
        return err_set(err, ERR_USAGE, "%s: cannot open: %s", path, strerror(errno));
    for (struct dirent *e = readdir(dir); e != NULL && rc == 0; e = readdir(dir)) {
        if (!(str_ends_with(e->d_name, ".py") && e->d_name[0] != '_' && e->d_name[0] != '.'))
            continue;
        if (out->n == MAX_FILES) {
            rc = err_set(err, ERR_INTEGRITY, "%s: more than %d modules", path, MAX_FILES);
            break;
        }
        if (out->n == room) {
            struct problem_file *more = arena_array(a, room * 2 + 64, sizeof *more);
            if (out->n > 0)
                memcpy(more, out->files, out->n * sizeof *more);
            out->files = more;
            room = room * 2 + 64;
        }
        const char *name = arena_strndup(a, e->d_name, strlen(e->d_name) - strlen(".py"));
        int number = number_of(name);
        out->files[out->n++] = (struct problem_file){
            .path = arena_printf(a, "%s/%s", path, e->d_name),
            .place = arena_printf(a, "%s%s", place, e->d_name),
            .name = name,
            .problem_id = number > 0 ? number : problem_number_of_name(name),
        };
    }
    (void)closedir(dir);
    return rc;
}

static int read_level(const char *path, const char *place, struct arena *a, struct problem_level *l,
                      struct err *err)
{
    int rc = list_files(path, place, a, l, err);
    if (l->n > 0)
        qsort(l->files, l->n, sizeof *l->files, by_name);
    for (size_t i = 0; i < l->n && rc == 0; i++)
        rc = read_file(&l->files[i], a, err);
    if (rc < 0)
        return rc;
    l->version = version_of(l);
    if (l->n > 0)
        qsort(l->files, l->n, sizeof *l->files, by_number);
    for (size_t i = 1; i < l->n; i++)
        if (l->files[i].problem_id == l->files[i - 1].problem_id)
            return err_set(err, ERR_INTEGRITY, "%s and %s are both problem %d of level %d",
                           l->files[i - 1].path, l->files[i].path, l->files[i].problem_id,
                           l->level);
    return 0;
}

static bool is_folder(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* "level3" -> 3; 0: none. */
static int level_of_path(const char *path)
{
    size_t len = strlen(path);
    while (len > 0 && path[len - 1] == '/')
        len--;
    size_t start = len;
    while (start > 0 && path[start - 1] != '/')
        start--;
    int level = len - start == strlen("levelN") && memcmp(path + start, "level", 5) == 0
                    ? path[len - 1] - '0'
                    : 0;
    return level >= 1 && level <= 9 ? level : 0;
}

int problem_folder_read(const char *path, struct arena *a, struct problem_folder *out,
                        struct err *err)
{
    const char *inner = arena_printf(a, "%s/KernelBench", path);
    const char *root = is_folder(inner) ? inner : path;
    int rc = 0;
    *out = (struct problem_folder){ .n = 0 };
    for (int level = 1; level <= 9 && rc == 0; level++) {
        const char *folder = arena_printf(a, "%s/level%d", root, level);
        if (!is_folder(folder))
            continue;
        out->has_levels = true;
        out->levels[out->n].level = level;
        rc = read_level(folder, arena_printf(a, "level%d/", level), a, &out->levels[out->n], err);
        out->n += out->levels[out->n].n > 0;
    }
    if (rc == 0 && !out->has_levels) {
        int level = level_of_path(path);
        out->has_levels = level > 0;
        out->levels[0].level = level > 0 ? level : 1;
        rc = read_level(root, level > 0 ? arena_printf(a, "level%d/", level) : "", a,
                        &out->levels[0], err);
        out->n = out->levels[0].n > 0;
    }
    if (rc == 0 && out->n == 0)
        rc = err_set(err, ERR_USAGE,
                     "%s: no module (NAME.py) here, in level1 to level9 or in "
                     "KernelBench/level1 to level9",
                     path);
    return rc;
}

#define DESCRIBE_LIMIT_NS ((int64_t)120 * 1000000000)

void problem_read_work(const struct json *answer, struct arena *a, struct problem_module *out)
{
    const char *unknown = NULL, *degenerate = NULL;
    out->flops = out->bytes = (double)NAN;
    (void)json_number(json_get(answer, "flops"), &out->flops);
    (void)json_number(json_get(answer, "bytes"), &out->bytes);
    if (json_string(json_get(answer, "unknown"), &unknown))
        out->unknown = arena_strdup(a, unknown);
    if (json_string(json_get(answer, "degenerate"), &degenerate))
        out->degenerate = arena_strdup(a, degenerate);
    out->looked = degenerate != NULL || json_get(answer, "looked") != NULL;
}

void problem_look(struct problem_looks *looks, const char *name, const struct problem_module *m)
{
    looks->n += m->looked;
    if (m->degenerate != NULL)
        looks->degenerate[looks->n_degenerate++] = (struct problem_remark){ name, m->degenerate };
}

struct importing {
    struct db *db;
    const struct problem_import *options;
    struct arena *arena;
    struct torch_host *tool;
    size_t done, total;
};

static int describe(struct importing *m, const struct problem_file *f, struct problem_module *out,
                    struct err *err)
{
    struct json *ask CLEANUP(json_free_ptr) = json_new_object();
    struct json *answer CLEANUP(json_free_ptr) = NULL;
    json_add_string(ask, "op", "describe");
    json_add_string(ask, "name", f->place);
    json_add_string(ask, "text", f->text);
    int rc =
        torch_ask_reference(m->tool, ask, clock_monotonic_ns() + DESCRIBE_LIMIT_NS, &answer, err);
    if (rc == ERR_NEGATIVE)
        return err_set(err, ERR_INTEGRITY, "%s: %s", f->path, arena_strdup(m->arena, err->msg));
    if (rc < 0)
        return err_context(err, "%s", f->path);
    problem_read_work(answer, m->arena, out);
    struct kernelbench_problem known;
    /* A Python that cannot count leaves what is known of the published modules. */
    if (out->unknown != NULL && kernelbench_find_text(f->sha256, &known) && !isnan(known.flops)) {
        out->flops = known.flops;
        out->bytes = known.bytes;
        out->unknown = NULL;
    }
    if (m->options->progress != NULL)
        m->options->progress(m->options->context, ++m->done, m->total);
    return 0;
}

int problem_find_known(struct db *db, const struct problem_import *o,
                       const struct problem_module *m, struct arena *a, struct err *err)
{
    struct stmt *st = db_query(db, "find_task");
    stmt_bind_text(st, ":suite", o->suite);
    stmt_bind_int(st, ":level", m->level);
    stmt_bind_int(st, ":problem_id", m->problem_id);
    int rc = stmt_step(st, err);
    if (rc <= 0)
        return rc;
    const char *sha256 = stmt_text_dup(st, FIND_TASK_SHA256, a);
    stmt_reset(st);
    if (sha256 == NULL) /* known from imported results */
        return 0;
    if (strcmp(sha256, m->sha256) == 0)
        return 1;
    return err_set(err, ERR_INTEGRITY,
                   "%s: suite '%s' has problem %d of level %d with another text (sha256 %.12s..., "
                   "this one %.12s...); --suite names another suite",
                   m->origin, o->suite, m->problem_id, m->level, sha256, m->sha256);
}

int problem_put(struct db *db, const struct problem_import *o, const struct problem_module *m,
                struct err *err)
{
    int64_t blob_id = 0, task_id = 0;
    int rc = store_put_blob(db, "import", m->text, strlen(m->text), &blob_id, err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(db, "put_problem");
    stmt_bind_text(st, ":suite", o->suite);
    stmt_bind_int(st, ":level", m->level);
    stmt_bind_int(st, ":problem_id", m->problem_id);
    stmt_bind_text(st, ":name", m->name);
    stmt_bind_text(st, ":sha256", m->sha256);
    stmt_bind_int(st, ":module_blob_id", blob_id);
    stmt_bind_text(st, ":origin", m->origin);
    stmt_bind_real(st, ":flops", m->flops);
    stmt_bind_real(st, ":bytes", m->bytes);
    stmt_bind_text(st, ":work_unknown", m->unknown);
    return stmt_one_int(st, &task_id, err);
}

/* As it becomes a row, but for what describe() adds. */
static struct problem_module module_of(const struct problem_level *l, const struct problem_file *f)
{
    struct problem_module out = { .level = l->level,
                                  .problem_id = f->problem_id,
                                  .name = f->name,
                                  .text = f->text,
                                  .origin = f->path };
    memcpy(out.sha256, f->sha256, sizeof out.sha256);
    return out;
}

static bool is_wanted(const struct problem_import *o, int level)
{
    char digit[2] = { (char)('0' + level), '\0' };
    return o->levels == NULL || strstr(o->levels, digit) != NULL;
}

struct described_level {
    const struct problem_level *level;
    struct problem_module *modules;
    bool *known;
};

static int describe_level(struct importing *m, const struct problem_level *l,
                          struct described_level *out, struct err *err)
{
    int rc = 0;
    *out = (struct described_level){ .level = l,
                                     .modules = arena_array(m->arena, l->n, sizeof *out->modules),
                                     .known = arena_array(m->arena, l->n, sizeof *out->known) };
    for (size_t i = 0; i < l->n && rc >= 0; i++) {
        const struct problem_file *f = &l->files[i];
        struct problem_module *module = &out->modules[i];
        *module = module_of(l, f);
        rc = problem_find_known(m->db, m->options, module, m->arena, err);
        out->known[i] = rc > 0;
        if (rc >= 0)
            rc = describe(m, f, module, err);
        module->origin = l->version == NULL
                             ? f->place
                             : arena_printf(m->arena, "KernelBench %s: %s", l->version, f->place);
    }
    return rc;
}

static int put_level(struct importing *m, const struct described_level *d, struct problem_counts *c,
                     struct err *err)
{
    const struct problem_level *l = d->level;
    int rc = 0;
    *c = (struct problem_counts){ .level = l->level, .version = l->version, .n = l->n };
    c->looks.degenerate = arena_array(m->arena, l->n + 1, sizeof *c->looks.degenerate);
    for (size_t i = 0; i < l->n && rc == 0; i++) {
        const struct problem_module *module = &d->modules[i];
        rc = problem_put(m->db, m->options, module, err);
        c->n_new += !d->known[i];
        c->n_with_work += module->unknown == NULL;
        if (c->work_unknown == NULL)
            c->work_unknown = module->unknown;
        problem_look(&c->looks, l->files[i].place, module);
    }
    return rc;
}

/* Python is asked without a lock on the database. */
int problem_import(struct db *db, const struct problem_import *options, struct arena *a,
                   struct problem_counts *out, size_t *out_count, struct err *err)
{
    struct torch_host *tool CLEANUP(torch_host_close_ptr) = NULL;
    struct problem_folder *folder = arena_alloc(a, sizeof *folder);
    struct described_level described[PROBLEM_MAX_LEVELS];
    struct importing m = { .db = db, .options = options, .arena = a };
    size_t n = 0;
    int rc = problem_folder_read(options->folder, a, folder, err);
    for (size_t i = 0; i < folder->n && rc == 0; i++)
        m.total += is_wanted(options, folder->levels[i].level) ? folder->levels[i].n : 0;
    if (rc == 0 && m.total == 0)
        rc = err_set(err, ERR_NOMATCH, "%s: no module of levels %s", options->folder,
                     options->levels);
    if (rc == 0)
        rc = torch_host_open_tool(options->python, "describe.py", &tool, err);
    m.tool = tool;
    for (size_t i = 0; i < folder->n && rc == 0; i++)
        if (is_wanted(options, folder->levels[i].level))
            rc = describe_level(&m, &folder->levels[i], &described[n++], err);
    if (rc == 0)
        rc = db_begin(db, err);
    if (rc < 0)
        return rc;
    for (size_t i = 0; i < n && rc == 0; i++)
        rc = put_level(&m, &described[i], &out[i], err);
    /* Whoever imports a folder of modules trusts its code: Python has just run it. */
    struct trust_list own = { .arena = a };
    const char *why = NULL;
    for (size_t i = 0; i < n; i++)
        for (size_t f = 0; f < described[i].level->n; f++)
            trust_add(&own, PROBLEM_TRUST, described[i].level->files[f].sha256, NULL);
    if (rc == 0)
        rc = trust_own(db, &own, &why, err);
    *out_count = n;
    return db_end(db, rc, err);
}

bool problem_is_stored(const char *name)
{
    return strchr(name, ':') != NULL;
}

static struct imported_problem read_row(struct stmt *st, struct arena *a)
{
    const struct task_module m = {
        .suite = stmt_text(st, LIST_PROBLEMS_SUITE),
        .level = (int)stmt_int(st, LIST_PROBLEMS_LEVEL),
        .problem_id = (int)stmt_int(st, LIST_PROBLEMS_PROBLEM_ID),
        .name = stmt_text(st, LIST_PROBLEMS_NAME),
        .text = stmt_text(st, LIST_PROBLEMS_TEXT),
    };
    return (struct imported_problem){ .task = task_of_module(&m, a),
                                      .origin = stmt_text_dup(st, LIST_PROBLEMS_ORIGIN, a),
                                      .flops = stmt_real(st, LIST_PROBLEMS_FLOPS),
                                      .bytes = stmt_real(st, LIST_PROBLEMS_BYTES),
                                      .work_unknown =
                                          stmt_text_dup(st, LIST_PROBLEMS_WORK_UNKNOWN, a) };
}

/* NULL members mean all. */
static int list_rows(struct db *db, const struct task_name *n, struct arena *a,
                     struct imported_problem **out, size_t *out_count, struct err *err)
{
    struct imported_problem *all = NULL;
    size_t count = 0, capacity = 0;
    int rc;
    struct stmt *st = db_query(db, "list_problems");
    stmt_bind_text(st, ":suite", n->suite);
    stmt_bind_text(st, ":name", n->name);
    stmt_bind_int(st, ":level", n->level);
    stmt_bind_int(st, ":problem_id", n->problem_id);
    while ((rc = stmt_step(st, err)) > 0) {
        if (count == capacity) {
            struct imported_problem *more = arena_array(a, capacity * 2 + 16, sizeof(*more));
            if (count > 0)
                memcpy(more, all, count * sizeof(*all));
            all = more;
            capacity = capacity * 2 + 16;
        }
        all[count++] = read_row(st, a);
    }
    *out = all;
    *out_count = count;
    return rc;
}

int problem_list(struct db *db, const char *suite, struct arena *a, struct imported_problem **out,
                 size_t *out_count, struct err *err)
{
    const struct task_name all = { .suite = suite, .name = NULL };
    return list_rows(db, &all, a, out, out_count, err);
}

/*
 * A name that is not there: names that are near, and the shapes of a problem that is.
 */

struct near_problem {
    const char *typed;
    struct nearest near;
    struct buf shapes; /* of the problem before the typed '@' */
    size_t n_shapes;
};

#define SHAPES_TOLD 8

/* Whoever leaves the suite out is told it. */
static void offer_name(struct near_problem *p, const char *suite, const char *name)
{
    char full[NEAREST_LONGEST + 1];
    struct nearest *near = &p->near;
    const size_t cost = near->cost;
    const bool has_longer = near->longer[0] != '\0';
    if ((size_t)snprintf(full, sizeof full, "%s:%s", suite, name) >= sizeof full)
        return;
    if (problem_is_stored(p->typed)) {
        nearest_offer(near, full);
        return;
    }
    nearest_offer(near, name);
    if (near->cost < cost)
        memcpy(near->name, full, sizeof full);
    if (!has_longer && near->longer[0] != '\0')
        memcpy(near->longer, full, sizeof full);
}

static void offer_problem(struct near_problem *p, const char *suite, const char *label,
                          const char *name)
{
    const char *mark = strchr(p->typed, '@'), *own = strchr(name, '@');
    const char *colon = strchr(p->typed, ':'), *begin = colon != NULL ? colon + 1 : p->typed;
    offer_name(p, suite, label);
    if (strcmp(label, name) != 0)
        offer_name(p, suite, name);
    if (mark == NULL || own == NULL || mark - begin != own - name ||
        strncmp(begin, name, (size_t)(own - name)) != 0 ||
        (colon != NULL && (strlen(suite) != (size_t)(colon - p->typed) ||
                           strncmp(suite, p->typed, strlen(suite)) != 0)))
        return;
    if (p->n_shapes++ < SHAPES_TOLD)
        buf_printf(&p->shapes, "%s%.200s", p->n_shapes > 1 ? ", " : "", own + 1);
}

/* false: no name is near. */
static bool say_near(struct near_problem *p, struct err *err)
{
    const size_t len = strlen(err->msg);
    if (p->n_shapes > 0)
        snprintf(err->msg + len, sizeof err->msg - len, "; the shapes of '%.*s' are %s%s",
                 (int)strcspn(p->typed, "@"), p->typed, buf_text(&p->shapes),
                 p->n_shapes > SHAPES_TOLD ? ", ..." : "");
    else
        (void)err_suggest(err, &p->near);
    buf_release(&p->shapes);
    return err->msg[len] != '\0';
}

bool problem_suggest(struct db *db, const char *name, struct err *err)
{
    struct near_problem p = { .typed = name };
    struct err ignored = { 0 };
    nearest_init(&p.near, name);
    struct stmt *st = db_query(db, "list_problem_names");
    while (stmt_step(st, &ignored) > 0)
        offer_problem(&p, stmt_text(st, LIST_PROBLEM_NAMES_SUITE),
                      stmt_text(st, LIST_PROBLEM_NAMES_LABEL),
                      stmt_text(st, LIST_PROBLEM_NAMES_NAME));
    return say_near(&p, err);
}

int problem_get(struct db *db, const char *name, struct arena *a, struct imported_problem *out,
                struct err *err)
{
    struct task_name n;
    struct imported_problem *found = NULL;
    size_t count = 0;
    int rc = task_name_parse(name, a, &n, err);
    if (rc == 0)
        rc = list_rows(db, &n, a, &found, &count, err);
    if (rc == 0 && count == 0) {
        rc = err_set(err, ERR_NOMATCH, "no task '%.200s' in this database", name);
        if (err != NULL && !problem_suggest(db, name, err))
            rc = err_set(err, ERR_NOMATCH,
                         "no task '%.200s' in this database: 'rollbook task list' lists them, "
                         "'rollbook task import-kernelbench DIR' and 'task import-shapes DIR' "
                         "import problems",
                         name);
    }
    if (rc == 0)
        *out = found[0];
    return rc;
}

const char *problem_shape_of(const struct task *t)
{
    const char *mark = t->module != NULL ? strchr(t->name, '@') : NULL;
    return mark != NULL ? mark + 1 : NULL;
}

/* The second line of what shapes.py writes; list_shape_results.sql reads it as well. */
double problem_weight_of(const struct task *t)
{
    static const char begin[] = "# Rollbook problem: definition\n# Rollbook weight: ";
    double weight = (double)NAN;
    if (t->module == NULL || strncmp(t->module, begin, sizeof begin - 1) != 0)
        return weight;
    weight = strtod(t->module + sizeof begin - 1, NULL);
    return weight > 0 && isfinite(weight) ? weight : (double)NAN;
}

int problem_shapes_find(struct db *db, const char *name, struct arena *a,
                        struct imported_problem **out, size_t *out_count, struct err *err)
{
    struct task_name n;
    struct imported_problem *all = NULL;
    size_t count = 0;
    *out_count = 0;
    int rc = task_name_parse(name, a, &n, err);
    if (rc == 0)
        rc = problem_list(db, n.suite, a, &all, &count, err);
    for (size_t i = 0; i < count && rc == 0; i++) {
        const char *shape = problem_shape_of(all[i].task);
        const size_t len = strlen(n.name);
        if (shape != NULL && (size_t)(shape - all[i].task->name) == len + 1 &&
            strncmp(all[i].task->name, n.name, len) == 0)
            all[(*out_count)++] = all[i];
    }
    *out = all;
    return rc;
}

const struct task *problem_shelf_find(const struct problem_shelf *s, const char *name)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct task_name n;
    const struct task *by_name = NULL;
    if (s == NULL || task_name_parse(name, &a, &n, NULL) < 0)
        return NULL;
    for (size_t i = 0; i < s->n; i++) {
        const struct task *t = s->items[i].task;
        if (strcmp(t->suite, n.suite) != 0)
            continue;
        if (n.problem_id > 0 && t->level == n.level && t->problem_id == n.problem_id)
            return t;
        if (by_name == NULL && strcmp(t->name, n.name) == 0)
            by_name = t;
    }
    return by_name;
}

bool problem_shelf_suggest(const struct problem_shelf *s, const char *name, struct err *err)
{
    struct near_problem p = { .typed = name };
    nearest_init(&p.near, name);
    for (size_t i = 0; s != NULL && i < s->n; i++) {
        const struct task *t = s->items[i].task;
        offer_problem(&p, t->suite, t->id + strlen(t->suite) + 1, t->name);
    }
    return say_near(&p, err);
}

int problem_task_find(struct db *db, const char *name, struct arena *a, const struct task **out,
                      struct err *err)
{
    struct imported_problem p = { .task = NULL };
    int rc = 0;
    if (!problem_is_stored(name)) {
        rc = task_find(name, a, out, err);
        if (rc == ERR_NOMATCH && db != NULL && err != NULL && !err_is_suggested(err))
            (void)problem_suggest(db, name, err);
        return rc;
    }
    if (db == NULL)
        return err_set(err, ERR_NOMATCH, "task '%.64s' is one of a database, and none is open",
                       name);
    rc = problem_get(db, name, a, &p, err);
    *out = p.task;
    return rc;
}

void problem_trust_list(struct trust_list *list, const struct task *task)
{
    char hash[65];
    if (task->module == NULL)
        return;
    sha256_hex(task->module, strlen(task->module), hash);
    const char *value = arena_strdup(list->arena, hash);
    trust_add(list, PROBLEM_TRUST, value,
              arena_printf(list->arena, "%s (code with SHA-256 %.16s...)", task->id, value));
}
