#include "ingest/formats/import_map.h"

#include <math.h>
#include <string.h>

#include "ingest/sample_text.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/nearest.h"
#include "src/json/json.h"

_Static_assert(MAP_FIELDS <= 64, "a bit for each field");

static const char *const field_names[MAP_FIELDS] = {
    [MAP_SUITE] = "suite",
    [MAP_TASK] = "task",
    [MAP_LEVEL] = "level",
    [MAP_PROBLEM] = "problem",
    [MAP_STEP] = "step",
    [MAP_TURN] = "turn",
    [MAP_SAMPLE] = "sample",
    [MAP_PROMPT] = "prompt",
    [MAP_COMPLETION] = "completion",
    [MAP_CODE] = "code",
    [MAP_FINISH_REASON] = "finish_reason",
    [MAP_PROMPT_TOKENS] = "prompt_tokens",
    [MAP_COMPLETION_TOKENS] = "completion_tokens",
    [MAP_SUM_LOGPROB] = "sum_logprob",
    [MAP_MEAN_LOGPROB] = "mean_logprob",
    [MAP_TEMPERATURE] = "temperature",
    [MAP_OUTCOME] = "outcome",
    [MAP_COMPILED] = "compiled",
    [MAP_CORRECT] = "correct",
    [MAP_MESSAGE] = "message",
    [MAP_LOG] = "log",
    [MAP_HARDWARE] = "hardware",
    [MAP_MAX_ABS_ERR] = "max_abs_err",
    [MAP_RUNTIME_US] = "runtime_us",
    [MAP_MIN_US] = "min_us",
    [MAP_MAX_US] = "max_us",
    [MAP_STD_US] = "std_us",
    [MAP_BASELINE] = "baseline",
    [MAP_BASELINE_US] = "baseline_us",
    [MAP_SPEEDUP] = "speedup",
    [MAP_RECIPE] = "recipe",
    [MAP_REWARD] = "reward",
    [MAP_RUN] = "run",
    [MAP_MODEL] = "model",
    [MAP_STRATEGY] = "strategy",
    [MAP_SEED] = "seed",
    [MAP_TOKEN_IDS] = "token_ids",
    [MAP_LOGPROBS] = "logprobs",
    [MAP_SAMPLES_US] = "samples_us",
    [MAP_BASELINE_SAMPLES_US] = "baseline_samples_us",
    [MAP_EVIDENCE] = "evidence",
    [MAP_REWARDS] = "rewards",
    [MAP_ADVANTAGE] = "advantage",
    [MAP_SPEEDUP_LOWER] = "speedup_lower",
    [MAP_SPEEDUP_UPPER] = "speedup_upper",
    [MAP_TIMING_METHOD] = "timing_method",
    [MAP_CHEAT_KIND] = "cheat_kind",
    [MAP_MAX_REL_ERR] = "max_rel_err",
    [MAP_MATCHED_SHARE] = "matched_share",
    [MAP_TRIALS_RUN] = "trials_run",
    [MAP_TRIALS_PASSED] = "trials_passed",
    [MAP_EXTRA] = "extra",
    [MAP_STATISTIC] = "statistic",
    [MAP_N_SAMPLES] = "n_samples",
    [MAP_BASELINE_N_SAMPLES] = "baseline_n_samples",
    [MAP_BASELINE_MIN_US] = "baseline_min_us",
    [MAP_BASELINE_MAX_US] = "baseline_max_us",
    [MAP_BASELINE_STD_US] = "baseline_std_us",
};

const char *import_map_field_name(enum map_field f)
{
    return field_names[f];
}

const char *import_map_template(void)
{
    return "{\n"
           "  \"suite\": \"mine\",\n"
           "  \"separator\": \",\",\n"
           "  \"fields\": {\n"
           "    \"task\": \"/task\",\n"
           "    \"level\": {\"constant\": 1},\n"
           "    \"problem\": \"/problem_id\",\n"
           "    \"sample\": \"/sample_id\",\n"
           "    \"prompt\": \"/prompt\",\n"
           "    \"completion\": \"/completion\",\n"
           "    \"code\": \"/code\",\n"
           "    \"compiled\": \"/compiled\",\n"
           "    \"correct\": \"/correct\",\n"
           "    \"message\": \"/error\",\n"
           "    \"hardware\": \"/device/name\",\n"
           "    \"runtime_us\": {\"from\": \"/runtime_ms\", \"factor\": 1000},\n"
           "    \"baseline_us\": {\"from\": \"/reference_ms\", \"factor\": 1000},\n"
           "    \"baseline\": {\"constant\": \"torch_eager\"},\n"
           "    \"reward\": \"/reward\"\n"
           "  }\n"
           "}\n";
}

bool import_map_has(const struct import_map *map, enum map_field f)
{
    const struct map_rule *rule = &map->rules[f];
    return rule->from != NULL || rule->constant != NULL || rule->key > 0 || rule->path ||
           rule->beside != NULL;
}

/* A member that nobody reads would be ignored in silence, and the numbers be wrong. */
static int check_members(const char *path, const char *where, const struct json *object,
                         const char *const *known, size_t n, struct err *err)
{
    for (const struct json *j = json_first(object); j != NULL; j = json_next(j)) {
        struct nearest near;
        bool found = false;
        nearest_init(&near, json_key(j));
        for (size_t i = 0; i < n; i++) {
            found = found || strcmp(json_key(j), known[i]) == 0;
            nearest_offer(&near, known[i]);
        }
        if (found)
            continue;
        err_set(
            err, ERR_INTEGRITY,
            "%s: %s: unknown member '%.60s'; 'rollbook ingest map-template' explains all of them",
            path, where, json_key(j));
        return err_suggest(err, &near);
    }
    return 0;
}

/* The member that a pointer of one step without escapes names, or a name itself. */
static const char *top_member(const char *from)
{
    if (from == NULL)
        return NULL;
    from += *from == '/';
    return *from != '\0' && strpbrk(from, "/~") == NULL ? from : NULL;
}

/* text with name in place of each {}. */
static const char *placed(struct arena *a, const char *text, const char *name,
                          struct map_rule *rule)
{
    struct buf b CLEANUP(buf_release) = { 0 };
    if (name == NULL || text == NULL || strstr(text, "{}") == NULL)
        return text;
    rule->of_each = true;
    for (const char *at = text, *next; *at != '\0'; at = next) {
        const char *hole = strstr(at, "{}");
        next = hole == NULL ? at + strlen(at) : hole + 2;
        buf_printf(&b, "%.*s%s", (int)(hole == NULL ? next - at : hole - at), at,
                   hole == NULL ? "" : name);
    }
    return arena_strdup(a, buf_text(&b));
}

static int read_match(const char *path, const struct json *j, struct arena *a, struct map_rule *out,
                      struct err *err)
{
    char why[120];
    const char *text = sample_string(a, j, "match");
    if (text == NULL)
        return 0;
    regex_t *re = arena_alloc(a, sizeof(*re));
    int rc = regcomp(re, text, REG_EXTENDED);
    if (rc != 0) {
        regerror(rc, re, why, sizeof(why));
        return err_set(err, ERR_INTEGRITY, "%s: %s: match: %s", path, json_key(j), why);
    }
    out->match = re;
    if (re->re_nsub < 1 && json_get(j, "then") == NULL)
        return err_set(err, ERR_INTEGRITY,
                       "%s: %s: \"match\" has no group: put (...) around the part that is taken",
                       path, json_key(j));
    return 0;
}

/* The numbers of a rule. */
static int read_numbers(const char *path, const struct json *j, struct map_rule *out,
                        struct err *err)
{
    const struct json *factor = json_get(j, "factor");
    const struct json *offset = json_get(j, "offset");
    const struct json *key = json_get(j, "key");
    int64_t n = 0;
    if (factor != NULL && (!json_number(factor, &out->factor) || !isfinite(out->factor)))
        return err_set(err, ERR_INTEGRITY, "%s: %s: \"factor\" must be a number", path,
                       json_key(j));
    if (offset != NULL && !json_int(offset, &out->offset))
        return err_set(err, ERR_INTEGRITY, "%s: %s: \"offset\" must be a whole number", path,
                       json_key(j));
    if (key != NULL && (!json_int(key, &n) || n < 1 || n > MAP_MAX_DEPTH))
        return err_set(err, ERR_INTEGRITY, "%s: %s: \"key\" must be a whole number from 1 to %d",
                       path, json_key(j), MAP_MAX_DEPTH);
    out->key = (int)n;
    return 0;
}

static int read_rule(const char *path, const struct json *j, const char *name, struct arena *a,
                     struct map_rule *out, struct err *err)
{
    static const char *const members[] = { "from",   "joined",    "key",    "constant",
                                           "factor", "offset",    "match",  "path",
                                           "then",   "otherwise", "beside", "comment" };
    const struct json *constant = json_get(j, "constant");
    const struct json *otherwise = json_get(j, "otherwise");
    const struct json *then = json_get(j, "then");
    const char *text = NULL;
    out->factor = 1;
    if (json_string(j, &text)) {
        out->from = placed(a, arena_strdup(a, text), name, out);
        out->member = top_member(out->from);
        return 0;
    }
    int rc = check_members(path, json_key(j), j, members, ARRAY_LEN(members), err);
    if (rc == 0)
        rc = read_numbers(path, j, out, err);
    if (rc == 0)
        rc = read_match(path, j, a, out, err);
    if (rc < 0)
        return rc;
    const char *joined = sample_string(a, j, "joined");
    const char *from = sample_string(a, j, "from");
    out->joined = joined != NULL;
    out->from = placed(a, joined != NULL ? joined : from, name, out);
    /* What is stored as it stands is not kept in extra too. */
    const bool plain = joined == NULL && out->match == NULL && out->offset == 0;
    out->member = plain ? top_member(out->from) : NULL;
    if (constant != NULL)
        out->constant = json_string(constant, &text) ? placed(a, arena_strdup(a, text), name, out)
                                                     : sample_json(a, constant);
    if (otherwise != NULL)
        out->otherwise =
            json_string(otherwise, &text) ? arena_strdup(a, text) : sample_json(a, otherwise);
    if (then != NULL)
        out->then = json_string(then, &text) ? arena_strdup(a, text) : sample_json(a, then);
    if ((then != NULL || otherwise != NULL) && out->match == NULL)
        return err_set(err, ERR_INTEGRITY, "%s: %s: \"%s\" is for a text that \"match\" %s", path,
                       json_key(j), then != NULL ? "then" : "otherwise",
                       then != NULL ? "fits" : "does not fit");
    json_bool(json_get(j, "path"), &out->path);
    out->beside = sample_string(a, j, "beside");
    if (out->beside != NULL &&
        (strchr(out->beside, '/') != NULL || *out->beside == '.' || *out->beside == '\0'))
        return err_set(err, ERR_INTEGRITY,
                       "%s: %s: \"beside\" must name a file in the record's folder, without '/'",
                       path, json_key(j));
    if ((joined != NULL) + (from != NULL) + (out->constant != NULL) + (out->key > 0) + out->path +
            (out->beside != NULL) !=
        1)
        return err_set(err, ERR_INTEGRITY,
                       "%s: %s: needs either \"from\" or \"constant\", \"key\", \"joined\", "
                       "\"beside\" or \"path\": true",
                       path, json_key(j));
    return 0;
}

static int read_field(const char *path, const struct json *j, struct arena *a,
                      struct import_map *out, struct err *err)
{
    for (size_t i = 0; i < MAP_FIELDS; i++)
        if (strcmp(json_key(j), field_names[i]) == 0)
            return read_rule(path, j, out->name, a, &out->rules[i], err);
    struct nearest near;
    nearest_init(&near, json_key(j));
    for (size_t i = 0; i < MAP_FIELDS; i++)
        nearest_offer(&near, field_names[i]);
    err_set(err, ERR_INTEGRITY,
            "%s: unknown field '%.60s'; 'rollbook ingest map-template' lists the fields", path,
            json_key(j));
    return err_suggest(err, &near);
}

/* Of rules that look above the record, or into another file. */
static int check_reach(const char *path, const struct import_map *map, struct err *err)
{
    for (size_t i = 0; i < MAP_FIELDS; i++) {
        const struct map_rule *rule = &map->rules[i];
        if (rule->key > map->depth)
            return err_set(
                err, ERR_INTEGRITY,
                "%s: %s: key %d, but \"depth\" is %d: a record has only that many names above it",
                path, field_names[i], rule->key, map->depth);
        if (rule->joined && map->joined == NULL)
            return err_set(err, ERR_INTEGRITY,
                           "%s: %s: there is no joined file: add \"join\" to the map", path,
                           field_names[i]);
    }
    return 0;
}

static int read_depth(const char *path, const struct json *root, struct import_map *out,
                      struct err *err)
{
    const struct json *j = json_get(root, "depth");
    int64_t depth = 0;
    if (j != NULL && (!json_int(j, &depth) || depth < 0 || depth > MAP_MAX_DEPTH))
        return err_set(err, ERR_INTEGRITY, "%s: \"depth\" must be a whole number from 0 to %d",
                       path, MAP_MAX_DEPTH);
    out->depth = (int)depth;
    return 0;
}

/* The names of "each"; one NULL without it. */
static int read_names(const char *path, const struct json *root, struct arena *a, const char ***out,
                      size_t *out_n, struct err *err)
{
    const struct json *list = json_get(root, "each");
    size_t n = list == NULL ? 1 : json_count(list);
    const char **names = arena_array(a, n == 0 ? 1 : n, sizeof(*names));
    if (list != NULL && (json_type(list) != JSON_ARRAY || n == 0 || n > MAP_MAX_EACH))
        return err_set(err, ERR_INTEGRITY, "%s: \"each\" must be a list of 1 to %d names", path,
                       MAP_MAX_EACH);
    for (size_t i = 0; i < n && list != NULL; i++) {
        const char *text = NULL;
        if (!json_string(json_at(list, i), &text) || *text == '\0')
            return err_set(err, ERR_INTEGRITY, "%s: \"each\": item %zu is not a name", path, i);
        names[i] = arena_strdup(a, text);
        for (size_t k = 0; k < i; k++)
            if (strcmp(names[k], names[i]) == 0)
                return err_set(err, ERR_INTEGRITY, "%s: \"each\": '%.60s' appears twice", path,
                               text);
    }
    *out = names;
    *out_n = n;
    return 0;
}

/* The rules with one name in place of {}. */
static int read_fields(const char *path, const struct json *root, struct arena *a,
                       struct import_map *out, struct err *err)
{
    bool is_used = out->name == NULL;
    int rc = 0;
    for (const struct json *j = json_first(json_get(root, "fields")); j != NULL && rc == 0;
         j = json_next(j))
        rc = read_field(path, j, a, out, err);
    if (rc < 0)
        return rc;
    if (!import_map_has(out, MAP_SUITE))
        out->rules[MAP_SUITE].constant = sample_string(a, root, "suite");
    if (out->n_metrics > 0 && !import_map_has(out, MAP_STEP))
        return err_set(err, ERR_INTEGRITY,
                       "%s: \"metrics\" needs the field step; add it to the fields", path);
    for (size_t i = 0; i < MAP_FIELDS && out->n_metrics > 0; i++)
        if (i != MAP_STEP && i != MAP_SUITE && import_map_has(out, (enum map_field)i))
            return err_set(
                err, ERR_INTEGRITY,
                "%s: a map with \"metrics\" describes steps, so its only field is step; remove %s",
                path, field_names[i]);
    if (out->n_metrics == 0 && !import_map_has(out, MAP_TASK) &&
        (!import_map_has(out, MAP_PROBLEM) || out->rules[MAP_PROBLEM].constant != NULL))
        return err_set(err, ERR_INTEGRITY,
                       "%s: the map has neither the field task nor the field problem; add one",
                       path);
    for (size_t i = 0; i < MAP_FIELDS; i++)
        is_used = is_used || (out->rules[i].of_each && out->rules[i].from != NULL);
    if (!is_used)
        return err_set(err, ERR_INTEGRITY,
                       "%s: each: no pointer or column contains {}, so all samples would be equal",
                       path);
    return check_reach(path, out, err);
}

static int read_metrics(const char *path, const struct json *list, struct arena *a,
                        struct import_map *out, struct err *err)
{
    struct map_metric *metrics = arena_array(a, json_count(list) + 1, sizeof(*metrics));
    size_t n = 0;
    for (const struct json *j = json_first(list); j != NULL; j = json_next(j)) {
        const char *from = NULL;
        if (json_type(list) != JSON_OBJECT || !json_string(j, &from))
            break;
        metrics[n++] = (struct map_metric){ arena_strdup(a, json_key(j)), arena_strdup(a, from) };
    }
    if (n == 0 || n != json_count(list))
        return err_set(err, ERR_INTEGRITY,
                       "%s: \"metrics\" must be an object of names, each with a pointer or column",
                       path);
    out->metrics = metrics;
    out->n_metrics = n;
    return 0;
}

static int read_map(const char *path, const struct json *root, struct arena *a,
                    struct import_map *out, struct err *err)
{
    const char *separator = sample_string(a, root, "separator");
    static const char *const members[] = { "suite", "separator", "fields",  "records", "depth",
                                           "join",  "each",      "metrics", "comment" };
    static const char *const join_members[] = { "file", "here", "there", "comment" };
    const struct json *fields = NULL;
    const char **names = NULL;
    size_t n = 0;
    int rc = json_need_object(root, path, "fields", &fields, err);
    if (rc == 0)
        rc = check_members(path, "the map", root, members, ARRAY_LEN(members), err);
    if (rc == 0)
        rc = read_depth(path, root, out, err);
    if (rc == 0 && json_get(root, "metrics") != NULL)
        rc = read_metrics(path, json_get(root, "metrics"), a, out, err);
    if (rc == 0 && json_get(root, "join") != NULL)
        rc = check_members(path, "join", json_get(root, "join"), join_members,
                           ARRAY_LEN(join_members), err);
    if (rc == 0 && json_get(root, "join") != NULL)
        rc = import_map_join(path, json_get(root, "join"), a, out, err);
    if (rc == 0)
        rc = read_names(path, root, a, &names, &n, err);
    if (rc < 0)
        return rc;
    if (separator != NULL && (strlen(separator) != 1 || strchr("\"\r\n", *separator) != NULL))
        return err_set(err, ERR_INTEGRITY, "%s: \"separator\" must be one byte, such as \";\"",
                       path);
    out->separator = separator == NULL ? ',' : *separator;
    out->records = sample_string(a, root, "records");
    const struct import_map common = *out;
    out->each = arena_array(a, n, sizeof(*out->each));
    for (size_t i = 0; i < n && rc == 0; i++) {
        out->each[i] = common;
        out->each[i].name = names[i];
        out->n_each = i + 1;
        rc = read_fields(path, root, a, &out->each[i], err);
    }
    memcpy(out->rules, out->each[0].rules, sizeof(out->rules));
    return rc;
}

void import_map_release(struct import_map *map)
{
    for (size_t k = 0; k < map->n_each; k++)
        for (size_t i = 0; i < MAP_FIELDS; i++) {
            struct map_rule *rule = &map->each[k].rules[i];
            if (rule->match != NULL)
                regfree(rule->match);
            rule->match = NULL;
        }
}

int import_map_read(const char *path, struct arena *a, struct import_map *out, struct err *err)
{
    struct json *root = json_parse_file(path, err);
    if (root == NULL && !file_exists(path))
        return err_set(err, ERR_USAGE,
                       "%s: there is no such map; 'rollbook ingest map-template >%s' makes one to "
                       "edit",
                       path, path);
    if (root == NULL)
        return err->code;
    *out = (struct import_map){ .separator = ',' };
    int rc =
        json_type(root) == JSON_OBJECT
            ? read_map(path, root, a, out, err)
            : err_set(err, ERR_INTEGRITY,
                      "%s: a map must be a JSON object; 'rollbook ingest map-template' prints one",
                      path);
    json_free(root);
    return rc;
}
