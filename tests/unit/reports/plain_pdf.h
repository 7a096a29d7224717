/*
 * plain_pdf.h - a document with uncompressed streams, and what its bytes hold.
 */
#ifndef ROLLBOOK_TESTS_PLAIN_PDF_H
#define ROLLBOOK_TESTS_PLAIN_PDF_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "reports/pdf/pdf_canvas.h"
#include "src/base/buf.h"
#include "src/base/err.h"

static inline struct pdf_canvas *open_plain(const char *date)
{
    struct pdf_canvas *c = NULL;
    struct err err = { 0 };
    struct pdf_info info = { .title = "A (title) \\ \x01 \xC3\xA9",
                             .date_utc = date,
                             .plain = true };
    assert_int_equal(pdf_canvas_open(&info, &c, &err), 0);
    pdf_page_add(c, 300, 200);
    return c;
}

static inline int finish(struct pdf_canvas *c, struct buf *out, struct err *err)
{
    int rc = pdf_canvas_finish(c, out, err);
    pdf_canvas_close(c);
    return rc;
}

static inline bool holds(const struct buf *pdf, const char *text)
{
    size_t n = strlen(text);
    for (size_t i = 0; i + n <= pdf->len; i++) {
        if (memcmp(pdf->data + i, text, n) == 0)
            return true;
    }
    return false;
}

static inline size_t count(const struct buf *pdf, const char *text)
{
    size_t n = strlen(text), found = 0;
    for (size_t i = 0; i + n <= pdf->len; i++)
        found += memcmp(pdf->data + i, text, n) == 0;
    return found;
}

static inline void read_id(const struct buf *pdf, char out[64])
{
    for (size_t i = 0; i + 64 < pdf->len; i++) {
        if (memcmp(pdf->data + i, "/ID", 3) == 0) {
            memcpy(out, pdf->data + i, 63);
            out[63] = '\0';
            return;
        }
    }
    fail_msg("no /ID");
}

#endif
