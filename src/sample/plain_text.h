/*
 * plain_text.h - text as a compiler wants it: typographic characters that stand for ASCII ones.
 *
 * Models write quotation marks, dashes, non-breaking spaces and characters of no width into code.
 * Each becomes what was meant; every other byte stays.
 */
#ifndef ROLLBOOK_SAMPLE_PLAIN_TEXT_H
#define ROLLBOOK_SAMPLE_PLAIN_TEXT_H

#include <stddef.h>
#include <stdint.h>

struct arena;

struct plain_text {
    const char *text;
    size_t len;
    /* text[i] comes from the bytes at origin[i]; len + 1 entries.  NULL: text is the unchanged
     * input. */
    const uint32_t *origin;
};

/* len is below 4 GiB. */
struct plain_text plain_text_of(const char *text, size_t len, struct arena *a);

#endif
