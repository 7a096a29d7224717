/*
 * approved.h - what a unit test writes, held to a text that somebody has read:
 * tests/approved/units/NAME.txt.
 *
 * Numbers may differ by 0.05 and a ten-thousandth of themselves, as in what tests/approved says of
 * drawings, unless the text is compared exactly.  With ROLLBOOK_ACCEPT=1 the text is written
 * instead.
 */
#ifndef ROLLBOOK_TESTS_SUPPORT_APPROVED_H
#define ROLLBOOK_TESTS_SUPPORT_APPROVED_H

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/base/str.h"

/* Adds a text that is compared exactly: of one with more lines than MOST the first, and a hash of
 * the others, so that any change is noticed and a page can be read. */
static inline void approved_add(struct buf *out, const char *text, size_t most)
{
    const char *rest = text;
    size_t n = 0;
    for (; n < most && *rest != '\0'; n++)
        rest += strcspn(rest, "\n") + (strchr(rest, '\n') != NULL);
    buf_add(out, text, (size_t)(rest - text));
    n = 0;
    for (const char *s = rest; *s != '\0'; s++)
        n += *s == '\n';
    if (n > 1)
        buf_printf(out, "... %zu more lines, %012llx\n", n,
                   (unsigned long long)str_hash(rest, strlen(rest)) >> 16);
    else
        buf_puts(out, rest);
}

/* The end of a member's value in an object; NULL: it is a list or an object itself. */
static inline const char *approved_value_end(const char *value)
{
    const char *s = value;
    if (*s == '"')
        for (s++; *s != '\0' && *s != '"'; s++)
            s += *s == '\\' && s[1] != '\0';
    if (*value != '[' && *value != '{')
        s += strcspn(s, ",]}\n");
    return s > value && (*s == ',' || *s == '}') ? s : NULL;
}

/* A member of JSON stands where it is first and wherever its value is another than it was before,
 * so that a new member of all rows changes a line. */
static inline void approved_drop_repeats(struct buf *text)
{
    struct {
        const char *name;
        size_t len, whole;
        int depth;
    } told[1000];
    size_t n = 0;
    struct buf out = { 0 };
    const char *begin = buf_text(text), *from = begin;
    for (const char *at = from; (at = strstr(at, "\":")) != NULL; at++) {
        const char *name = at;
        while (name > from && name[-1] != '"')
            name--;
        const char *end = name > from ? approved_value_end(at + 2) : NULL;
        if (end == NULL || name - 1 < from)
            continue;
        const size_t len = (size_t)(at + 2 - name), whole = (size_t)(end - name);
        int depth = 0; /* of an object within another, whose members have names of their own */
        for (const char *s = name; s > begin && s[-1] != '\n'; s--)
            depth += (s[-1] == '{') - (s[-1] == '}');
        size_t k = 0;
        while (k < n && (told[k].depth != depth || told[k].len != len ||
                         memcmp(told[k].name, name, len) != 0))
            k++;
        const bool is_same =
            k < n && told[k].whole == whole && memcmp(told[k].name, name, whole) == 0;
        if (k == ARRAY_LEN(told))
            fail_msg("%s", "more names of members than approved_drop_repeats counts");
        told[k].name = name;
        told[k].len = len;
        told[k].whole = whole;
        told[k].depth = depth;
        n += k == n;
        at = end - 1;
        if (is_same) {
            buf_add(&out, from, (size_t)(name - 1 - from));
            from = end + (*end == ',');
        }
    }
    buf_puts(&out, from);
    buf_release(text);
    *text = out;
}

/* Empty cells at the end of a row of CSV are one. */
static inline void approved_drop_empty_cells(struct buf *text)
{
    struct buf out = { 0 };
    for (const char *s = buf_text(text); *s != '\0'; s++) {
        const size_t n = strspn(s, ",");
        if (n > 1 && s[n] == '\n')
            s += n - 1;
        buf_add(&out, s, 1);
    }
    buf_release(text);
    *text = out;
}

static inline bool approved_number(const char *s, const char *begin)
{
    bool inside = s > begin && (isalnum((unsigned char)s[-1]) || s[-1] == '.' || s[-1] == '#');
    s += *s == '-';
    s += *s == '.';
    return !inside && isdigit((unsigned char)*s);
}

/* The first place where the texts differ, or NULL. */
static inline const char *approved_differs(const char *got, const char *approved, bool exactly)
{
    const char *g = got, *a = approved;
    while (*g != '\0' || *a != '\0') {
        if (!exactly && approved_number(g, got) && approved_number(a, approved)) {
            char *g_end, *a_end;
            double x = strtod(g, &g_end), y = strtod(a, &a_end);
            if (fabs(x - y) > 0.05 + 1e-4 * fabs(y))
                return g;
            g = g_end;
            a = a_end;
        } else if (*g++ != *a++) {
            return g - 1;
        }
    }
    return NULL;
}

static inline void approved_compare(const char *name, const struct buf *text, bool exactly)
{
    char path[1000];
    const char *root = getenv("ROLLBOOK_SOURCE_DIR"), *accept = getenv("ROLLBOOK_ACCEPT");
    const char *got = buf_text(text);
    bool accepts = accept != NULL && strcmp(accept, "1") == 0;
    if (root == NULL)
        fail_msg("%s", "ROLLBOOK_SOURCE_DIR is not set; ctest sets it");
    snprintf(path, sizeof path, "%s/tests/approved/units/%s.txt", root, name);
    FILE *f = fopen(path, accepts ? "w" : "r");
    if (f == NULL)
        fail_msg("%s cannot be opened", path);
    if (accepts) {
        size_t n = fwrite(got, 1, strlen(got), f);
        if (fclose(f) != 0 || n != strlen(got))
            fail_msg("%s cannot be written", path);
        return;
    }
    struct buf approved = { 0 };
    char piece[4096];
    for (size_t n; (n = fread(piece, 1, sizeof piece, f)) > 0;)
        buf_add(&approved, piece, n);
    fclose(f);
    const char *at = approved_differs(got, buf_text(&approved), exactly);
    if (at != NULL) {
        size_t line = 1;
        const char *begin = got;
        for (const char *s = got; s < at; s++) {
            line += *s == '\n';
            begin = *s == '\n' ? s + 1 : begin;
        }
        fail_msg(
            "%s:%zu: now it is: %.*s\nwhen that is meant: ROLLBOOK_ACCEPT=1, and read the diff",
            path, line, (int)strcspn(begin, "\n"), begin);
    }
    buf_release(&approved);
}

static inline void approved_check(const char *name, const struct buf *text)
{
    approved_compare(name, text, false);
}

static inline void approved_check_exactly(const char *name, const struct buf *text)
{
    approved_compare(name, text, true);
}

#endif
