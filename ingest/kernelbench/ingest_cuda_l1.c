/*
 * ingest_cuda_l1.c - published kernels with speedups against several baselines, one a line.
 *
 * "score_NAME" is a claimed speedup against NAME, without runtimes; who asks decides what a null
 * counts as.  Earlier releases are {level: [rows]} of codes without score.
 */
#include <math.h>
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/kernelbench/kernelbench_record.h"
#include "ingest/sample_text.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/json/json_split.h"

#define SCORE "score_"
#define CODE  "custom_code"

static const char *cuda_l1_recognise(const struct ingest_probe *p)
{
    if (p->folder || !ingest_probe_has_key(p, CODE) || !ingest_probe_has_key(p, "ref_code"))
        return NULL;
    if (ingest_probe_has_key(p, SCORE "default"))
        return "JSON records with ref_code, custom_code and score_default";
    return ingest_probe_has_key(p, "task_id") ? "JSON records with task_id, ref_code, custom_code"
                                              : NULL;
}

static bool read_claims(struct arena *a, const struct json *record, struct ingest_sample *s,
                        bool *out_any, const char **why)
{
    struct ingest_claim *claims = arena_array(a, json_count(record), sizeof(*claims));
    for (const struct json *j = json_first(record); j != NULL; j = json_next(j)) {
        double v = (double)NAN;
        if (!str_starts_with(json_key(j), SCORE))
            continue;
        if (json_type(j) != JSON_NULL && !json_number_lenient(j, &v)) {
            *why = arena_printf(a, "%s is not a number", json_key(j));
            return false;
        }
        if (!isfinite(v) || v <= 0)
            v = (double)NAN;
        *out_any = *out_any || !isnan(v);
        claims[s->n_claims++] = (struct ingest_claim){ json_key(j) + strlen(SCORE), v };
    }
    s->claims = claims;
    return true;
}

/* The row's level, else its list's; 0: none. */
static int level_of(const struct ingest_record *r)
{
    int64_t level = 0;
    int of_key = 0;
    if (json_int(json_get(r->json, "level_id"), &level))
        return level >= 1 && level <= 9 ? (int)level : 0;
    if (r->n_keys > 0 && r->keys[0] != NULL && kb_level_of_key(r->keys[0], &of_key))
        return of_key;
    return 0;
}

static bool cuda_l1_enters(const struct ingest_source *source, const struct json_split *at)
{
    char first[16];
    int level = 0;
    (void)source;
    if (json_split_depth(at) == 0) {
        json_split_first_key(at, first, sizeof(first));
        return kb_level_of_key(first, &level);
    }
    return json_split_depth(at) == 1 && json_split_first(at) == '[';
}

static bool read_record(const struct ingest_record *r, struct ingest_sample *s, const char **why)
{
    static const char *const placed[] = { CODE };
    int level = json_type(r->json) == JSON_OBJECT ? level_of(r) : 0;
    int64_t task = 0;
    const char *code = NULL;
    bool any = false;
    if (level == 0 || !json_int(json_get(r->json, "task_id"), &task) || task < 1 ||
        task > 999999999) {
        *why = "level_id or task_id is not a whole number from 1 up";
        return false;
    }
    if (!read_claims(r->arena, r->json, s, &any, why))
        return false;
    if (json_string(json_get(r->json, CODE), &code))
        s->code = ingest_text(code);
    if (s->n_claims == 0 && code == NULL) {
        *why = "the record has neither a score nor a code";
        return false;
    }
    s->level = level;
    s->problem = (int)task;
    s->sample = 0;
    s->extra = sample_json_without(r->arena, r->json, placed, code != NULL);
    s->compiled = s->correct = any;
    if (s->n_claims == 0)
        return true;
    s->outcome = any ? "measured" : code == NULL ? "no_code" : "infra";
    s->message = any ? "claimed by the source" : code == NULL ? NULL : "no speedup is given";
    return true;
}

static void cuda_l1_take(struct ingest_batch *out, const struct ingest_record *r)
{
    const int wanted = out->source->options->level;
    struct ingest_sample *s = ingest_batch_add(out, "kernelbench", "");
    const char *why = NULL;
    s->where = r->where;
    bool ok = read_record(r, s, &why);
    bool left_out = ok && wanted > 0 && s->level != wanted;
    out->n -= !ok || left_out;
    out->source->counts.left_out += left_out;
    if (!ok)
        ingest_refuse(out->source, r->where, "%s", why);
}

const struct ingest_format format_cuda_l1 = {
    .name = "cuda-l1",
    .summary = "CUDA-L1: JSON Lines with codes and speedups against several baselines",
    .version = 1,
    .names_runs = true,
    .naming = INGEST_RUN_OF_BOTH, /* one file a device in a folder */
    .recognise = cuda_l1_recognise,
    .enters = cuda_l1_enters,
    .take = cuda_l1_take,
};
