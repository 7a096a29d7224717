/*
 * wire_events.c - a body as events.
 */
#include <string.h>
#include <strings.h>

#include "src/base/buf.h"
#include "src/wire/wire_stream.h"

static bool begins_with(const char *body, size_t len, const char *word)
{
    size_t n = strlen(word);
    return len >= n && memcmp(body, word, n) == 0;
}

static const char *skip_mark(const char *at, const char *end)
{
    return begins_with(at, (size_t)(end - at), "\xEF\xBB\xBF") ? at + 3 : at;
}

enum wire_framing wire_framing_of(const char *content_type, const char *body, size_t len)
{
    static const char *const fields[] = { "data:", "event:", "id:", "retry:", ":" };
    if (content_type != NULL && strncasecmp(content_type, "text/event-stream", 17) == 0)
        return WIRE_EVENTS;
    if (content_type != NULL && (strncasecmp(content_type, "application/x-ndjson", 20) == 0 ||
                                 strncasecmp(content_type, "application/jsonl", 17) == 0))
        return WIRE_LINES;
    const char *start = skip_mark(body, body + len);
    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
        if (begins_with(start, len - (size_t)(start - body), fields[i]))
            return WIRE_EVENTS;
    return WIRE_WHOLE;
}

static bool next_line(const char **at, const char *end, const char **line, size_t *len)
{
    const char *p = *at;
    if (p >= end)
        return false;
    while (p < end && *p != '\n' && *p != '\r')
        p++;
    *line = *at;
    *len = (size_t)(p - *at);
    if (p < end && *p == '\r' && p + 1 < end && p[1] == '\n')
        p++;
    *at = p < end ? p + 1 : end;
    return true;
}

static bool is_blank(const char *line, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (line[i] != ' ' && line[i] != '\t')
            return false;
    return true;
}

static void add_data(const char *line, size_t len, bool *any, struct buf *data)
{
    if (!begins_with(line, len, "data") || (len > 4 && line[4] != ':'))
        return;
    size_t skip = len > 4 ? 5 : 4;
    if (skip < len && line[skip] == ' ')
        skip++;
    if (*any)
        buf_putc(data, '\n');
    buf_add(data, line + skip, len - skip);
    *any = true;
}

bool wire_next_event(enum wire_framing framing, const char **at, const char *end, struct buf *data)
{
    const char *line = NULL;
    size_t len = 0;
    bool any = false;
    buf_clear(data);
    *at = skip_mark(*at, end);
    while (next_line(at, end, &line, &len)) {
        if (framing == WIRE_LINES && !is_blank(line, len)) {
            buf_add(data, line, len);
            return true;
        }
        if (framing == WIRE_EVENTS && len == 0 && any)
            return true;
        if (framing == WIRE_EVENTS)
            add_data(line, len, &any, data);
    }
    return any;
}
