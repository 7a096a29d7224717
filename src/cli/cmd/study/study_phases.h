/*
 * study_phases.h - what a whole study consists of, and what its runs are called.
 */
#ifndef ROLLBOOK_CLI_CMD_STUDY_STUDY_PHASES_H
#define ROLLBOOK_CLI_CMD_STUDY_STUDY_PHASES_H

#include <stdint.h>

struct arena;

/* TRAIN learns from the split's train tasks; EVAL samples its eval tasks with the common budget,
 * and is a method of the declaration. */
enum study_part { STUDY_TRAIN, STUDY_EVAL };
enum study_phase {
    STUDY_TEACHER,
    STUDY_SFT,
    STUDY_RLVR,
    STUDY_BEST_OF_N,
    STUDY_TTT,
    STUDY_SDPO,
    STUDY_SDPO_PROMPT,
    STUDY_TRAINED,
    STUDY_PHASES
};
struct study_phase_row {
    const char *name; /* of the method, too */
    enum study_part part;
    int from; /* phase whose last policy begins; -1: unadapted */
    const char *what;
};
extern const struct study_phase_row study_phases[STUDY_PHASES];

/* "l1-ttt-42", in the arena. */
const char *study_run_name(struct arena *a, const char *study, const char *phase, int64_t seed);

#endif
