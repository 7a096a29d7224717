/*
 * kernelgym_folder.c - a grading tree: problem_P_sample_S/turn_T_*, or problem_P_sample_S_* for a
 * single turn.
 *
 * turn_T_kernel.py is the first block of the answer and not always the code that was evaluated, so
 * the answer itself comes first where it was kept (turn_T_state.json).
 */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/ingest_put.h"
#include "ingest/kernelbench/kernelbench_record.h"
#include "ingest/kernelbench/kernelgym_turns.h"
#include "ingest/record_formats.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/base/str.h"
#include "src/json/json.h"

#define MAX_FILE_BYTES ((size_t)64 << 20)
#define MAX_TURNS      1000

/* One verdict file and what stands beside it. */
struct verdict_file {
    int problem, sample, turn;
    char *stem; /* path without "_eval.json" or "eval.json" */
    char *path;
};

struct tree {
    struct ingest_job *job;
    struct verdict_file *items; /* arena */
    size_t n, capacity;
    struct sha256 hash;
    size_t bytes;
};

static void add_file(struct tree *t, const char *path, int problem, int sample, int turn)
{
    struct arena *a = t->job->arena;
    if (t->n == t->capacity) {
        size_t capacity = t->capacity == 0 ? 256 : t->capacity * 2;
        struct verdict_file *items = arena_array(a, capacity, sizeof(*items));
        if (t->n > 0)
            memcpy(items, t->items, t->n * sizeof(*items));
        t->items = items;
        t->capacity = capacity;
    }
    t->items[t->n++] = (struct verdict_file){
        .problem = problem,
        .sample = sample,
        .turn = turn,
        .path = arena_strdup(a, path),
        .stem = arena_strndup(a, path, strlen(path) - strlen("eval.json")),
    };
}

static int turn_of_name(const char *name)
{
    char digits[8] = "";
    int turn = -1;
    if (!str_starts_with(name, "turn_"))
        return -1;
    name += strlen("turn_");
    size_t n = strspn(name, "0123456789");
    if (n == 0 || n >= sizeof(digits) || name[n] != '_')
        return -1;
    memcpy(digits, name, n);
    return kb_number(digits, &turn) ? turn : -1;
}

/* The numbers of the innermost "problem_P_sample_S" of the path. */
static bool ids_of_path(const char *path, struct kb_id *id)
{
    *id = (struct kb_id){ -1, -1, -1, -1 };
    return kb_id_from_text(path, id) && id->problem >= 0 && id->sample >= 0;
}

static int visit(void *context, const char *path, bool folder)
{
    struct tree *t = context;
    struct kb_id id;
    const char *name = strrchr(path, '/') + 1;
    if (folder || !str_ends_with(name, "_eval.json") || !ids_of_path(path, &id))
        return 0;
    int turn = turn_of_name(name);
    if (turn > MAX_TURNS)
        return 0;
    add_file(t, path, id.problem, id.sample, turn > 0 ? turn - 1 : 0);
    sha256_update(&t->hash, path, strlen(path) + 1);
    return 0;
}

int kernelgym_folder_parse(struct ingest_job *job, struct err *err)
{
    struct tree *t = arena_alloc(job->arena, sizeof(*t));
    t->job = job;
    sha256_init(&t->hash);
    int rc = ingest_walk(job->path, visit, t, err);
    if (rc == 0 && t->n == 0)
        rc = err_set(err, ERR_NOMATCH, "%s: holds no verdicts (*_eval.json)", job->name);
    if (rc == 0)
        rc = ingest_default_run(job, err);
    if (rc < 0)
        return rc;
    sha256_final_hex(&t->hash, job->sha256);
    job->records = t;
    return 0;
}

/* A JSON file of the tree; NULL when it is not there or damaged. */
static struct json *read_json(struct tree *t, const char *path, struct err *bad)
{
    struct buf text = { 0 };
    struct json *root = NULL;
    if (file_read(path, MAX_FILE_BYTES, &text, bad) == 0)
        root = json_parse(path, buf_text(&text), text.len, bad);
    sha256_update(&t->hash, buf_text(&text), text.len);
    t->bytes += text.len;
    buf_release(&text);
    return root;
}

/* The last answer and the last question before it. */
static void read_state(struct tree *t, struct arena *a, const char *stem, struct ingest_sample *s)
{
    struct err ignored = { 0 };
    const char *path = arena_printf(a, "%sstate.json", stem);
    struct json *state = file_exists(path) ? read_json(t, path, &ignored) : NULL;
    const struct json *messages = json_get(state, "messages");
    const char *question = NULL;
    for (const struct json *m = json_first(messages); m != NULL; m = json_next(m)) {
        const char *role = kb_text(a, m, "role");
        const char *content = kb_text(a, m, "content");
        if (role == NULL || content == NULL)
            continue;
        if (strcmp(role, "assistant") == 0) {
            s->completion = ingest_text(content);
            if (question != NULL)
                s->prompt = ingest_text(question);
        } else if (strcmp(role, "user") == 0) {
            question = content;
        }
    }
    if (s->completion.data != NULL)
        kernelgym_find_code(s->completion.data, s);
    json_free(state);
}

static void read_kernel(struct tree *t, struct arena *a, const char *stem, struct ingest_sample *s)
{
    struct buf text = { 0 };
    struct err ignored = { 0 };
    const char *path = arena_printf(a, "%skernel.py", stem);
    if (s->code.data == NULL && file_exists(path) &&
        file_read(path, MAX_FILE_BYTES, &text, &ignored) == 0 && text.len > 0) {
        s->code = (struct ingest_text){ .data = arena_strndup(a, buf_text(&text), text.len),
                                        .len = text.len };
        t->bytes += text.len;
        sha256_update(&t->hash, buf_text(&text), text.len);
    }
    buf_release(&text);
}

static int store_file(struct tree *t, struct ingest_sink *sink, const struct verdict_file *f,
                      struct arena *a, struct err *err)
{
    struct ingest_sample s = ingest_sample_unknown;
    struct err bad = { 0 };
    const char *why = bad.msg;
    struct json *verdict = read_json(t, f->path, &bad);
    s.where = f->path;
    if (verdict == NULL || !kernelgym_read_verdict(a, verdict, &s, &why)) {
        ingest_refuse(t->job, f->path, "%s", why);
        json_free(verdict);
        return 0;
    }
    kernelgym_name_task(a, t->job->options->level, f->problem,
                        arena_printf(a, "problem_%d", f->problem), &s);
    s.sample = f->sample;
    s.turn = f->turn;
    s.finish_reason = kb_text(a, verdict, "finish_reason");
    s.extra = kb_json(a, verdict);
    read_state(t, a, f->stem, &s);
    read_kernel(t, a, f->stem, &s);
    json_free(verdict);
    return kernelgym_put_sample(sink, &s, err);
}

int kernelgym_folder_store(struct ingest_job *job, struct db *db, int64_t import_source_id,
                           struct err *err)
{
    struct tree *t = job->records;
    struct ingest_sink sink = { .job = job, .db = db, .source_id = import_source_id };
    struct arena arena = { 0 };
    int rc = 0;
    sha256_init(&t->hash);
    for (size_t i = 0; i < t->n && rc == 0; i++) {
        rc = store_file(t, &sink, &t->items[i], &arena, err);
        arena_reset(&arena);
    }
    arena_release(&arena);
    sha256_final_hex(&t->hash, job->sha256);
    job->len = t->bytes;
    return rc;
}
