/*
 * sample_text.h - numbers in names and members of records, for formats that become samples.
 */
#ifndef ROLLBOOK_INGEST_SAMPLE_TEXT_H
#define ROLLBOOK_INGEST_SAMPLE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "src/json/json.h"

struct arena;

/* After the last '_' or '/' of "sample_450" or "HumanEval/12", or between underscores as in
 * "HumanEval_111_histogram"; -1: none or several. */
int sample_number_of_name(const char *name);
const char *sample_json(struct arena *a, const struct json *j);
/* Without the named members. */
const char *sample_json_without(struct arena *a, const struct json *object, const char *const *keys,
                                size_t n_keys);
/* A copy; NULL: absent or no string. */
const char *sample_string(struct arena *a, const struct json *object, const char *key);
/* The first that is a string. */
const char *sample_string_of(struct arena *a, const struct json *object, const char *const *keys,
                             size_t n_keys);
/* A finite number, or text of one; NaN: none. */
double sample_number(const struct json *object, const char *key);
/* True and false, 0 and 1, "true", "pass", "passed", "failed", ...; false for others. */
bool sample_bool(const struct json *j, bool *out);
bool sample_word_bool(const char *s, bool *out);
/* The schema's outcome that an error's words tell: compile, timeout, crash, wrong_shape, nan,
 * no_code or mismatch; NULL: none that is known. */
const char *sample_outcome_of_words(const char *text);
/* Cut for a message, of a traceback of Python the last; NULL for NULL and "". */
const char *sample_first_line(struct arena *a, const char *text);
/* -1 unless it may be a step, turn or sample. */
int sample_index(const struct json *object, const char *key);

#endif
