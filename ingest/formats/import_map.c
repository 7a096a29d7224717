#include "ingest/formats/import_map.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "ingest/csv_table.h"
#include "ingest/sample_text.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"

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

/* A pointer of one step without escapes, or a name itself. */
static const char *top_member(const char *from)
{
    if (from == NULL)
        return NULL;
    from += *from == '/';
    return *from != '\0' && strpbrk(from, "/~") == NULL ? from : NULL;
}

static int read_rule(const char *path, const struct json *j, struct arena *a, struct map_rule *out,
                     struct err *err)
{
    const struct json *constant = json_get(j, "constant");
    const struct json *factor = json_get(j, "factor");
    const char *text = NULL;
    out->factor = 1;
    if (json_string(j, &text)) {
        out->from = arena_strdup(a, text);
        out->member = top_member(out->from);
        return 0;
    }
    out->from = sample_string(a, j, "from");
    out->member = top_member(out->from);
    if (constant != NULL)
        out->constant =
            json_string(constant, &text) ? arena_strdup(a, text) : sample_json(a, constant);
    if ((out->from == NULL) == (out->constant == NULL))
        return err_set(err, ERR_INTEGRITY, "%s: %s: needs either \"from\" or \"constant\"", path,
                       json_key(j));
    if (factor != NULL && (!json_number(factor, &out->factor) || !isfinite(out->factor)))
        return err_set(err, ERR_INTEGRITY, "%s: %s: the factor is no number", path, json_key(j));
    return 0;
}

static int read_field(const char *path, const struct json *j, struct arena *a,
                      struct import_map *out, struct err *err)
{
    for (size_t i = 0; i < MAP_FIELDS; i++)
        if (strcmp(json_key(j), field_names[i]) == 0)
            return read_rule(path, j, a, &out->rules[i], err);
    return err_set(err, ERR_INTEGRITY, "%s: there is no field '%.60s'", path, json_key(j));
}

static int read_map(const char *path, const struct json *root, struct arena *a,
                    struct import_map *out, struct err *err)
{
    const struct json *fields = NULL;
    const char *separator = sample_string(a, root, "separator");
    int rc = json_need_object(root, path, "fields", &fields, err);
    for (const struct json *j = rc < 0 ? NULL : json_first(fields); j != NULL && rc == 0;
         j = json_next(j))
        rc = read_field(path, j, a, out, err);
    if (rc < 0)
        return rc;
    if (separator != NULL && (strlen(separator) != 1 || strchr("\"\r\n", *separator) != NULL))
        return err_set(err, ERR_INTEGRITY, "%s: the separator is one byte", path);
    out->separator = separator == NULL ? ',' : *separator;
    out->records = sample_string(a, root, "records");
    if (out->rules[MAP_SUITE].from == NULL && out->rules[MAP_SUITE].constant == NULL)
        out->rules[MAP_SUITE].constant = sample_string(a, root, "suite");
    if (out->rules[MAP_TASK].from == NULL && out->rules[MAP_TASK].constant == NULL &&
        out->rules[MAP_PROBLEM].from == NULL)
        return err_set(err, ERR_INTEGRITY, "%s: maps neither task nor problem", path);
    return 0;
}

int import_map_read(const char *path, struct arena *a, struct import_map *out, struct err *err)
{
    struct json *root = json_parse_file(path, err);
    if (root == NULL)
        return err->code;
    *out = (struct import_map){ .separator = ',' };
    int rc = json_type(root) == JSON_OBJECT
                 ? read_map(path, root, a, out, err)
                 : err_set(err, ERR_INTEGRITY, "%s: a map is an object", path);
    json_free(root);
    return rc;
}

static const struct json *step(const struct json *at, const char *token, size_t len)
{
    char key[256];
    size_t n = 0;
    int64_t index = 0;
    for (size_t i = 0; i < len; i++) {
        char c = token[i];
        if (c == '~' && i + 1 < len && (token[i + 1] == '0' || token[i + 1] == '1'))
            c = token[++i] == '0' ? '~' : '/';
        if (n + 1 == sizeof(key))
            return NULL;
        key[n++] = c;
    }
    key[n] = '\0';
    if (json_type(at) == JSON_OBJECT)
        return json_get(at, key);
    if (json_type(at) == JSON_ARRAY && str_to_i64(key, &index) && index >= 0 &&
        (size_t)index < json_count(at))
        return json_at(at, (size_t)index);
    return NULL;
}

const struct json *json_pointer(const struct json *root, const char *pointer)
{
    const struct json *at = root;
    if (*pointer != '/')
        return *pointer == '\0' ? root : json_get(root, pointer);
    while (at != NULL && *pointer == '/') {
        size_t len = strcspn(++pointer, "/");
        at = step(at, pointer, len);
        pointer += len;
    }
    return at;
}

/* Text of a cell or constant, or the JSON value in *out_json. */
static const char *find(const struct map_record *r, enum map_field f, const struct json **out_json)
{
    const struct map_rule *rule = &r->map->rules[f];
    *out_json = NULL;
    if (rule->constant != NULL || rule->from == NULL)
        return rule->constant;
    if (r->table == NULL) {
        *out_json = rule->member != NULL ? json_get(r->json, rule->member)
                                         : json_pointer(r->json, rule->from);
        return NULL;
    }
    const char *column = *rule->from == '/' ? rule->from + 1 : rule->from;
    const char *cell = csv_table_cell(r->table, column);
    return cell == NULL || *cell == '\0' ? NULL : cell;
}

const char *map_text(const struct map_record *r, enum map_field f)
{
    const struct json *j = NULL;
    const char *text = find(r, f, &j);
    const char *s = NULL;
    if (j != NULL && json_type(j) != JSON_NULL)
        return json_string(j, &s) ? s : sample_json(r->arena, j);
    return text == NULL ? NULL : arena_strdup(r->arena, text);
}

double map_number(const struct map_record *r, enum map_field f)
{
    const struct json *j = NULL;
    const char *text = find(r, f, &j);
    double v = (double)NAN;
    if (text == NULL && (j == NULL || json_type(j) == JSON_NULL))
        return (double)NAN;
    bool is_number = j != NULL ? json_number_lenient(j, &v) : str_to_double(text, &v);
    if (is_number && isfinite(v))
        return v * r->map->rules[f].factor;
    if (r->unusable != NULL)
        *r->unusable |= (uint64_t)1 << (unsigned)f;
    return (double)NAN;
}

bool map_bool(const struct map_record *r, enum map_field f, bool *out, bool *out_bad)
{
    const struct json *j = NULL;
    const char *text = find(r, f, &j);
    if (text == NULL && (j == NULL || json_type(j) == JSON_NULL))
        return false;
    if (text != NULL ? sample_word_bool(text, out) : sample_bool(j, out))
        return true;
    *out_bad = true;
    return false;
}

int map_index(const struct map_record *r, enum map_field f, bool *out_bad)
{
    const struct json *j = NULL;
    const char *text = find(r, f, &j);
    int64_t v = -1;
    if (text == NULL && (j == NULL || json_type(j) == JSON_NULL))
        return -1;
    const char *s = text;
    bool ok = j != NULL && json_int(j, &v);
    if (!ok && (s != NULL || json_string(j, &s)))
        ok = str_to_i64(s, &v);
    if (ok && v >= 0 && v < INT_MAX)
        return (int)v;
    *out_bad = true;
    return -1;
}
