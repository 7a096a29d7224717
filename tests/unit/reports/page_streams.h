/*
 * page_streams.h - what the pages of an uncompressed PDF draw, for tests that hold it to a text.
 *
 * A line is one drawn thing with all its operators: a text with its font, colour and place, a
 * stroke, a filled shape.  On a page that is sampled, x is told from the nearest of the left edge
 * (l), the middle (c) and the right edge (r) of the text, so that another text width changes few
 * lines; of many things the first and the last ones are told and some between them.
 */
#ifndef ROLLBOOK_TESTS_PAGE_STREAMS_H
#define ROLLBOOK_TESTS_PAGE_STREAMS_H

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "reports/plot/axes.h"
#include "src/base/buf.h"

/* How many things of a page or a drawing are told: the first, the last, and some between. */
struct sample_size {
    size_t first, last, between;
};

static const struct sample_size of_page = { 12, 6, 8 };

static inline void put_place(struct buf *out, double x)
{
    static const double middle = 595.0 / 2, half = FIGURE_TEXT_WIDTH / 2;
    const double edges[] = { middle - half, middle, middle + half };
    size_t nearest = 0;
    for (size_t i = 1; i < 3; i++)
        nearest = fabs(x - edges[i]) < fabs(x - edges[nearest]) ? i : nearest;
    buf_printf(out, "%c%+.2f", "lcr"[nearest], x - edges[nearest] + 0.0);
}

/* An operator with its operands.  Places and widths of pages are told by the text's edges. */
static inline void put_operator(struct buf *out, const char *line, size_t n, bool sampled)
{
    static const char *const with_place[] = { " Td", " m", " l", " re" };
    bool placed = false;
    char *rest = NULL;
    for (size_t i = 0; sampled && i < 4; i++) {
        size_t len = strlen(with_place[i]);
        placed |= n > len && memcmp(line + n - len, with_place[i], len) == 0 && line[0] != '(';
    }
    if (!placed) {
        buf_add(out, line, n);
        return;
    }
    put_place(out, strtod(line, &rest));
    if (n > 3 && memcmp(line + n - 3, " re", 3) == 0) {
        double y = strtod(rest, &rest), width = strtod(rest, &rest);
        buf_printf(out, " %g %.3f of the width", y, width / FIGURE_TEXT_WIDTH);
    }
    buf_add(out, rest, (size_t)(line + n - rest));
}

static inline bool ends_thing(const char *line, size_t n)
{
    static const char *const ends[] = { "ET", "S", "f", "B", "W n", "q", "Q" };
    for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++)
        if (n == strlen(ends[i]) && memcmp(line, ends[i], n) == 0)
            return true;
    return false;
}

static inline size_t count_things(const char *at, const char *stop)
{
    size_t n = 0;
    while (at < stop) {
        size_t len = strcspn(at, "\r\n");
        n += ends_thing(at, len);
        at += len + 1;
    }
    return n;
}

static inline bool is_told(struct sample_size s, size_t i, size_t n)
{
    if (n <= s.first + s.last + s.between || i < s.first || i + s.last >= n)
        return true;
    return i % ((n - s.first - s.last) / s.between) == 0;
}

static inline void put_page(struct buf *out, const char *at, const char *stop, bool sampled)
{
    struct buf thing = { 0 };
    size_t n = count_things(at, stop), i = 0;
    buf_printf(out, "page of %zu\n", n);
    while (at < stop) {
        size_t len = strcspn(at, "\r\n");
        bool ends = ends_thing(at, len);
        buf_puts(&thing, len > 0 && thing.len > 0 ? " " : "");
        put_operator(&thing, at, len, sampled);
        if (ends && (!sampled || is_told(of_page, i, n)))
            buf_printf(out, "%s\n", buf_text(&thing));
        if (ends)
            buf_clear(&thing);
        i += ends;
        at += len + 1;
    }
    if (thing.len > 0)
        buf_printf(out, "%s\n", buf_text(&thing));
    buf_release(&thing);
}

/* The pages: streams of text alone. */
static inline void put_streams(const struct buf *pdf, bool sampled, struct buf *out)
{
    const char *at = (const char *)pdf->data, *end = at + pdf->len;
    while ((at = memmem(at, (size_t)(end - at), "stream\r\n", 8)) != NULL) {
        at += 8;
        const char *stop = memmem(at, (size_t)(end - at), "endstream", 9);
        assert_non_null(stop);
        bool is_text = memmem(at, (size_t)(stop - at), " Tf", 3) != NULL;
        for (const char *s = at; s < stop && is_text; s++)
            is_text = *s == '\n' || *s == '\r' || (*s >= ' ' && *s <= '~');
        if (is_text)
            put_page(out, at, stop, sampled);
        at = stop + 9;
    }
}

/* A drawing as SVG without its head and what all texts have; a line is one element. */
static inline void put_svg(const struct buf *svg, struct sample_size s, struct buf *out)
{
    static const char *const usual[] = {
        " xml:space=\"preserve\"", " font-family=\"Nimbus Sans, Helvetica, Arial, sans-serif\"",
        " fill=\"none\""
    };
    const char *text = buf_text(svg);
    size_t n = 0, i = 0;
    for (const char *at = text; *at != '\0'; at++)
        n += *at == '\n';
    for (const char *at = text; *at != '\0'; i++) {
        size_t len = strcspn(at, "\n") + 1;
        bool told = i == 0 || (i >= 4 && is_told(s, i, n));
        while (told && len > 0) {
            size_t skipped = 0;
            for (size_t k = 0; k < 3; k++)
                skipped = strncmp(at, usual[k], strlen(usual[k])) == 0 ? strlen(usual[k]) : skipped;
            if (skipped == 0)
                buf_putc(out, *at);
            at += skipped == 0 ? 1 : skipped;
            len -= skipped == 0 ? 1 : skipped;
        }
        at += len;
    }
}

#endif
