#include "src/sample/judge_answer.h"

#include <math.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/chars.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/json/json.h"
#include "src/sample/answer.h"
#include "src/wire/wire.h"

#define MAX_BYTES   ((size_t)1 << 20)
#define MAX_OBJECTS 64 /* tried, from the end */

static const char *const scores[] = { "correctness", "compilability", "speed" };
static const char *const reasons[] = { "reasoning", "reason", "explanation" };

struct answer_span {
    const char *text;
    size_t len;
};

/* Bytes of the object at s, by braces outside of strings; 0: it does not end. */
static size_t object_length(const char *s, size_t len)
{
    size_t depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < len; i++) {
        if (quoted && s[i] == '\\')
            i++;
        else if (s[i] == '"')
            quoted = !quoted;
        else if (!quoted && s[i] == '{')
            depth++;
        else if (!quoted && s[i] == '}' && --depth == 0)
            return i + 1;
    }
    return 0;
}

static bool has_score(const struct json *object)
{
    for (size_t i = 0; i < ARRAY_LEN(scores); i++)
        if (json_get(object, scores[i]) != NULL)
            return true;
    return false;
}

static const struct json *parse(struct answer_span s, struct arena *a)
{
    struct err ignored = { 0 };
    return wire_parse("answer", s.text, s.len, a, NULL, &ignored);
}

static bool encloses(struct answer_span outer, struct answer_span inner)
{
    return outer.text + outer.len >= inner.text + inner.len;
}

/* The last object with a score, the outermost of nested ones. */
static const struct json *find_object(struct answer_span all, struct arena *a,
                                      struct answer_span *out)
{
    const struct json *found = NULL;
    size_t tried = 0;
    for (size_t i = all.len; i-- > 0 && tried < MAX_OBJECTS;) {
        if (all.text[i] != '{')
            continue;
        struct answer_span s = { all.text + i, object_length(all.text + i, all.len - i) };
        const struct json *object = s.len == 0 ? NULL : parse(s, a);
        tried++;
        if (object == NULL || !has_score(object))
            continue;
        if (found != NULL && !encloses(s, *out))
            return found;
        found = object;
        *out = s;
    }
    return found;
}

static const char *read_score(const struct json *object, const char *key, double *out,
                              bool *out_as_text, struct arena *a)
{
    const struct json *j = json_get(object, key);
    const char *text = NULL;
    double v = (double)NAN;
    if (j == NULL)
        return arena_printf(a, "%s is missing", key);
    size_t n = 0;
    for (const struct json *m = json_first(object); m != NULL; m = json_next(m))
        n += strcmp(json_key(m), key) == 0;
    if (n > 1)
        return arena_printf(a, "%s is given twice", key);
    if (json_string(j, &text))
        *out_as_text = true;
    if (!json_number_lenient(j, &v))
        return arena_printf(a, "%s is not a number", key);
    if (!(v >= 0 && v <= 1))
        return arena_printf(a, "%s is %g, not from 0 to 1", key, v);
    *out = v;
    return NULL;
}

static bool is_all_space(const char *s, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (!is_space(s[i]))
            return false;
    return true;
}

static bool is_fence(const char *s, size_t len)
{
    size_t ticks = 0;
    while (len > 0 && is_space(*s)) {
        s++;
        len--;
    }
    while (ticks < len && s[ticks] == '`')
        ticks++;
    for (size_t i = ticks; i < len; i++)
        if (!is_letter(s[i]) && !is_space(s[i]))
            return false;
    return ticks >= 3;
}

static const char *describe_repairs(struct answer_span all, struct answer_span object, bool as_text,
                                    struct arena *a)
{
    size_t before = (size_t)(object.text - all.text);
    const char *end = object.text + object.len;
    size_t after = all.len - before - object.len;
    bool fenced = is_fence(all.text, before) && is_fence(end, after);
    bool alone = is_all_space(all.text, before) && is_all_space(end, after);
    const char *first = alone ? "" : fenced ? "fence" : "text around";
    if (alone && !as_text)
        return NULL;
    return arena_printf(a, "%s%s%s", first, !alone && as_text ? ", " : "",
                        as_text ? "number as text" : "");
}

static const char *find_reason(const struct json *object, struct arena *a)
{
    const char *text = NULL;
    for (size_t i = 0; i < ARRAY_LEN(reasons) && text == NULL; i++)
        json_string(json_get(object, reasons[i]), &text);
    return text == NULL ? NULL : arena_strdup(a, text);
}

static struct judge_answer malformed(const char *problem)
{
    return (struct judge_answer){ .malformed = true,
                                  .problem = problem,
                                  .correctness = (double)NAN,
                                  .compilability = (double)NAN,
                                  .speed = (double)NAN };
}

struct judge_answer judge_answer_read(const char *text, size_t len, struct arena *a)
{
    struct text_part reasoning, answer;
    struct answer_span object = { 0 };
    struct judge_answer out = { 0 };
    bool as_text = false;
    if (len > MAX_BYTES)
        return malformed("more than 1 MiB");
    answer_split(text, len, &reasoning, &answer);
    struct answer_span all = { answer.text, answer.len };
    const struct json *root = find_object(all, a, &object);
    if (root == NULL)
        return malformed("no JSON object with scores");
    double *const to[] = { &out.correctness, &out.compilability, &out.speed };
    const char *problem = NULL;
    for (size_t i = 0; i < ARRAY_LEN(scores) && problem == NULL; i++)
        problem = read_score(root, scores[i], to[i], &as_text, a);
    if (problem != NULL)
        return malformed(problem);
    out.reason = find_reason(root, a);
    out.repairs = describe_repairs(all, object, as_text, a);
    return out;
}
