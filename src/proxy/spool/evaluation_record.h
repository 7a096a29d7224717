/*
 * evaluation_record.h - an evaluation that was asked for over HTTP, as the spool keeps it.
 */
#ifndef ROLLBOOK_PROXY_SPOOL_EVALUATION_RECORD_H
#define ROLLBOOK_PROXY_SPOOL_EVALUATION_RECORD_H

#include "src/eval/eval.h"
#include "src/proxy/spool/tags.h"

struct buf;

struct evaluation_record {
    struct tags tags;
    struct eval_job job;    /* kernel_text NULL: no code */
    const char *completion; /* NULL: a kernel was given */
    size_t completion_len;
    bool has_device; /* false: no worker was asked */
    struct device_info device;
    struct eval_result result;
};

void evaluation_record_put(struct buf *out, const struct evaluation_record *e);
/* Texts are borrowed or live in the arena. */
int evaluation_record_get(const char *text, size_t len, struct arena *a,
                          struct evaluation_record *out, struct err *err);

#endif
