/*
 * blocks.h - where code is in an answer: fences, directives, lines that look like code (pure).
 *
 * Answers are hostile: any bytes, any number of half-open fences.  Each function is one pass over
 * lines.
 */
#ifndef ROLLBOOK_SAMPLE_BLOCKS_H
#define ROLLBOOK_SAMPLE_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>

/* Spans point into the answer. */
struct span {
    const char *text;
    size_t len;
    bool has_launch; /* a line "//@ launch" */
    bool has_kernel;
    bool has_module;   /* a line "class ModelNew" */
    bool has_function; /* a line that makes "run" or "custom_kernel" */
};

/* text is NULL where there is no such block. */
struct blocks {
    struct span last_complete; /* with launch and kernel */
    struct span longest_kernel;
    struct span last_statements;
    struct span last_module;
    struct span last_candidate; /* with a module or a function */
    struct span last_any;       /* with anything */
};

/* Returns the line at *pos without its newline and moves *pos behind it. */
struct span span_next_line(const char *text, size_t len, size_t *pos);
struct span span_trimmed(struct span line);
/* "//@ word ..." */
bool span_is_directive(struct span line, const char *word);
/* Code begins with a comment, a declaration or a directive. */
bool span_starts_code(struct span line);
/* Also of a part of a statement. */
bool span_is_statement(struct span line);

/* An unterminated fence goes to the end. */
void blocks_find(const char *text, size_t len, struct blocks *out);
/* A module without fences reaches from the first line of Python above class ModelNew, or above a
 * function, to the end; NULL text: none. */
struct span bare_module_find(const char *text, size_t len, bool or_function);
/* Code without fences reaches from the first line that is_first accepts to the last line of
 * code. */
struct span bare_code_find(const char *text, size_t len, bool (*is_first)(struct span line));

#endif
