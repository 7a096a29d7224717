/*
 * sandbox.h - what the compiler and the runner are denied.
 *
 * Layers that a kernel does not offer are reported.
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
    SANDBOX_SECCOMP = 8,
    /* Runners of the cpu backend: a faulting time stamp counter, empty namespaces. */
    SANDBOX_NO_CLOCK = 16,
    SANDBOX_USER_NS = 32,
    SANDBOX_NET_NS = 64,
    SANDBOX_IPC_NS = 128,
    SANDBOX_MOUNT_NS = 256
};
/* Every process that runs hostile text should have these. */
#define SANDBOX_ALL 15u

/* "no_new_privs,rlimit,seccomp" */
void sandbox_describe(unsigned layers, char *out, size_t size);
/* Also names what a runner of the cpu backend lacks: "...; not there: net_ns" */
void sandbox_describe_all(unsigned layers, char *out, size_t size);

/* The process dies with its parent and cannot gain privileges, be traced or dump core.  Returns
 * the layer or 0. */
unsigned sandbox_begin(void);

struct sandbox_limits {
    uint64_t cpu_seconds, memory_bytes, file_bytes; /* 0: not limited */
    uint64_t open_files;
    uint64_t processes; /* of this user in its namespace */
};
unsigned sandbox_limit(const struct sandbox_limits *limits);

/*
 * Only the named paths can be opened from here on: read_paths for reading and executing, write_dir
 * (may be NULL) for everything.  Missing paths are skipped.  Returns the layer or 0.
 */
unsigned sandbox_paths(const char *const *read_paths, size_t n_read, const char *write_dir);

/* Also denies network, and signals and abstract sockets of outside processes, as far as this
 * version of Landlock can. */
unsigned sandbox_paths_alone(const char *const *read_paths, size_t n_read, const char *write_dir);

/* namespaces.c: gives the processes that it starts their own user, network, IPC and process
 * namespace; false where the system forbids it.  Call before there are threads. */
bool sandbox_own_namespaces(void);

/* A user, network and IPC namespace for runners to enter; -1: the system forbids it. */
#define SANDBOX_ROOMS 3
struct sandbox_rooms {
    int fds[SANDBOX_ROOMS];
};
void sandbox_rooms_open(struct sandbox_rooms *out);
void sandbox_rooms_close(struct sandbox_rooms *r);
/* Enters the namespaces of descriptors from first_fd on, closes these, makes a mount namespace
 * and gives up every capability.  Returns the layers.  Call before there are threads, and before
 * sandbox_begin. */
unsigned sandbox_enter_rooms(int first_fd);

/* Makes reading the time stamp counter fault, in this thread and those it starts.  Returns the
 * layer or 0. */
unsigned sandbox_no_clock(void);

/* For code of others that needs most of the system: no sockets, tracing, mounts, keys or kernel
 * modules. */
unsigned sandbox_syscalls_compiler(void);
/* For g++, as and ld: files, memory and their own processes; the rest gives EPERM. */
unsigned sandbox_syscalls_tools(void);

/*
 * A filter of system calls.  Calls that it does not list, and those of another architecture, end
 * the process (SIGSYS).  It has to be made while memory and files can still be had.
 */
struct sandbox_filter {
    uint16_t n;
    uint64_t instructions[512];
};
/* For mapping an object: reading it, memory that is never writable and executable at once, the
 * second filter and what that allows. */
bool sandbox_filter_loading(int socket_fd, struct sandbox_filter *out);
/* For a running candidate: reading the request, writing the reply, waiting, leaving. */
bool sandbox_filter_running(int socket_fd, struct sandbox_filter *out);
/* Applies to all threads from here on.  Needs no_new_privs.  Returns the layer or 0. */
unsigned sandbox_enter(const struct sandbox_filter *f);

#endif
