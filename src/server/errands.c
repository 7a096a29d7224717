#include "src/server/errands.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "src/base/mem.h"

#define STACK_BYTES ((size_t)2 << 20)

struct errand {
    struct errands *owner;
    void (*work)(void *context);
    void (*done)(void *context);
    void *context;
    struct errand *next;
};

struct errands {
    int wake;
    pthread_mutex_t mutex; /* guards the rest */
    pthread_cond_t ended;
    struct errand *finished;
    size_t n_running, n_finished;
};

struct errands *errands_new(int wake)
{
    struct errands *e = mem_alloc(sizeof(*e));
    e->wake = wake;
    pthread_mutex_init(&e->mutex, NULL);
    pthread_cond_init(&e->ended, NULL);
    return e;
}

static void *run(void *context)
{
    struct errand *x = context;
    struct errands *e = x->owner;
    const uint64_t one = 1;
    x->work(x->context);
    pthread_mutex_lock(&e->mutex);
    x->next = e->finished;
    e->finished = x;
    e->n_running--;
    e->n_finished++;
    ssize_t n = write(e->wake, &one, sizeof(one)); /* within the lock: e lives until it is free */
    (void)n;
    pthread_cond_signal(&e->ended);
    pthread_mutex_unlock(&e->mutex);
    return NULL;
}

static bool start_thread(struct errand *x)
{
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    bool ok = pthread_create(&thread, &attributes, run, x) == 0;
    pthread_attr_destroy(&attributes);
    return ok;
}

bool errands_start(struct errands *e, void (*work)(void *context), void (*done)(void *context),
                   void *context)
{
    struct errand *x = mem_alloc(sizeof(*x));
    *x = (struct errand){ .owner = e, .work = work, .done = done, .context = context };
    pthread_mutex_lock(&e->mutex);
    bool ok = e->n_running < ERRANDS_MOST;
    e->n_running += ok;
    pthread_mutex_unlock(&e->mutex);
    if (ok && start_thread(x))
        return true;
    if (ok) {
        pthread_mutex_lock(&e->mutex);
        e->n_running--;
        pthread_mutex_unlock(&e->mutex);
    }
    free(x);
    return false;
}

void errands_take(struct errands *e)
{
    pthread_mutex_lock(&e->mutex);
    struct errand *x = e->finished;
    e->finished = NULL;
    e->n_finished = 0;
    pthread_mutex_unlock(&e->mutex);
    while (x != NULL) {
        struct errand *next = x->next;
        x->done(x->context);
        free(x);
        x = next;
    }
}

size_t errands_running(struct errands *e)
{
    pthread_mutex_lock(&e->mutex);
    size_t n = e->n_running + e->n_finished;
    pthread_mutex_unlock(&e->mutex);
    return n;
}

void errands_free(struct errands *e)
{
    if (e == NULL)
        return;
    pthread_mutex_lock(&e->mutex);
    while (e->n_running > 0)
        pthread_cond_wait(&e->ended, &e->mutex);
    pthread_mutex_unlock(&e->mutex);
    errands_take(e);
    pthread_cond_destroy(&e->ended);
    pthread_mutex_destroy(&e->mutex);
    free(e);
}
