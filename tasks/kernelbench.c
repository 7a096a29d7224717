#include "tasks/kernelbench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/embed.h"
#include "src/base/mem.h"
#include "src/base/str.h"

#define FILE_NAME "tasks/kernelbench.tsv"

static const char *const names[KERNELBENCH_VERSIONS] = {
    [KERNELBENCH_V0] = "v0",
    [KERNELBENCH_V0_1] = "v0.1",
    [KERNELBENCH_V0_2] = "v0.2",
};

enum { VERSIONS, LEVEL, PROBLEM, NAME, SHA256, INPUTS, OUTPUTS, FLOPS, BYTES, COLUMNS };

struct tsv_cell {
    const char *at;
    size_t len;
};

static unsigned read_versions(struct tsv_cell c)
{
    unsigned set = 0;
    for (size_t at = 0; at < c.len;) {
        const char *comma = memchr(c.at + at, ',', c.len - at);
        size_t n = comma == NULL ? c.len - at : (size_t)(comma - c.at) - at;
        for (unsigned v = 0; v < KERNELBENCH_VERSIONS; v++)
            if (strlen(names[v]) == n && memcmp(c.at + at, names[v], n) == 0)
                set |= 1U << v;
        at += n + 1;
    }
    return set;
}

static bool is_unknown(struct tsv_cell c)
{
    return c.len == 1 && c.at[0] == '-';
}

static void copy(char *out, size_t size, struct tsv_cell c)
{
    size_t n = !is_unknown(c) && c.len < size ? c.len : 0; /* one that does not fit is unknown */
    memcpy(out, c.at, n);
    out[n] = '\0';
}

static double number(struct tsv_cell c)
{
    return is_unknown(c) ? (double)NAN : strtod(c.at, NULL);
}

bool kernelbench_next(size_t *at, struct kernelbench_problem *out)
{
    const struct embedded_file *f = embed_find(embedded_tasks, embedded_tasks_count, FILE_NAME);
    const char *text = (const char *)f->data;
    if (*at == 0) /* the heading */
        *at = (size_t)((const char *)memchr(text, '\n', f->size) + 1 - text);
    const char *line = text + *at;
    const char *end = *at >= f->size ? NULL : memchr(line, '\n', f->size - *at);
    if (end == NULL)
        return false;
    struct tsv_cell cells[COLUMNS] = { 0 };
    const char *cell = line;
    for (size_t i = 0; i < COLUMNS; i++) {
        const char *tab = memchr(cell, '\t', (size_t)(end - cell));
        const char *stop = tab == NULL ? end : tab;
        cells[i] = (struct tsv_cell){ cell, (size_t)(stop - cell) };
        cell = tab == NULL ? end : tab + 1;
    }
    *at = (size_t)(end + 1 - text);
    *out = (struct kernelbench_problem){ .versions = read_versions(cells[VERSIONS]),
                                         .level = (int)number(cells[LEVEL]),
                                         .problem = (int)number(cells[PROBLEM]),
                                         .flops = number(cells[FLOPS]),
                                         .bytes = number(cells[BYTES]) };
    copy(out->name, sizeof(out->name), cells[NAME]);
    copy(out->sha256, sizeof(out->sha256), cells[SHA256]);
    copy(out->inputs, sizeof(out->inputs), cells[INPUTS]);
    copy(out->outputs, sizeof(out->outputs), cells[OUTPUTS]);
    return true;
}

bool kernelbench_find(enum kernelbench_version version, int level, int problem,
                      struct kernelbench_problem *out)
{
    size_t at = 0;
    while (kernelbench_next(&at, out))
        if (out->level == level && out->problem == problem && (out->versions >> version & 1U) != 0)
            return true;
    return false;
}

unsigned kernelbench_versions_of_name(int level, int problem, const char *name)
{
    struct kernelbench_problem p;
    unsigned set = 0;
    size_t n = strlen(name);
    if (str_ends_with(name, ".py"))
        n -= strlen(".py");
    for (size_t at = 0; kernelbench_next(&at, &p);)
        if (p.level == level && p.problem == problem && strlen(p.name) == n &&
            memcmp(p.name, name, n) == 0)
            set |= p.versions;
    return set;
}

bool kernelbench_find_text(const char *sha256, struct kernelbench_problem *out)
{
    size_t at = 0;
    while (kernelbench_next(&at, out))
        if (strncmp(sha256, out->sha256, strlen(out->sha256)) == 0 && out->sha256[0] != '\0')
            return true;
    return false;
}

/* Shares of what is counted, by level and problem. */
static const struct {
    int level, problem;
    double flops, bytes;
} shares[] = {
    { 1, 11, 0, 1 },                                  /* an einsum that may be split */
    { 1, 12, 0, 1 },                                  /* a row scale */
    { 1, 13, 1, 0.5 },                                /* symmetric operands */
    { 1, 14, 1.0 / 6, 0.5 }, { 1, 15, 1.0 / 6, 0.5 }, /* triangular ones */
    { 2, 23, 0, 0 },         { 2, 80, 0, 0 },         /* results that are known without */
    { 2, 83, 0, 0 },
};

/* Products of a fast convolution: a tile of 4x4 outputs of a 3x3 filter takes a quarter. */
#define CONVOLUTION_SHARE 0.25

void kernelbench_least_work(const struct kernelbench_problem *p, double *out_flops,
                            double *out_bytes)
{
    *out_bytes = p->bytes;
    *out_flops = p->level > 1 ? 0 : p->flops; /* what follows a product may take it apart */
    if (strstr(p->name, "conv") != NULL)      /* as those of level 1 are called */
        *out_flops *= CONVOLUTION_SHARE;
    for (size_t i = 0; i < ARRAY_LEN(shares); i++)
        if (shares[i].level == p->level && shares[i].problem == p->problem) {
            *out_flops *= shares[i].flops;
            *out_bytes *= shares[i].bytes;
        }
}

const char *kernelbench_versions_text(struct arena *a, unsigned versions)
{
    const char *text = "";
    for (unsigned v = 0; v < KERNELBENCH_VERSIONS; v++)
        if ((versions >> v & 1U) != 0)
            text = arena_printf(a, "%s%s%s", text, *text == '\0' ? "" : ", ", names[v]);
    return *text == '\0' ? "none" : text;
}
