/*
 * sandbox.h - what the compiler and the runner are denied.
 *
 * Layers that a kernel does not offer are left out and reported, never passed over in silence.
 */
#ifndef ROLLBOOK_EVAL_PROCESS_SANDBOX_H
#define ROLLBOOK_EVAL_PROCESS_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum sandbox_layer {
    SANDBOX_NO_NEW_PRIVS = 1,
    SANDBOX_RLIMIT = 2,
    SANDBOX_LANDLOCK = 4,
    SANDBOX_SECCOMP = 8
};
#define SANDBOX_ALL 15u

/* "no_new_privs,rlimit,seccomp" */
void sandbox_describe(unsigned layers, char *out, size_t size);

/* Dies with its parent, cannot gain privileges, be traced or dump core.  Returns the layer or 0. */
unsigned sandbox_begin(void);

struct sandbox_limits {
    uint64_t cpu_seconds, memory_bytes, file_bytes; /* 0: not limited */
    uint64_t open_files;
};
unsigned sandbox_limit(const struct sandbox_limits *limits);

/*
 * From here on only the named paths can be opened: read_paths for reading and executing,
 * write_dir (may be NULL) for everything.  Missing paths are skipped.  Returns the layer or 0.
 */
unsigned sandbox_paths(const char *const *read_paths, size_t n_read, const char *write_dir);

/* The compiler: no sockets, no tracing, no mounts, no keys, no kernel modules. */
unsigned sandbox_syscalls_compiler(void);
/*
 * A candidate is about to run: reading the request, writing the reply, waiting, leaving; anything
 * else ends the process (SIGSYS).  Holds for all threads.
 */
unsigned sandbox_syscalls_runner(int socket_fd);

#endif
