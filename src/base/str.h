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

/* The whole string must be a number.  False also on overflow and, for double, NaN and inf. */
bool str_to_i64(const char *s, int64_t *out);
bool str_to_u64(const char *s, uint64_t *out);
bool str_to_double(const char *s, double *out);

/* Equal, or both NULL. */
bool str_same(const char *a, const char *b);
bool str_starts_with(const char *s, const char *prefix);
bool str_ends_with(const char *s, const char *suffix);
/* FNV-1a of 64 bits, for tables in memory; anybody can make it collide. */
uint64_t str_hash(const char *s, size_t len);

/* 1 to 4 bytes of valid UTF-8 at s; 0: invalid, cut or a surrogate. */
size_t utf8_sequence_length(const char *s, size_t len);

/* code is at most 0x10ffff; returns 1 to 4 bytes. */
size_t utf8_encode(uint32_t code, char out[4]);

/* Valid UTF-8 without NUL can be sent and stored as text. */
bool utf8_is_text(const char *s, size_t len);

/*
 * Appends text for a terminal: control characters (C0 but newline and tab, DEL, C1), bidirectional
 * overrides and invalid bytes become \xNN or U+NNNN.
 */
void str_put_terminal_safe(struct buf *out, const char *s, size_t len);

/* Splits "a,b,c" into *out (arena), empty items included; returns the count. */
size_t str_split(struct arena *a, const char *s, char separator, char ***out);
/* Splits names at commas, without the blanks around them.  A backslash makes a comma, a
 * backslash or a blank part of the name; before others it is itself. */
size_t str_split_names(struct arena *a, const char *s, char ***out);
/* Makes a list that str_split_names splits again. */
char *str_join_names(struct arena *a, const char *const *names, size_t n);

#endif
