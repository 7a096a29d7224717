/* ingest_mapped.c - other JSON, JSON Lines or CSV, by a mapping file. */
#include <math.h>
#include <string.h>

#include "ingest/csv_table.h"
#include "ingest/formats/import_map.h"
#include "ingest/ingest.h"
#include "ingest/ingest_identity.h"
#include "ingest/path_names.h"
#include "ingest/sample_text.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/packed/fact_pack.h"

struct mapped_reading {
    struct import_map map;
    const char *path;
    const char **texts; /* members that are stored as texts, of all of the map's samples */
    size_t n_texts;
    uint64_t *seen;     /* fields that some record had, by the map's samples */
    int64_t n_absent;   /* samples of a record that "each" asks for and nothing is there of */
    int64_t n_unjudged; /* timed, and the map names no verdict; shared by threads */
    int64_t n_unbuilt;  /* wrong, and the mapped compiled is not there; shared by threads */
    int64_t n_worded;   /* wrong, and words say how; shared by threads */
    int64_t n_unworded; /* wrong, and nothing says whether it compiled; shared by threads */
    int64_t n_zero;     /* correct, with a speedup of 0 or less; shared by threads */
};

static int64_t count_of(double n)
{
    return n >= 0 && n < 1e15 ? (int64_t)n : -1;
}

static void take_times(const struct map_record *m, struct ingest_sample *r)
{
    r->timing.runtime_us = map_number(m, MAP_RUNTIME_US);
    r->timing.min_us = map_number(m, MAP_MIN_US);
    r->timing.max_us = map_number(m, MAP_MAX_US);
    r->timing.std_us = map_number(m, MAP_STD_US);
    r->timing.n_samples = count_of(map_number(m, MAP_N_SAMPLES));
    r->reference.n_samples = count_of(map_number(m, MAP_BASELINE_N_SAMPLES));
    r->reference.min_us = map_number(m, MAP_BASELINE_MIN_US);
    r->reference.max_us = map_number(m, MAP_BASELINE_MAX_US);
    r->reference.std_us = map_number(m, MAP_BASELINE_STD_US);
    r->statistic = map_text(m, MAP_STATISTIC);
    r->reference.runtime_us = map_number(m, MAP_BASELINE_US);
    r->reference_name = map_text(m, MAP_BASELINE);
    const double stated = map_number(m, MAP_SPEEDUP);
    const double speedup = stated > 0 ? stated : (double)NAN; /* 0 marks what was not timed */
    if (isnan(r->reference.runtime_us))
        r->reference.runtime_us = r->timing.runtime_us * speedup;
    if (r->reference_name == NULL)
        r->reference_name = "reference";
    if (!(r->timing.runtime_us > 0) && !import_map_has(m->map, MAP_STATISTIC))
        r->reference.runtime_us = (double)NAN; /* nothing to compare it with */
    /* A ratio is what the source claims; of a source without any time, nulls too. */
    if (isfinite(speedup) || (isnan(stated) && import_map_has(m->map, MAP_SPEEDUP) &&
                              !import_map_has(m->map, MAP_RUNTIME_US))) {
        struct ingest_claim *claim = arena_alloc(m->arena, sizeof(*claim));
        *claim = (struct ingest_claim){ r->reference_name, speedup };
        r->claims = claim;
        r->n_claims = 1;
    }
}

/* Of a wrong sample whose source does not say whether it compiled: what its message says. */
static const char *words_of(const struct map_record *m)
{
    const char *words = sample_outcome_of_words(map_text(m, MAP_MESSAGE));
    return words != NULL ? words : sample_outcome_of_words(map_text(m, MAP_LOG));
}

static bool is_built(const char *outcome)
{
    return strcmp(outcome, "compile") != 0 && strcmp(outcome, "parse") != 0 &&
           strcmp(outcome, "no_code") != 0;
}

/* NULL, or why there is no verdict. */
static const char *take_verdict(const struct map_record *m, struct mapped_reading *w,
                                struct ingest_sample *r)
{
    bool bad = false;
    bool has_correct = map_bool(m, MAP_CORRECT, &r->correct, &bad);
    bool has_compiled = map_bool(m, MAP_COMPILED, &r->compiled, &bad);
    const char *outcome = map_text(m, MAP_OUTCOME);
    take_times(m, r);
    if (bad)
        return "correct or compiled is neither true nor false";
    if (outcome != NULL && fact_outcome(outcome) == FACT_PENDING)
        return "its outcome is unknown to Rollbook";
    const bool timed = isfinite(r->timing.runtime_us);
    const bool claimed = !timed && r->n_claims > 0 && r->claims[0].speedup > 0;
    const char *words = NULL;
    if (outcome == NULL && !r->correct && !has_compiled && !timed && !claimed) {
        words = words_of(m);
        __atomic_fetch_add(words != NULL ? &w->n_worded : &w->n_unworded,
                           has_correct || words != NULL, __ATOMIC_RELAXED);
        outcome = words;
    }
    if (outcome == NULL && !has_correct && !has_compiled && !timed && !claimed)
        return NULL;
    if (!has_correct)
        r->correct = outcome != NULL ? strcmp(outcome, "measured") == 0 : claimed && !has_compiled;
    /* A source that says it of others, and has neither error nor time of this one: nothing ran. */
    if (!has_compiled && outcome == NULL && has_correct &&
        (import_map_has(m->map, MAP_COMPILED) && !r->correct && !timed &&
         isnan(map_number(m, MAP_MAX_ABS_ERR)))) {
        r->compiled = false;
        __atomic_fetch_add(&w->n_unbuilt, 1, __ATOMIC_RELAXED);
        __atomic_fetch_sub(&w->n_unworded, 1, __ATOMIC_RELAXED);
    } else if (!has_compiled)
        r->compiled = r->correct || (outcome == NULL ? has_correct || timed : is_built(outcome));
    if (has_correct && !r->correct && r->n_claims > 0 && isnan(r->claims[0].speedup))
        r->n_claims = 0; /* wrong, and not fast at all */
    __atomic_fetch_add(&w->n_zero, r->correct && map_number(m, MAP_SPEEDUP) <= 0, __ATOMIC_RELAXED);
    if (outcome != NULL)
        r->outcome = outcome;
    else if (r->correct || !has_correct)
        r->outcome = has_compiled && !r->compiled ? "compile" : "measured";
    else
        r->outcome = r->compiled ? "mismatch" : "compile";
    return NULL;
}

static const char *take_place(const struct ingest_source *source, const struct map_record *m,
                              struct ingest_sample *r)
{
    bool bad = false;
    int level = map_index(m, MAP_LEVEL, &bad);
    int step = map_index(m, MAP_STEP, &bad);
    int turn = map_index(m, MAP_TURN, &bad);
    r->problem = map_index(m, MAP_PROBLEM, &bad);
    r->sample = map_index(m, MAP_SAMPLE, &bad);
    r->level = level >= 0 ? level : source->options->level;
    r->step = step;
    r->turn = turn < 0 ? 0 : turn;
    if (bad)
        return "level, problem, step, turn or sample is not a whole number from 0";
    if (*r->task_name == '\0' && r->problem < 0)
        return "names neither task nor problem";
    r->trials_run = map_index(m, MAP_TRIALS_RUN, &bad);
    r->trials_passed = map_index(m, MAP_TRIALS_PASSED, &bad);
    return bad ? "trials_run or trials_passed is not a whole number from 0" : NULL;
}

static void take_texts(const struct map_record *m, struct ingest_sample *r)
{
    r->prompt = ingest_text(map_text(m, MAP_PROMPT));
    r->completion = ingest_text(map_text(m, MAP_COMPLETION));
    r->code = ingest_text(map_text(m, MAP_CODE));
    r->finish_reason = map_text(m, MAP_FINISH_REASON);
    r->prompt_tokens = count_of(map_number(m, MAP_PROMPT_TOKENS));
    r->completion_tokens = count_of(map_number(m, MAP_COMPLETION_TOKENS));
    r->sum_logprob = map_number(m, MAP_SUM_LOGPROB);
    r->mean_logprob = map_number(m, MAP_MEAN_LOGPROB);
    r->logprob_temperature = map_number(m, MAP_TEMPERATURE);
    r->message = sample_first_line(m->arena, map_text(m, MAP_MESSAGE));
    r->log = map_text(m, MAP_LOG);
    r->hardware = map_text(m, MAP_HARDWARE);
    r->max_abs_err = map_number(m, MAP_MAX_ABS_ERR);
    r->max_rel_err = map_number(m, MAP_MAX_REL_ERR);
    r->matched_share = map_number(m, MAP_MATCHED_SHARE);
    r->speedup_lower = map_number(m, MAP_SPEEDUP_LOWER);
    r->speedup_upper = map_number(m, MAP_SPEEDUP_UPPER);
    r->cheat_kind = map_text(m, MAP_CHEAT_KIND);
    r->method = map_text(m, MAP_TIMING_METHOD);
    r->advantage = map_number(m, MAP_ADVANTAGE);
    r->reward = map_number(m, MAP_REWARD);
    r->recipe = map_text(m, MAP_RECIPE);
    if (r->recipe == NULL)
        r->recipe = "imported";
}

/* A member that became a column as it stands is not kept twice; one written otherwise ("3", 1.0,
 * "pass") is. */
static const char *rest_of_object(const struct map_record *m, const struct mapped_reading *w)
{
    static const struct {
        enum map_field field;
        enum json_type type;
    } columns[] = {
        { MAP_SUITE, JSON_STRING },
        { MAP_TASK, JSON_STRING },
        { MAP_LEVEL, JSON_NUMBER },
        { MAP_PROBLEM, JSON_NUMBER },
        { MAP_STEP, JSON_NUMBER },
        { MAP_TURN, JSON_NUMBER },
        { MAP_SAMPLE, JSON_NUMBER },
        { MAP_COMPILED, JSON_BOOL },
        { MAP_CORRECT, JSON_BOOL },
        { MAP_TOKEN_IDS, JSON_ARRAY },
        { MAP_LOGPROBS, JSON_ARRAY },
        { MAP_SAMPLES_US, JSON_ARRAY },
        { MAP_BASELINE_SAMPLES_US, JSON_ARRAY },
        { MAP_EVIDENCE, JSON_ARRAY },
        { MAP_REWARDS, JSON_ARRAY },
    };
    const char **known = arena_array(m->arena, w->n_texts + ARRAY_LEN(columns), sizeof(*known));
    size_t n = w->n_texts;
    if (n > 0)
        memcpy(known, w->texts, n * sizeof(*known));
    for (size_t i = 0; i < ARRAY_LEN(columns); i++) {
        const char *member = m->map->rules[columns[i].field].member;
        const struct json *j = member == NULL ? NULL : json_get(m->json, member);
        if (j != NULL && json_type(j) == columns[i].type)
            known[n++] = member;
    }
    return sample_json_without(m->arena, m->json, known, n);
}

/* The one that the map names; what is no JSON is kept as a text. */
static const char *extra_of(const struct map_record *m)
{
    bool bad = false;
    const struct json *j = map_json(m, MAP_EXTRA, &bad);
    struct buf CLEANUP(buf_release) text = { 0 };
    if (!bad)
        return j == NULL ? NULL : sample_json(m->arena, j);
    const char *words = map_text(m, MAP_EXTRA);
    buf_put_json_string(&text, words, strlen(words));
    return arena_strdup(m->arena, buf_text(&text));
}

/* NULL when the record says nothing of its run. */
static const struct ingest_run *take_run(const struct ingest_batch *out, const struct map_record *m,
                                         const char **out_why)
{
    const char *name = map_text(m, MAP_RUN);
    const char *model = map_text(m, MAP_MODEL);
    const char *strategy = map_text(m, MAP_STRATEGY);
    bool bad = false;
    const int64_t seed = map_whole(m, MAP_SEED, &bad);
    if (bad)
        *out_why = "seed is not a whole number from 0 up";
    if (name == NULL && model == NULL && strategy == NULL && seed < 0)
        return NULL;
    struct ingest_run *run = arena_alloc(m->arena, sizeof(*run));
    *run = ingest_run_of_source(out->source);
    run->own_name = name == NULL || *name == '\0' ? NULL : name;
    if (model != NULL && out->source->options->model == NULL) {
        run->model = model;
        run->model_origin = "the map";
    }
    run->strategy = ingest_strategy(m->arena, strategy);
    run->has_seed = seed >= 0;
    run->seed = seed < 0 ? 0 : seed;
    run->of_record = true;
    return run;
}

/* A record of a step's metrics. */
static void take_step(struct ingest_batch *out, const struct map_record *m, const char *where)
{
    bool bad = false;
    const int step = map_index(m, MAP_STEP, &bad);
    const char *metrics = map_metrics(m);
    if (bad || step < 0)
        ingest_refuse(out->source, where, "the step is missing or not a whole number from 0 up");
    else if (strcmp(metrics, "{}") == 0)
        ingest_refuse(out->source, where, "none of the map's metrics is a number in this record");
    else
        ingest_batch_add_step(out, where, step, metrics);
}

static bool is_interval(double lower, double upper)
{
    return (isnan(lower) && isnan(upper)) || (lower > 0 && lower <= upper);
}

static void take(struct ingest_batch *out, const struct map_record *m, const char *where)
{
    struct mapped_reading *w = out->source->state;
    if (m->map->n_metrics > 0) {
        take_step(out, m, where);
        return;
    }
    const char *task = map_text(m, MAP_TASK);
    const char *suite = map_text(m, MAP_SUITE);
    struct ingest_sample *r =
        ingest_batch_add(out, suite == NULL ? "imported" : suite, task == NULL ? "" : task);
    r->where = where;
    const char *why = take_place(out->source, m, r);
    if (why == NULL)
        why = take_verdict(m, w, r);
    if (why == NULL)
        why = map_take_lists(m, r);
    if (why == NULL &&
        !is_interval(map_number(m, MAP_SPEEDUP_LOWER), map_number(m, MAP_SPEEDUP_UPPER)))
        why = "speedup_lower and speedup_upper are not an interval above 0";
    if (why == NULL && r->statistic != NULL && strcmp(r->statistic, "median") != 0 &&
        strcmp(r->statistic, "mean") != 0)
        why = "statistic is neither median nor mean";
    r->run = take_run(out, m, &why);
    if (why == NULL && (map_number(m, MAP_SUM_LOGPROB) > 0 || map_number(m, MAP_MEAN_LOGPROB) > 0))
        why = "a log-prob is positive; it may be a raw logit, which is not a log-prob";
    if (why != NULL) {
        out->n--;
        ingest_refuse(out->source, where, "%s", why);
        return;
    }
    if (r->timing.runtime_us > 0 && !import_map_has(m->map, MAP_CORRECT) &&
        !import_map_has(m->map, MAP_OUTCOME))
        __atomic_fetch_add(&w->n_unjudged, 1, __ATOMIC_RELAXED);
    take_texts(m, r);
    if (import_map_has(m->map, MAP_EXTRA))
        r->extra = extra_of(m);
    else
        r->extra = m->table != NULL ? csv_table_json(m->arena, m->table, w->texts, w->n_texts)
                                    : rest_of_object(m, w);
    r->extra_is_part = m->table == NULL || import_map_has(m->map, MAP_EXTRA);
    out->source->counts.unusable += __builtin_popcountll(*m->unusable);
}

/* Nothing stands where this sample's own fields point. */
static bool is_absent(const struct map_record *m)
{
    for (size_t i = 0; i < MAP_FIELDS; i++) {
        const struct map_rule *rule = &m->map->rules[i];
        if (rule->of_each && rule->from != NULL && map_text(m, (enum map_field)i) != NULL)
            return false;
    }
    return true;
}

static void take_each(struct ingest_batch *out, const struct map_record *record, const char *where)
{
    struct mapped_reading *w = out->source->state;
    for (size_t i = 0; i < w->map.n_each; i++) {
        struct map_record m = *record;
        m.map = &w->map.each[i];
        m.seen = &w->seen[i];
        *m.unusable = 0;
        if (m.map->name != NULL && is_absent(&m))
            __atomic_fetch_add(&w->n_absent, 1, __ATOMIC_RELAXED);
        else
            take(out, &m, where);
    }
}

static void take_json(struct ingest_batch *out, const char *where, const struct json *record,
                      const struct map_record *above)
{
    uint64_t unusable = 0;
    struct map_record m = *above;
    m.json = record;
    m.unusable = &unusable;
    if (m.map->joined != NULL)
        map_find_joined(&m);
    if (json_type(record) == JSON_OBJECT)
        take_each(out, &m, where);
    else
        ingest_refuse(out->source, where, "the record is not a JSON object");
}

/* Down the named members as deep as the map says, and through lists. */
static void take_value(struct ingest_batch *out, const char *where, const struct json *value,
                       const struct map_record *above)
{
    struct map_record m = *above;
    const bool deeper = json_type(value) == JSON_OBJECT && m.n_keys < m.map->depth;
    size_t i = 0;
    if (json_type(value) != JSON_ARRAY && !deeper) {
        take_json(out, where, value, above);
        return;
    }
    m.n_keys += deeper;
    for (const struct json *j = json_first(value); j != NULL; j = json_next(j), i++) {
        if (deeper)
            m.keys[m.n_keys - 1] = json_key(j);
        take_value(out,
                   deeper ? arena_printf(out->arena, "%s, \"%.60s\"", where, json_key(j))
                          : arena_printf(out->arena, "%s, item %zu", where, i),
                   j, &m);
    }
}

static void jsonl_take(struct ingest_batch *out, const struct ingest_record *r)
{
    struct mapped_reading *w = out->source->state;
    const char *records = r->n_keys == 0 ? w->map.records : NULL;
    const struct json *list = records == NULL ? r->json : json_pointer(r->json, records);
    const struct map_record top = { .map = &w->map, .path = w->path, .arena = out->arena };
    if (list == NULL)
        ingest_refuse(out->source, r->where,
                      "the file has nothing at %.80s, where \"records\" of the map points",
                      records);
    else
        take_value(out, r->where, list, &top);
}

static void csv_take(struct ingest_batch *out, const struct ingest_record *r)
{
    struct mapped_reading *w = out->source->state;
    uint64_t unusable = 0;
    struct map_record m = {
        .map = &w->map, .table = r->row, .path = w->path, .arena = out->arena, .unusable = &unusable
    };
    if (w->map.joined != NULL)
        map_find_joined(&m);
    take_each(out, &m, r->where);
}

/* Texts have their own table, so those at a record's top are not kept twice. */
static void note_texts(struct mapped_reading *w, struct arena *a)
{
    static const enum map_field fields[] = { MAP_PROMPT, MAP_COMPLETION, MAP_CODE };
    w->texts = arena_array(a, ARRAY_LEN(fields) * w->map.n_each + 1, sizeof(*w->texts));
    for (size_t k = 0; k < w->map.n_each; k++)
        for (size_t i = 0; i < ARRAY_LEN(fields); i++) {
            const char *member = w->map.each[k].rules[fields[i]].member;
            if (member != NULL)
                w->texts[w->n_texts++] = member;
        }
}

static int mapped_begin(struct ingest_source *source, struct err *err)
{
    struct mapped_reading *w = arena_alloc(source->arena, sizeof(*w));
    source->state = w;
    w->path = path_absolute(source->arena, source->path);
    if (source->options->map == NULL)
        return err_set(err, ERR_USAGE,
                       "format %s needs --map m.json; 'rollbook ingest map-template' prints one",
                       source->format->name);
    int rc = import_map_read(source->options->map, source->arena, &w->map, err);
    if (rc < 0) {
        import_map_release(&w->map);
        return rc;
    }
    w->seen = arena_array(source->arena, w->map.n_each, sizeof(*w->seen));
    note_texts(w, source->arena);
    return rc;
}

static void mapped_end(struct ingest_source *source)
{
    struct mapped_reading *w = source->state;
    import_map_release(&w->map);
}

static int csv_begin(struct ingest_source *source, struct err *err)
{
    const struct csv_table *t = NULL;
    int rc = mapped_begin(source, err);
    const struct mapped_reading *w = source->state;
    if (rc == 0)
        rc = ingest_open_table(source, w->map.separator, NULL, &t, err);
    for (size_t i = 0; i < MAP_FIELDS * w->map.n_each && rc == 0; i++) {
        const struct map_rule *rule = &w->map.each[i / MAP_FIELDS].rules[i % MAP_FIELDS];
        const char *from = rule->from;
        if (from != NULL && !rule->joined && csv_table_cell(t, from + (*from == '/')) == NULL)
            rc = err_set(
                err, ERR_USAGE,
                "%s: has no column '%.80s', which the map gives for %s; the first of its %zu is "
                "'%.80s', where '%c' separates",
                source->name, from + (*from == '/'),
                import_map_field_name((enum map_field)(i % MAP_FIELDS)), t->n_names,
                t->n_names == 0 ? "" : t->names[0], w->map.separator);
    }
    if (rc < 0)
        mapped_end(source);
    return rc;
}

/* A pointer that is never right leaves a column empty, and nobody would know. */
static void remark_unseen(struct ingest_source *source)
{
    const struct mapped_reading *w = source->state;
    struct buf names CLEANUP(buf_release) = { 0 };
    int n = 0;
    uint64_t seen_by_any = 0;
    for (size_t k = 0; k < w->map.n_each; k++)
        seen_by_any |= w->seen[k];
    for (size_t i = 0; i < MAP_FIELDS * w->map.n_each; i++) {
        const size_t k = i / MAP_FIELDS, f = i % MAP_FIELDS;
        const struct map_rule *rule = &w->map.each[k].rules[f];
        const uint64_t seen = rule->of_each ? w->seen[k] : seen_by_any;
        if ((rule->from == NULL && rule->key == 0 && !rule->path && rule->beside == NULL) ||
            (seen >> f & 1) != 0 || (!rule->of_each && k > 0))
            continue;
        buf_printf(&names, "%s%s", n++ == 0 ? "" : ", ", import_map_field_name((enum map_field)f));
        if (rule->from != NULL)
            buf_printf(&names, " (%.60s%s)", rule->from, rule->joined ? " of the joined file" : "");
        if (rule->beside != NULL)
            buf_printf(&names, " (the file %.60s beside)", rule->beside);
    }
    if (n > 0)
        ingest_remark(source, "%d field%s of the map %s in no record: %s", n, n == 1 ? "" : "s",
                      n == 1 ? "is" : "are", buf_text(&names));
}

static int mapped_finish(struct ingest_batch *out, struct err *err)
{
    struct ingest_source *source = out->source;
    const struct mapped_reading *w = source->state;
    const struct ingest_counts *c = &source->counts;
    if (w->n_absent > 0 && c->stored + c->duplicate + c->contradicting + c->refused == 0 &&
        out->n == 0)
        return err_set(err, ERR_NOMATCH,
                       "%s: no record contains a sample that \"each\" names: %lld times all fields "
                       "of a sample were empty",
                       source->name, (long long)w->n_absent);
    remark_unseen(source);
    if (w->n_absent > 0)
        ingest_remark(
            source,
            "%lld samples that \"each\" asks for are not there: all of their own fields are "
            "empty in their record",
            (long long)w->n_absent);
    if (w->n_unjudged > 0)
        ingest_remark(source,
                      "%lld records have a time and no verdict, because the map names neither "
                      "correct nor outcome: they count as not correct and have no speedup; if all "
                      "are, \"correct\": {\"constant\": true} says so",
                      (long long)w->n_unjudged);
    if (w->n_worded + w->n_unworded > 0)
        ingest_remark(source,
                      "%lld wrong samples do not say whether they compiled: the words of the "
                      "message or log decide for %lld, and %lld without such words count as "
                      "compiled",
                      (long long)(w->n_worded + w->n_unworded), (long long)w->n_worded,
                      (long long)w->n_unworded);
    if (w->n_zero > 0)
        ingest_remark(source,
                      "%lld correct samples state a speedup of 0: that is a sample without a time, "
                      "not a speedup",
                      (long long)w->n_zero);
    if (w->n_unbuilt > 0)
        ingest_remark(source,
                      "%lld wrong records do not say whether they compiled, where the map names "
                      "it: without error and time they count as not compiled; extra keeps a null",
                      (long long)w->n_unbuilt);
    if (source->counts.unusable > 0)
        ingest_remark(source,
                      "%lld values are not finite numbers (nan, 1e400): their fields are empty, "
                      "and extra keeps the original text",
                      (long long)source->counts.unusable);
    return 0;
}

const struct ingest_format format_jsonl = {
    .name = "jsonl",
    .summary = "any JSON or JSON Lines, by a mapping file (--map)",
    .version = 3,
    .naming = INGEST_RUN_OF_FILE,
    .is_pure = true,
    .begin = mapped_begin,
    .take = jsonl_take,
    .finish = mapped_finish,
    .end = mapped_end,
};

const struct ingest_format format_csv = {
    .name = "csv",
    .summary = "any CSV, by a mapping file (--map)",
    .version = 2,
    .naming = INGEST_RUN_OF_FILE,
    .begin = csv_begin,
    .take = csv_take,
    .finish = mapped_finish,
    .end = mapped_end,
};
