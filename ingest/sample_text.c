#include <limits.h>
#include <math.h>
#include <string.h>

#include "ingest/sample_text.h"
#include "src/base/buf.h"
#include "src/base/chars.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"

#define MAX_MESSAGE 300
#define TRACEBACK   "Traceback (most recent call last)"
#define NO_NUMBER   (-1)

int sample_number_of_name(const char *name)
{
    int found = NO_NUMBER;
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
            return NO_NUMBER;
        if (found != NO_NUMBER || value > INT_MAX)
            return NO_NUMBER;
        found = (int)value;
        i = end;
    }
    return found;
}

const char *sample_json(struct arena *a, const struct json *j)
{
    struct buf out = { 0 };
    json_print(j, false, &out);
    const char *text = arena_strndup(a, buf_text(&out), out.len);
    buf_release(&out);
    return text;
}

static bool is_one_of(const char *s, const char *const *all, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (*all[i] == *s && strcmp(all[i], s) == 0)
            return true;
    return false;
}

const char *sample_json_without(struct arena *a, const struct json *object, const char *const *keys,
                                size_t n_keys)
{
    struct buf out = { 0 };
    const char *comma = "";
    buf_putc(&out, '{');
    for (const struct json *j = json_first(object); j != NULL; j = json_next(j)) {
        const char *key = json_key(j);
        if (is_one_of(key, keys, n_keys))
            continue;
        buf_puts(&out, comma);
        buf_put_json_string(&out, key, strlen(key));
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
    while (*a != '\0' && to_lower(*a) == *b) {
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

/* In lower case; the first that a text holds decides, so that "compilation timed out" is late. */
static const struct {
    const char *word, *outcome;
} words[] = {
    { "timed out", "timeout" },
    { "timed_out", "timeout" },
    { "timeout", "timeout" },
    { "time limit", "timeout" },
    { "deadline exceeded", "timeout" },
    { "no code", "no_code" },
    { "no kernel found", "no_code" },
    { "compilationerror", "compile" },
    { "compileerror", "compile" },
    { "compilation error", "compile" },
    { "compile error", "compile" },
    { "compilation failed", "compile" },
    { "failed to compile", "compile" },
    { "build failed", "compile" },
    { "building extension", "compile" },
    { "build stopped", "compile" },
    { "syntaxerror", "compile" },
    { "syntax error", "compile" },
    { "indentationerror", "compile" },
    { "error: expected", "compile" },
    { "undefined reference", "compile" },
    { "undeclared identifier", "compile" },
    { " is undefined", "compile" },
    { "no matching function", "compile" },
    { "error: no instance", "compile" },
    { "fatal error:", "compile" },
    { "ptxas error", "compile" },
    { "ptxas fatal", "compile" },
    { "nvcc fatal", "compile" },
    { "nvrtc_error", "compile" },
    { "returned non-zero exit status", "compile" },
    { "size mismatch", "crash" },
    { "shape mismatch", "wrong_shape" },
    { "shapes differ", "wrong_shape" },
    { "wrong shape", "wrong_shape" },
    { "illegal memory access", "crash" },
    { "misaligned address", "crash" },
    { "illegal instruction", "crash" },
    { "segmentation fault", "crash" },
    { "cuda error", "crash" },
    { "error [cuda]", "crash" },
    { "hip error", "crash" },
    { "out of memory", "crash" },
    { "outofresources", "crash" },
    { "device-side assert", "crash" },
    { "core dumped", "crash" },
    { "mismatch", "mismatch" },
    { "not close", "mismatch" },
    { "incorrect result", "mismatch" },
    { "incorrect output", "mismatch" },
    { "wrong result", "mismatch" },
    { "wrong output", "mismatch" },
    { "wrong answer", "mismatch" },
    { "assertionerror", "mismatch" },
    { "has nan", "nan" },
    { "contains nan", "nan" },
    { "is nan", "nan" },
    { "exception", "crash" },
    { "error:", "crash" },
};

static bool holds(const char *text, size_t len, const char *word)
{
    const size_t n = strlen(word);
    for (size_t i = 0; i + n <= len; i++) {
        size_t k = 0;
        while (k < n && to_lower(text[i + k]) == word[k])
            k++;
        if (k == n)
            return true;
    }
    return false;
}

const char *sample_outcome_of_words(const char *text)
{
    enum { MOST = 20000 };
    if (text == NULL)
        return NULL;
    const size_t len = strnlen(text, MOST);
    for (size_t i = 0; i < ARRAY_LEN(words); i++)
        if (holds(text, len, words[i].word))
            return words[i].outcome;
    return NULL;
}

/* That is not blank. */
static const char *last_line(const char *text)
{
    const char *end = text + strlen(text);
    while (end > text && strchr(" \t\r\n", end[-1]) != NULL)
        end--;
    while (end > text && end[-1] != '\n' && end[-1] != '\r')
        end--;
    return end;
}

const char *sample_first_line(struct arena *a, const char *text)
{
    if (text == NULL || *text == '\0')
        return NULL;
    text += strspn(text, " \t\r\n");
    if (strncmp(text, TRACEBACK, sizeof(TRACEBACK) - 1) == 0)
        text = last_line(text);
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
    const struct json *j = json_get(object, key);
    const char *s = NULL;
    int64_t v = -1;
    if (!json_int(j, &v) && !(json_string(j, &s) && str_to_i64(s, &v)))
        return -1;
    return v < 0 || v > INT_MAX ? -1 : (int)v;
}
