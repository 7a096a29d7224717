#include "src/base/diff.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/mem.h"

#define CONTEXT 3

struct diff_line {
    const char *text;
    size_t len;    /* with its newline */
    uint32_t hash; /* differs for most unequal lines */
};

struct side {
    struct diff_line *lines;
    bool *changed; /* n + 1: deleted from a, inserted into b */
    size_t n;
};

/* At most so many lines; trimmed: without blanks and their newline at the end. */
static struct side split(const char *s, size_t len, size_t most, bool trimmed, struct arena *arena)
{
    struct side side = { NULL, NULL, 0 };
    const char *end = s + len;
    size_t n = 0;
    for (const char *p = s; p < end && n < most; n++) {
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        p = newline == NULL ? end : newline + 1;
    }
    side.lines = arena_array(arena, n + 1, sizeof(*side.lines));
    side.changed = arena_array(arena, n + 1, sizeof(*side.changed));
    for (const char *p = s; side.n < n; side.n++) {
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        const char *next = newline == NULL ? end : newline + 1;
        struct diff_line line = { p, (size_t)(next - p), 2166136261u }; /* FNV-1a */
        while (trimmed && line.len > 0 && strchr(" \t\r\n", p[line.len - 1]) != NULL)
            line.len--;
        for (size_t i = 0; i < line.len; i++)
            line.hash = (line.hash ^ (unsigned char)p[i]) * 16777619u;
        side.lines[side.n] = line;
        p = next;
    }
    return side;
}

static bool same_line(const struct diff_line *x, const struct diff_line *y)
{
    return x->hash == y->hash && x->len == y->len && memcmp(x->text, y->text, x->len) == 0;
}

/* Both sides without common head and tail. */
struct window {
    const struct side *a, *b;
    long from;
    long n, m; /* lines from there */
};

static struct window window_of(const struct side *a, const struct side *b)
{
    size_t head = 0;
    size_t tail = 0;
    size_t least = a->n < b->n ? a->n : b->n;
    while (head < least && same_line(&a->lines[head], &b->lines[head]))
        head++;
    while (tail < least - head && same_line(&a->lines[a->n - 1 - tail], &b->lines[b->n - 1 - tail]))
        tail++;
    return (struct window){ a, b, (long)head, (long)(a->n - head - tail),
                            (long)(b->n - head - tail) };
}

/* Furthest x on diagonal k after d edits; before (index k + d - 1) is of d - 1. */
static long step_from(const long *before, long d, long k)
{
    if (d == 0)
        return 0;
    bool down = k == -d || (k != d && before[k - 1 + d - 1] < before[k + 1 + d - 1]);
    return down ? before[k + 1 + d - 1] : before[k - 1 + d - 1] + 1;
}

/* rows[d]: furthest x of diagonals -d .. d.  Returns the d that reaches both ends, or -1. */
static long search(const struct window *w, long **rows, long max_d)
{
    for (long d = 0; d <= max_d; d++) {
        rows[d] = mem_array((size_t)(2 * d + 1), sizeof(**rows));
        for (long k = -d; k <= d; k += 2) {
            long x = step_from(d > 0 ? rows[d - 1] : NULL, d, k);
            while (x < w->n && x - k < w->m &&
                   same_line(&w->a->lines[w->from + x], &w->b->lines[w->from + x - k]))
                x++;
            rows[d][k + d] = x;
            if (x >= w->n && x - k >= w->m)
                return d;
        }
    }
    return -1;
}

static void mark_script(const struct window *w, long **rows, long d)
{
    long k = w->n - w->m;
    for (; d > 0; d--) {
        const long *before = rows[d - 1];
        bool down = k == -d || (k != d && before[k - 1 + d - 1] < before[k + 1 + d - 1]);
        long from_k = down ? k + 1 : k - 1;
        long x = before[from_k + d - 1];
        if (down)
            w->b->changed[w->from + x - from_k] = true;
        else
            w->a->changed[w->from + x] = true;
        k = from_k;
    }
}

static void mark_changes(const struct side *a, const struct side *b)
{
    struct window w = window_of(a, b);
    long max_d = w.n + w.m < DIFF_MAX_EDITS ? w.n + w.m : DIFF_MAX_EDITS;
    long **rows = mem_array((size_t)max_d + 1, sizeof(*rows));
    long d = search(&w, rows, max_d);
    if (d >= 0) {
        mark_script(&w, rows, d);
    } else {
        for (long i = 0; i < w.n; i++)
            a->changed[w.from + i] = true;
        for (long i = 0; i < w.m; i++)
            b->changed[w.from + i] = true;
    }
    for (long i = 0; i <= max_d; i++)
        free(rows[i]);
    free(rows);
}

static void put_line(struct buf *out, char sign, const struct diff_line *line)
{
    buf_putc(out, sign);
    buf_add(out, line->text, line->len);
    if (line->len == 0 || line->text[line->len - 1] != '\n')
        buf_puts(out, "\n\\ No newline at end of file\n");
}

struct diff_place {
    size_t i, j; /* next lines */
};

static bool is_end(const struct side *a, const struct side *b, struct diff_place p)
{
    return p.i >= a->n && p.j >= b->n;
}

static bool is_change(const struct side *a, const struct side *b, struct diff_place p)
{
    return (p.i < a->n && a->changed[p.i]) || (p.j < b->n && b->changed[p.j]);
}

static void skip_change(const struct side *a, const struct side *b, struct diff_place *p)
{
    while (p->i < a->n && a->changed[p->i])
        p->i++;
    while (p->j < b->n && b->changed[p->j])
        p->j++;
}

/* Joins changes within reach of the one at p. */
static struct diff_place hunk_end(const struct side *a, const struct side *b, struct diff_place p)
{
    struct diff_place end = p;
    while (!is_end(a, b, p)) {
        size_t equal = 0;
        skip_change(a, b, &p);
        end = p;
        while (!is_end(a, b, p) && !is_change(a, b, p) && equal <= (size_t)2 * CONTEXT) {
            p.i++;
            p.j++;
            equal++;
        }
        if (equal > (size_t)2 * CONTEXT || is_end(a, b, p))
            break;
    }
    return end;
}

static void put_range(struct buf *out, char sign, size_t first, size_t count)
{
    /* An empty range names the line before it. */
    buf_printf(out, "%c%zu", sign, count == 0 ? first : first + 1);
    if (count != 1)
        buf_printf(out, ",%zu", count);
}

/* Lines from one place to another, each with its sign. */
static void put_lines(struct buf *out, const struct side *a, const struct side *b,
                      struct diff_place from, struct diff_place to)
{
    while (from.i < to.i || from.j < to.j) {
        if (from.i < to.i && a->changed[from.i]) {
            put_line(out, '-', &a->lines[from.i++]);
        } else if (from.j < to.j && b->changed[from.j]) {
            put_line(out, '+', &b->lines[from.j++]);
        } else {
            put_line(out, ' ', &a->lines[from.i++]);
            from.j++;
        }
    }
}

static void put_hunks(struct buf *out, const struct side *a, const struct side *b)
{
    struct diff_place p = { 0, 0 };
    while (!is_end(a, b, p)) {
        if (!is_change(a, b, p)) {
            p.i++;
            p.j++;
            continue;
        }
        struct diff_place to = hunk_end(a, b, p);
        struct diff_place from = p;
        size_t lead = from.i < CONTEXT ? from.i : CONTEXT;
        size_t tail = a->n - to.i < CONTEXT ? a->n - to.i : CONTEXT;
        from.i -= lead;
        from.j -= lead;
        p = to;
        to.i += tail;
        to.j += tail;
        buf_puts(out, "@@ ");
        put_range(out, '-', from.i, to.i - from.i);
        buf_putc(out, ' ');
        put_range(out, '+', from.j, to.j - from.j);
        buf_puts(out, " @@\n");
        put_lines(out, a, b, from, to);
    }
}

void diff_put(struct buf *out, const char *a, size_t a_len, const char *b, size_t b_len)
{
    struct arena arena = { 0 };
    struct side sa = split(a, a_len, SIZE_MAX, false, &arena);
    struct side sb = split(b, b_len, SIZE_MAX, false, &arena);
    if (a_len != b_len || memcmp(a, b, a_len) != 0) {
        mark_changes(&sa, &sb);
        buf_puts(out, "--- a\n+++ b\n");
        put_hunks(out, &sa, &sb);
    }
    arena_release(&arena);
}

void diff_put_whole(struct buf *out, const char *a, size_t a_len, const char *b, size_t b_len)
{
    struct arena arena = { 0 };
    struct side sa = split(a, a_len, SIZE_MAX, false, &arena);
    struct side sb = split(b, b_len, SIZE_MAX, false, &arena);
    mark_changes(&sa, &sb);
    put_lines(out, &sa, &sb, (struct diff_place){ 0, 0 }, (struct diff_place){ sa.n, sb.n });
    arena_release(&arena);
}

static const char *text_of(const struct side *s, size_t i, struct arena *a)
{
    return arena_strndup(a, s->lines[i].text, s->lines[i].len);
}

struct line_diff line_diff(const char *left, const char *right, struct arena *arena)
{
    struct side a = split(left, strlen(left), LINE_DIFF_MOST, true, arena);
    struct side b = split(right, strlen(right), LINE_DIFF_MOST, true, arena);
    struct line_diff d = { .rows = arena_array(arena, a.n + b.n + 1, sizeof(*d.rows)) };
    mark_changes(&a, &b);
    struct diff_place p = { 0, 0 };
    while (!is_end(&a, &b, p)) {
        struct diff_place to = p;
        skip_change(&a, &b, &to);
        bool same = p.i == to.i && p.j == to.j;
        d.n_same += same;
        d.n_left_only += to.i - p.i;
        d.n_right_only += to.j - p.j;
        to.i += same;
        to.j += same;
        while (p.i < to.i || p.j < to.j) {
            struct line_pair *row = &d.rows[d.n_rows++];
            if (p.i < to.i) {
                row->left = text_of(&a, p.i, arena);
                row->left_number = ++p.i;
            }
            if (p.j < to.j) {
                row->right = text_of(&b, p.j, arena);
                row->right_number = ++p.j;
            }
        }
    }
    return d;
}
