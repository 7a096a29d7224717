#include "src/cli/stop_signal.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "src/base/clock.h"
#include "src/base/mem.h"

#define SAME_REQUEST_NS INT64_C(300000000)

static volatile sig_atomic_t stop_requested;
static volatile sig_atomic_t waker = -1;
static volatile int64_t first_ns;
static volatile sig_atomic_t watches, is_gone; /* watches begun; the last one asked for the stop */

static void request_stop(void)
{
    const uint64_t one = 1;
    stop_requested = 1;
    if (waker >= 0) {
        ssize_t n = write(waker, &one, sizeof(one));
        (void)n;
    }
}

static void on_signal(int signal_number)
{
    int64_t now = clock_monotonic_ns();
    if (first_ns == 0)
        first_ns = now;
    if (now - first_ns >= SAME_REQUEST_NS) {
        (void)signal(signal_number, SIG_DFL);
        (void)raise(signal_number);
    }
    request_stop();
}

const volatile sig_atomic_t *stop_on_signals(void)
{
    static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGUSR1, SIGUSR2 };
    struct sigaction action;
    memset(&action, 0, sizeof(action));
    action.sa_handler = on_signal;
    watches++;
    if (is_gone) /* the file of a command before */
        stop_requested = is_gone = 0;
    for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
        sigaction(signals[i], &action, NULL);
    return &stop_requested;
}

void stop_wakes(int fd)
{
    waker = fd;
}

#define LOOK_NS 300000000

struct watched {
    sig_atomic_t number;
    char *path;
    dev_t dev;
    ino_t ino;
};

static void *watch(void *context)
{
    struct watched *w = context;
    const struct timespec nap = { .tv_nsec = LOOK_NS };
    struct stat st;
    while (w->number == watches && stat(w->path, &st) == 0 && st.st_dev == w->dev &&
           st.st_ino == w->ino)
        nanosleep(&nap, NULL);
    if (w->number == watches) { /* of no command before */
        is_gone = 1;
        request_stop();
    }
    free(w->path);
    free(w);
    return NULL;
}

void stop_when_gone(const char *path)
{
    pthread_t thread;
    sigset_t all, before;
    struct stat st;
    if (stat(path, &st) != 0)
        return;
    struct watched *w = mem_array(1, sizeof(*w));
    *w = (struct watched){ watches, mem_strdup(path), st.st_dev, st.st_ino };
    sigfillset(&all); /* signals are the main thread's */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pthread_create(&thread, NULL, watch, w) == 0)
        pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}
