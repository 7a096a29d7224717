/*
 * sample_text.c - numbers in names, members of records, JSON and JSON Lines.
 */
#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/sample_rows.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"

#define MAX_MESSAGE 300

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

int sample_number_of_name(const char *name)
{
    int found = SAMPLE_PROBLEM_OF_NAME;
    size_t n = strlen(name);
    for (size_t i = 0; i < n; i++) {
        bool begins = i == 0 || strchr("_/-", name[i - 1]) != NULL;
        if (!begins || !is_digit(name[i]))
            continue;
        size_t end = i;
        int64_t value = 0;
        while (end < n && is_digit(name[end]) && end - i < 10)
            value = value * 10 + (name[end++] - '0');
        if (end < n && strchr("_/-", name[end]) == NULL)
            return SAMPLE_PROBLEM_OF_NAME;
        if (found != SAMPLE_PROBLEM_OF_NAME || value > INT_MAX)
            return SAMPLE_PROBLEM_OF_NAME;
        found = (int)value;
        i = end;
    }
    return found;
}

const char *sample_file_stem(struct ingest_job *job)
{
    if (strcmp(job->path, "-") == 0)
        return "";
    const char *slash = strrchr(job->path, '/');
    const char *base = slash == NULL ? job->path : slash + 1;
    const char *dot = strrchr(base, '.');
    size_t len = dot == NULL || dot == base ? strlen(base) : (size_t)(dot - base);
    return arena_strndup(job->arena, base, len);
}

const char *sample_json(struct arena *a, const struct json *j)
{
    struct buf out = { 0 };
    json_print(j, false, &out);
    const char *text = arena_strndup(a, buf_text(&out), out.len);
    buf_release(&out);
    return text;
}

const char *sample_json_without(struct arena *a, const struct json *object, const char *const *keys,
                                size_t n_keys)
{
    struct buf out = { 0 };
    const char *comma = "";
    buf_putc(&out, '{');
    for (const struct json *j = json_first(object); j != NULL; j = json_next(j)) {
        bool left_out = false;
        for (size_t i = 0; i < n_keys; i++)
            left_out |= strcmp(json_key(j), keys[i]) == 0;
        if (left_out)
            continue;
        buf_puts(&out, comma);
        buf_put_json_string(&out, json_key(j), strlen(json_key(j)));
        buf_putc(&out, ':');
        json_print(j, false, &out);
        comma = ",";
    }
    buf_putc(&out, '}');
    const char *text = arena_strndup(a, buf_text(&out), out.len);
    buf_release(&out);
    return text;
}

const char *sample_string(struct arena *a, const struct json *object, const char *key)
{
    const char *s = NULL;
    return json_string(json_get(object, key), &s) ? arena_strdup(a, s) : NULL;
}

const char *sample_string_of(struct arena *a, const struct json *object, const char *const *keys,
                             size_t n_keys)
{
    const char *s = NULL;
    for (size_t i = 0; i < n_keys && s == NULL; i++)
        s = sample_string(a, object, keys[i]);
    return s;
}

double sample_number(const struct json *object, const char *key)
{
    double v = (double)NAN;
    if (!json_number_lenient(json_get(object, key), &v) || !isfinite(v))
        return (double)NAN;
    return v;
}

static bool same_word(const char *a, const char *b)
{
    while (*a != '\0' && tolower((unsigned char)*a) == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

bool sample_word_bool(const char *s, bool *out)
{
    static const char *const yes[] = { "true", "pass",    "passed",  "1",
                                       "yes",  "success", "correct", "ok" };
    static const char *const no[] = { "false",     "fail",    "failed",    "0",
                                      "no",        "failure", "timeout",   "timed out",
                                      "exception", "error",   "incorrect", "syntaxerror" };
    for (size_t i = 0; i < ARRAY_LEN(yes); i++)
        if (same_word(s, yes[i]))
            return *out = true;
    for (size_t i = 0; i < ARRAY_LEN(no); i++) {
        if (same_word(s, no[i])) {
            *out = false;
            return true;
        }
    }
    return false;
}

bool sample_bool(const struct json *j, bool *out)
{
    const char *s = NULL;
    int64_t v = 0;
    if (json_bool(j, out))
        return true;
    if (json_int(j, &v) && (v == 0 || v == 1)) {
        *out = v == 1;
        return true;
    }
    return json_string(j, &s) && sample_word_bool(s, out);
}

const char *sample_first_line(struct arena *a, const char *text)
{
    if (text == NULL || *text == '\0')
        return NULL;
    text += strspn(text, " \t\r\n");
    size_t len = strcspn(text, "\r\n");
    if (len > MAX_MESSAGE) {
        len = MAX_MESSAGE;
        while (len > 0 && ((unsigned char)text[len] & 0xc0) == 0x80)
            len--;
    }
    return len == 0 ? NULL : arena_strndup(a, text, len);
}

int sample_index(const struct json *object, const char *key)
{
    int64_t v = -1;
    if (!json_int(json_get(object, key), &v) || v < 0 || v > INT_MAX)
        return -1;
    return (int)v;
}

struct line {
    const char *text;
    size_t len, number;
};

/* The next line that is not blank; false at the end. */
static bool next_line(const char **at, const char *stop, struct line *l)
{
    while (*at < stop) {
        const char *end = memchr(*at, '\n', (size_t)(stop - *at));
        l->text = *at;
        l->len = end == NULL ? (size_t)(stop - *at) : (size_t)(end - *at);
        l->number++;
        *at += l->len + (end != NULL);
        for (size_t i = 0; i < l->len; i++)
            if (l->text[i] != ' ' && l->text[i] != '\t' && l->text[i] != '\r')
                return true;
    }
    return false;
}

/* JSON Lines: the first line is an object or array by itself and more follows. */
static bool is_json_lines(const char *text, const char *stop)
{
    struct err ignored = { 0 };
    struct line first = { 0 };
    struct line second = { 0 };
    if (!next_line(&text, stop, &first) || !next_line(&text, stop, &second))
        return false;
    struct json *j = json_parse("", first.text, first.len, &ignored);
    bool yes = j != NULL && (json_type(j) == JSON_OBJECT || json_type(j) == JSON_ARRAY);
    json_free(j);
    return yes;
}

static void each_line(struct ingest_job *job, const char *at, const char *stop, sample_take *take,
                      void *context)
{
    struct line l = { 0 };
    while (next_line(&at, stop, &l)) {
        struct err why = { 0 };
        const char *where = arena_printf(job->arena, "line %zu", l.number);
        struct json *j = json_parse_line(job->name, l.number, l.text, l.len, &why);
        if (j == NULL)
            ingest_refuse(job, where, "%s", why.msg);
        else
            take(job, context, where, j);
        json_free(j);
    }
}

int sample_each_value(struct ingest_job *job, sample_take *take, void *context, struct err *err)
{
    const char *at = job->text;
    const char *stop = at + job->len;
    if (job->len >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0)
        at += 3;
    if (is_json_lines(at, stop)) {
        each_line(job, at, stop, take, context);
        return 0;
    }
    struct json *j = json_parse(job->name, at, (size_t)(stop - at), err);
    if (j == NULL)
        return ERR_INTEGRITY;
    take(job, context, "the file", j);
    json_free(j);
    return 0;
}
