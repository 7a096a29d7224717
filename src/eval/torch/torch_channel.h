/*
 * torch_channel.h - messages between the checker and its Python processes (messages.py): a 4-byte
 * little-endian length, then JSON.
 */
#ifndef ROLLBOOK_EVAL_TORCH_TORCH_CHANNEL_H
#define ROLLBOOK_EVAL_TORCH_TORCH_CHANNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct json;

enum channel_state {
    CHANNEL_OK,
    CHANNEL_CLOSED,
    CHANNEL_LATE,  /* deadline passed */
    CHANNEL_BROKEN /* not a message */
};

/* The most that a candidate may say at once: sources of an extension, records of kernels. */
#define CHANNEL_CANDIDATE_BYTES ((size_t)4 << 20)

/* Waits until deadline_ns (CLOCK_MONOTONIC) for a reader; message stays the caller's.  OK, CLOSED
 * or LATE. */
enum channel_state channel_send(int fd, int64_t deadline_ns, const struct json *message);
/* Asks a candidate for a call of forward: short, since the time runs.  seed: -1 for none; looks:
 * nobody times it. */
enum channel_state channel_send_call(int fd, int64_t deadline_ns, unsigned slot, int64_t seed,
                                     bool looks);
/* One byte carries a descriptor. */
bool channel_send_fd(int fd, int passed);
/* Hands on what one process said to another. */
void channel_add_copy(struct json *to, const char *key, const struct json *from);
/* Waits until deadline_ns for a message of at most most_bytes; longer ones are BROKEN.  Free *out
 * by json_free. */
enum channel_state channel_receive(int fd, int64_t deadline_ns, size_t most_bytes,
                                   struct json **out);
/* Of a process that is trusted. */
enum channel_state channel_receive_trusted(int fd, int64_t deadline_ns, struct json **out);

#endif
