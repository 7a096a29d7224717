/*
 * page_streams.h - what the pages of an uncompressed PDF draw, for tests that hold it to a text.
 */
#ifndef ROLLBOOK_TESTS_PAGE_STREAMS_H
#define ROLLBOOK_TESTS_PAGE_STREAMS_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"

/* The operators of pages: streams of text alone. */
static void put_streams(const struct buf *pdf, struct buf *out)
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
            buf_add(out, at, (size_t)(stop - at));
        at = stop + 9;
    }
}

#endif
