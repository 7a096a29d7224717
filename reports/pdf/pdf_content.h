/*
 * pdf_content.h - operators of a page's content stream (PDF 32000-1, annex A).
 *
 * Numbers are rounded to 1/1000 and have no exponent; "-0" is "0".
 */
#ifndef ROLLBOOK_REPORTS_PDF_PDF_CONTENT_H
#define ROLLBOOK_REPORTS_PDF_PDF_CONTENT_H

#include <stddef.h>

struct buf;

#define CONTENT_OPERANDS_MOST 8
#define CONTENT_NUMBER_MOST   1e9 /* absolute, of a number */

/* "1 0.5 -3 OP": at most CONTENT_OPERANDS_MOST numbers and 8 characters of op. */
void content_op(struct buf *out, const char *op, const double *numbers, size_t n);
#define CONTENT_OP(out, op, ...)                                                                   \
    content_op(out, op, (const double[]){ __VA_ARGS__ },                                           \
               sizeof((const double[]){ __VA_ARGS__ }) / sizeof(double))
/* "/NAME 9.5 OP"; number may be NULL. */
void content_resource(struct buf *out, const char *name, const double *number, const char *op);
/* "(bytes) Tj", escaped. */
void content_show(struct buf *out, const char *bytes, size_t n);

#endif
