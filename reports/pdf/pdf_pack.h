/*
 * pdf_pack.h - compresses what is written of pages while more is written.
 *
 * What is handed over is deflated in parts by another core, and by the caller in pdf_pack_finish.
 * Where a part ends decides the bytes of a stream, not who deflates it and when.
 */
#ifndef ROLLBOOK_REPORTS_PDF_PDF_PACK_H
#define ROLLBOOK_REPORTS_PDF_PDF_PACK_H

#include <stddef.h>

struct buf;
struct pdf_pack;

/* Never NULL. */
struct pdf_pack *pdf_pack_new(void);
void pdf_pack_free(struct pdf_pack *p); /* NULL is fine; waits for the part at hand */

/* Takes the bytes of part, which is empty afterwards, as the next ones of a stream. */
void pdf_pack_add(struct pdf_pack *p, size_t stream, struct buf *part);
/* Nothing is added any more; returns when all is deflated. */
void pdf_pack_finish(struct pdf_pack *p);
/* Appends the zlib stream of all parts of a stream; after pdf_pack_finish. */
void pdf_pack_get(const struct pdf_pack *p, size_t stream, struct buf *out);

#endif
