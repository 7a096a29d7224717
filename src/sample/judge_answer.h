/*
 * judge_answer.h - the answer of a judge as numbers (pure).
 *
 * An answer is a JSON object with correctness, compilability and speed from 0 to 1 and a reason, in
 * a fence or other text; the last object with a score counts.  Numbers may be written as text.
 * Anything else is malformed: no number is guessed, clamped or filled in.
 */
#ifndef ROLLBOOK_SAMPLE_JUDGE_ANSWER_H
#define ROLLBOOK_SAMPLE_JUDGE_ANSWER_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

struct judge_answer {
    bool malformed;
    const char *problem;                      /* why malformed, or NULL */
    double correctness, compilability, speed; /* NaN when malformed */
    const char *reason;                       /* NULL none */
    const char *repairs;                      /* "text around, number as text"; NULL: none */
};

/* Texts live in the arena. */
struct judge_answer judge_answer_read(const char *text, size_t len, struct arena *a);

#endif
