#include "src/base/parallel.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

struct loop {
    atomic_size_t next;
    size_t n;
    void (*run)(void *context, size_t unit);
    void *context;
};

/* The answer comes from a file, so it is kept. */
static long count_cores(void)
{
    static atomic_long cores;
    if (cores == 0)
        cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores;
}

int parallel_threads(int asked)
{
    long n = asked > 0 ? asked : count_cores();
    if (n < 1)
        return 1;
    return n < PARALLEL_MOST ? (int)n : PARALLEL_MOST;
}

static void *take_units(void *p)
{
    struct loop *loop = p;
    size_t unit;
    while ((unit = atomic_fetch_add(&loop->next, 1)) < loop->n)
        loop->run(loop->context, unit);
    return NULL;
}

void parallel_for(size_t n, int threads, void (*run)(void *context, size_t unit), void *context)
{
    struct loop loop = { .n = n, .run = run, .context = context };
    pthread_t others[PARALLEL_MOST];
    size_t wanted = (size_t)parallel_threads(threads);
    size_t started = 0;
    if (wanted > n)
        wanted = n;
    /* Others do the work of a thread that cannot start. */
    while (started + 1 < wanted && pthread_create(&others[started], NULL, take_units, &loop) == 0)
        started++;
    take_units(&loop);
    for (size_t i = 0; i < started; i++)
        pthread_join(others[i], NULL);
}
