/*
 * cpu_buffers.h - the memory that checker and candidate share.
 *
 * One anonymous file holds every buffer of a case on its own pages.  The checker maps it whole; the
 * runner maps each buffer several times with untouchable memory around it.
 */
#ifndef ROLLBOOK_EVAL_PROCESS_CPU_BUFFERS_H
#define ROLLBOOK_EVAL_PROCESS_CPU_BUFFERS_H

#include <stddef.h>
#include <stdint.h>

#include "src/eval/contract/runner_abi.h"

struct err;
struct launch_plan;
struct launch_report;

struct buffer_layout {
    uint32_t n;
    struct runner_buffer buffers[RUNNER_MAX_BUFFERS];
    const char *names[RUNNER_MAX_BUFFERS];
    const char *kinds[RUNNER_MAX_BUFFERS]; /* "input", "output", "scratch" */
    uint32_t first_output, first_scratch;
    uint32_t first; /* of a session's buffers, which those of other sizes come before */
    uint64_t total_bytes;
};

/* Shared memory that the next session reuses when it fits. */
struct shared_file {
    int fd;
    unsigned char *map;
    uint64_t bytes;
};

/* The layout follows that of another size. */
void buffers_move(struct buffer_layout *l, const struct buffer_layout *behind);
/* A plan has no names of scratch buffers: they are scratch 1, 2, ... */
int buffers_layout(const struct task *task, enum task_case c, const struct launch_plan *plan,
                   bool outputs_f64, struct buffer_layout *out, struct err *err);

int shared_file_open(uint64_t bytes, struct shared_file *out, struct err *err);
void shared_file_close(struct shared_file *f);

/* Puts inputs in place, and random bits into outputs, scratch and the slack around buffers. */
void buffers_fill(const struct buffer_layout *l, unsigned char *map, int at_end,
                  const void *const *inputs, uint64_t poison);
/* The kind of poison of a session's first run (0), which an unwritten element shows best, and so on
 * in turn. */
uint64_t run_poison(uint64_t secret, uint64_t run);
uint64_t buffer_poison_seed(uint64_t poison, uint32_t i);
/* Finds what a kernel must not have changed; fills the input_ and guard_ members. */
void buffers_check(const struct buffer_layout *l, const unsigned char *map, int at_end,
                   const void *const *inputs, uint64_t poison, struct launch_report *report);

/* Names an address of the runner: "12 bytes past the end of output y"; "" when nothing is near. */
void buffers_place(const struct buffer_layout *l,
                   const uint64_t view_base[RUNNER_VIEWS][RUNNER_ALL_BUFFERS], int at_end,
                   uint64_t address, char *out, size_t size);

#endif
