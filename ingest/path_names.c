#include "ingest/path_names.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "src/base/chars.h"
#include "src/base/mem.h"

#define MAX_DIGITS 9

/* "level1", "level_1", "Level-1"; or "l1" alone between separators, lower case because L4 is a GPU.
 * Returns the length of the match. */
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

/* 0 none, -1 several. */
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

/* A folder that holds a part of what the folder above it is: "level_1", "per_problem". */
static bool names_a_part(const char *name)
{
    if (strcmp(name, "per_problem") == 0 || strcmp(name, "per_level") == 0)
        return true;
    if (strncmp(name, "level", 5) != 0)
        return false;
    const char *digits = name + 5 + (name[5] == '_' || name[5] == '-');
    size_t n = strspn(digits, "0123456789");
    return n > 0 && n <= MAX_DIGITS && digits[n] == '\0';
}

const char *path_folder_name(struct arena *a, const char *path)
{
    const char *real = path_absolute(a, path);
    if (real == NULL)
        return NULL;
    const char *end = strrchr(real, '/');
    for (;;) {
        const char *start = end;
        while (start > real && start[-1] != '/')
            start--;
        const char *name = arena_strndup(a, start, (size_t)(end - start));
        if (!names_a_part(name) || start <= real + 1)
            return end == start ? NULL : name;
        end = start - 1;
    }
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
