/*
 * kernelgym_folder.c - a grading tree: problem_P_sample_S/turn_T_*, or problem_P_sample_S_* for a
 * single turn.
 *
 * turn_T_kernel.py, the answer's first block, is not always what was evaluated, so the answer comes
 * first where it was kept (turn_T_state.json).
 */
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/kernelbench/kernelbench_record.h"
#include "ingest/kernelbench/kernelgym_turns.h"
#include "ingest/sample_text.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/json/json.h"

#define MAX_FILE_BYTES ((size_t)64 << 20)
#define MAX_TURNS      1000
#define VERDICT        "_eval.json"

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

static bool ids_of_path(const char *path, struct kb_id *id)
{
    *id = KB_ID_NONE;
    return kb_id_from_text(path, id) && id->problem >= 0 && id->sample >= 0;
}

static int visit(void *context, const char *path, bool folder)
{
    struct kb_id id;
    const char *name = strrchr(path, '/') + 1;
    if (!folder && str_ends_with(name, VERDICT) && ids_of_path(path, &id) &&
        turn_of_name(name) <= MAX_TURNS)
        ingest_add_file(context, path, false);
    return 0;
}

int kernelgym_list_verdict_files(struct ingest_source *source, struct err *err)
{
    int rc = ingest_walk(source->path, visit, source, err);
    if (rc == 0 && source->files == NULL)
        rc = err_set(err, ERR_NOMATCH, "%s: contains no verdicts (*" VERDICT ")", source->name);
    return rc;
}

/* What was read tells trees apart. */
static int read_file(struct ingest_source *source, const char *path, struct buf *text,
                     struct err *bad)
{
    int rc = file_read_found(path, MAX_FILE_BYTES, text, bad);
    ingest_hash(source, buf_text(text), text->len);
    source->len += text->len;
    return rc;
}

/* NULL: absent or damaged. */
static struct json *read_json(struct ingest_source *source, const char *path, struct err *bad)
{
    struct buf text CLEANUP(buf_release) = { 0 };
    int rc = read_file(source, path, &text, bad);
    return rc < 0 ? NULL : json_parse(path, buf_text(&text), text.len, bad);
}

/* The last answer and its question. */
static void read_state(struct ingest_source *source, struct arena *a, const char *stem,
                       struct ingest_sample *s)
{
    struct err ignored = { 0 };
    const char *path = arena_printf(a, "%sstate.json", stem);
    struct json *state = file_exists(path) ? read_json(source, path, &ignored) : NULL;
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

static void read_kernel(struct ingest_source *source, struct arena *a, const char *stem,
                        struct ingest_sample *s)
{
    struct buf text CLEANUP(buf_release) = { 0 };
    struct err ignored = { 0 };
    const char *path = arena_printf(a, "%skernel.py", stem);
    if (s->code.data == NULL && file_exists(path) &&
        read_file(source, path, &text, &ignored) == 0 && text.len > 0)
        s->code = (struct ingest_text){ .data = arena_strndup(a, buf_text(&text), text.len),
                                        .len = text.len };
}

void kernelgym_take_verdict_file(struct ingest_batch *out, const char *path)
{
    struct ingest_source *source = out->source;
    struct arena *a = out->arena;
    struct ingest_sample *s = kernelgym_add(out, path);
    struct err bad = { 0 };
    struct kb_id id;
    const char *why = bad.msg;
    const char *stem = arena_strndup(a, path, strlen(path) - strlen("eval.json"));
    struct json *verdict = read_json(source, path, &bad);
    if (verdict == NULL || !kernelgym_read_verdict(a, verdict, s, &why)) {
        out->n--;
        ingest_refuse(source, path, "%s", why);
        json_free(verdict);
        return;
    }
    ids_of_path(path, &id);
    int turn = turn_of_name(strrchr(path, '/') + 1);
    kernelgym_name_task(a, source->options->level, id.problem,
                        arena_printf(a, "problem_%d", id.problem), s);
    s->sample = id.sample;
    s->turn = turn > 0 ? turn - 1 : 0;
    s->finish_reason = kb_text(a, verdict, "finish_reason");
    s->extra = sample_json(a, verdict);
    json_free(verdict);
    read_state(source, a, stem, s);
    read_kernel(source, a, stem, s);
    s->run = ingest_run_measured(out, s->hardware, "reference");
}
