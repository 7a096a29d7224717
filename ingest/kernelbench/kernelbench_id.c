#include "ingest/kernelbench/kernelbench_id.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/chars.h"
#include "src/base/mem.h"
#include "src/base/str.h"

#define MAX_DIGITS 9

static size_t leading_number(const char *s, int *out)
{
    size_t n = strspn(s, "0123456789");
    if (n == 0 || n > MAX_DIGITS)
        return 0;
    int v = 0;
    for (size_t i = 0; i < n; i++)
        v = v * 10 + (s[i] - '0');
    *out = v;
    return n;
}

bool kb_number(const char *s, int *out)
{
    int v = 0;
    size_t n = leading_number(s, &v);
    if (n == 0 || s[n] != '\0')
        return false;
    *out = v;
    return true;
}

/* Behind the last "word", "word_" or "word-" that begins a part. */
static bool number_behind(const char *text, const char *word, int *out)
{
    bool found = false;
    size_t n = strlen(word);
    for (const char *p = strstr(text, word); p != NULL; p = strstr(p + 1, word)) {
        int v = 0;
        const char *digits = p + n;
        if (p > text && is_alnum(p[-1]))
            continue;
        if (*digits == '_' || *digits == '-')
            digits++;
        size_t len = leading_number(digits, &v);
        if (len == 0 || is_alnum(digits[len]))
            continue;
        *out = v;
        found = true;
    }
    return found;
}

bool kb_id_from_text(const char *s, struct kb_id *id)
{
    bool level = number_behind(s, "level", &id->level);
    bool problem = number_behind(s, "problem", &id->problem);
    bool step = number_behind(s, "epoch", &id->step);
    bool solution = number_behind(s, "solution", &id->sample);
    bool sample = number_behind(s, "sample", &id->sample);
    return level || problem || step || solution || sample;
}

int kb_problem_of_name(const char *name)
{
    int v = 0;
    size_t n = leading_number(name, &v);
    return n > 0 && name[n] == '_' ? v : 0;
}

bool kb_level_of_key(const char *key, int *out)
{
    if (str_starts_with(key, "level"))
        key += strlen("level");
    else if (str_starts_with(key, "l"))
        key++;
    if (*key == '_' || *key == '-')
        key++;
    return kb_number(key, out);
}

const char *kb_task_name(struct arena *a, const char *file_name)
{
    const char *slash = strrchr(file_name, '/');
    const char *name = slash == NULL ? file_name : slash + 1;
    size_t len = strlen(name);
    if (str_ends_with(name, ".py"))
        len -= strlen(".py");
    return arena_strndup(a, name, len);
}

bool kb_task_of_path(const char *path, int *level, int *problem)
{
    const char *at = strstr(path, "level_");
    int64_t numbers[2] = { 0, 0 };
    const char *slash = at == NULL ? NULL : strstr(at, "/task_");
    const char *text[2] = { at == NULL ? NULL : at + 6, slash == NULL ? NULL : slash + 6 };
    for (int i = 0; i < 2; i++) {
        if (text[i] == NULL || *text[i] < '0' || *text[i] > '9')
            return false;
        for (const char *c = text[i]; is_digit(*c) && numbers[i] < 100000; c++)
            numbers[i] = numbers[i] * 10 + (*c - '0');
    }
    *level = (int)numbers[0];
    *problem = (int)numbers[1];
    return true;
}
