#include "src/cli/progress.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "src/base/clock.h"

#define NS_A_SECOND   1000000000LL
#define TERMINAL_NS   (NS_A_SECOND / 4)
#define PLAIN_SECONDS 30 /* default of ROLLBOOK_PROGRESS_SECONDS */

static bool is_set(const char *name)
{
    const char *value = getenv(name);
    return value != NULL && *value != '\0';
}

static void format_left(double seconds, char out[32])
{
    long s = seconds < 0 || seconds > 359999 ? 359999 : (long)(seconds + 0.5);
    if (s >= 3600)
        snprintf(out, 32, "%ldh%02ldm", s / 3600, s % 3600 / 60);
    else if (s >= 60)
        snprintf(out, 32, "%ldm%02lds", s / 60, s % 60);
    else
        snprintf(out, 32, "%lds", s);
}

void progress_text(const char *name, const struct progress *p, int64_t now, char *out, size_t size)
{
    static const char *const phases[] = { [PHASE_STARTING] = "starting workers",
                                          [PHASE_SAMPLING] = "sampling",
                                          [PHASE_EVALUATING] = "evaluating",
                                          [PHASE_JUDGING] = "asking the judge",
                                          [PHASE_LEARNING] = "learning" };
    char place[64] = "", left[32], pace[80] = "";
    double elapsed = (double)(now - p->started_ns) / (double)NS_A_SECOND;
    if (p->n_turns > 1)
        snprintf(place, sizeof(place), "turn %d of %d, ", p->turn + 1, p->n_turns);
    else if (p->n_steps > 0)
        snprintf(place, sizeof(place), "step %d of %d, ", p->step, p->n_steps);
    if (p->evaluated > 0 && elapsed > 0) {
        format_left((double)p->remaining * elapsed / (double)p->evaluated, left);
        snprintf(pace, sizeof(pace), ", %.1f/s, %s left", (double)p->evaluated / elapsed, left);
    }
    if (p->total > 0)
        snprintf(out, size, "%s: %s%s: %zu of %zu rollouts%s", name, place, phases[p->phase],
                 p->done, p->total, pace);
    else
        snprintf(out, size, "%s: %s", name, phases[p->phase]);
}

static int64_t interval_ns(const struct progress_line *line)
{
    const char *text = getenv("ROLLBOOK_PROGRESS_SECONDS");
    long seconds = text == NULL ? 0 : strtol(text, NULL, 10);
    if (line->is_terminal)
        return TERMINAL_NS;
    return (seconds > 0 && seconds < 86400 ? seconds : PLAIN_SECONDS) * NS_A_SECOND;
}

static void *draw_on(void *context)
{
    struct progress_line *line = context;
    int64_t interval = interval_ns(line);
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    pthread_mutex_lock(&line->lock);
    while (!line->ends) {
        int64_t ns = until.tv_nsec + interval;
        until.tv_sec += ns / NS_A_SECOND;
        until.tv_nsec = ns % NS_A_SECOND;
        while (!line->ends && pthread_cond_timedwait(&line->wake, &line->lock, &until) == 0)
            continue;
        if (!line->ends) {
            char text[320];
            progress_text(line->name, &line->last, clock_monotonic_ns(), text, sizeof(text));
            fprintf(stderr, line->is_terminal ? "\r\033[K%s" : "%s\n", text);
            fflush(stderr);
            line->shown = line->is_terminal;
        }
    }
    pthread_mutex_unlock(&line->lock);
    return NULL;
}

/* Signals go to the thread that waits for workers. */
static void start_thread(struct progress_line *line)
{
    sigset_t all, before;
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&line->lock, NULL);
    pthread_cond_init(&line->wake, &attributes);
    pthread_condattr_destroy(&attributes);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    line->running = pthread_create(&line->thread, NULL, draw_on, line) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void progress_start(struct progress_line *line, const char *name, bool quiet)
{
    const char *term = getenv("TERM");
    bool dumb = term != NULL && strcmp(term, "dumb") == 0;
    *line = (struct progress_line){ .name = name };
    line->is_terminal = !dumb && !is_set("CI") && isatty(STDERR_FILENO) == 1;
    line->last.started_ns = clock_monotonic_ns();
    if (!quiet)
        start_thread(line);
}

void progress_set(struct progress_line *line, const struct progress *p)
{
    if (!line->running)
        return;
    pthread_mutex_lock(&line->lock);
    line->last = *p;
    pthread_mutex_unlock(&line->lock);
}

static void clear(struct progress_line *line)
{
    if (line->shown)
        fputs("\r\033[K", stderr);
    line->shown = false;
}

void progress_clear(struct progress_line *line)
{
    if (!line->running)
        return;
    pthread_mutex_lock(&line->lock);
    clear(line);
    pthread_mutex_unlock(&line->lock);
}

void progress_stop(struct progress_line *line)
{
    if (!line->running)
        return;
    pthread_mutex_lock(&line->lock);
    line->ends = true;
    pthread_cond_signal(&line->wake);
    pthread_mutex_unlock(&line->lock);
    pthread_join(line->thread, NULL);
    clear(line);
    line->running = false;
}
