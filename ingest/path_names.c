#include "ingest/path_names.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "src/base/chars.h"
#include "src/base/mem.h"

#define MAX_DIGITS 9
/* The file and the folders above it that are asked. */
#define MAX_ASKED 5

/* "level1", "level_1", "Level-1", or "l1" between separators, in lower case because L4 is a GPU.
 * Returns the match's length. */
static size_t match_level(const char *s, size_t at, int *out)
{
    bool starts_word = at == 0 || !is_letter(s[at - 1]);
    bool starts_part = at == 0 || !is_alnum(s[at - 1]);
    size_t n = 0;
    if (starts_word && strncmp(s + at + 1, "evel", 4) == 0 && (s[at] == 'l' || s[at] == 'L'))
        n = 5;
    else if (starts_part && s[at] == 'l')
        n = 1;
    if (n == 0)
        return 0;
    if (n == 5 && (s[at + n] == '_' || s[at + n] == '-'))
        n++;
    char c = s[at + n];
    char after = c == '\0' ? '\0' : s[at + n + 1];
    if (c < '1' || c > '0' + PATH_MAX_LEVEL || is_digit(after) || is_letter(after))
        return 0;
    *out = c - '0';
    return n + 1;
}

/* 0: none, -1: several. */
static int level_of_component(const char *s, size_t len)
{
    char part[256];
    int found = 0;
    if (len >= sizeof(part))
        return 0;
    memcpy(part, s, len);
    part[len] = '\0';
    for (size_t i = 0; i < len; i++) {
        int level = 0;
        if (match_level(part, i, &level) == 0)
            continue;
        if (found != 0 && found != level)
            return -1;
        found = level;
    }
    return found;
}

int path_level(const char *path)
{
    size_t end = strlen(path);
    while (end > 0) {
        size_t start = end;
        while (start > 0 && path[start - 1] != '/')
            start--;
        int level = level_of_component(path + start, end - start);
        if (level != 0)
            return level > 0 ? level : 0;
        end = start > 0 ? start - 1 : 0;
    }
    return 0;
}

const char *path_absolute(struct arena *a, const char *path)
{
    if (strcmp(path, "-") == 0)
        return NULL;
    char *real = realpath(path, NULL);
    if (real == NULL)
        return NULL;
    struct stat st;
    bool folder = stat(real, &st) == 0 && S_ISDIR(st.st_mode);
    const char *copy = arena_printf(a, "%s%s", real, folder ? "/" : "");
    free(real);
    return copy;
}

static const char *const step_words[] = { "global_step", "step", "iteration", "iter", NULL };
static const char *const seed_words[] = { "seed", NULL };
static const char *const level_words[] = { "level", NULL };
static const char *const checkpoint_words[] = { "checkpoint", NULL };

/* A word and its number between separators, as in "step_3" and "seed=42".  Returns the length, 0
 * for none; *out_at is where it begins. */
static size_t find_numbered(const char *text, const char *const *words, size_t *out_at,
                            int64_t *out)
{
    for (; *words != NULL; words++) {
        size_t n = strlen(*words);
        for (size_t at = 0; text[at] != '\0'; at++) {
            if (strncasecmp(text + at, *words, n) != 0 || (at > 0 && is_alnum(text[at - 1])))
                continue;
            size_t first = n + (text[at + n] != '\0' && strchr("_-= ", text[at + n]) != NULL);
            size_t digits = strspn(text + at + first, "0123456789");
            if (digits == 0 || digits > MAX_DIGITS || is_alnum(text[at + first + digits]))
                continue;
            *out_at = at;
            *out = strtoll(text + at + first, NULL, 10);
            return first + digits;
        }
    }
    return 0;
}

/* Names of strategies in files, folders and records; '-' stands for any separator.  What one tool
 * calls "sdpo_batch_ttt" is the first that fits. */
static const struct {
    const char *alias, *strategy;
} strategies[] = {
    { "sdpo", "sdpo" },
    { "best-of-n", "best-of-n" },
    { "bestofn", "best-of-n" },
    { "bon", "best-of-n" },
    { "repeated-sampling", "best-of-n" },
    { "ttt", "ttt" },
    { "test-time-training", "ttt" },
    { "iterative-refinement", "refine" },
    { "refinement", "refine" },
    { "refine", "refine" },
    { "multi-turn", "refine" },
    { "multiturn", "refine" },
};

static bool is_separator(char c)
{
    return c == '_' || c == '-' || c == ' ';
}

/* The length of the alias at the beginning of the text; 0 when it is not there. */
static size_t match_alias(const char *text, const char *alias)
{
    size_t i = 0;
    for (; alias[i] != '\0'; i++)
        if (alias[i] == '-' ? !is_separator(text[i]) : to_lower(text[i]) != alias[i])
            return 0;
    return i;
}

static const char *strategy_in(const char *text)
{
    for (size_t i = 0; i < ARRAY_LEN(strategies); i++)
        for (size_t at = 0; text[at] != '\0'; at++) {
            size_t n = match_alias(text + at, strategies[i].alias);
            if (n > 0 && (at == 0 || !is_alnum(text[at - 1])) && !is_alnum(text[at + n]))
                return strategies[i].strategy;
        }
    return NULL;
}

const char *path_strategy_of_name(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(strategies); i++)
        if (match_alias(name, strategies[i].alias) == strlen(name) && *name != '\0')
            return strategies[i].strategy;
    return NULL;
}

/* One after the other, from the file's name upward; its length, 0 behind the last. */
struct asked {
    const char *path;
    size_t end;
    int n;
    char part[256];
};

static bool next_part(struct asked *q)
{
    while (q->end > 0 && q->path[q->end - 1] == '/')
        q->end--;
    size_t start = q->end;
    while (start > 0 && q->path[start - 1] != '/')
        start--;
    size_t len = q->end - start;
    if (len == 0 || len >= sizeof(q->part) || q->n++ == MAX_ASKED)
        return false;
    memcpy(q->part, q->path + start, len);
    q->part[len] = '\0';
    q->end = start;
    return true;
}

static int64_t number_in(const char *path, const char *const *words)
{
    struct asked q = { .path = path, .end = strlen(path) };
    while (next_part(&q)) {
        int64_t v = -1;
        size_t at = 0;
        if (find_numbered(q.part, words, &at, &v) > 0)
            return v;
    }
    return -1;
}

int path_step(const char *path)
{
    return (int)number_in(path, step_words);
}

int64_t path_seed(const char *path)
{
    return number_in(path, seed_words);
}

const char *path_strategy(const char *path)
{
    struct asked q = { .path = path, .end = strlen(path) };
    const char *found = NULL;
    while (found == NULL && next_part(&q))
        found = strategy_in(q.part);
    return found;
}

/* Whether the name is a word and its number, and nothing else. */
static bool is_numbered(const char *name, const char *const *words)
{
    size_t at = 0;
    int64_t v = 0;
    size_t n = find_numbered(name, words, &at, &v);
    return n > 0 && at == 0 && name[n] == '\0';
}

/* A folder that holds a part of what the folder above it is: "level_1", "step_3", "checkpoint-500",
 * "per_problem". */
static bool names_a_part(const char *name)
{
    return strcmp(name, "per_problem") == 0 || strcmp(name, "per_level") == 0 ||
           is_numbered(name, level_words) || is_numbered(name, step_words) ||
           is_numbered(name, checkpoint_words);
}

const char *path_folder_name(struct arena *a, const char *path)
{
    const char *real = path_absolute(a, path);
    if (real == NULL)
        return NULL;
    const char *end = strrchr(real, '/');
    const char *seed = NULL;
    for (;;) {
        const char *start = end;
        while (start > real && start[-1] != '/')
            start--;
        const char *name = arena_strndup(a, start, (size_t)(end - start));
        bool last = start <= real + 1;
        if (!last && seed == NULL && is_numbered(name, seed_words))
            seed = name;
        else if (last || !names_a_part(name))
            return end == start ? seed : seed == NULL ? name : arena_printf(a, "%s/%s", name, seed);
        end = start - 1;
    }
}

/* Takes a word and its number out of the text, with the separator before it or, at the beginning,
 * behind it. */
static void cut_numbered(char *text, const char *const *words)
{
    size_t at = 0;
    int64_t v = 0;
    size_t n = find_numbered(text, words, &at, &v);
    if (n == 0)
        return;
    bool first = at == 0;
    if (!first && (is_separator(text[at - 1]) || text[at - 1] == '.')) {
        at--;
        n++;
    }
    n += first && is_separator(text[n]);
    memmove(text + at, text + at + n, strlen(text + at + n) + 1);
}

/* A file a problem, or a sample, of one run. */
static const char *const part_words[][2] = {
    { "level", NULL }, { "problem", NULL }, { "task", NULL }, { "sample", NULL }
};

const char *path_run_stem(struct arena *a, const char *path, bool levels)
{
    char *stem = arena_strdup(a, path_stem(a, path));
    cut_numbered(stem, step_words);
    for (size_t i = 0; levels && i < ARRAY_LEN(part_words); i++)
        cut_numbered(stem, part_words[i]);
    return stem;
}

const char *path_stem(struct arena *a, const char *path)
{
    if (strcmp(path, "-") == 0)
        return "";
    const char *slash = strrchr(path, '/');
    const char *base = slash == NULL ? path : slash + 1;
    const char *dot = strrchr(base, '.');
    size_t len = dot == NULL || dot == base ? strlen(base) : (size_t)(dot - base);
    return arena_strndup(a, base, len);
}

bool path_name_fits(const char *pattern, const char *name)
{
    const char *star = NULL;
    const char *retry = NULL;
    while (*name != '\0') {
        if (*pattern == '*') {
            star = pattern++;
            retry = name;
        } else if (*pattern == *name) {
            pattern++;
            name++;
        } else if (star != NULL) {
            pattern = star + 1;
            name = ++retry;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return *pattern == '\0';
}
