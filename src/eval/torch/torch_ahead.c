#include "src/eval/torch/torch_ahead.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/torch/torch_channel.h"
#include "src/eval/torch/torch_host.h"
#include "src/eval/torch/torch_run.h"
#include "src/json/json.h"

#define MOST_AHEAD 8
#define BUILDS_NS  (420 * SECOND_NS) /* of one text; as of a candidate */
#define TEXT_NS    (20 * SECOND_NS)  /* of what it does beside them */

struct text_ahead {
    struct text_ahead *next;
    struct torch_host *h;
    char *text;
    char private[64];
    pid_t pid;
    int fd;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool is_building, is_over; /* under the lock */
    double built_ms;           /* when the thread has ended */
};

struct torch_ahead {
    struct text_ahead *first;
    size_t n;
};

struct torch_ahead *torch_ahead_new(void)
{
    return mem_alloc(sizeof(struct torch_ahead));
}

/* False: nothing is to be built any more. */
static bool may_build(struct text_ahead *t, bool begins)
{
    (void)pthread_mutex_lock(&t->lock);
    bool may = !t->is_over;
    t->is_building = begins && may;
    (void)pthread_cond_signal(&t->changed);
    (void)pthread_mutex_unlock(&t->lock);
    return may;
}

/* As torch_candidate.c sends it, without inputs, weights and device. */
static enum channel_state send_setup(const struct text_ahead *t, int64_t deadline_ns)
{
    struct json *setup CLEANUP(json_free_ptr) = json_new_object();
    json_add_string(setup, "device", "cpu");
    json_add_string(setup, "text", t->text);
    json_add_string(setup, "rule", "own");
    json_add_string(setup, "private", t->private);
    json_add_bool(setup, "compiles_late", false);
    json_add_int(setup, "model_seed", 0);
    (void)json_add_array(setup, "init_inputs");
    (void)json_add_array(setup, "weights");
    struct json *slot = json_add_object(json_add_array(setup, "slots"), NULL);
    (void)json_add_array(slot, "inputs");
    (void)json_add_array(slot, "outputs");
    return channel_send(t->fd, deadline_ns, setup);
}

static enum channel_state begin_text(const struct text_ahead *t, int64_t deadline_ns)
{
    struct json *standby CLEANUP(json_free_ptr) = NULL;
    struct json *confined CLEANUP(json_free_ptr) = NULL;
    struct json *go CLEANUP(json_free_ptr) = json_new_object();
    json_add_bool(go, "go", true);
    enum channel_state state = channel_receive_trusted(t->fd, deadline_ns, &standby);
    if (state == CHANNEL_OK)
        state = send_setup(t, deadline_ns);
    if (state == CHANNEL_OK)
        state = channel_receive_trusted(t->fd, deadline_ns, &confined);
    if (state == CHANNEL_OK && json_get(confined, "confined") == NULL)
        return CHANNEL_BROKEN;
    return state == CHANNEL_OK ? channel_send(t->fd, deadline_ns, go) : state;
}

/* False: it asked for something else, is done, or its time is over. */
static bool build_next(struct text_ahead *t, int64_t *deadline_ns, int64_t *left_ns)
{
    struct json *message CLEANUP(json_free_ptr) = NULL;
    struct json *request CLEANUP(json_free_ptr) = NULL;
    struct json *answer CLEANUP(json_free_ptr) = NULL;
    struct err ignored = { 0 };
    if (channel_receive(t->fd, *deadline_ns, CHANNEL_CANDIDATE_BYTES, &message) != CHANNEL_OK)
        return false;
    const struct json *ask = json_get(message, "compile");
    if (ask == NULL || !torch_is_build_request(ask) || *left_ns <= 0 || !may_build(t, true))
        return false;
    int64_t began_ns = clock_monotonic_ns();
    bool cached = false;
    request = torch_build_request(t->h, ask, *left_ns);
    int rc = torch_build(t->h, request, began_ns + *left_ns, &answer, &ignored);
    int64_t took_ns = clock_monotonic_ns() - began_ns;
    *left_ns -= took_ns;
    *deadline_ns += took_ns;
    if (rc == 0 && !(json_bool(json_get(answer, "cached"), &cached) && cached))
        t->built_ms += (double)took_ns / 1e6;
    return may_build(t, false) && rc == 0 &&
           channel_send(t->fd, *deadline_ns, answer) == CHANNEL_OK;
}

static void *follow(void *arg)
{
    struct text_ahead *t = arg;
    int64_t deadline_ns = clock_monotonic_ns() + TEXT_NS, left_ns = BUILDS_NS;
    unsigned builds = 0;
    if (begin_text(t, deadline_ns) == CHANNEL_OK)
        while (builds++ < TORCH_MAX_BUILDS && build_next(t, &deadline_ns, &left_ns)) {
        }
    (void)may_build(t, false);
    /* Whatever it would still do is for its evaluation.  The zygote reaps it when it is dismissed,
     * so the number is nobody else's before. */
    (void)kill(-t->pid, SIGKILL);
    (void)kill(t->pid, SIGKILL);
    return NULL;
}

static struct text_ahead **find(struct torch_ahead *a, const char *text)
{
    struct text_ahead **at = &a->first;
    while (*at != NULL && strcmp((*at)->text, text) != 0)
        at = &(*at)->next;
    return at;
}

static void release(struct text_ahead *t)
{
    torch_host_end_folder(t->private);
    (void)pthread_mutex_destroy(&t->lock);
    (void)pthread_cond_destroy(&t->changed);
    free(t->text);
    free(t);
}

void torch_ahead_begin(struct torch_ahead *a, struct torch_host *h, const char *text)
{
    struct err ignored = { 0 };
    if (a->n == MOST_AHEAD || *find(a, text) != NULL || strstr(text, "cpp_extension") == NULL)
        return;
    struct text_ahead *t = mem_alloc(sizeof *t);
    *t = (struct text_ahead){ .h = h, .text = mem_strdup(text), .fd = -1 };
    (void)pthread_mutex_init(&t->lock, NULL);
    (void)pthread_cond_init(&t->changed, NULL);
    torch_host_private(h, t->private);
    if (torch_fork_without_device(h, &t->pid, &t->fd, &ignored) != 0) {
        release(t);
        return;
    }
    /* As compilers, it takes no processor from a process that is being timed. */
    (void)setpriority(PRIO_PROCESS, (id_t)t->pid, 19);
    if (pthread_create(&t->thread, NULL, follow, t) != 0) {
        torch_dismiss(h, t->pid);
        (void)close(t->fd);
        release(t);
        return;
    }
    t->next = a->first;
    a->first = t;
    a->n++;
}

/* The thread wakes up when its process is gone. */
static double end(struct torch_ahead *a, struct text_ahead **at)
{
    struct text_ahead *t = *at;
    (void)pthread_mutex_lock(&t->lock);
    while (t->is_building)
        (void)pthread_cond_wait(&t->changed, &t->lock);
    t->is_over = true;
    (void)pthread_mutex_unlock(&t->lock);
    torch_dismiss(t->h, t->pid);
    (void)pthread_join(t->thread, NULL);
    (void)close(t->fd);
    double built_ms = t->built_ms;
    *at = t->next;
    a->n--;
    release(t);
    return built_ms;
}

double torch_ahead_end(struct torch_ahead *a, const char *text)
{
    struct text_ahead **at = a == NULL ? NULL : find(a, text);
    return at == NULL || *at == NULL ? 0.0 : end(a, at);
}

void torch_ahead_end_all(struct torch_ahead *a)
{
    while (a->first != NULL)
        (void)end(a, &a->first);
}

void torch_ahead_free(struct torch_ahead *a)
{
    if (a != NULL)
        torch_ahead_end_all(a);
    free(a);
}
