/*
 * wire_put.h - members of requests.
 */
#ifndef ROLLBOOK_WIRE_WIRE_PUT_H
#define ROLLBOOK_WIRE_WIRE_PUT_H

#include "src/wire/wire.h"

/* Each adds the comma where one is due. */
void wire_put_key(struct buf *out, const char *key);
void wire_put_text(struct buf *out, const char *key, const char *value);
void wire_put_text_n(struct buf *out, const char *key, const char *value, size_t len);
void wire_put_int(struct buf *out, const char *key, int64_t value);
void wire_put_real(struct buf *out, const char *key, double value);
void wire_put_truth(struct buf *out, const char *key, bool value);
void wire_put_ids(struct buf *out, const char *key, const int32_t *ids, size_t n);

void wire_put_messages(const struct wire_request *r, struct buf *out);
void wire_put_prompt(const struct wire_request *r, struct buf *out);
/* With blank lines between texts. */
void wire_join_messages(const struct wire_request *r, struct buf *out);

#endif
