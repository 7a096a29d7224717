/*
 * redact.h - keys found in what a server says, plain and as JSON writes them.  Pure.
 *
 * A key's character may be itself or \uXXXX, behind any backslashes up to REDACT_BACKSLASHES, so
 * JSON within JSON is seen through; backslashes of the key itself may be there or not.
 */
#ifndef ROLLBOOK_HTTP_REDACT_H
#define ROLLBOOK_HTTP_REDACT_H

#include <stdbool.h>
#include <stddef.h>

/* Shorter ones, without backslashes, stand in honest answers: they cannot be hidden. */
#define REDACT_LEAST_BYTES 8
#define REDACT_BACKSLASHES 16

/* Words that servers without keys get (EMPTY, ollama): no secrets. */
bool redact_is_placeholder(const char *text, size_t len);
/* Long enough, and no placeholder. */
bool redact_can_hide(const char *text, size_t len);

/* For keys that can be hidden.  Writes asterisks over every key; true: there was one. */
bool redact(char *text, size_t len, const char *key, size_t key_len);
/* Last bytes that may begin a key. */
size_t redact_held(const char *text, size_t len, const char *key, size_t key_len);

#endif
