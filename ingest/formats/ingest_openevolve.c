/*
 * ingest_openevolve.c - programs of OpenEvolve: a run's checkpoints, single program files,
 * databases of programs, lines of an evolution trace.
 *
 * Checkpoints repeat programs; each is taken once, from the first that has it.  The iteration is
 * the step.  combined_score is a reward; a time or a speedup counts where an evaluator measured
 * one.
 */
#include <math.h>
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/ingest_stated.h"
#include "ingest/path_names.h"
#include "ingest/sample_text.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/json/json_split.h"

#define SUITE          "openevolve"
#define MAX_FILE_BYTES ((size_t)64 << 20)
#define LIST           "programs"
#define INFO           "_info"

/* By the name without unit; the first that is there is a program's time. */
static const char *const times[] = {
    "runtime",      "geomean",      "mean",         "median",     "latency",  "time",
    "kernel_time",  "mean_time",    "mean_latency", "avg_time",   "duration", "execution_time",
    "geomean_time", "mean_runtime", "avg_runtime",  "avg_latency"
};
static const char *const reference_times[] = {
    "baseline",           "reference",      "ref",         "baseline_time",
    "reference_time",     "ref_time",       "torch_time",  "baseline_runtime",
    "reference_runtime",  "ref_runtime",    "torch",       "baseline_latency",
    "reference_latency",  "ref_latency",    "eager_time",  "baseline_mean",
    "baseline_mean_time", "reference_mean", "pytorch_time"
};
static const struct {
    const char *suffix;
    double us;
} units[] = { { "_us", 1 }, { "_ms", 1e3 }, { "_ns", 1e-3 } };
static const char *const verdicts[] = { "correct", "correctness", "is_correct",
                                        "passed",  "success",     "correctness_score" };

struct seen {
    const char *name;
    struct seen *next;
};
struct listing {
    struct ingest_source *source;
    struct seen *buckets[1024];
};

static double time_of(struct arena *a, const struct json *metrics, const char *const *names,
                      size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t u = 0; u < ARRAY_LEN(units); u++) {
            double v = sample_number(metrics, arena_printf(a, "%s%s", names[i], units[u].suffix));
            if (v > 0)
                return v * units[u].us;
        }
    return (double)NAN;
}

/* 1 and 0, or -1: not said. */
static int verdict_of(const struct json *metrics)
{
    for (size_t i = 0; i < ARRAY_LEN(verdicts); i++) {
        const struct json *j = json_get(metrics, verdicts[i]);
        double v = sample_number(metrics, verdicts[i]);
        bool yes = false;
        if (j != NULL && sample_bool(j, &yes))
            return yes;
        if (isfinite(v))
            return v >= 1;
    }
    return -1;
}

static void take_metrics(struct arena *a, const struct json *metrics, struct ingest_sample *s)
{
    const char *error = sample_string(a, metrics, "error");
    int correct = verdict_of(metrics);
    double speedup = sample_number(metrics, "speedup");
    if (!isfinite(speedup))
        speedup = sample_number(metrics, "speedup_score");
    s->timing.runtime_us = time_of(a, metrics, times, ARRAY_LEN(times));
    s->reference.runtime_us = time_of(a, metrics, reference_times, ARRAY_LEN(reference_times));
    s->reference_name = "evaluator";
    bool timed = isfinite(s->timing.runtime_us) || speedup > 0;
    bool late = false;
    s->recipe = "combined_score";
    s->reward = sample_number(metrics, "combined_score");
    if (!isfinite(s->reward)) {
        s->recipe = "score";
        s->reward = sample_number(metrics, "score");
    }
    /* A cascade keeps the scores of the stages before the one that ran out of time. */
    sample_bool(json_get(metrics, "timeout"), &late);
    if (correct < 0 && !timed && error == NULL && !late)
        return; /* a score alone is no verdict */
    s->correct = !late && (correct < 0 ? timed && error == NULL : correct == 1);
    s->compiled = s->correct || timed;
    s->outcome = s->correct ? "measured" : "mismatch";
    if (!s->correct && error != NULL)
        s->outcome = "crash";
    const char *words = sample_outcome_of_words(error);
    if (!s->correct && words != NULL)
        s->outcome = words;
    if (late)
        s->outcome = "timeout";
    s->message = error == NULL ? NULL : sample_first_line(a, error);
    ingest_claim(a, s, speedup);
}

/* The last answer of a program's prompts, and what was asked. */
static void take_prompts(struct arena *a, const struct json *prompts, struct ingest_sample *s)
{
    for (const struct json *p = json_first(prompts); p != NULL; p = json_next(p)) {
        const struct json *responses = json_get(p, "responses");
        const char *text = NULL;
        const char *system = sample_string(a, p, "system");
        const char *user = sample_string(a, p, "user");
        if (json_type(p) != JSON_OBJECT || user == NULL)
            continue;
        s->prompt = ingest_text(system == NULL ? user : arena_printf(a, "%s\n\n%s", system, user));
        if (json_type(responses) == JSON_ARRAY && json_string(json_first(responses), &text))
            s->completion = ingest_text(arena_strdup(a, text));
    }
}

/* "best_program.py" beside "best_program_info.json", which holds no code; NULL: not there. */
static const char *code_beside(const struct ingest_source *source, struct arena *a)
{
    static const char *const endings[] = { "py", "cu", "cpp", "c", "rs", "metal", "r", "js" };
    const char *stem = path_stem(a, source->path);
    const size_t n = strlen(stem) - strlen(INFO);
    if (source->folder || !str_ends_with(stem, INFO))
        return NULL;
    const char *slash = strrchr(source->path, '/');
    const char *folder =
        slash == NULL ? "." : arena_strndup(a, source->path, (size_t)(slash - source->path));
    for (size_t i = 0; i < ARRAY_LEN(endings); i++) {
        struct buf text CLEANUP(buf_release) = { 0 };
        struct err absent = { 0 };
        const char *path = arena_printf(a, "%s/%.*s.%s", folder, (int)n, stem, endings[i]);
        if (file_read_found(path, MAX_FILE_BYTES, &text, &absent) == 0 &&
            utf8_is_text(buf_text(&text), text.len))
            return arena_strdup(a, buf_text(&text));
    }
    return NULL;
}

static void take_program(struct ingest_batch *out, const char *where, const struct json *j)
{
    static const char *const texts[] = { "code", "prompts", "child_code", "parent_code" };
    struct arena *a = out->arena;
    const bool trace = json_get(j, "child_code") != NULL;
    const char *code = sample_string(a, j, trace ? "child_code" : "code");
    if (code == NULL)
        code = code_beside(out->source, a);
    const struct json *metrics = json_get(j, trace ? "child_metrics" : "metrics");
    if (code == NULL || metrics == NULL || json_type(metrics) != JSON_OBJECT) {
        ingest_refuse(out->source, where, "not a program: it lacks code or metrics");
        return;
    }
    struct ingest_sample *s = ingest_batch_add(out, SUITE, out->source->state);
    s->where = where;
    s->step =
        sample_index(j, json_get(j, "iteration_found") != NULL ? "iteration_found" : "iteration");
    s->sample = INGEST_BY_CONTENT;
    s->code = ingest_text(code);
    take_prompts(a, json_get(j, "prompts"), s);
    take_metrics(a, metrics, s);
    s->extra = sample_json_without(a, j, texts, ARRAY_LEN(texts));
}

static void take_file(struct ingest_batch *out, const char *path)
{
    struct ingest_source *source = out->source;
    struct buf text CLEANUP(buf_release) = { 0 };
    struct err bad = { 0 };
    int rc = file_read_found(path, MAX_FILE_BYTES, &text, &bad);
    ingest_hash(source, buf_text(&text), text.len);
    source->len += text.len;
    const struct json *j =
        rc < 0 ? NULL : json_parse_arena(path, 1, buf_text(&text), text.len, out->arena, &bad);
    if (j == NULL)
        ingest_refuse(source, path, "%s", bad.msg);
    else
        take_program(out, path, j);
}

static void openevolve_take(struct ingest_batch *out, const struct ingest_record *r)
{
    if (r->path != NULL)
        take_file(out, r->path);
    else if (r->n_keys == 0 || strcmp(r->keys[0] == NULL ? LIST : r->keys[0], LIST) == 0)
        take_program(out, r->where, r->json);
}

static bool openevolve_enters(const struct ingest_source *source, const struct json_split *at)
{
    struct ingest_probe p = { .name = "" };
    const char *key = json_split_key(at, 0);
    (void)source;
    p.head = json_split_peek(at, &p.head_len);
    if (json_split_depth(at) == 0)
        return ingest_probe_has_key(&p, LIST);
    return json_split_depth(at) == 1 && key != NULL && strcmp(key, LIST) == 0;
}

static bool is_new(struct listing *l, const char *name)
{
    struct seen **at = &l->buckets[str_hash(name, strlen(name)) % ARRAY_LEN(l->buckets)];
    for (const struct seen *s = *at; s != NULL; s = s->next)
        if (strcmp(s->name, name) == 0)
            return false;
    struct seen *s = arena_alloc(l->source->arena, sizeof(*s));
    *s = (struct seen){ arena_strdup(l->source->arena, name), *at };
    *at = s;
    return true;
}

static int visit(void *context, const char *path, bool folder)
{
    struct listing *l = context;
    const char *name = strrchr(path, '/') + 1;
    if (!folder && str_ends_with(name, ".json") &&
        str_ends_with(arena_strndup(l->source->arena, path, (size_t)(name - path)), "/" LIST "/") &&
        is_new(l, name))
        ingest_add_file(l->source, path, false);
    return 0;
}

/* Of "trimul/checkpoints/checkpoint_5/programs/x.json" it is trimul: one run evolves one task. */
static const char *task_of_path(struct ingest_source *source)
{
    char *path = arena_strdup(source->arena, path_absolute(source->arena, source->path) == NULL
                                                 ? ""
                                                 : path_absolute(source->arena, source->path));
    if (!source->folder && strrchr(path, '/') != NULL)
        *strrchr(path, '/') = '\0';
    for (;;) {
        char *slash = strrchr(path, '/');
        if (slash == NULL)
            return source->target;
        const char *name = slash + 1;
        if (*name != '\0' && strcmp(name, LIST) != 0 && strcmp(name, "checkpoints") != 0 &&
            strcmp(name, "openevolve_output") != 0 && !str_starts_with(name, "checkpoint_"))
            return name;
        *slash = '\0';
    }
}

static int openevolve_begin(struct ingest_source *source, struct err *err)
{
    if (source->options->run_name == NULL)
        source->target = task_of_path(source);
    source->state = (void *)(uintptr_t)task_of_path(source);
    if (!source->folder)
        return 0;
    struct listing *l = arena_alloc(source->arena, sizeof(*l));
    *l = (struct listing){ .source = source };
    int rc = ingest_walk(source->path, visit, l, err);
    if (rc == 0 && source->files == NULL)
        rc = err_set(err, ERR_NOMATCH, "%s: contains no programs (" LIST "/*.json)", source->name);
    return rc;
}

static const char *openevolve_recognise(const struct ingest_probe *p)
{
    if (p->folder) {
        /* Trainers' checkpoints lie in folders of that name, too. */
        if ((ingest_probe_has_file(p, "checkpoints") && ingest_probe_has_file(p, "best")) ||
            (strcmp(p->name, "checkpoints") == 0 && ingest_probe_has_file(p, "checkpoint_*")) ||
            (ingest_probe_has_file(p, LIST) && ingest_probe_has_file(p, "metadata.json")))
            return "a folder with checkpoints of OpenEvolve";
        return NULL;
    }
    if (!ingest_probe_is_json(p))
        return NULL;
    if (ingest_probe_has_keys(p, "iteration_found", "metrics"))
        return "JSON with iteration_found and metrics";
    if (ingest_probe_has_keys(p, "generation", "metrics") &&
        ingest_probe_has_keys(p, "iteration", "saved_at"))
        return "JSON with generation, iteration, metrics and saved_at";
    if (ingest_probe_has_keys(p, "child_code", "child_metrics"))
        return "records with child_code and child_metrics";
    return NULL;
}

const struct ingest_format format_openevolve = {
    .name = "openevolve",
    .summary = "OpenEvolve: checkpoints, programs with metrics, evolution traces",
    .version = 3,
    .naming = INGEST_RUN_OF_FOLDER,
    .folders = true,
    .recognise = openevolve_recognise,
    .begin = openevolve_begin,
    .enters = openevolve_enters,
    .take = openevolve_take,
};
