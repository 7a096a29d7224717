/*
 * cpu_process.h - starting and ending the processes of the CPU backend.
 */
#ifndef ROLLBOOK_EVAL_PROCESS_CPU_PROCESS_H
#define ROLLBOOK_EVAL_PROCESS_CPU_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct buf;
struct err;

/*
 * Starts "rollbook runner MODE ARG" (this program, or ROLLBOOK_BIN) in its own process group with
 * an empty environment and /dev/null as standard streams; fds[i] becomes descriptor 3 + i.
 */
int process_start_runner(const char *mode, const char *arg, const int *fds, size_t n_fds,
                         pid_t *out, struct err *err);

/* Waits for the end, or kills the process at the deadline and returns false. */
bool process_wait(pid_t pid, int64_t deadline_ns, int *out_status);

/* Kills the group and reaps the process. */
void process_kill(pid_t pid);

/* Lets a process of one thread run only on the processor of the caller, whose caches hold what the
 * caller wrote last. */
void process_move_here(pid_t pid);
/* Lets it run wherever the caller may. */
void process_move_anywhere(pid_t pid);

/* Moves fd above the descriptors of runners, closed on exec.  -1 on failure. */
int process_high_fd(int fd);

/* Gives a tool's output, cut at size; false when it cannot be run or fails.  argv[0] is a path
 * or a name on PATH. */
bool process_output(const char *const *argv, const char *const *env, char *out, size_t size);

#endif
