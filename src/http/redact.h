/*
 * redact.h - keys found in what a server says, as they are and as JSON writes them.  Pure.
 *
 * A character of the key may stand as itself, as \uXXXX, or behind a backslash.
 */
#ifndef ROLLBOOK_HTTP_REDACT_H
#define ROLLBOOK_HTTP_REDACT_H

#include <stdbool.h>
#include <stddef.h>

/* Overwrites the key with asterisks wherever it stands; true when it stood anywhere. */
bool redact(char *text, size_t len, const char *key, size_t key_len);
/* How many of the last bytes may be the beginning of the key. */
size_t redact_held(const char *text, size_t len, const char *key, size_t key_len);

#endif
