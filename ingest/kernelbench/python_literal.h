/*
 * python_literal.h - what Python's repr prints, as JSON.
 */
#ifndef ROLLBOOK_INGEST_KERNELBENCH_PYTHON_LITERAL_H
#define ROLLBOOK_INGEST_KERNELBENCH_PYTHON_LITERAL_H

#include <stdbool.h>
#include <stddef.h>

struct buf;

/*
 * Appends the JSON of the literal at text: a dict, list, tuple, string, number, True, False or
 * None.  Tuples become arrays, keys become strings, and anything else (an exception, a tensor, an
 * object) the string that it was printed as.  Returns the end of the literal, NULL when it is
 * malformed, cut off or nested too deeply; out holds rubbish then.
 */
const char *python_literal_to_json(const char *text, const char *end, struct buf *out);

#endif
