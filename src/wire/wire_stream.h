/*
 * wire_stream.h - an answer that came in pieces, as the server would have sent it at once.  Pure.
 *
 * Read are server-sent events of chat completions, completions, Responses, SGLang's /generate and
 * llama.cpp's /completion, and Ollama's lines.  The network may cut anywhere: the whole body is
 * given.  Unreadable events are counted, never guessed.
 */
#ifndef ROLLBOOK_WIRE_WIRE_STREAM_H
#define ROLLBOOK_WIRE_WIRE_STREAM_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buf;
struct err;

enum wire_framing {
    WIRE_WHOLE,  /* one JSON value */
    WIRE_EVENTS, /* server-sent events */
    WIRE_LINES   /* a JSON value a line */
};
/* By the Content-Type (NULL unknown), else the first bytes. */
enum wire_framing wire_framing_of(const char *content_type, const char *body, size_t len);

/*
 * The next event's data, lines joined by LF, or the next line with text; false: the end.  An event
 * at the end needs no blank line.
 */
bool wire_next_event(enum wire_framing framing, const char **at, const char *end, struct buf *data);

struct wire_stream_end {
    bool complete;       /* it says that it is over */
    size_t n_events;     /* read */
    size_t n_unreadable; /* no JSON objects */
    const char *error;   /* of an error, one line (arena); NULL none */
};

/* ERR_INTEGRITY: nothing of an answer; out_end is always filled. */
struct json_text;
int wire_assemble(enum wire_framing framing, const struct json_text *body, struct arena *a,
                  struct buf *out, struct wire_stream_end *out_end, struct err *err);

#endif
