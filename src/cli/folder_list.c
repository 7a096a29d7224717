#include "src/cli/folder_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/str.h"

#define LIST_BYTES   ((size_t)64 << 20)
#define KERNEL_BYTES ((size_t)16 << 20)
#define MOST_SAMPLES 100000

struct listed {
    const char *path;
    int level, problem, sample; /* sample -1: the next free one */
};

bool folder_list_is(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

static bool read_problem(const char *text, struct listed *out)
{
    int end = 0;
    return sscanf(text, "l%1d/%5d%n", &out->level, &out->problem, &end) == 2 && text[end] == '\0';
}

/* Where the end is missing, end stays 0, and a name has a first letter. */
static bool read_name(const char *path, int level, struct listed *out)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash == NULL ? path : slash + 1;
    int end = 0;
    if (sscanf(name, "level_%1d_problem_%5d_sample_%5d_kernel.py%n", &out->level, &out->problem,
               &out->sample, &end) == 3)
        return name[end] == '\0';
    out->level = level;
    return level > 0 &&
           sscanf(name, "problem_%5d_sample_%5d_kernel.py%n", &out->problem, &out->sample, &end) ==
               2 &&
           name[end] == '\0';
}

/* A line that ends with the name of a problem, which is cut off; NULL: it ends otherwise. */
static int read_named(char *line, const struct folder_names *names, struct arena *a,
                      struct folder_number **out, size_t *out_n, struct err *err)
{
    char *blank = strrchr(line, ' ');
    *out_n = 0;
    if (names == NULL || blank == NULL || blank[1] == '\0')
        return 0;
    int rc = names->find(names->context, blank + 1, a, out, out_n, err);
    while (rc == 0 && *out_n > 0 && blank > line && blank[-1] == ' ')
        blank--;
    if (rc == 0 && *out_n > 0)
        *blank = '\0';
    return rc;
}

/* line is cut. */
static int read_line(char *line, int level, struct listed *out, struct err *err)
{
    char *blank = strrchr(line, ' ');
    *out = (struct listed){ .path = line, .sample = -1 };
    if (blank != NULL && read_problem(blank + 1, out)) {
        while (blank > line && blank[-1] == ' ')
            blank--;
        *blank = '\0';
        return 0;
    }
    return read_name(line, level, out)
               ? 0
               : err_set(err, ERR_USAGE,
                         "'%.200s' is not named level_L_problem_P_sample_S_kernel.py; write its "
                         "problem after it, as in 'a.py l1/19', or the name of an imported one",
                         line);
}

static int place(const char *folder, const struct listed *f, struct arena *a, const char **out,
                 struct err *err)
{
    int sample = f->sample < 0 ? 0 : f->sample;
    for (; sample < MOST_SAMPLES; sample++) {
        *out = arena_printf(a, "%s/level_%d_problem_%d_sample_%d_kernel.py", folder, f->level,
                            f->problem, sample);
        if (access(*out, F_OK) != 0)
            return 0;
        if (f->sample >= 0)
            return err_set(err, ERR_USAGE,
                           "a second file of level %d, problem %d, sample %d; write 'l%d/%d' after "
                           "it to make it the next sample",
                           f->level, f->problem, f->sample, f->level, f->problem);
    }
    return err_set(err, ERR_USAGE, "a problem has at most %d samples", MOST_SAMPLES);
}

static int copy(const char *list, const char *folder, const struct listed *f, struct arena *a,
                struct err *err)
{
    struct buf text CLEANUP(buf_release) = { 0 };
    const char *to = NULL;
    const char *slash = strrchr(list, '/');
    const char *from = f->path[0] == '/' || slash == NULL
                           ? f->path
                           : arena_printf(a, "%.*s/%s", (int)(slash - list), list, f->path);
    int rc = file_read(from, KERNEL_BYTES, &text, err);
    if (rc == 0)
        rc = place(folder, f, a, &to, err);
    return rc < 0 ? rc : file_write_atomic(to, buf_text(&text), text.len, err);
}

/* The text behind the mark that some editors put before it, as a string. */
static int lines_of(const char *list, const struct buf *text, struct arena *a, char **out,
                    struct err *err)
{
    const char *begin = buf_text(text);
    const char *zero = text->len == 0 ? NULL : memchr(begin, '\0', text->len);
    if (zero != NULL)
        return err_set(err, ERR_USAGE, "%s: contains a zero byte (byte %zu)", list,
                       (size_t)(zero - begin));
    *out = arena_strdup(a, begin + (str_starts_with(begin, "\xEF\xBB\xBF") ? 3 : 0));
    return 0;
}

struct gathering {
    const char *list, *folder;
    int level;
    const struct folder_names *names;
    struct arena *arena;
};

static int take_line(const struct gathering *g, char *line, struct err *err)
{
    struct listed f;
    struct folder_number *numbers = NULL;
    size_t n = 0;
    int rc = read_named(line, g->names, g->arena, &numbers, &n, err);
    for (size_t i = 0; i < n && rc == 0; i++) {
        f = (struct listed){ line, numbers[i].level, numbers[i].problem, -1 };
        rc = copy(g->list, g->folder, &f, g->arena, err);
    }
    if (rc < 0 || n > 0)
        return rc;
    rc = read_line(line, g->level, &f, err);
    return rc < 0 ? rc : copy(g->list, g->folder, &f, g->arena, err);
}

static int gather(const struct gathering *g, char *text, struct err *err)
{
    size_t n = 0, number = 0;
    for (char *line = text, *next; line != NULL; line = next) {
        number++;
        next = strchr(line, '\n');
        if (next != NULL)
            *next++ = '\0';
        line[strcspn(line, "\r")] = '\0';
        if (line[0] == '\0' || line[0] == '#')
            continue;
        int rc = take_line(g, line, err);
        if (rc < 0)
            return err_set(err, ERR_USAGE, "%s:%zu: %s", g->list, number,
                           arena_strdup(g->arena, err->msg));
        n++;
    }
    return n > 0 ? 0 : err_set(err, ERR_USAGE, "%s: names no file", g->list);
}

int folder_list_gather(const char *path, int level, const struct folder_names *names,
                       struct arena *a, const char **out_folder, struct err *err)
{
    struct buf text CLEANUP(buf_release) = { 0 };
    const char *tmp = getenv("TMPDIR");
    const char *target = arena_printf(a, "%s/rollbook-list", tmp != NULL ? tmp : "/tmp");
    char *lines = NULL;
    int rc = file_read(path, LIST_BYTES, &text, err);
    if (rc == 0)
        rc = lines_of(path, &text, a, &lines, err);
    if (rc == 0)
        rc = file_draft_folder(target, a, out_folder, err);
    const struct gathering g = { path, *out_folder, level, names, a };
    return rc < 0 ? rc : gather(&g, lines, err);
}

void folder_list_end(const char *folder)
{
    struct err ignored = { 0 };
    if (folder != NULL) /* a failure removes it */
        (void)file_draft_folder_end(folder, folder, ERR_NEGATIVE, &ignored);
}
