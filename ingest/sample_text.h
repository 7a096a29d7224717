/*
 * sample_text.h - numbers in names and members of records, for formats that become samples.
 */
#ifndef ROLLBOOK_INGEST_SAMPLE_TEXT_H
#define ROLLBOOK_INGEST_SAMPLE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "src/json/json.h"

struct arena;

/* Number after the last '_' or '/' of "sample_450" or "HumanEval/12", or between underscores as in
 * "HumanEval_111_histogram"; -1 when there is none or more than one. */
int sample_number_of_name(const char *name);
/* The JSON of a value as it stands. */
const char *sample_json(struct arena *a, const struct json *j);
/* The members of an object but those named, which have a place of their own. */
const char *sample_json_without(struct arena *a, const struct json *object, const char *const *keys,
                                size_t n_keys);
/* A member that is a string, copied; NULL when absent or of another type. */
const char *sample_string(struct arena *a, const struct json *object, const char *key);
/* The first of several members that is a string. */
const char *sample_string_of(struct arena *a, const struct json *object, const char *const *keys,
                             size_t n_keys);
/* A finite number or text that is one; NaN otherwise. */
double sample_number(const struct json *object, const char *key);
/* True and false, 0 and 1, "true", "pass", "passed", "failed", ...; false when it is none. */
bool sample_bool(const struct json *j, bool *out);
bool sample_word_bool(const char *s, bool *out);
/* The first line of text, cut to the length of a message; NULL for NULL and "". */
const char *sample_first_line(struct arena *a, const char *text);
/* A number, or digits, that may become a step, turn or sample; -1 otherwise. */
int sample_index(const struct json *object, const char *key);

#endif
