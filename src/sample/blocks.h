/*
 * blocks.h - where code is in an answer: fences, directives, lines that look like code (pure).
 *
 * Answers are hostile: any bytes, any number of half-open fences.  One pass over lines each.
 */
#ifndef ROLLBOOK_SAMPLE_BLOCKS_H
#define ROLLBOOK_SAMPLE_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>

/* Part of the answer; all of them point into it. */
struct span {
    const char *text;
    size_t len;
    bool has_launch; /* a line that begins with "//@ launch" */
    bool has_kernel; /* the word __global__ */
    bool has_module; /* a line that begins with "class ModelNew" */
};

/* What matters of the blocks of an answer; text is NULL where there is none. */
struct blocks {
    struct span last_complete;   /* with launch and kernel */
    struct span longest_kernel;  /* with a kernel */
    struct span last_statements; /* with a statement */
    struct span last_module;     /* a PyTorch module */
    struct span last_any;        /* with anything */
};

/* The line at *pos without its newline; *pos moves behind it. */
struct span span_next_line(const char *text, size_t len, size_t *pos);
/* Without blanks at its ends. */
struct span span_trimmed(struct span line);
/* "//@ word ..." */
bool span_is_directive(struct span line, const char *word);
/* A line that code begins with: a comment, a declaration, a directive. */
bool span_starts_code(struct span line);
/* A line that may be a statement, or part of one. */
bool span_is_statement(struct span line);

/* Goes over the contents of all fences; an unterminated one goes to the end. */
void blocks_find(const char *text, size_t len, struct blocks *out);
/* A PyTorch module without fences: from the first line of Python above its class ModelNew, to the
 * end; text is NULL where there is none. */
struct span bare_module_find(const char *text, size_t len);
/* Code without fences: from the first line that is_first says yes to, to the last line of code. */
struct span bare_code_find(const char *text, size_t len, bool (*is_first)(struct span line));

#endif
