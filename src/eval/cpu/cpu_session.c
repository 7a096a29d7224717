/*
 * cpu_session.c - starting a runner, asking it to run, reading what happened.
 *
 * A hostile candidate may control the runner.  It is stopped while nothing is asked of it, so all
 * of its processor time belongs to a run.  The cost of its busiest thread bounds the time that it
 * tells, and what it tells afterwards cannot make a failure ours.
 */
#define _GNU_SOURCE
#include "src/eval/cpu/cpu_session.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/eval/contract/compare.h"
#include "src/eval/contract/kernel_candidate.h"
#include "src/eval/process/cpu_process.h"
#include "src/eval/process/thread_clocks.h"

#define CALIBRATION_RUNS 9
/* A request's processor time may exceed the usual by the spread seen before the candidate ran,
 * within these bounds, */
#define LEAST_SLACK_US 15.0
#define MOST_SLACK_US  50.0
/* and by this share of the plan's time: evicted caches are read again behind it. */
#define SLACK_SHARE 0.05
#define START_NS    ((int64_t)10 * 1000000000)

struct kernel_session {
    struct spare_files *spare;
    struct shared_file buffers, control_file;
    struct shared_file state; /* module variables; map NULL: none */
    unsigned char *pristine;  /* as loaded */
    uint64_t state_bytes;
    struct runner_control *control;
    struct {
        struct buffer_layout layout;
        const struct launch_plan *plan;
    } sizes[RUNNER_MAX_SIZES];
    size_t n_sizes, at;                                   /* the session is at sizes[at] */
    uint64_t view_base[RUNNER_VIEWS][RUNNER_ALL_BUFFERS]; /* told before the candidate ran */
    unsigned fiber_launches;
    char artifact[4096];
    pid_t pid; /* 0: ended */
    int ended_status;
    int socket;
    int64_t deadline_ns;
    bool untimed;
    unsigned views;
    struct thread_clocks clocks;
    double overhead_us, cpu_overhead_us, cpu_slack_us;
    bool reorders;
    bool all_fibers; /* synchronising threads everywhere */
    bool has_run;    /* the candidate ran: no failure is ours from here on */
    bool state_changed;
    unsigned n_launches;
    size_t n_outputs;
};

static void take_file(struct spare_files *spare, uint64_t bytes, struct shared_file *out)
{
    for (size_t i = 0; i < SPARE_FILES; i++) {
        struct shared_file *f = &spare->files[i];
        if (f->map == NULL || f->bytes < bytes || f->bytes / 4 > bytes)
            continue;
        *out = *f;
        *f = (struct shared_file){ .fd = -1 };
        return;
    }
}

static void give_file(struct spare_files *spare, struct shared_file *f)
{
    for (size_t i = 0; i < SPARE_FILES; i++)
        if (spare->files[i].map == NULL) {
            spare->files[i] = *f;
            *f = (struct shared_file){ .fd = -1 };
            return;
        }
    shared_file_close(&spare->files[0]);
    memmove(&spare->files[0], &spare->files[1], (SPARE_FILES - 1) * sizeof spare->files[0]);
    spare->files[SPARE_FILES - 1] = *f;
    *f = (struct shared_file){ .fd = -1 };
}

static const struct buffer_layout *layout_of(const struct kernel_session *s)
{
    return &s->sizes[s->at].layout;
}

static uint32_t buffer_index(const struct buffer_layout *l, const struct launch_arg *arg)
{
    switch (arg->kind) {
    case ARG_INPUT:
        return l->first + (uint32_t)arg->index;
    case ARG_OUTPUT:
        return l->first + l->first_output + (uint32_t)arg->index;
    case ARG_SCRATCH:
        return l->first + l->first_scratch + (uint32_t)arg->index;
    case ARG_EXPR:
        break;
    }
    return 0;
}

static void write_launches(struct kernel_session *s)
{
    const struct launch_plan *plan = s->sizes[s->at].plan;
    for (size_t i = 0; i < plan->n_launches; i++) {
        const struct launch *from = &plan->launches[i];
        struct runner_launch *to = &s->control->launches[i];
        to->n_args = (uint32_t)from->n_args;
        to->uses_fibers = s->fiber_launches >> i & 1u;
        to->smem_bytes = from->smem_bytes;
        memcpy(to->grid, from->grid, sizeof to->grid);
        memcpy(to->block, from->block, sizeof to->block);
        for (size_t k = 0; k < from->n_args; k++) {
            to->args[k].is_buffer = from->args[k].kind != ARG_EXPR;
            to->args[k].buffer = buffer_index(layout_of(s), &from->args[k]);
            to->args[k].value = from->args[k].value;
        }
    }
}

static uint32_t fiber_threads(const struct launch_plan *plan, unsigned fiber_launches)
{
    uint32_t most = 0;
    for (size_t i = 0; i < plan->n_launches; i++) {
        const uint32_t *block = plan->launches[i].block, n = block[0] * block[1] * block[2];
        if ((fiber_launches >> i & 1u) != 0 && n > most)
            most = n;
    }
    return most;
}

static void write_plan(const struct session_spec *spec, struct kernel_session *s)
{
    struct runner_control *c = s->control;
    for (size_t i = 0; i < s->n_sizes; i++) {
        const struct buffer_layout *l = &s->sizes[i].layout;
        uint32_t fibers = fiber_threads(s->sizes[i].plan, spec->artifact->fiber_launches);
        c->fiber_threads = fibers > c->fiber_threads ? fibers : c->fiber_threads;
        memcpy(c->buffers + l->first, l->buffers, l->n * sizeof *l->buffers);
        c->n_buffers = l->first + l->n;
    }
    c->n_launches = (uint32_t)s->sizes[0].plan->n_launches;
    c->threads = spec->threads;
    s->views = c->views = spec->untimed ? 1 : RUNNER_VIEWS; /* one run has nothing to recognise */
    c->checked = spec->artifact->checked;
    c->schedule = spec->schedule;
    c->has_shared = spec->artifact->has_shared;
    c->has_dynamic = spec->artifact->has_dynamic;
    c->dynamic_offset = spec->artifact->dynamic_offset;
    c->state_capacity = s->state.bytes;
    c->poison = rng_secret();
    s->fiber_launches = spec->artifact->fiber_launches;
    write_launches(s);
}

/* False when the runner has ended. */
static bool stop(struct kernel_session *s)
{
    int status = 0;
    if (kill(s->pid, SIGSTOP) != 0)
        return false;
    while (waitpid(s->pid, &status, WUNTRACED) < 0)
        if (errno != EINTR)
            return false;
    if (WIFSTOPPED(status))
        return true;
    s->pid = 0;
    s->ended_status = status;
    return false;
}

enum answer { ANSWER_YES, ANSWER_DEAD, ANSWER_LATE };

static enum answer await_answer(struct kernel_session *s, char expected, int64_t deadline_ns)
{
    for (;;) {
        int64_t left = deadline_ns - clock_monotonic_ns();
        struct timespec wait = { .tv_sec = left / 1000000000, .tv_nsec = left % 1000000000 };
        struct pollfd p = { .fd = s->socket, .events = POLLIN };
        char got;
        if (left <= 0)
            return ANSWER_LATE;
        int n = ppoll(&p, 1, &wait, NULL);
        if (n < 0 && errno != EINTR)
            return ANSWER_DEAD;
        if (n > 0)
            return recv(s->socket, &got, 1, 0) == 1 && got == expected ? ANSWER_YES : ANSWER_DEAD;
    }
}

static enum answer ask(struct kernel_session *s, char command, int64_t deadline_ns)
{
    (void)kill(s->pid, SIGCONT);
    if (send(s->socket, &command, 1, MSG_NOSIGNAL) != 1)
        return ANSWER_DEAD;
    return await_answer(s, command, deadline_ns);
}

static void say(struct launch_report *r, enum launch_status status, const char *kind,
                const char *message)
{
    r->status = status;
    r->kind = kind;
    snprintf(r->message, sizeof r->message, "%s", message);
}

static void describe_fault(const struct kernel_session *s, const struct runner_control *c,
                           struct launch_report *r)
{
    bool memory = c->signal == SIGSEGV || c->signal == SIGBUS;
    r->signal = c->signal;
    r->has_fault_address = memory && c->fault_has_address != 0;
    r->fault_address = r->has_fault_address ? c->fault_address : 0;
    if (memory && c->fault_in_stack != 0)
        snprintf(r->fault_place, sizeof r->fault_place,
                 "the stack of a thread (local variables over 256 KiB, or endless recursion)");
    else if (r->has_fault_address)
        buffers_place(layout_of(s), s->view_base, c->at_end != 0, c->fault_address, r->fault_place,
                      sizeof r->fault_place);
    char what[280];
    const char *name = strsignal(c->signal);
    const char *place = memory && r->fault_place[0] == '\0' && c->fault_has_address == 0
                            ? ": a vector access that is not aligned to its size, or an address "
                              "that cannot exist"
                            : r->fault_place;
    snprintf(what, sizeof what, "%s%s%s", name != NULL ? name : "signal",
             r->fault_place[0] != '\0' ? " at " : "", place);
    say(r, LAUNCH_CRASH, "fault", what);
}

static void describe_end(const struct kernel_session *s, struct launch_report *r)
{
    struct runner_control c;
    memcpy(&c, s->control, sizeof c);
    c.message[sizeof c.message - 1] = '\0';
    enum run_status status = (enum run_status)c.status;
    /* Only we can cause this before the candidate has run; later it can write the same words. */
    if (!s->has_run && status == RUN_LOAD_FAILED) {
        /* Another process may have pruned the cache, which is no fault of the candidate.  The
         * object's path is not shown. */
        size_t path = strlen(s->artifact);
        bool names_it = strncmp(c.message, s->artifact, path) == 0 && c.message[path] == ':';
        say(r, access(s->artifact, R_OK) != 0 ? LAUNCH_INFRA : LAUNCH_REFUSED, "load",
            names_it ? c.message + path + 2 : c.message);
        return;
    }
    if (!s->has_run) {
        say(r, LAUNCH_INFRA, "setup",
            status == RUN_SETUP_FAILED ? c.message : "the process ended before a kernel was run");
        return;
    }
    switch (status) {
    case RUN_FAULT:
        describe_fault(s, &c, r);
        return;
    case RUN_DIVERGENT_BARRIER:
        say(r, LAUNCH_CRASH, "divergent_barrier", c.message);
        return;
    case RUN_DIVERGENT_WARP:
        say(r, LAUNCH_CRASH, "divergent_warp", c.message);
        return;
    case RUN_SHARED_OVERRUN:
        say(r, LAUNCH_CRASH, "shared_overrun", c.message);
        return;
    case RUN_NEED_FIBERS:
        if (s->all_fibers)
            say(r, LAUNCH_CRASH, "fibers", "a barrier is reached outside of the kernel's threads");
        else
            say(r, LAUNCH_NEEDS_FIBERS, "fibers", c.message);
        return;
    case RUN_BAD_ARGUMENT:
        say(r, LAUNCH_REFUSED, "argument", c.message);
        return;
    case RUN_CLOCK:
        say(r, LAUNCH_VIOLATION, "host_code", "the candidate reads the processor's clock");
        return;
    case RUN_LOAD_FAILED:
    case RUN_SETUP_FAILED:
    case RUN_NONE:
    case RUN_OK:
        break;
    }
    say(r, LAUNCH_CRASH, "ended", "the process ended without an answer");
}

/* A signal that the runner's own handler does not catch tells more. */
static void decide_death(struct kernel_session *s, struct launch_report *r)
{
    int status = s->ended_status;
    bool ended = s->pid == 0 || process_wait(s->pid, clock_monotonic_ns() + 1000000000, &status);
    s->pid = 0;
    if (ended && WIFSIGNALED(status) && s->has_run) {
        r->signal = WTERMSIG(status);
        if (r->signal == SIGSYS) {
            say(r, LAUNCH_VIOLATION, "host_code", "the candidate made a system call");
            return;
        }
        char what[128];
        const char *name = strsignal(r->signal);
        snprintf(what, sizeof what, "ended by a signal: %s", name != NULL ? name : "unknown");
        say(r, LAUNCH_CRASH, "fault", what);
        return;
    }
    describe_end(s, r);
}

/* False: no answer came, the report says why, and the runner is gone. */
static bool answered(struct kernel_session *s, enum answer answer, struct launch_report *r)
{
    switch (answer) {
    case ANSWER_YES:
        return true;
    case ANSWER_DEAD:
        decide_death(s, r);
        return false;
    case ANSWER_LATE:
        break;
    }
    process_kill(s->pid);
    s->pid = 0;
    say(r, LAUNCH_TIMEOUT, "deadline", "killed at the deadline");
    return false;
}

struct request_cost {
    double host_us, cpu_us, waited_us;
};

/* On a busy machine a deadline is put off by what the runner waited for a processor, but the wait
 * for an answer becomes at most so many times as long. */
#define MOST_PATIENCE 4

static enum answer ask_patiently(struct kernel_session *s, char command, int64_t deadline_ns)
{
    int64_t start = clock_monotonic_ns(), until = deadline_ns;
    const int64_t last = start + (deadline_ns - start) * MOST_PATIENCE;
    enum answer answer = ask(s, command, deadline_ns);
    while (answer == ANSWER_LATE && until < last) {
        double waited_us = 0.0;
        (void)thread_clocks_stop(&s->clocks, &waited_us);
        int64_t later = deadline_ns + (int64_t)(waited_us * 1e3);
        if (later <= clock_monotonic_ns())
            break;
        until = later < last ? later : last;
        answer = await_answer(s, command, until);
    }
    return answer;
}

/* The runner is stopped before and, when this returns true, after: its work behind the answer
 * counts too. */
static bool request(struct kernel_session *s, char command, int64_t deadline_ns,
                    struct request_cost *cost, struct launch_report *r)
{
    thread_clocks_start(&s->clocks);
    int64_t start = clock_monotonic_ns();
    enum answer answer = ask_patiently(s, command, deadline_ns);
    cost->host_us = (double)(clock_monotonic_ns() - start) / 1e3;
    if (answer == ANSWER_YES && !stop(s))
        answer = ANSWER_DEAD;
    if (!answered(s, answer, r))
        return false;
    cost->cpu_us = thread_clocks_stop(&s->clocks, &cost->waited_us);
    return true;
}

static int compare_numbers(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool load_object(struct kernel_session *s, unsigned threads, struct launch_report *r)
{
    int64_t deadline = clock_monotonic_ns() + START_NS;
    if (!answered(s, await_answer(s, RUNNER_READY, deadline), r))
        return false;
    memcpy(s->view_base, s->control->view_base, sizeof s->view_base);
    if (!answered(s, ask(s, RUNNER_LOAD, deadline), r))
        return false;
    thread_clocks_open(&s->clocks, s->pid, threads);
    s->state_bytes = s->control->state_bytes;
    r->sandbox_layers = s->control->sandbox_layers;
    if (s->state_bytes > s->state.bytes || !stop(s)) {
        say(r, LAUNCH_INFRA, "load", "the runner reported more module variables than possible");
        return false;
    }
    if (s->state_bytes != 0) {
        s->pristine = mem_alloc(s->state_bytes);
        memcpy(s->pristine, s->state.map, s->state_bytes);
    }
    /* No code of the candidate has run yet, so nothing can pretend to be slow here. */
    if (s->untimed)
        return true;
    double extra_us[CALIBRATION_RUNS], cpu_us[CALIBRATION_RUNS], most_us = 0.0;
    double empty_us = (double)INFINITY;
    for (size_t i = 0; i < CALIBRATION_RUNS; i++) {
        struct request_cost cost;
        memset(s->spare->cold, (int)i, sizeof s->spare->cold);
        if (threads == 1)
            process_move_here(s->pid);
        if (!request(s, RUNNER_CALIBRATE, clock_monotonic_ns() + START_NS, &cost, r))
            return false;
        double told_us = (double)s->control->plan_ns / 1e3;
        extra_us[i] = cost.host_us - told_us;
        cpu_us[i] = cost.cpu_us;
        most_us = fmax(most_us, cpu_us[i]);
        empty_us = fmin(empty_us, told_us); /* others also waited for a processor */
    }
    qsort(extra_us, CALIBRATION_RUNS, sizeof *extra_us, compare_numbers);
    s->overhead_us = extra_us[CALIBRATION_RUNS / 4];
    s->cpu_overhead_us = fmax(0.0, median_of(cpu_us, CALIBRATION_RUNS) - empty_us);
    most_us -= empty_us;
    s->cpu_slack_us = fmin(fmax(most_us - s->cpu_overhead_us, LEAST_SLACK_US), MOST_SLACK_US);
    return true;
}

static int lay_out(const struct session_spec *spec, struct kernel_session *s, struct err *err)
{
    int rc = 0;
    for (size_t i = 0; i <= spec->n_later && i < RUNNER_MAX_SIZES && rc == 0; i++) {
        const struct session_size first = { spec->candidate, spec->task };
        const struct session_size *size = i == 0 ? &first : &spec->later[i - 1];
        struct buffer_layout *l = &s->sizes[i].layout;
        s->sizes[i].plan = &kernel_candidate(size->candidate)->plan;
        rc = buffers_layout(size->task, spec->task_case, s->sizes[i].plan, spec->outputs_f64, l,
                            err);
        if (i > 0)
            buffers_move(l, &s->sizes[i - 1].layout);
        s->n_sizes = i + 1;
    }
    return rc;
}

static int open_session(const struct session_spec *spec, struct kernel_session *s, struct err *err)
{
    int rc = lay_out(spec, s, err);
    if (rc != 0)
        return rc;
    const uint64_t bytes = s->sizes[s->n_sizes - 1].layout.total_bytes;
    take_file(s->spare, bytes, &s->buffers);
    if (s->buffers.map == NULL)
        rc = shared_file_open(bytes, &s->buffers, err);
    if (rc == 0)
        rc = shared_file_open(sizeof *s->control, &s->control_file, err);
    if (rc == 0 && spec->artifact->state_bytes != 0)
        rc = shared_file_open(spec->artifact->state_bytes, &s->state, err);
    if (rc != 0)
        return rc;
    s->control = (struct runner_control *)(void *)s->control_file.map;
    write_plan(spec, s);
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return err_set(err, ERR_INTEGRITY, "cannot create a socket: %s", strerror(errno));
    s->socket = process_high_fd(ends[0]);
    int theirs = process_high_fd(ends[1]);
    int state = s->state.map != NULL ? s->state.fd : s->control_file.fd;
    int fds[RUNNER_FD_ROOMS - RUNNER_FD_CONTROL + SANDBOX_ROOMS] = { s->control_file.fd,
                                                                     s->buffers.fd, theirs, state };
    for (size_t i = 0; i < SANDBOX_ROOMS; i++) {
        int room = s->spare->rooms->fds[i];
        fds[RUNNER_FD_ROOMS - RUNNER_FD_CONTROL + i] = room >= 0 ? room : state;
    }
    rc = process_start_runner("exec", spec->artifact->path, fds, ARRAY_LEN(fds), &s->pid, err);
    if (theirs >= 0)
        (void)close(theirs);
    return rc;
}

int cpu_session_load(struct spare_files *spare, const struct session_spec *spec,
                     struct kernel_session **out, struct launch_report *report, struct err *err)
{
    struct kernel_session *s = mem_alloc(sizeof *s);
    s->spare = spare;
    s->socket = -1;
    s->buffers.fd = s->control_file.fd = s->state.fd = -1;
    s->deadline_ns = spec->deadline_ns;
    s->n_outputs = spec->task->n_outputs;
    s->reorders = spec->reorders && !spec->artifact->checked;
    s->untimed = spec->untimed;
    s->all_fibers = spec->artifact->fiber_launches ==
                    (1u << kernel_candidate(spec->candidate)->plan.n_launches) - 1;
    snprintf(s->artifact, sizeof s->artifact, "%s", spec->artifact->path);
    *report = (struct launch_report){ .status = LAUNCH_OK };
    *out = NULL;
    int rc = open_session(spec, s, err);
    if (rc == 0 && load_object(s, spec->threads, report)) {
        *out = s;
        return 0;
    }
    cpu_session_unload(s);
    return rc;
}

int cpu_session_launch(struct kernel_session *s, const void *const *inputs, bool keep_state,
                       struct launch_report *report, struct err *err)
{
    struct request_cost cost;
    *report = (struct launch_report){ .status = LAUNCH_OK };
    if (s->pid == 0)
        return err_set(err, ERR_INTEGRITY, "the runner of this session has ended");
    report->reordered = s->reorders && s->n_launches == 0;
    uint64_t poison = run_poison(rng_secret(), s->n_launches);
    int at_end = (int)(s->n_launches++ % 2 == 0);
    if (s->state_changed && !keep_state)
        memcpy(s->state.map, s->pristine, s->state_bytes);
    buffers_fill(layout_of(s), s->buffers.map, at_end, inputs, poison);
    s->control->view = (uint32_t)(rng_secret() % s->views);
    s->control->at_end = (uint32_t)at_end;
    s->control->reversed = report->reordered;
    s->control->schedule += 0x9e3779b97f4a7c15u;
    s->control->poison = poison_shaped(rng_secret(), poison);
    char got;
    if (recv(s->socket, &got, 1, MSG_DONTWAIT) == 1) {
        say(report, LAUNCH_VIOLATION, "host_code", "the candidate answered before its turn");
        return 0;
    }
    s->has_run = true;
    if (s->clocks.threads == 1)
        process_move_here(s->pid);
    if (!request(s, RUNNER_RUN, s->deadline_ns, &cost, report)) {
        if (report->status == LAUNCH_TIMEOUT && report->reordered)
            say(report, LAUNCH_TIMEOUT, "deadline",
                "killed at the deadline (the blocks ran in reverse order: a block that waits for a "
                "lower index waits forever)");
        return 0;
    }
    /* The runner's time counts, unless its busiest thread worked longer. */
    report->claimed_us = (double)s->control->plan_ns / 1e3;
    report->host_us = cost.host_us - s->overhead_us;
    report->cpu_us = cost.cpu_us - s->cpu_overhead_us;
    report->busy_us = cost.cpu_us;
    report->waited_us = cost.waited_us;
    report->slack_us = s->cpu_slack_us + SLACK_SHARE * report->claimed_us;
    report->device_us = report->cpu_us - report->claimed_us > report->slack_us ? report->cpu_us
                                                                               : report->claimed_us;
    s->state_changed =
        s->state_bytes != 0 && memcmp(s->state.map, s->pristine, s->state_bytes) != 0;
    report->state_modified = s->state_changed;
    buffers_check(layout_of(s), s->buffers.map, at_end, inputs, poison, report);
    for (size_t o = 0; o < s->n_outputs; o++) {
        uint32_t i = layout_of(s)->first_output + (uint32_t)o;
        const struct runner_buffer *b = &layout_of(s)->buffers[i];
        report->outputs[o] = s->buffers.map + b->offset_bytes + runner_buffer_shift(b, at_end);
        report->poison_seed[o] = buffer_poison_seed(poison, i);
    }
    return 0;
}

void cpu_session_move(struct kernel_session *s, struct launch_report *report)
{
    struct request_cost cost;
    *report = (struct launch_report){ .status = LAUNCH_OK };
    if (s->pid == 0 || s->at + 1 >= s->n_sizes) {
        say(report, LAUNCH_INFRA, "setup", "the session has no other size");
        return;
    }
    s->at++;
    s->n_launches = 0;
    write_launches(s);
    (void)request(s, RUNNER_MOVE, clock_monotonic_ns() + START_NS, &cost, report);
}

void cpu_session_set_deadline(struct kernel_session *s, int64_t deadline_ns)
{
    s->deadline_ns = deadline_ns;
}

void cpu_session_unload(struct kernel_session *s)
{
    if (s == NULL)
        return;
    if (s->pid != 0)
        process_kill(s->pid);
    if (s->socket >= 0)
        (void)close(s->socket);
    thread_clocks_close(&s->clocks);
    shared_file_close(&s->control_file);
    shared_file_close(&s->state);
    free(s->pristine);
    if (s->buffers.map != NULL)
        give_file(s->spare, &s->buffers);
    free(s);
}
