#include "src/base/nearest.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "src/base/chars.h"

#define EDIT      2 /* half of it: another case */
#define BEGINNING 3 /* letters */

static size_t letter_cost(char a, char b)
{
    if (a == b)
        return 0;
    return to_lower(a) == to_lower(b) ? EDIT / 2 : EDIT;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* A swap looks two rows back. */
static size_t edit_cost(const char *a, const char *b)
{
    size_t rows[3][NEAREST_LONGEST + 1];
    size_t *before = rows[0], *above = rows[1], *row = rows[2];
    size_t n_a = strlen(a), n_b = strlen(b);
    if (n_a > NEAREST_LONGEST || n_b > NEAREST_LONGEST)
        return SIZE_MAX;
    for (size_t j = 0; j <= n_b; j++)
        above[j] = EDIT * j;
    for (size_t i = 1; i <= n_a; i++) {
        row[0] = EDIT * i;
        for (size_t j = 1; j <= n_b; j++) {
            size_t cost = least(above[j], row[j - 1]) + EDIT;
            cost = least(cost, above[j - 1] + letter_cost(a[i - 1], b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                cost = least(cost, before[j - 2] + EDIT);
            row[j] = cost;
        }
        size_t *free_row = before;
        before = above;
        above = row;
        row = free_row;
    }
    return above[n_b];
}

void nearest_init(struct nearest *n, const char *wrong)
{
    n->wrong = wrong;
    n->cost = EDIT * strlen(wrong) / 2 + 1;
    n->name[0] = n->longer[0] = '\0';
}

void nearest_offer(struct nearest *n, const char *name)
{
    size_t cost = edit_cost(n->wrong, name), len = strlen(n->wrong);
    if (len >= BEGINNING && strncmp(n->wrong, name, len) == 0 && n->longer[0] == '\0')
        snprintf(n->longer, sizeof(n->longer), "%s", name);
    if (cost >= n->cost)
        return;
    n->cost = cost;
    snprintf(n->name, sizeof(n->name), "%s", name);
}

int err_suggest(struct err *err, const struct nearest *n)
{
    size_t len = strlen(err->msg);
    const char *name = n->name[0] != '\0' ? n->name : n->longer;
    if (name[0] != '\0')
        snprintf(err->msg + len, sizeof(err->msg) - len, "; did you mean '%s'?", name);
    return err->code;
}

bool err_is_suggested(const struct err *err)
{
    return strstr(err->msg, "did you mean") != NULL;
}

int err_suggest_among(struct err *err, const char *wrong, const char *names)
{
    struct nearest near;
    char name[NEAREST_LONGEST + 1];
    nearest_init(&near, wrong);
    for (const char *at = names; *at != '\0';) {
        size_t n = strcspn(at, ", ");
        if (n > 0 && n <= NEAREST_LONGEST) {
            snprintf(name, sizeof(name), "%.*s", (int)n, at);
            nearest_offer(&near, name);
        }
        at += n + strspn(at + n, ", ");
    }
    return err_suggest(err, &near);
}
