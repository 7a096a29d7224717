/*
 * trace.h - a process's time by phase and by stage.
 *
 * A process is in one phase at a time, so phases sum to its wall time; they are always counted.
 * Stages overlap.  They are counted when ROLLBOOK_TRACE is set and printed on standard error.  Its
 * value "device" makes backends wait for queued work at the end of a stage: sums are then true of
 * the parts and too long for the whole.  Its value "phases" prints the phases of each process at
 * its end, and no stages.  One thread.
 */
#ifndef ROLLBOOK_BASE_TRACE_H
#define ROLLBOOK_BASE_TRACE_H

#include <stdbool.h>
#include <stdint.h>

#define TRACE_PHASES(ROW)                                                                          \
    ROW(PHASE_OPEN, "open")                /* driver, compiler, Python: once a process */          \
    ROW(PHASE_COMPILE, "compile")          /* waiting for compilers; scans */                      \
    ROW(PHASE_PROBLEM, "problem")          /* a module's problem is read */                        \
    ROW(PHASE_LOAD, "load")                /* the candidate's first process */                     \
    ROW(PHASE_INPUTS, "inputs")            /* with poison */                                       \
    ROW(PHASE_EXPECTED, "expected values") /* by the oracle */                                     \
    ROW(PHASE_RUNS, "checked runs")        /* that nobody times */                                 \
    ROW(PHASE_CHECKS, "checks")            /* outputs, inputs and guards are compared */           \
    ROW(PHASE_SECOND, "second process")    /* further processes of either side */                  \
    ROW(PHASE_TIMED, "timed runs")         /* of candidate and baseline */                         \
    ROW(PHASE_PROFILE, "profile")          /* activity records, counters */                        \
    ROW(PHASE_TURN, "wait for the device") /* another worker has it */                             \
    ROW(PHASE_DISCARD, "discard")          /* processes and memory are given back */               \
    ROW(PHASE_ROWS, "rows")                /* the result is told or stored */                      \
    ROW(PHASE_SAMPLE, "samples")           /* a policy draws */                                    \
    ROW(PHASE_IDLE, "wait for work")       /* a worker for a job, a run for an answer */           \
    ROW(PHASE_OTHER, "in no phase")

#define TRACE_PHASE_MEMBER(id, name) id,
enum trace_phase { TRACE_PHASES(TRACE_PHASE_MEMBER) TRACE_N_PHASES };
#undef TRACE_PHASE_MEMBER

const char *trace_phase_name(enum trace_phase p);
/* Forgets all phases; what comes now is in no phase. */
void trace_begin(void);
/* Returns the phase that p interrupts, for trace_leave. */
enum trace_phase trace_enter(enum trace_phase p);
void trace_leave(enum trace_phase before);
void trace_leave_ptr(const enum trace_phase *before);
/* Of the variable that holds what trace_enter returned: the phase ends with its scope. */
#define TRACE_SCOPE __attribute__((cleanup(trace_leave_ptr), unused))

struct trace_phases {
    int64_t ns[TRACE_N_PHASES];
    int64_t n[TRACE_N_PHASES]; /* how often it was entered */
    int64_t all_ns;            /* their sum: wall time since trace_begin */
};
void trace_phases_read(struct trace_phases *out);
bool trace_tells_phases(void); /* ROLLBOOK_TRACE=phases */
/* Then, on standard error. */
void trace_phases_print(const char *title);

bool trace_is_on(void);
bool trace_waits(void);
/* 0 when off. */
int64_t trace_start(void);
/* stage is a literal. */
void trace_stop(const char *stage, int64_t start_ns);
void trace_add(const char *stage, int64_t ns);
/* Prints stages in the order of their first use and forgets them. */
void trace_print(const char *title);

#endif
