/*
 * row_checksum.h - what the values of a row add up to, so that a changed one is found.
 *
 * The checksum of a row is the sum of what its columns add: the order of columns is of no account,
 * NULL adds nothing, and so a column that comes later with NULL changes no checksum.  A change
 * within one number, or within one word of eight bytes, is always found; others are missed once in
 * 2^64.  Keys add nothing, since a merge gives other ones.  No protection against somebody who
 * wants to be missed.
 */
#ifndef ROLLBOOK_STORE_FUNCTIONS_ROW_CHECKSUM_H
#define ROLLBOOK_STORE_FUNCTIONS_ROW_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* By the name of a column, with or without a colon before it; what the functions below take.  0 for
 * a key, to which nothing is added: "..._id", but for the few that are no keys of rows, "key_...",
 * and the checksum itself. */
uint64_t checksum_column(const char *name);

uint64_t checksum_int(uint64_t column, int64_t v);
/* A whole number adds what the integer adds, as databases store it either way; -0 is 0. */
uint64_t checksum_real(uint64_t column, double v);
uint64_t checksum_bytes(uint64_t column, const void *data, size_t len);

#endif
