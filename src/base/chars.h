/*
 * chars.h - classes of bytes, without a locale.
 *
 * Bytes from 0x80 on belong to no class but is_name's.
 */
#ifndef ROLLBOOK_BASE_CHARS_H
#define ROLLBOOK_BASE_CHARS_H

#include <stdbool.h>

static inline bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* C's white space. */
static inline bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static inline bool is_alnum(char c)
{
    return is_letter(c) || is_digit(c);
}

static inline bool is_word(char c)
{
    return is_alnum(c) || c == '_';
}

/* Compilers accept these in identifiers. */
static inline bool is_name(char c)
{
    return is_word(c) || c == '$' || (unsigned char)c >= 0x80;
}

static inline bool is_hex(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* 0 to 15, or -1. */
static inline int hex_value(char c)
{
    if (is_digit(c))
        return c - '0';
    return is_hex(c) ? (c | 0x20) - 'a' + 10 : -1;
}

/* The value of four readable digits, or -1. */
static inline int hex4_value(const char *s)
{
    int v = 0;
    for (int i = 0; i < 4 && v >= 0; i++)
        v = is_hex(s[i]) ? v * 16 + hex_value(s[i]) : -1;
    return v;
}

static inline char to_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static inline char to_upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

#endif
