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
    SANDBOX_SECCOMP = 8,
    /* Of runners of the cpu backend: the time stamp counter faults, and namespaces in which there
     * is nothing. */
    SANDBOX_NO_CLOCK = 16,
    SANDBOX_USER_NS = 32,
    SANDBOX_NET_NS = 64,
    SANDBOX_IPC_NS = 128,
    SANDBOX_MOUNT_NS = 256
};
/* What every process that runs hostile text should have. */
#define SANDBOX_ALL 15u

/* "no_new_privs,rlimit,seccomp" */
void sandbox_describe(unsigned layers, char *out, size_t size);
/* The same and what a runner of the cpu backend could have beyond that: "...; not there: net_ns" */
void sandbox_describe_all(unsigned layers, char *out, size_t size);

/* Dies with its parent, cannot gain privileges, be traced or dump core.  Returns the layer or 0. */
unsigned sandbox_begin(void);

struct sandbox_limits {
    uint64_t cpu_seconds, memory_bytes, file_bytes; /* 0: not limited */
    uint64_t open_files;
    uint64_t processes; /* of this user, in this user namespace where there is one */
};
unsigned sandbox_limit(const struct sandbox_limits *limits);

/*
 * From here on only the named paths can be opened: read_paths for reading and executing,
 * write_dir (may be NULL) for everything.  Missing paths are skipped.  Returns the layer or 0.
 */
unsigned sandbox_paths(const char *const *read_paths, size_t n_read, const char *write_dir);

/* The same, and no network, no signals and no abstract sockets of processes outside, as far as this
 * version of Landlock knows them. */
unsigned sandbox_paths_alone(const char *const *read_paths, size_t n_read, const char *write_dir);

/* namespaces.c: a user, network, IPC and process namespace of its own for the processes that it
 * starts, where the system allows that; false where it does not.  Call before there are threads. */
bool sandbox_own_namespaces(void);

/* A user, network and IPC namespace, for runners to enter; -1: the system does not allow it. */
#define SANDBOX_ROOMS 3
struct sandbox_rooms {
    int fds[SANDBOX_ROOMS];
};
void sandbox_rooms_open(struct sandbox_rooms *out);
void sandbox_rooms_close(struct sandbox_rooms *r);
/* Enters those that descriptors from first_fd on are of, closes all of them, makes a mount
 * namespace, and gives up every capability.  Returns the layers.  Before there are threads, and
 * before sandbox_begin. */
unsigned sandbox_enter_rooms(int first_fd);

/* Reading the time stamp counter faults, in this thread and those it starts.  The layer or 0. */
unsigned sandbox_no_clock(void);

/* Code of others that needs most of the system: no sockets, no tracing, no mounts, no keys, no
 * kernel modules. */
unsigned sandbox_syscalls_compiler(void);
/* g++, as and ld: files, memory and their own processes; everything else is denied (EPERM). */
unsigned sandbox_syscalls_tools(void);

/*
 * A filter of system calls, made while memory and files are still to be had.  What it does not list
 * ends the process (SIGSYS), as do calls of another architecture.
 */
struct sandbox_filter {
    uint16_t n;
    uint64_t instructions[512];
};
/* An object is about to be mapped: reading it, memory that is never writable and executable at
 * once, the second filter, and what that one allows. */
bool sandbox_filter_loading(int socket_fd, struct sandbox_filter *out);
/* A candidate is about to run: reading the request, writing the reply, waiting, leaving. */
bool sandbox_filter_running(int socket_fd, struct sandbox_filter *out);
/* For all threads of the process, from here on.  Needs no_new_privs.  Returns the layer or 0. */
unsigned sandbox_enter(const struct sandbox_filter *f);

#endif
