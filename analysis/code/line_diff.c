#include "analysis/code/line_diff.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/mem.h"

struct lines {
    const char *items[LINE_DIFF_MOST];
    size_t n;
};

static void split(const char *text, struct arena *a, struct lines *out)
{
    while (*text != '\0' && out->n < LINE_DIFF_MOST) {
        size_t len = strcspn(text, "\n");
        size_t kept = len;
        while (kept > 0 && strchr(" \t\r", text[kept - 1]) != NULL)
            kept--;
        out->items[out->n++] = arena_strndup(a, text, kept);
        text += len + (text[len] == '\n');
    }
}

/* longest[i * (right + 1) + j]: of lines from i and j on. */
static uint16_t *find_longest(const struct lines *a, const struct lines *b)
{
    size_t width = b->n + 1;
    uint16_t *longest = mem_array((a->n + 1) * width, sizeof(*longest));
    for (size_t i = a->n; i-- > 0;) {
        for (size_t j = b->n; j-- > 0;) {
            uint16_t down = longest[(i + 1) * width + j];
            uint16_t across = longest[i * width + j + 1];
            longest[i * width + j] = strcmp(a->items[i], b->items[j]) == 0
                                         ? (uint16_t)(longest[(i + 1) * width + j + 1] + 1)
                                     : down > across ? down
                                                     : across;
        }
    }
    return longest;
}

static void put_apart(struct line_diff *d, const struct lines *a, const struct lines *b, size_t i,
                      size_t i_end, size_t j, size_t j_end)
{
    d->n_left_only += i_end - i;
    d->n_right_only += j_end - j;
    for (; i < i_end || j < j_end; i++, j++) {
        struct line_pair *p = &d->rows[d->n_rows++];
        if (i < i_end) {
            p->left = a->items[i];
            p->left_number = i + 1;
        }
        if (j < j_end) {
            p->right = b->items[j];
            p->right_number = j + 1;
        }
    }
}

struct line_diff line_diff(const char *left, const char *right, struct arena *arena)
{
    struct lines *a = arena_alloc(arena, sizeof(*a));
    struct lines *b = arena_alloc(arena, sizeof(*b));
    split(left, arena, a);
    split(right, arena, b);
    struct line_diff d = { .rows = arena_array(arena, a->n + b->n + 1, sizeof(*d.rows)) };
    uint16_t *longest = find_longest(a, b);
    size_t width = b->n + 1;
    size_t i = 0;
    size_t j = 0;
    size_t from_i = 0;
    size_t from_j = 0;
    while (i < a->n && j < b->n) {
        bool same = strcmp(a->items[i], b->items[j]) == 0;
        if (!same) {
            bool down = longest[(i + 1) * width + j] >= longest[i * width + j + 1];
            i += down ? 1 : 0;
            j += down ? 0 : 1;
            continue;
        }
        put_apart(&d, a, b, from_i, i, from_j, j);
        d.rows[d.n_rows++] = (struct line_pair){ a->items[i], b->items[j], i + 1, j + 1 };
        d.n_same++;
        from_i = ++i;
        from_j = ++j;
    }
    put_apart(&d, a, b, from_i, a->n, from_j, b->n);
    free(longest);
    return d;
}
