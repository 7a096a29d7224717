/*
 * python_literal.h - what Python's repr prints, as JSON.
 */
#ifndef ROLLBOOK_INGEST_KERNELBENCH_PYTHON_LITERAL_H
#define ROLLBOOK_INGEST_KERNELBENCH_PYTHON_LITERAL_H

#include <stdbool.h>
#include <stddef.h>

struct buf;

/*
 * Appends JSON of a dict, list, tuple (an array), string, number, True, False or None; keys become
 * strings, as does anything else (an exception, a tensor, an object) as printed.  Returns the
 * literal's end, NULL when it is malformed, cut off or nested too deeply; out is rubbish then.
 */
const char *python_literal_to_json(const char *text, const char *end, struct buf *out);

#endif
