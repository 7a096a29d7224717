#define _GNU_SOURCE /* pipe2 */
#include "src/eval/torch/torch_host.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/embed.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/base/str.h"
#include "src/eval/process/cpu_cache.h"
#include "src/eval/process/cpu_process.h"
#include "src/eval/torch/torch_channel.h"
#include "src/eval/torch/torch_locks.h"
#include "src/json/json.h"

#define SECOND_NS      INT64_C(1000000000)
#define START_LIMIT_NS (120 * SECOND_NS) /* torch from a cold disk */
/* Who filled the memory that it may have gives it back first, which takes a busy machine so long.
 */
#define REAP_LIMIT_NS (120 * SECOND_NS)
#define EMBEDDED_ROOT "src/eval/torch/"
#define PYTHON_FOLDER "beside/"

struct torch_host {
    struct arena arena;
    const char *python, *device;
    const char *files, *blocks; /* folders; NULL: none yet */
    const char *private;        /* in files: where candidates' own folders are */
    int files_fd, blocks_fd;    /* their locks */
    const char *cache;
    char files_sha256[65];
    struct torch_facts facts;
    pid_t reference, zygote;
    int reference_fd, zygote_fd;
    struct standby {
        pid_t pid;
        int fd;
    } standbys[TORCH_MOST_STANDBYS]; /* the oldest first */
    size_t n_standbys;
    struct torch_resting resting;
    char rest_for[65]; /* sha256 of their problem */
    struct torch_locks locks;
};

/* The processes inherit nothing that could be a key. */
static const char *const inherited[] = {
    "PATH",        "LD_LIBRARY_PATH",
    "CUDA_HOME",   "CUDA_PATH",
    "CUDA_ROOT",   "NVIDIA_VISIBLE_DEVICES",
    "PYTHONPATH",  "LANG",
    "LC_ALL",      "TMPDIR",
    "VIRTUAL_ENV", "CUDA_DEVICE_ORDER",
};

/* ROLLBOOK_GPU is a place among the GPUs that are visible; a place beyond them leaves none. PyTorch
 * sees that GPU alone, so that it is its first.  NULL: nothing is said. */
static const char *visible_gpus(struct arena *a)
{
    const char *chosen = getenv("ROLLBOOK_GPU"), *list = getenv("CUDA_VISIBLE_DEVICES");
    int64_t place;
    if (chosen == NULL || !str_to_i64(chosen, &place) || place < 0)
        return list;
    if (list == NULL)
        return chosen;
    for (; place > 0 && *list != '\0'; place--) {
        list += strcspn(list, ",");
        list += *list == ',';
    }
    return arena_printf(a, "%.*s", (int)strcspn(list, ","), list);
}

static char *const *environment(struct arena *a)
{
    char **env = arena_array(a, ARRAY_LEN(inherited) + 6, sizeof(*env));
    size_t n = 0;
    const char *gpus = visible_gpus(a);
    if (gpus != NULL)
        env[n++] = arena_printf(a, "CUDA_VISIBLE_DEVICES=%s", gpus);
    for (size_t i = 0; i < ARRAY_LEN(inherited); i++) {
        const char *value = getenv(inherited[i]);
        if (value != NULL)
            env[n++] = arena_printf(a, "%s=%s", inherited[i], value);
    }
    env[n++] = arena_strdup(a, "PYTORCH_NVML_BASED_CUDA_CHECK=1");
    env[n++] = arena_strdup(a, "OMP_NUM_THREADS=1");
    env[n++] = arena_strdup(a, "OPENBLAS_NUM_THREADS=1");
    env[n++] = arena_strdup(a, "PYTHONDONTWRITEBYTECODE=1");
    return env;
}

/* Starts python FILE ARG; -1 in streams or for fd 3: none. */
static int start_python(struct torch_host *h, const char *file, const int streams[4], pid_t *out,
                        struct err *err)
{
    struct arena a = { 0 };
    char *argv[] = { arena_strdup(&a, h->python), arena_strdup(&a, "-s"),
                     arena_printf(&a, "%s/%s", h->files, file), arena_strdup(&a, "3"), NULL };
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attr;
    sigset_t none;
    sigemptyset(&none);
    int rc = posix_spawn_file_actions_init(&actions) == 0 && posix_spawnattr_init(&attr) == 0
                 ? 0
                 : ENOMEM;
    for (int i = 0; i < 4 && rc == 0; i++) {
        if (streams[i] >= 0)
            rc = posix_spawn_file_actions_adddup2(&actions, streams[i], i);
        else if (i < 3)
            rc = posix_spawn_file_actions_addopen(&actions, i, "/dev/null", O_RDWR, 0);
    }
    (void)posix_spawnattr_setpgroup(&attr, 0);
    (void)posix_spawnattr_setsigmask(&attr, &none);
    (void)posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    if (rc == 0)
        rc = posix_spawnp(out, h->python, &actions, &attr, argv, environment(&a));
    (void)posix_spawn_file_actions_destroy(&actions);
    (void)posix_spawnattr_destroy(&attr);
    arena_release(&a);
    return rc == 0 ? 0
                   : err_set(err, ERR_USAGE,
                             "cannot start %s: %s (--python or ROLLBOOK_PYTHON "
                             "names the interpreter)",
                             h->python, strerror(rc));
}

static int start_server(struct torch_host *h, const char *file, pid_t *out_pid, int *out_fd,
                        struct err *err)
{
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return err_set(err, ERR_INTEGRITY, "socketpair: %s", strerror(errno));
    int high = process_high_fd(pair[1]);
    int rc = start_python(h, file, (const int[]){ -1, -1, -1, high }, out_pid, err);
    (void)close(high);
    if (rc == 0)
        *out_fd = pair[0];
    else
        (void)close(pair[0]);
    return rc;
}

/* A folder that is emptied.  Folders within its folders are moved into it, none is followed down: a
 * candidate's may lie deeper than a path can say. */
struct emptied {
    int fd;
    long long prefix; /* of their names there, which nobody could know */
    size_t moved;
};

static bool is_entry(const struct dirent *e)
{
    return e != NULL && strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
}

/* Who made a folder may have left nobody a right to it. */
static void take_over(int fd, const char *name)
{
    if (fchmodat(fd, name, 0700, 0) != 0)
        return; /* what needs the right fails and is left */
}

static void empty_folder(struct emptied *top, const char *name)
{
    take_over(top->fd, name);
    int fd = openat(top->fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *dir = fd < 0 ? NULL : fdopendir(fd);
    for (struct dirent *e = dir == NULL ? NULL : readdir(dir); e != NULL; e = readdir(dir)) {
        char inside[64];
        if (!is_entry(e) || unlinkat(fd, e->d_name, 0) == 0)
            continue;
        take_over(fd, e->d_name);
        (void)snprintf(inside, sizeof(inside), "%llx.%zu", top->prefix, top->moved);
        top->moved += renameat(fd, e->d_name, top->fd, inside) == 0;
    }
    if (dir != NULL)
        (void)closedir(dir);
    else if (fd >= 0)
        (void)close(fd);
}

static int remove_tree(const char *path)
{
    struct emptied top = { .fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC),
                           .prefix = clock_monotonic_ns() };
    size_t before;
    do {
        DIR *dir = top.fd < 0 ? NULL : opendir(path);
        before = top.moved;
        for (struct dirent *e = dir == NULL ? NULL : readdir(dir); e != NULL; e = readdir(dir)) {
            if (!is_entry(e) || unlinkat(top.fd, e->d_name, 0) == 0)
                continue;
            empty_folder(&top, e->d_name);
            (void)unlinkat(top.fd, e->d_name, AT_REMOVEDIR);
        }
        if (dir != NULL)
            (void)closedir(dir);
    } while (top.moved > before);
    if (top.fd >= 0)
        (void)close(top.fd);
    return rmdir(path);
}

/* Folders of a host, in the order of the fields that name them.  The lock on a folder is its
 * owner's until that process ends, however it ends. */
static const struct folder_place {
    const char *parent, *prefix;
} folder_places[] = {
    { "/dev/shm", "rollbook-blocks-" },
    { "/tmp", "rollbook-blocks-" },
    { "/tmp", "rollbook-host-" },
};

/* NULL: none can be made.  A sweep that takes the folder before its lock is ours leaves it without
 * a link, and another is made. */
static char *own_folder(struct arena *a, const struct folder_place *place, int *out_fd)
{
    for (int tries = 0; tries < 10; tries++) {
        struct stat st;
        char *path = arena_printf(a, "%s/%sXXXXXX", place->parent, place->prefix);
        if (mkdtemp(path) == NULL)
            return NULL;
        int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (fd >= 0 && flock(fd, LOCK_EX) == 0 && fstat(fd, &st) == 0 && st.st_nlink > 0) {
            *out_fd = fd;
            return path;
        }
        if (fd >= 0)
            (void)close(fd);
    }
    return NULL;
}

static int write_files(struct torch_host *h, struct err *err)
{
    struct sha256 sum;
    sha256_init(&sum);
    for (size_t i = 0; i < ARRAY_LEN(folder_places); i++) {
        const struct folder_place *place = &folder_places[i];
        struct arena a = { 0 };
        DIR *dir = opendir(place->parent);
        for (struct dirent *e = dir == NULL ? NULL : readdir(dir); e != NULL; e = readdir(dir)) {
            if (strncmp(e->d_name, place->prefix, strlen(place->prefix)) != 0)
                continue;
            int fd = openat(dirfd(dir), e->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
            if (fd < 0)
                continue;
            /* Nobody holds its lock, so its owner is dead; another user's cannot be opened or is
             * not ours. */
            struct stat st;
            if (fstat(fd, &st) == 0 && st.st_uid == geteuid() && flock(fd, LOCK_EX | LOCK_NB) == 0)
                (void)remove_tree(arena_printf(&a, "%s/%s", place->parent, e->d_name));
            (void)close(fd);
        }
        if (dir != NULL)
            (void)closedir(dir);
        arena_release(&a);
    }
    h->files = own_folder(&h->arena, &folder_places[2], &h->files_fd);
    h->blocks = own_folder(&h->arena, &folder_places[0], &h->blocks_fd);
    if (h->blocks == NULL)
        h->blocks = own_folder(&h->arena, &folder_places[1], &h->blocks_fd);
    if (h->files == NULL || h->blocks == NULL)
        return err_set(err, ERR_USAGE, "cannot make a folder in /tmp: %s", strerror(errno));
    const char *folder = h->files;
    h->private = arena_printf(&h->arena, "%s/private", folder);
    int rc = mkdir(h->private, 0700) + mkdir(arena_printf(&h->arena, "%s/shim", folder), 0700);
    for (size_t i = 0; i < embedded_torch_count && rc == 0; i++) {
        const struct embedded_file *f = &embedded_torch[i];
        const char *name = f->name + strlen(EMBEDDED_ROOT);
        name += str_starts_with(name, PYTHON_FOLDER) ? strlen(PYTHON_FOLDER) : 0;
        const char *path = arena_printf(&h->arena, "%s/%s", folder, name);
        sha256_update(&sum, f->name, strlen(f->name) + 1);
        sha256_update(&sum, f->data, f->size);
        rc = file_write_atomic(path, f->data, f->size, err);
    }
    sha256_final_hex(&sum, h->files_sha256);
    return rc;
}

/* What is built in this folder is loaded, so it must be ours alone. */
static int open_cache(struct torch_host *h, struct err *err)
{
    struct cache cache;
    int rc = cache_open(&cache, err);
    if (rc < 0)
        return rc;
    h->cache = arena_printf(&h->arena, "%s/torch", cache.dir);
    if (mkdir(h->cache, 0700) != 0 && errno != EEXIST)
        return err_set(err, ERR_INTEGRITY, "cannot create %s: %s", h->cache, strerror(errno));
    return 0;
}

static void copy_text(const struct json *from, const char *key, char *out, size_t size)
{
    const char *text = "";
    (void)json_string(json_get(from, key), &text);
    (void)snprintf(out, size, "%s", text);
}

static struct json *ask_of(const char *op)
{
    struct json *o = json_new_object();
    json_add_string(o, "op", op);
    return o;
}

static enum channel_state exchange(int fd, const struct json *ask, int64_t deadline_ns,
                                   struct json **out)
{
    *out = NULL;
    enum channel_state state = channel_send(fd, deadline_ns, ask);
    return state == CHANNEL_OK ? channel_receive_trusted(fd, deadline_ns, out) : state;
}

static int explain_start(const struct torch_host *h, struct err *err);

static int greet(struct torch_host *h, struct err *err)
{
    struct json *hello CLEANUP(json_free_ptr) = ask_of("hello");
    struct json *answer CLEANUP(json_free_ptr) = NULL;
    struct json *ready CLEANUP(json_free_ptr) = NULL;
    int64_t deadline_ns = clock_monotonic_ns() + START_LIMIT_NS;
    if (channel_send(h->reference_fd, deadline_ns, hello) != CHANNEL_OK ||
        exchange(h->zygote_fd, hello, deadline_ns, &ready) != CHANNEL_OK)
        return explain_start(h, err);
    /* The first candidate's process starts its device while the reference starts its own. */
    torch_stand_by(h, 1);
    if (channel_receive_trusted(h->reference_fd, deadline_ns, &answer) != CHANNEL_OK)
        return explain_start(h, err);
    copy_text(answer, "torch", h->facts.torch, sizeof(h->facts.torch));
    copy_text(answer, "python", h->facts.python, sizeof(h->facts.python));
    copy_text(answer, "gpu", h->facts.gpu, sizeof(h->facts.gpu));
    copy_text(answer, "capability", h->facts.capability, sizeof(h->facts.capability));
    copy_text(answer, "uuid", h->facts.uuid, sizeof(h->facts.uuid));
    (void)json_int(json_get(answer, "gpus"), &h->facts.n_gpus);
    if (strcmp(h->device, "cpu") != 0 && h->facts.n_gpus == 0)
        return err_set(err, ERR_USAGE, "PyTorch %s of %s sees no GPU", h->facts.torch, h->python);
    return 0;
}

static struct torch_host *host_new(const char *python, const char *device)
{
    struct torch_host *h = mem_alloc(sizeof(*h));
    const char *named = getenv("ROLLBOOK_PYTHON");
    *h = (struct torch_host){ .files_fd = -1,
                              .blocks_fd = -1,
                              .reference_fd = -1,
                              .zygote_fd = -1,
                              .locks = TORCH_LOCKS_NONE };
    h->python = arena_strdup(&h->arena, python != NULL                    ? python
                                        : named != NULL && *named != '\0' ? named
                                                                          : "python3");
    h->device = arena_strdup(&h->arena, device);
    return h;
}

static int host_done(struct torch_host *h, int rc, struct torch_host **out)
{
    if (rc == 0)
        *out = h;
    else
        torch_host_close(h);
    return rc;
}

int torch_host_open(const char *python, const char *device, struct torch_host **out,
                    struct err *err)
{
    struct torch_host *h = host_new(python, device);
    int rc = open_cache(h, err);
    if (rc == 0)
        rc = write_files(h, err);
    if (rc == 0)
        rc = start_server(h, "reference.py", &h->reference, &h->reference_fd, err);
    if (rc == 0)
        rc = start_server(h, "zygote.py", &h->zygote, &h->zygote_fd, err);
    if (rc == 0)
        rc = greet(h, err);
    /* The cache is this user's alone. */
    if (rc == 0 && strcmp(device, "cpu") != 0)
        torch_locks_open(&h->locks, h->cache, h->facts.uuid[0] != '\0' ? h->facts.uuid : device);
    return host_done(h, rc, out);
}

int torch_host_open_tool(const char *python, const char *file, struct torch_host **out,
                         struct err *err)
{
    struct torch_host *h = host_new(python, "cpu");
    struct json *hello CLEANUP(json_free_ptr) = ask_of("hello");
    struct json *answer CLEANUP(json_free_ptr) = NULL;
    int rc = write_files(h, err);
    if (rc == 0)
        rc = start_server(h, file, &h->reference, &h->reference_fd, err);
    if (rc == 0 && exchange(h->reference_fd, hello, clock_monotonic_ns() + START_LIMIT_NS,
                            &answer) != CHANNEL_OK)
        rc = explain_start(h, err);
    return host_done(h, rc, out);
}

struct torch_locks *torch_host_locks(struct torch_host *h)
{
    return &h->locks;
}

static void end_server(pid_t pid, int fd)
{
    if (fd >= 0)
        (void)close(fd);
    if (pid > 0)
        process_kill(pid);
}

static void end_folder(const char *path, int fd)
{
    if (path != NULL)
        (void)remove_tree(path);
    if (fd >= 0)
        (void)close(fd);
}

void torch_host_close(struct torch_host *h)
{
    if (h == NULL)
        return;
    for (size_t i = 0; i < h->n_standbys; i++)
        (void)close(h->standbys[i].fd); /* the zygote's death ends its process */
    for (size_t i = 0; i < TORCH_PROCESSES; i++)
        if (h->resting.processes[i].pid > 0)
            (void)close(h->resting.processes[i].fd);
    torch_locks_close(&h->locks);
    end_server(h->zygote, h->zygote_fd);
    end_server(h->reference, h->reference_fd);
    end_folder(h->files, h->files_fd);
    end_folder(h->blocks, h->blocks_fd);
    arena_release(&h->arena);
    free(h);
}

void torch_host_close_ptr(struct torch_host **h)
{
    torch_host_close(*h);
}

const struct torch_facts *torch_host_facts(const struct torch_host *h)
{
    return &h->facts;
}

pid_t torch_host_reference(const struct torch_host *h)
{
    return h->reference;
}

const char *torch_host_device(const struct torch_host *h)
{
    return h->device;
}

const char *torch_host_files_sha256(const struct torch_host *h)
{
    return h->files_sha256;
}

const char *torch_host_cache(const struct torch_host *h)
{
    return h->cache;
}

static void folder_in(const char *parent, char out[64])
{
    (void)snprintf(out, 64, "%s/XXXXXX", parent);
    if (mkdtemp(out) == NULL)
        out[0] = '\0';
}

void torch_host_folder(const struct torch_host *h, char out[64])
{
    folder_in(h->blocks, out);
}

const char *torch_host_blocks(const struct torch_host *h)
{
    return h->blocks;
}

void torch_host_private(const struct torch_host *h, char out[64])
{
    folder_in(h->private, out);
}

void torch_host_end_folder(const char *folder)
{
    if (folder[0] != '\0')
        (void)remove_tree(folder);
}

static int no_answer(const char *who, enum channel_state state, struct err *err)
{
    const char *why = state == CHANNEL_LATE     ? "did not answer in time"
                      : state == CHANNEL_BROKEN ? "its answer is not a message"
                                                : "ended";
    return err_set(err, ERR_INTEGRITY, "the process of the %s %s", who, why);
}

int torch_ask_reference(struct torch_host *h, const struct json *ask, int64_t deadline_ns,
                        struct json **out, struct err *err)
{
    struct json *answer CLEANUP(json_free_ptr) = NULL;
    const char *text = NULL;
    enum channel_state state = exchange(h->reference_fd, ask, deadline_ns, &answer);
    if (state != CHANNEL_OK)
        return no_answer("reference", state, err);
    if (json_string(json_get(answer, "problem"), &text))
        return err_set(err, ERR_NEGATIVE, "%s", text);
    if (json_string(json_get(answer, "error"), &text))
        return err_set(err, ERR_INTEGRITY, "the process of the reference failed: %s", text);
    *out = answer;
    answer = NULL;
    return 0;
}

static int fork_candidate(struct torch_host *h, const char *device, pid_t *out_pid, int *out_fd,
                          struct err *err)
{
    struct json *ask CLEANUP(json_free_ptr) = ask_of("fork");
    struct json *answer CLEANUP(json_free_ptr) = NULL;
    int pair[2];
    int64_t pid = 0;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return err_set(err, ERR_INTEGRITY, "socketpair: %s", strerror(errno));
    json_add_string(ask, "device", device);
    json_add_string(ask, "private", h->private);
    json_add_string(json_add_array(ask, "libraries"), NULL, h->cache);
    int64_t deadline_ns = clock_monotonic_ns() + REAP_LIMIT_NS;
    enum channel_state state = channel_send(h->zygote_fd, deadline_ns, ask);
    if (state == CHANNEL_OK && !channel_send_fd(h->zygote_fd, pair[1]))
        state = CHANNEL_CLOSED;
    (void)close(pair[1]);
    if (state == CHANNEL_OK)
        state = channel_receive_trusted(h->zygote_fd, deadline_ns, &answer);
    if (state != CHANNEL_OK || !json_int(json_get(answer, "pid"), &pid) || pid <= 0) {
        (void)close(pair[0]);
        return no_answer("zygote", state, err);
    }
    *out_pid = (pid_t)pid;
    *out_fd = pair[0];
    return 0;
}

void torch_stand_by(struct torch_host *h, size_t n)
{
    struct err ignored = { 0 };
    while (h->n_standbys < n && h->n_standbys < TORCH_MOST_STANDBYS) {
        struct standby *s = &h->standbys[h->n_standbys];
        if (fork_candidate(h, h->device, &s->pid, &s->fd, &ignored) != 0)
            return; /* the next evaluation tries again and says why */
        h->n_standbys++;
    }
}

int torch_fork(struct torch_host *h, pid_t *out_pid, int *out_fd, struct err *err)
{
    struct json *ready CLEANUP(json_free_ptr) = NULL;
    struct torch_end ignored;
    const char *why = NULL;
    bool yes = false;
    if (h->n_standbys == 0) {
        int rc = fork_candidate(h, h->device, out_pid, out_fd, err);
        if (rc != 0)
            return rc;
    } else {
        *out_pid = h->standbys[0].pid;
        *out_fd = h->standbys[0].fd;
        memmove(h->standbys, h->standbys + 1, --h->n_standbys * sizeof(*h->standbys));
    }
    enum channel_state state =
        channel_receive_trusted(*out_fd, clock_monotonic_ns() + START_LIMIT_NS, &ready);
    if (state == CHANNEL_OK && json_bool(json_get(ready, "standby"), &yes) && yes)
        return 0;
    if (json_string(json_get(ready, "setup_failed"), &why))
        (void)err_set(err, ERR_INTEGRITY, "a candidate's process cannot be set up: %s", why);
    else
        (void)no_answer("candidate", state, err);
    (void)close(*out_fd);
    *out_fd = -1;
    (void)torch_reap(h, *out_pid, &ignored, &(struct err){ 0 });
    *out_pid = 0;
    return ERR_INTEGRITY;
}

int torch_fork_without_device(struct torch_host *h, pid_t *out_pid, int *out_fd, struct err *err)
{
    return fork_candidate(h, "cpu", out_pid, out_fd, err);
}

int torch_reap(struct torch_host *h, pid_t pid, struct torch_end *out, struct err *err)
{
    struct json *ask CLEANUP(json_free_ptr) = ask_of("reap");
    struct json *answer CLEANUP(json_free_ptr) = NULL;
    int64_t end_signal = 0, status = 0;
    json_add_int(ask, "pid", pid);
    json_add_bool(ask, "kill", true);
    enum channel_state state =
        exchange(h->zygote_fd, ask, clock_monotonic_ns() + REAP_LIMIT_NS, &answer);
    if (state != CHANNEL_OK)
        return no_answer("zygote", state, err);
    (void)json_int(json_get(answer, "signal"), &end_signal);
    (void)json_int(json_get(answer, "status"), &status);
    *out = (struct torch_end){ .signal = (int)end_signal, .status = (int)status };
    return 0;
}

void torch_dismiss(struct torch_host *h, pid_t pid)
{
    struct json *ask CLEANUP(json_free_ptr) = ask_of("reap");
    struct json *answer CLEANUP(json_free_ptr) = NULL;
    json_add_int(ask, "pid", pid);
    json_add_bool(ask, "kill", true);
    json_add_bool(ask, "later", true);
    (void)exchange(h->zygote_fd, ask, clock_monotonic_ns() + REAP_LIMIT_NS, &answer);
}

bool torch_rouse(struct torch_host *h, const char *problem, struct torch_resting *out)
{
    char hash[65];
    struct torch_resting *r = &h->resting;
    sha256_hex(problem, strlen(problem), hash);
    bool rests = r->processes[0].pid > 0 && strcmp(hash, h->rest_for) == 0;
    *out = rests ? *r : (struct torch_resting){ .folder = "" };
    for (size_t i = 0; i < TORCH_PROCESSES && !rests; i++)
        if (r->processes[i].pid > 0) {
            torch_dismiss(h, r->processes[i].pid);
            (void)close(r->processes[i].fd);
        }
    if (!rests)
        torch_host_end_folder(r->folder);
    *r = (struct torch_resting){ .folder = "" };
    return rests;
}

void torch_rest(struct torch_host *h, const char *problem, const struct torch_resting *r)
{
    h->resting = *r;
    sha256_hex(problem, strlen(problem), h->rest_for);
}

/* Each build has a process, whose end ends its compilers. */
static int start_build(struct torch_host *h, pid_t *out_pid, int *out_in, int *out_out,
                       struct err *err)
{
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) != 0)
        return err_set(err, ERR_INTEGRITY, "pipe: %s", strerror(errno));
    if (pipe2(out, O_CLOEXEC) != 0) {
        (void)close(in[0]);
        (void)close(in[1]);
        return err_set(err, ERR_INTEGRITY, "pipe: %s", strerror(errno));
    }
    int child_in = process_high_fd(in[0]), child_out = process_high_fd(out[1]);
    int rc =
        start_python(h, "build.py", (const int[]){ child_in, child_out, -1, -1 }, out_pid, err);
    (void)close(child_in);
    (void)close(child_out);
    if (rc != 0) {
        (void)close(in[1]);
        (void)close(out[0]);
        return rc;
    }
    *out_in = in[1];
    *out_out = out[0];
    return 0;
}

/* False: the deadline passed before the end of the file. */
static bool read_until(int fd, int64_t deadline_ns, struct buf *out)
{
    char chunk[65536];
    for (;;) {
        int64_t left_ms = (deadline_ns - clock_monotonic_ns()) / 1000000;
        struct pollfd ready = { .fd = fd, .events = POLLIN };
        if (left_ms <= 0)
            return false;
        if (poll(&ready, 1, left_ms > 1000 ? 1000 : (int)left_ms) <= 0)
            continue;
        ssize_t n = read(fd, chunk, sizeof(chunk));
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n == 0;
        buf_add(out, chunk, (size_t)n);
    }
}

int torch_build(struct torch_host *h, const struct json *ask, int64_t deadline_ns,
                struct json **out, struct err *err)
{
    struct buf request = { 0 }, answer = { 0 };
    pid_t pid = 0;
    int in = -1, result = -1;
    int rc = start_build(h, &pid, &in, &result, err);
    if (rc != 0)
        return rc;
    json_print(ask, false, &request);
    /* Python reads everything before it writes. */
    void (*before)(int) = signal(SIGPIPE, SIG_IGN);
    bool ended = fd_write_all(in, request.data, request.len);
    (void)signal(SIGPIPE, before);
    (void)close(in);
    ended = ended && read_until(result, deadline_ns, &answer);
    (void)close(result);
    process_kill(pid); /* and its compilers */
    *out = ended ? json_parse("build", buf_text(&answer), answer.len, err) : NULL;
    buf_release(&request);
    buf_release(&answer);
    if (*out == NULL)
        return err_set(err, ERR_INTEGRITY, "the build of an extension %s",
                       ended ? "failed" : "did not end in time");
    return 0;
}

/*
 * The probe.
 */

#define PROBE_MOST ((size_t)1 << 20)

/* Reads both pipes to their ends, so that the process never waits for us. */
static void read_both(const int fds[2], int64_t deadline_ns, struct buf *const into[2])
{
    char chunk[4096];
    bool open[2] = { true, true };
    while (open[0] || open[1]) {
        int64_t left_ms = (deadline_ns - clock_monotonic_ns()) / 1000000;
        struct pollfd ready[2] = { { .fd = open[0] ? fds[0] : -1, .events = POLLIN },
                                   { .fd = open[1] ? fds[1] : -1, .events = POLLIN } };
        if (left_ms <= 0)
            return;
        if (poll(ready, 2, left_ms > 1000 ? 1000 : (int)left_ms) <= 0)
            continue;
        for (int i = 0; i < 2; i++) {
            ssize_t n = ready[i].revents == 0 ? -1 : read(fds[i], chunk, sizeof(chunk));
            if (ready[i].revents != 0 && n <= 0 && !(n < 0 && errno == EINTR))
                open[i] = false;
            if (n > 0 && into[i]->len < PROBE_MOST)
                buf_add(into[i], chunk, (size_t)n);
        }
    }
}

static void take_line(struct torch_probe *out, const char *key, const char *value)
{
    const struct {
        const char *key;
        char *to;
        size_t size;
    } texts[] = {
        { "program", out->program, sizeof(out->program) },
        { "python", out->python, sizeof(out->python) },
        { "found", out->found, sizeof(out->found) },
        { "torch", out->torch, sizeof(out->torch) },
        { "cuda", out->cuda, sizeof(out->cuda) },
        { "gpu", out->gpu, sizeof(out->gpu) },
    };
    for (size_t i = 0; i < ARRAY_LEN(texts); i++)
        if (strcmp(key, texts[i].key) == 0)
            (void)snprintf(texts[i].to, texts[i].size, "%s", value);
    int64_t n = -1;
    if (strcmp(key, "gpus") == 0 && str_to_i64(value, &n) && n >= 0 && n < 1000)
        out->gpus = (int)n;
    out->works = out->works || strcmp(key, "sum") == 0;
    out->gpu_works = out->gpu_works || strcmp(key, "gpu_sum") == 0;
}

static void take_answer(struct arena *a, struct buf *said, struct torch_probe *out)
{
    char **lines;
    size_t n = str_split(a, buf_text(said), '\n', &lines);
    for (size_t i = 0; i < n; i++) {
        char *space = strchr(lines[i], ' ');
        if (space == NULL)
            continue;
        *space = '\0';
        take_line(out, lines[i], space + 1);
    }
}

/* Python ends a traceback with the error; what a program says behind it follows without indent as
 * well, so the last line that looks like one counts, else the last line. */
static void take_cause(struct arena *a, struct buf *complained, int status, struct torch_probe *out)
{
    char **lines;
    const char *last = "", *error = "";
    size_t n = str_split(a, buf_text(complained), '\n', &lines);
    for (size_t i = 0; i < n; i++) {
        const char *colon = strstr(lines[i], "Error: ");
        if (lines[i][0] != '\0')
            last = lines[i];
        if (colon != NULL && lines[i][0] != ' ' &&
            memchr(lines[i], ' ', (size_t)(colon - lines[i])) == NULL)
            error = lines[i];
    }
    const char *cause = error[0] != '\0' ? error : last;
    if (cause[0] == '\0' && WIFSIGNALED(status))
        cause = arena_printf(a, "its process was ended by signal %d (%s)", WTERMSIG(status),
                             strsignal(WTERMSIG(status)));
    else if (cause[0] == '\0')
        cause = arena_printf(a, "its process ended with status %d and said nothing",
                             WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    (void)snprintf(out->cause, sizeof(out->cause), "%s", cause);
}

static int run_probe(struct torch_host *h, struct torch_probe *out, struct err *err)
{
    int said[2], complained[2], status = 0;
    pid_t pid = 0;
    struct buf CLEANUP(buf_release) text = { 0 }, CLEANUP(buf_release) trouble = { 0 };
    int64_t deadline_ns = clock_monotonic_ns() + START_LIMIT_NS;
    if (pipe2(said, O_CLOEXEC) != 0)
        return err_set(err, ERR_INTEGRITY, "pipe: %s", strerror(errno));
    if (pipe2(complained, O_CLOEXEC) != 0) {
        (void)close(said[0]);
        (void)close(said[1]);
        return err_set(err, ERR_INTEGRITY, "pipe: %s", strerror(errno));
    }
    int to[2] = { process_high_fd(said[1]), process_high_fd(complained[1]) };
    int rc = start_python(h, "probe.py", (const int[]){ -1, to[0], to[1], -1 }, &pid, err);
    (void)close(to[0]);
    (void)close(to[1]);
    if (rc == 0) {
        read_both((const int[]){ said[0], complained[0] }, deadline_ns,
                  (struct buf *const[]){ &text, &trouble });
        bool ended = process_wait(pid, deadline_ns, &status);
        take_answer(&h->arena, &text, out);
        if (!ended)
            (void)snprintf(out->cause, sizeof(out->cause), "it did not end in 120 seconds");
        else if (status != 0)
            take_cause(&h->arena, &trouble, status, out);
        else if (out->python[0] == '\0')
            (void)snprintf(out->cause, sizeof(out->cause), "it ran, but not as a Python does");
    }
    (void)close(said[0]);
    (void)close(complained[0]);
    return rc;
}

int torch_host_probe(const char *python, struct torch_probe *out, struct err *err)
{
    struct torch_host *h = host_new(python, "cpu");
    *out = (struct torch_probe){ .gpus = -1 };
    int rc = write_files(h, err);
    if (rc == 0)
        rc = run_probe(h, out, err);
    torch_host_close(h);
    return rc;
}

/* A process that did not come up is asked why: by one that only does what it could not. */
static int explain_start(const struct torch_host *h, struct err *err)
{
    struct torch_probe p;
    int rc = torch_host_probe(h->python, &p, err);
    if (rc != 0)
        return rc;
    if (p.python[0] == '\0')
        return err_set(
            err, ERR_USAGE,
            "%s does not start as a Python: %s; --python or ROLLBOOK_PYTHON names another",
            h->python, p.cause);
    if (strcmp(p.found, "no") == 0)
        return err_set(err, ERR_USAGE,
                       "%s (Python %s) has no torch; --python or ROLLBOOK_PYTHON names an "
                       "interpreter that has it",
                       p.program, p.python);
    if (!p.works)
        return err_set(err, ERR_USAGE, "PyTorch of %s (%s) does not start: %s", p.program, p.found,
                       p.cause);
    return err_set(err, ERR_INTEGRITY,
                   "PyTorch %s of %s can be imported, but the evaluator's process ended: %s",
                   p.torch, p.program, p.cause[0] != '\0' ? p.cause : "no cause is known");
}
