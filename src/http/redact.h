/*
 * redact.h - keys found in what a server says, plain and as JSON writes them.  Pure.
 *
 * A key's character may be itself, \uXXXX, or behind a backslash.
 */
#ifndef ROLLBOOK_HTTP_REDACT_H
#define ROLLBOOK_HTTP_REDACT_H

#include <stdbool.h>
#include <stddef.h>

/* Writes asterisks over every key; true: there was one. */
bool redact(char *text, size_t len, const char *key, size_t key_len);
/* Last bytes that may begin a key. */
size_t redact_held(const char *text, size_t len, const char *key, size_t key_len);

#endif
