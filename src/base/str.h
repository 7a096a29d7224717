/*
 * str.h - strings from outside: strict number parsing, UTF-8 checks, terminal-safe text.
 */
#ifndef ROLLBOOK_BASE_STR_H
#define ROLLBOOK_BASE_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct buf;

/* The whole string must be a number; false otherwise, on overflow, and (double) on NaN or inf. */
bool str_to_i64(const char *s, int64_t *out);
bool str_to_u64(const char *s, uint64_t *out);
bool str_to_double(const char *s, double *out);

bool str_starts_with(const char *s, const char *prefix);
bool str_ends_with(const char *s, const char *suffix);
/* For tables in memory: FNV-1a of 64 bits, which anybody can make collide. */
uint64_t str_hash(const char *s, size_t len);

/* Bytes of the valid UTF-8 sequence at s (1 to 4), 0 if invalid or cut.  Surrogates are invalid. */
size_t utf8_sequence_length(const char *s, size_t len);

/* Writes a code point of at most 0x10ffff as UTF-8; returns its bytes, 1 to 4. */
size_t utf8_encode(uint32_t code, char out[4]);

/* Valid UTF-8 without a NUL: what can travel and be stored as text. */
bool utf8_is_text(const char *s, size_t len);

/*
 * Appends text fit for a terminal: control characters (C0 but newline and tab, DEL, C1),
 * bidirectional overrides and invalid bytes are shown as \xNN or U+NNNN escapes.
 */
void str_put_terminal_safe(struct buf *out, const char *s, size_t len);

/* Splits "a,b,c" into *out (arena); returns the count.  Empty items are kept. */
size_t str_split(struct arena *a, const char *s, char separator, char ***out);
/* Splits a list of names at its commas; blanks around a name do not belong to it.  A backslash
 * before a comma, a backslash or a blank makes it part of the name; before others it is itself. */
size_t str_split_names(struct arena *a, const char *s, char ***out);
/* A list that str_split_names takes apart into these names again. */
char *str_join_names(struct arena *a, const char *const *names, size_t n);

#endif
