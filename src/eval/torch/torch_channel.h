/*
 * torch_channel.h - messages between the checker and its Python processes (messages.py): a 4-byte
 * little-endian length, then JSON.
 */
#ifndef ROLLBOOK_EVAL_TORCH_TORCH_CHANNEL_H
#define ROLLBOOK_EVAL_TORCH_TORCH_CHANNEL_H

#include <stdbool.h>
#include <stdint.h>

struct json;

enum channel_state {
    CHANNEL_OK,
    CHANNEL_CLOSED,
    CHANNEL_LATE,  /* deadline passed */
    CHANNEL_BROKEN /* not a message */
};

/* message stays the caller's.  False: the other side is gone. */
bool channel_send(int fd, const struct json *message);
/* One byte carries a descriptor. */
bool channel_send_fd(int fd, int passed);
/* Hands on what one process said to another. */
void channel_add_copy(struct json *to, const char *key, const struct json *from);
/* Waits until deadline_ns (CLOCK_MONOTONIC).  Free *out by json_free. */
enum channel_state channel_receive(int fd, int64_t deadline_ns, struct json **out);

#endif
