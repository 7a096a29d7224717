/*
 * put_order.h - numbers for samples that their file does not number: the third sample of a task is
 * sample 2 again when the file is read again.
 */
#ifndef ROLLBOOK_INGEST_PUT_ORDER_H
#define ROLLBOOK_INGEST_PUT_ORDER_H

struct ingest_sample;
struct put_order;

struct put_order *put_order_new(void);
/* How many samples of its task, step and turn came before. */
int put_order_next(struct put_order *o, const struct ingest_sample *s);
void put_order_free(struct put_order *o);

#endif
