/*
 * worker_proto.h - messages between pool and worker: a 4-byte little-endian length, then JSON.
 *
 * They follow the tables of src/eval/contract/evaluation.h (pure); frame_read and frame_write touch
 * descriptors.
 */
#ifndef ROLLBOOK_WORKER_WORKER_PROTO_H
#define ROLLBOOK_WORKER_WORKER_PROTO_H

#include "src/base/buf.h"
#include "src/eval/contract/evaluation.h"

struct arena;
struct err;

#define FRAME_MAX_BYTES ((size_t)64 << 20)

struct result_message {
    int64_t id;
    struct eval_result result; /* code_sha256 repeats the job's */
};

void job_encode(const struct eval_job *job, struct buf *out);
/* out->task is NULL. */
int job_decode(const char *text, size_t len, struct arena *a, struct eval_job *out,
               struct err *err);
/* Finds the job's own problem, or the embedded task of its id. */
int job_find_task(struct eval_job *job, struct arena *a, struct err *err);
void result_encode(const struct result_message *m, struct buf *out);
int result_decode(const char *text, size_t len, struct arena *a, struct result_message *out,
                  struct err *err);
void hello_encode(const struct device_info *d, struct buf *out);
int hello_decode(const char *text, size_t len, struct device_info *out, struct err *err);

bool frame_write(int fd, const struct buf *payload);
/* 1: a frame, 0: end of file before any byte, -1: cut, too large or failed. */
int frame_read(int fd, struct buf *out);

#endif
