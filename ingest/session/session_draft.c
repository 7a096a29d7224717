#include "ingest/session/session_draft.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "ingest/path_names.h"
#include "ingest/sample_text.h"
#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/json/json.h"

struct session_draft *session_draft_new(const struct session_kind *kind,
                                        struct ingest_source *source, struct arena *arena)
{
    struct session_draft *d = arena_alloc(arena, sizeof(*d));
    *d = (struct session_draft){ .kind = kind, .source = source, .arena = arena };
    d->s = (struct ingest_session){
        .where = "",
        .kind = kind->name,
        .agent = kind->agent,
        .reward = (double)NAN,
        .cost_usd = (double)NAN,
        .uids_are_global = kind->uids_are_global,
    };
    d->before = (struct ingest_usage){ 0 };
    return d;
}

/* ---- names ---- */

const char *draft_uid(struct session_draft *d)
{
    if (d->s.uid == NULL)
        d->s.uid = path_stem(d->arena, d->source->path);
    return d->s.uid;
}

void draft_name(struct session_draft *d)
{
    const char *given = d->source->options->run_name;
    draft_uid(d);
    if (d->s.name != NULL)
        return;
    if (given != NULL && !d->kind->many)
        d->s.name = given;
    else
        d->s.name =
            arena_printf(d->arena, "%s-%.60s", given != NULL ? given : d->kind->name, d->s.uid);
}

static struct draft_name *find_name(struct draft_name *const *buckets, const char *uid)
{
    const size_t at = str_hash(uid, strlen(uid)) % SESSION_BUCKETS;
    for (struct draft_name *n = buckets[at]; n != NULL; n = n->next)
        if (strcmp(n->uid, uid) == 0)
            return n;
    return NULL;
}

static void add_name(struct session_draft *d, struct draft_name **buckets, const char *uid,
                     size_t step, size_t call)
{
    const size_t at = str_hash(uid, strlen(uid)) % SESSION_BUCKETS;
    struct draft_name *n = arena_alloc(d->arena, sizeof(*n));
    *n = (struct draft_name){ uid, step, call, buckets[at] };
    buckets[at] = n;
}

/* ---- steps ---- */

struct ingest_session_step *draft_step(struct session_draft *d, const char *uid, const char *role,
                                       int64_t line)
{
    const struct draft_name *known = find_name(d->steps, uid);
    if (known != NULL)
        return &d->s.steps[known->step];
    d->s.steps =
        ingest_room(d->arena, d->s.steps, d->s.n_steps, &d->s.capacity_steps, sizeof(*d->s.steps));
    struct ingest_session_step *s = &d->s.steps[d->s.n_steps++];
    *s = (struct ingest_session_step){
        .uid = arena_strdup(d->arena, uid),
        .role = role,
        .line = line,
        .usage = ingest_usage_unknown,
    };
    add_name(d, d->steps, s->uid, d->s.n_steps - 1, 0);
    return s;
}

void draft_add_text(struct session_draft *d, struct ingest_session_step *step, const char *text)
{
    const size_t n = text == NULL ? 0 : strlen(text), old = step->text.len;
    if (n == 0)
        return;
    char *to = (char *)(uintptr_t)step->text.data;
    if (old + n + 2 > step->text_capacity) {
        step->text_capacity = 2 * (old + n + 2);
        to = arena_array(d->arena, step->text_capacity, 1);
        if (old > 0)
            memcpy(to, step->text.data, old);
    }
    if (old > 0)
        to[old] = '\n';
    memcpy(to + old + (old > 0), text, n + 1);
    step->text = (struct ingest_text){ .data = to, .len = old + (old > 0) + n };
}

void draft_call(struct session_draft *d, struct ingest_session_step *step, const char *uid,
                const char *tool, const char *arguments)
{
    if (uid != NULL && find_name(d->calls, uid) != NULL)
        return;
    step->calls = ingest_room(d->arena, step->calls, step->n_calls, &step->capacity_calls,
                              sizeof(*step->calls));
    struct ingest_call *c = &step->calls[step->n_calls++];
    *c = (struct ingest_call){
        .uid = draft_copy(d, uid),
        .tool = tool == NULL ? "" : arena_strdup(d->arena, tool),
        .arguments = ingest_text(draft_copy(d, arguments)),
    };
    if (uid != NULL)
        add_name(d, d->calls, c->uid, (size_t)(step - d->s.steps), step->n_calls - 1);
}

bool draft_answer(struct session_draft *d, const char *uid, const char *result, bool failed,
                  const char *where)
{
    const struct draft_name *n = uid == NULL ? NULL : find_name(d->calls, uid);
    if (n == NULL)
        return false;
    struct ingest_call *call = &d->s.steps[n->step].calls[n->call];
    if (call->result.data != NULL)
        return true; /* said twice */
    call->result = ingest_text(arena_strdup(d->arena, result == NULL ? "" : result));
    call->failed = failed;
    if (!failed)
        draft_apply(d, call);
    draft_find_verdicts(d, call, where);
    return true;
}

/* ---- members ---- */

const char *draft_copy(struct session_draft *d, const char *text)
{
    return text == NULL ? NULL : arena_strdup(d->arena, text);
}

const char *draft_string(struct session_draft *d, const struct json *object, const char *key)
{
    return sample_string(d->arena, object, key);
}

const char *draft_content(struct arena *a, const struct json *content)
{
    struct buf text CLEANUP(buf_release) = { 0 };
    const char *s = NULL;
    if (json_string(content, &s))
        return s;
    if (content == NULL || json_type(content) != JSON_ARRAY)
        return NULL;
    for (const struct json *part = json_first(content); part != NULL; part = json_next(part)) {
        const bool is_text = json_string(part, &s) || json_string(json_get(part, "text"), &s);
        if (is_text && text.len > 0)
            buf_putc(&text, '\n');
        if (is_text)
            buf_puts(&text, s);
    }
    return text.len == 0 ? NULL : arena_strdup(a, buf_text(&text));
}

int64_t draft_count(const struct json *object, const char *key)
{
    double v = (double)NAN;
    if (!json_number(json_get(object, key), &v) || !(v >= 0) || v > 1e15)
        return -1;
    return (int64_t)v;
}

int64_t draft_less(int64_t a, int64_t b)
{
    if (a < 0 || b < 0)
        return a;
    return a > b ? a - b : 0;
}

const char *draft_value(struct arena *a, const struct json *j)
{
    const char *s = NULL;
    if (j == NULL || json_type(j) == JSON_NULL)
        return NULL;
    return json_string(j, &s) ? s : sample_json(a, j);
}

const char *draft_time(struct session_draft *d, double seconds)
{
    struct tm tm;
    char text[40];
    if (!(seconds > 0) || seconds > 4e12)
        return NULL;
    if (seconds > 1e11)
        seconds /= 1000;
    const time_t whole = (time_t)seconds;
    if (gmtime_r(&whole, &tm) == NULL || strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &tm) == 0)
        return NULL;
    return arena_printf(d->arena, "%s.%03dZ", text, (int)((seconds - (double)whole) * 1000));
}
