/*
 * ingest_session.c - the format "session": transcripts of coding agents, whose kind is found by
 * content.
 *
 * A transcript is one session, which is whole at its end; traces are a session a record.  Verdicts
 * that stand in answers of tools are rollouts of a run that is called like the session.
 */
#include "ingest/ingest_transcript.h"

#include <string.h>

#include "ingest/ingest.h"
#include "ingest/path_names.h"
#include "ingest/session/session_draft.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/json/json.h"
#include "src/json/json_split.h"

#define MAX_STEPS ((size_t)1 << 20)

struct session_reading {
    const struct session_kind *kind;
    struct session_draft *draft; /* of the whole; NULL: a record is a session */
    size_t n_sessions, n_unseen_edits;
    struct draft_kind *unknown; /* of kinds with many sessions */
};

static const struct session_kind *kind_of(const struct ingest_probe *p, const char **out_why)
{
    for (size_t i = 0; session_kinds[i] != NULL; i++) {
        *out_why = session_kinds[i]->recognise(p);
        if (*out_why != NULL)
            return session_kinds[i];
    }
    return NULL;
}

static const char *session_recognise(const struct ingest_probe *p)
{
    const char *why = NULL;
    return !p->folder && ingest_probe_is_json(p) && kind_of(p, &why) != NULL ? why : NULL;
}

static int session_begin(struct ingest_source *source, struct err *err)
{
    const struct ingest_probe p = {
        .path = source->path, .name = "", .head = source->head, .head_len = source->head_len
    };
    const char *why = NULL;
    struct session_reading *w = arena_alloc(source->arena, sizeof(*w));
    *w = (struct session_reading){ .kind = kind_of(&p, &why) };
    if (w->kind == NULL) {
        struct buf names CLEANUP(buf_release) = { 0 };
        for (size_t i = 0; session_kinds[i] != NULL; i++)
            buf_printf(&names, "%s%s", i == 0 ? "" : "; ", session_kinds[i]->summary);
        return err_set(err, ERR_INTEGRITY, "%s: not a transcript of a known kind: %s", source->name,
                       buf_text(&names));
    }
    source->target = source->options->run_name != NULL ? source->options->run_name
                                                       : path_stem(source->arena, source->path);
    if (!w->kind->many)
        w->draft = session_draft_new(w->kind, source, source->arena);
    source->state = w;
    return 0;
}

static bool session_enters(const struct ingest_source *source, const struct json_split *at)
{
    const struct session_reading *w = source->state;
    const char *key = json_split_key(at, 0);
    if (!w->kind->is_value)
        return false;
    return json_split_depth(at) == 0 || (json_split_depth(at) == 1 && key != NULL &&
                                         strcmp(key, "steps") == 0 && json_split_first(at) == '[');
}

static void count_unknown(struct session_draft *d, const char *kind)
{
    d->s.n_unknown++;
    for (struct draft_kind *k = d->unknown; k != NULL; k = k->next)
        if (strcmp(k->name, kind) == 0) {
            k->n++;
            return;
        }
    struct draft_kind *k = arena_alloc(d->arena, sizeof(*k));
    *k = (struct draft_kind){ arena_strndup(d->arena, kind, strnlen(kind, 60)), 1, d->unknown };
    d->unknown = k;
}

static void take_into(struct session_draft *d, struct ingest_batch *out,
                      const struct ingest_record *r)
{
    const char *kind = "";
    d->out = out;
    if (d->s.n_steps >= MAX_STEPS) {
        ingest_refuse(d->source, r->where, "the session has more than %zu steps", MAX_STEPS);
        return;
    }
    if (json_type(r->json) != JSON_OBJECT && !d->kind->is_value)
        ingest_refuse(d->source, r->where, "%s", "the record is not a JSON object");
    else if (!d->kind->take(d, r, &kind))
        count_unknown(d, kind);
}

/* What is known at its end; false: nothing of it is a session. */
static bool complete(struct session_draft *d, const char *where)
{
    struct buf kinds CLEANUP(buf_release) = { 0 };
    if (d->kind->finish != NULL)
        d->kind->finish(d);
    for (const struct draft_kind *k = d->unknown; k != NULL; k = k->next)
        buf_printf(&kinds, "%s%s (%lld)", kinds.len == 0 ? "" : ", ", k->name, (long long)k->n);
    if (kinds.len > 0) {
        d->s.unknown = arena_strdup(d->arena, buf_text(&kinds));
        ingest_remark(d->source,
                      "%lld records are of kinds that are not known and were passed over: %s",
                      (long long)d->s.n_unknown, d->s.unknown);
    }
    draft_name(d);
    if (d->s.task == NULL)
        d->s.task = d->task;
    d->s.where = where;
    return d->s.n_steps > 0;
}

static void session_take(struct ingest_batch *out, const struct ingest_record *r)
{
    struct session_reading *w = out->source->state;
    if (w->draft != NULL) {
        struct session_draft *d = w->draft;
        take_into(d, out, r);
        return;
    }
    struct session_draft *d = session_draft_new(w->kind, out->source, r->arena);
    take_into(d, out, r);
    w->n_unseen_edits += d->n_unseen_edits;
    if (complete(d, r->where)) {
        ingest_batch_add_session(out, &d->s);
        w->n_sessions++;
    } else if (d->s.n_unknown > 0)
        ingest_refuse(out->source, r->where, "not a session: %s", d->s.unknown);
}

static int session_finish(struct ingest_batch *out, struct err *err)
{
    struct session_reading *w = out->source->state;
    struct session_draft *d = w->draft;
    if (d != NULL) {
        d->out = out;
        w->n_unseen_edits = d->n_unseen_edits;
        if (!complete(d, ""))
            return err_set(err, ERR_NOMATCH, "%s: contains no message of a session",
                           out->source->name);
        ingest_batch_add_session(out, &d->s);
        out->source->target = d->s.name;
    }
    if (w->n_unseen_edits > 0)
        ingest_remark(
            out->source,
            "%zu edits are of files that the transcript never shows whole: what they made "
            "is not known",
            w->n_unseen_edits);
    return 0;
}

const struct ingest_format format_session = {
    .name = "session",
    .summary = "transcripts of coding agents: Claude Code, Codex, Pi, Harbor (ATIF), verifiers",
    .version = 1,
    .naming = INGEST_NAMED_BY_FORMAT,
    .mends_text = true,
    .recognise = session_recognise,
    .begin = session_begin,
    .enters = session_enters,
    .take = session_take,
    .finish = session_finish,
};
