/*
 * torch_host.h - the Python processes that evaluate PyTorch candidates, kept between evaluations:
 * the reference (trusted), the zygote that forks candidates, builds of extensions.
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
struct torch_locks;

struct torch_facts {
    char torch[64], python[32]; /* versions */
    char gpu[128];              /* "" on the processor */
    char capability[8];         /* "90" */
    char uuid[64];              /* of the GPU; "" where this PyTorch tells none */
    int64_t n_gpus;             /* that PyTorch sees; with ROLLBOOK_GPU at most 1 */
};

struct torch_end {
    int signal; /* 0: ended by itself */
    int status;
};

/*
 * Starts reference and zygote.  python NULL: ROLLBOOK_PYTHON, else "python3".  device is "cpu" or
 * "cuda": the GPU at the place ROLLBOOK_GPU of the visible ones, else the first.  ERR_USAGE: that
 * Python has no torch, or sees no GPU for "cuda".
 */
int torch_host_open(const char *python, const char *device, struct torch_host **out,
                    struct err *err);
/* Starts one process with another Python file ("describe.py") for torch_ask_reference.  It need
 * not have torch and gives no facts. */
int torch_host_open_tool(const char *python, const char *file, struct torch_host **out,
                         struct err *err);
/*
 * Why an interpreter cannot run PyTorch, from a process that only imports and uses it.  Texts are
 * "" where the process did not come so far; cause is the last line that Python said of its failure.
 */
struct torch_probe {
    char program[256], python[32], found[256], torch[64], cuda[32], gpu[128];
    int gpus;       /* that it sees; -1 unknown */
    bool gpu_works; /* a sum came out there */
    bool works;     /* a sum came out on the processor */
    char cause[400];
};
/* python as above.  ERR_USAGE: it cannot be started. */
int torch_host_probe(const char *python, struct torch_probe *out, struct err *err);
void torch_host_close(struct torch_host *h); /* NULL is fine */
void torch_host_close_ptr(struct torch_host **h);
const struct torch_facts *torch_host_facts(const struct torch_host *h);
pid_t torch_host_reference(const struct torch_host *h);    /* its process */
const char *torch_host_device(const struct torch_host *h); /* "cpu" or "cuda" */
/* sha256 of the Python files that run beside a candidate. */
const char *torch_host_files_sha256(const struct torch_host *h);

/* The card among this user's processes; nothing is locked for a processor. */
struct torch_locks *torch_host_locks(struct torch_host *h);

/* Makes a folder of shared memory, ours alone, for an evaluation's blocks.
 * torch_host_end_folder ends it.  "": none could be made.  What a killed process leaves, the next
 * host of the same user removes. */
void torch_host_folder(const struct torch_host *h, char out[64]);
const char *torch_host_blocks(const struct torch_host *h); /* where all of these are */
/* Such a folder on a disk, for a candidate's files: libraries can be loaded from there. */
void torch_host_private(const struct torch_host *h, char out[64]);
void torch_host_end_folder(const char *folder);

/*
 * Asks the reference.  Free *out by json_free.  "problem" in the answer is ERR_NEGATIVE (the
 * problem's own module fails); anything that is no answer is ERR_INTEGRITY: open the host anew.
 */
int torch_ask_reference(struct torch_host *h, const struct json *ask, int64_t deadline_ns,
                        struct json **out, struct err *err);

/* A forked candidate with its device started: the one that stands by, or a new one.  *out_fd is
 * our end of its socket. */
int torch_fork(struct torch_host *h, pid_t *out_pid, int *out_fd, struct err *err);
/* One that gets none, and has still to say that it stands by. */
int torch_fork_without_device(struct torch_host *h, pid_t *out_pid, int *out_fd, struct err *err);
/* Lets candidates' processes start their device while nothing is timed, until n stand by. */
#define TORCH_MOST_STANDBYS 4
void torch_stand_by(struct torch_host *h, size_t n);
/*
 * The processes that run a problem's own Model rest between evaluations of the same problem, with
 * their device started and nothing else in its memory.  They run no candidate.
 */
#define TORCH_PROCESSES 2 /* of either side, where an interval is wanted */
struct torch_resting {
    struct {
        pid_t pid; /* 0: none */
        int fd;
    } processes[TORCH_PROCESSES];
    char folder[64]; /* that they may write; its owner's, like they are */
};
/* True: they rest for that problem.  Those of another one are ended. */
bool torch_rouse(struct torch_host *h, const char *problem, struct torch_resting *out);
void torch_rest(struct torch_host *h, const char *problem, const struct torch_resting *r);

/* Kills and reaps it. */
int torch_reap(struct torch_host *h, pid_t pid, struct torch_end *out, struct err *err);
/* Kills without waiting for the end. */
void torch_dismiss(struct torch_host *h, pid_t pid);

/* The candidate gets the answer as it is.  Of several threads at a time. */
int torch_build(struct torch_host *h, const struct json *ask, int64_t deadline_ns,
                struct json **out, struct err *err);
/* Candidates may read the built extensions there. */
const char *torch_host_cache(const struct torch_host *h);

#endif
