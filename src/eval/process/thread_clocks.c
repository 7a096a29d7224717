/*
 * thread_clocks.c - schedstat of each thread, or the clock of the process.
 */
#define _GNU_SOURCE
#include "src/eval/process/thread_clocks.h"

#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/eval/process/cpu_process.h"

static uint64_t process_ns(const struct thread_clocks *c)
{
    struct timespec t = { .tv_sec = 0 };
    if (!c->has_process || clock_gettime(c->process, &t) != 0)
        return 0;
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* schedstat begins with ns on a processor and ns of waiting for one. */
uint64_t schedstat_read_file(int file, uint64_t *out_waited_ns)
{
    char text[96], *rest = text;
    ssize_t n = pread(file, text, sizeof text - 1, 0);
    *out_waited_ns = 0;
    if (n <= 0)
        return 0;
    text[n] = '\0';
    uint64_t ns = strtoull(text, &rest, 10);
    *out_waited_ns = strtoull(rest, NULL, 10);
    return ns;
}

uint64_t schedstat_read(const char *path, uint64_t *out_waited_ns)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    uint64_t ns = schedstat_read_file(file, out_waited_ns);
    if (file >= 0)
        (void)close(file);
    return ns;
}

static int open_thread(pid_t pid, const char *tid)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/task/%.16s/schedstat", (long)pid, tid);
    return process_high_fd(open(path, O_RDONLY | O_CLOEXEC));
}

void thread_clocks_open(struct thread_clocks *c, pid_t pid, unsigned threads)
{
    char path[48];
    *c = (struct thread_clocks){ .threads = threads };
    c->has_process = clock_getcpuclockid(pid, &c->process) == 0;
    c->by_process = threads < 2; /* of its only thread: exact */
    snprintf(path, sizeof path, "/proc/%ld/task", (long)pid);
    DIR *d = opendir(path);
    if (d == NULL)
        return;
    for (const struct dirent *e = readdir(d); e != NULL && c->n < RUNNER_MAX_THREADS;
         e = readdir(d)) {
        int file = e->d_name[0] == '.' ? -1 : open_thread(pid, e->d_name);
        if (file >= 0)
            c->files[c->n++] = file;
    }
    (void)closedir(d);
    uint64_t ignored;
    if (c->n != threads || schedstat_read_file(c->files[0], &ignored) == 0)
        thread_clocks_close(c);
}

void thread_clocks_start(struct thread_clocks *c)
{
    for (size_t i = 0; i < c->n; i++)
        c->before_ns[i] = schedstat_read_file(c->files[i], &c->waited_before_ns[i]);
    if (c->n == 0 || c->by_process)
        c->before_ns[0] = process_ns(c);
}

double thread_clocks_stop(const struct thread_clocks *c, double *out_waited_us)
{
    uint64_t most_ns = 0, longest_ns = 0;
    for (size_t i = 0; i < c->n; i++) {
        uint64_t waited_ns;
        uint64_t ns = schedstat_read_file(c->files[i], &waited_ns) - c->before_ns[i];
        waited_ns -= c->waited_before_ns[i];
        most_ns = ns > most_ns ? ns : most_ns;
        longest_ns = waited_ns > longest_ns ? waited_ns : longest_ns;
    }
    *out_waited_us = (double)longest_ns / 1e3;
    if (c->n != 0 && !c->by_process)
        return (double)most_ns / 1e3;
    return c->has_process ? (double)(process_ns(c) - c->before_ns[0]) / 1e3 / c->threads
                          : (double)NAN;
}

void thread_clocks_close(struct thread_clocks *c)
{
    for (size_t i = 0; i < c->n; i++)
        (void)close(c->files[i]);
    c->n = 0;
}
