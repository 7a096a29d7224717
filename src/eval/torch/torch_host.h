/*
 * torch_host.h - the Python processes that evaluate PyTorch candidates, kept between evaluations:
 * the reference (trusted), the zygote that candidates are forked from, and builds of extensions.
 */
#ifndef ROLLBOOK_EVAL_TORCH_TORCH_HOST_H
#define ROLLBOOK_EVAL_TORCH_TORCH_HOST_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct arena;
struct err;
struct json;
struct torch_host;

struct torch_facts {
    char torch[64], python[32]; /* versions */
    char gpu[128];              /* "" on the processor */
    char capability[8];         /* "90" */
};

/* How a forked candidate ended. */
struct torch_end {
    int signal; /* 0 when it ended by itself */
    int status;
};

/*
 * Starts reference and zygote.  python NULL: ROLLBOOK_PYTHON, else "python3".  device is "cpu" or
 * "cuda".  ERR_USAGE when that Python has no torch, or sees no GPU where one is asked for.
 */
int torch_host_open(const char *python, const char *device, struct torch_host **out,
                    struct err *err);
/* The same with one process alone, which runs another of the Python files ("describe.py") and is
 * asked by torch_ask_reference; that Python need not have torch.  There are no facts. */
int torch_host_open_tool(const char *python, const char *file, struct torch_host **out,
                         struct err *err);
void torch_host_close(struct torch_host *h); /* NULL is fine */
void torch_host_close_ptr(struct torch_host **h);
const struct torch_facts *torch_host_facts(const struct torch_host *h);
const char *torch_host_device(const struct torch_host *h); /* "cpu" or "cuda" */
/* sha256 of the Python files that run beside a candidate. */
const char *torch_host_files_sha256(const struct torch_host *h);

/* One at a time computes on the device, of all processes of this user. */
void torch_host_lock(struct torch_host *h);
void torch_host_unlock(struct torch_host *h);

/* A new folder of shared memory that is ours alone, for the blocks of an evaluation; ended by
 * torch_host_end_folder.  "" when none can be made. */
void torch_host_folder(char out[64]);
/* The same on a disk, for what a candidate writes: libraries can be loaded from there. */
void torch_host_private(char out[64]);
void torch_host_end_folder(const char *folder);

/*
 * One exchange with the reference.  *out is freed by json_free.  An answer with "problem" is
 * ERR_NEGATIVE (the problem's own module fails); anything else that is no answer is ERR_INTEGRITY,
 * and the host has to be opened anew.
 */
int torch_ask_reference(struct torch_host *h, const struct json *ask, int64_t deadline_ns,
                        struct json **out, struct err *err);

/* A forked candidate whose device is started: the one that stands by, or a new one.  *out_fd is our
 * end of its socket. */
int torch_fork(struct torch_host *h, pid_t *out_pid, int *out_fd, struct err *err);
/* Lets a candidate's process start its device while nobody waits for it or is timed. */
void torch_stand_by(struct torch_host *h);
/* Kills and reaps it. */
int torch_reap(struct torch_host *h, pid_t pid, struct torch_end *out, struct err *err);
/* Kills it, and does not wait for its end. */
void torch_dismiss(struct torch_host *h, pid_t pid);

/* Builds what a candidate asked for; the answer goes to the candidate as it is. */
int torch_build(struct torch_host *h, const struct json *ask, int64_t deadline_ns,
                struct json **out, struct err *err);
/* The folder of built extensions, which candidates may read. */
const char *torch_host_cache(const struct torch_host *h);

#endif
