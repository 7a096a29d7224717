/*
 * cpu_session.c - starting a runner, asking it to run, reading what happened.
 *
 * The runner may be under the control of a hostile candidate: whatever it says is only believed
 * where lying cannot help it.  Time is measured on both sides and against its processor time.
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
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/process/cpu_process.h"
#include "src/eval/seam/poison.h"

#define CALIBRATION_RUNS 9
/* Module variables are copied and compared faster than this, whatever else the machine does. */
#define AROUND_BYTES_PER_US 500.0
#define START_NS            ((int64_t)10 * 1000000000)

struct session {
    struct spare_files *spare;
    struct shared_file buffers, control_file;
    struct runner_control *control;
    struct buffer_layout layout;
    uint64_t view_base[RUNNER_VIEWS][RUNNER_MAX_BUFFERS]; /* as told before the candidate ran */
    pid_t pid;
    int socket;
    int64_t deadline_ns;
    clockid_t cpu_clock;
    bool has_cpu_clock;
    double overhead_us, cpu_overhead_us, cpu_before_us;
    double most_around_us; /* that handling module variables can take */
    unsigned n_launches;
    size_t n_outputs;
};

static uint64_t random_word(void)
{
    uint64_t w = 0;
    if (getrandom(&w, sizeof w, 0) != (ssize_t)sizeof w)
        w = (uint64_t)clock_monotonic_ns() * 0x9e3779b97f4a7c15u;
    return w;
}

static double cpu_time_us(const struct session *s)
{
    struct timespec t;
    if (!s->has_cpu_clock || clock_gettime(s->cpu_clock, &t) != 0)
        return (double)NAN;
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

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
    /* Another size was wanted: the oldest goes. */
    shared_file_close(&spare->files[0]);
    memmove(&spare->files[0], &spare->files[1], (SPARE_FILES - 1) * sizeof spare->files[0]);
    spare->files[SPARE_FILES - 1] = *f;
    *f = (struct shared_file){ .fd = -1 };
}

static uint32_t buffer_index(const struct buffer_layout *l, const struct launch_arg *arg)
{
    switch (arg->kind) {
    case ARG_INPUT:
        return (uint32_t)arg->index;
    case ARG_OUTPUT:
        return l->first_output + (uint32_t)arg->index;
    case ARG_SCRATCH:
        return l->first_scratch + (uint32_t)arg->index;
    case ARG_EXPR:
        break;
    }
    return 0;
}

static void write_plan(const struct session_spec *spec, struct session *s)
{
    struct runner_control *c = s->control;
    c->n_buffers = s->layout.n;
    c->n_launches = (uint32_t)spec->plan->n_launches;
    c->threads = spec->threads;
    c->has_shared = spec->artifact->has_shared;
    c->poison = random_word();
    memcpy(c->buffers, s->layout.buffers, sizeof c->buffers);
    for (size_t i = 0; i < spec->plan->n_launches; i++) {
        const struct launch *from = &spec->plan->launches[i];
        struct runner_launch *to = &c->launches[i];
        to->n_args = (uint32_t)from->n_args;
        to->uses_fibers = spec->artifact->fiber_launches >> i & 1u;
        to->smem_bytes = from->smem_bytes;
        memcpy(to->grid, from->grid, sizeof to->grid);
        memcpy(to->block, from->block, sizeof to->block);
        for (size_t k = 0; k < from->n_args; k++) {
            to->args[k].is_buffer = from->args[k].kind != ARG_EXPR;
            to->args[k].buffer = buffer_index(&s->layout, &from->args[k]);
            to->args[k].value = from->args[k].value;
        }
    }
}

static int start_runner(struct session *s, const char *artifact, struct err *err)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return err_set(err, ERR_INTEGRITY, "cannot create a socket: %s", strerror(errno));
    s->socket = process_high_fd(ends[0]);
    int theirs = process_high_fd(ends[1]);
    int fds[] = { s->control_file.fd, s->buffers.fd, theirs };
    int rc = process_start_runner("exec", artifact, fds, ARRAY_LEN(fds), &s->pid, err);
    if (theirs >= 0)
        (void)close(theirs);
    s->has_cpu_clock = rc == 0 && clock_getcpuclockid(s->pid, &s->cpu_clock) == 0;
    return rc;
}

enum answer { ANSWER_YES, ANSWER_DEAD, ANSWER_LATE };

static enum answer await_answer(struct session *s, char expected, int64_t deadline_ns)
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

static enum answer ask(struct session *s, char command, int64_t deadline_ns)
{
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

static void describe_fault(const struct session *s, const struct runner_control *c,
                           struct launch_report *r)
{
    r->signal = c->signal;
    r->has_fault_address = c->signal == SIGSEGV || c->signal == SIGBUS;
    r->fault_address = c->fault_address;
    if (r->has_fault_address && c->fault_in_stack != 0)
        snprintf(r->fault_place, sizeof r->fault_place,
                 "the stack of a thread (local variables over 256 KiB, or endless recursion)");
    else if (r->has_fault_address)
        buffers_place(&s->layout, s->view_base, c->at_end != 0, c->fault_address, r->fault_place,
                      sizeof r->fault_place);
    char what[280];
    const char *name = sigdescr_np(c->signal);
    snprintf(what, sizeof what, "%s%s%s", name != NULL ? name : "signal",
             r->fault_place[0] != '\0' ? " at " : "", r->fault_place);
    say(r, LAUNCH_CRASH, "fault", what);
}

/* What the runner left on the control page before it ended. */
static void describe_end(const struct session *s, struct launch_report *r)
{
    struct runner_control c;
    memcpy(&c, s->control, sizeof c);
    c.message[sizeof c.message - 1] = '\0';
    switch ((enum run_status)c.status) {
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
        say(r, LAUNCH_NEEDS_FIBERS, "fibers", c.message);
        return;
    case RUN_BAD_ARGUMENT:
        say(r, LAUNCH_REFUSED, "argument", c.message);
        return;
    case RUN_LOAD_FAILED:
        /* Another process may have pruned the cache: that is no fault of the candidate. */
        say(r,
            strstr(c.message, "cannot open shared object") != NULL ? LAUNCH_INFRA : LAUNCH_REFUSED,
            "load", c.message);
        return;
    case RUN_SETUP_FAILED:
        say(r, LAUNCH_INFRA, "setup", c.message);
        return;
    case RUN_NONE:
    case RUN_OK:
        break;
    }
    say(r, LAUNCH_CRASH, "ended", "the process ended without an answer");
}

/* The runner is gone: why?  A signal that its own handler does not catch tells more. */
static void judge_death(struct session *s, struct launch_report *r)
{
    int status = 0;
    bool ended = process_wait(s->pid, clock_monotonic_ns() + 1000000000, &status);
    s->pid = 0;
    if (ended && WIFSIGNALED(status)) {
        r->signal = WTERMSIG(status);
        if (r->signal == SIGSYS) {
            say(r, LAUNCH_VIOLATION, "host_code", "the candidate made a system call");
            return;
        }
        char what[128];
        const char *name = sigdescr_np(r->signal);
        snprintf(what, sizeof what, "ended by a signal: %s", name != NULL ? name : "unknown");
        say(r, LAUNCH_CRASH, "fault", what);
        return;
    }
    describe_end(s, r);
}

/* False when the answer did not come; the report then says why and the runner is gone. */
static bool answered(struct session *s, enum answer answer, struct launch_report *r)
{
    switch (answer) {
    case ANSWER_YES:
        return true;
    case ANSWER_DEAD:
        judge_death(s, r);
        return false;
    case ANSWER_LATE:
        break;
    }
    process_kill(s->pid);
    s->pid = 0;
    say(r, LAUNCH_TIMEOUT, "deadline", "killed at the deadline");
    return false;
}

/* Time beside the plan, as the runner tells it, as far as that can be true. */
static double around_time_us(const struct session *s)
{
    double us = (double)s->control->around_ns / 1e3;
    return us < 0.0 ? 0.0 : us > s->most_around_us ? s->most_around_us : us;
}

/* What asking costs by itself: waking the runner and putting its data back.  No code of the
 * candidate has run yet, so nothing can pretend to be slow here. */
static bool calibrate(struct session *s, struct launch_report *r)
{
    double extra_us[CALIBRATION_RUNS], cpu_us[CALIBRATION_RUNS];
    for (size_t i = 0; i < CALIBRATION_RUNS; i++) {
        double cpu_before = cpu_time_us(s);
        int64_t start = clock_monotonic_ns();
        enum answer answer = ask(s, RUNNER_CALIBRATE, start + START_NS);
        if (!answered(s, answer, r))
            return false;
        double around_us = around_time_us(s);
        extra_us[i] =
            (double)(clock_monotonic_ns() - start - s->control->plan_ns) / 1e3 - around_us;
        /* A runner that was kept waiting tells more time around than it worked. */
        cpu_us[i] = fmax(0.0, cpu_time_us(s) - cpu_before - around_us);
    }
    s->overhead_us = median_of(extra_us, CALIBRATION_RUNS);
    s->cpu_overhead_us = median_of(cpu_us, CALIBRATION_RUNS);
    return true;
}

static bool load_object(struct session *s, struct launch_report *r)
{
    int64_t deadline = clock_monotonic_ns() + START_NS;
    if (!answered(s, await_answer(s, RUNNER_READY, deadline), r))
        return false;
    memcpy(s->view_base, s->control->view_base, sizeof s->view_base);
    if (!answered(s, ask(s, RUNNER_LOAD, deadline), r) || !calibrate(s, r))
        return false;
    r->sandbox_layers = s->control->sandbox_layers;
    s->cpu_before_us = cpu_time_us(s);
    return true;
}

static int open_session(const struct session_spec *spec, struct session *s, struct err *err)
{
    int rc =
        buffers_layout(spec->task, spec->task_case, spec->plan, spec->outputs_f64, &s->layout, err);
    if (rc != 0)
        return rc;
    take_file(s->spare, s->layout.total_bytes, &s->buffers);
    if (s->buffers.map == NULL)
        rc = shared_file_open(s->layout.total_bytes, &s->buffers, err);
    if (rc == 0)
        rc = shared_file_open(sizeof *s->control, &s->control_file, err);
    if (rc != 0)
        return rc;
    s->control = (struct runner_control *)(void *)s->control_file.map;
    write_plan(spec, s);
    return start_runner(s, spec->artifact->path, err);
}

int cpu_session_load(struct spare_files *spare, const struct session_spec *spec,
                     struct session **out, struct launch_report *report, struct err *err)
{
    struct session *s = mem_alloc(sizeof *s);
    s->spare = spare;
    s->socket = -1;
    s->buffers.fd = s->control_file.fd = -1;
    s->deadline_ns = spec->deadline_ns;
    s->n_outputs = spec->task->n_outputs;
    s->most_around_us = 50.0 + (double)spec->artifact->state_bytes / AROUND_BYTES_PER_US;
    *report = (struct launch_report){ .status = LAUNCH_OK };
    *out = NULL;
    int rc = open_session(spec, s, err);
    if (rc == 0 && load_object(s, report)) {
        *out = s;
        return 0;
    }
    cpu_session_unload(s);
    return rc;
}

static void finish_report(struct session *s, int64_t host_ns, const void *const *inputs,
                          uint64_t poison, int at_end, struct launch_report *r)
{
    double now_us = cpu_time_us(s);
    r->device_us = (double)s->control->plan_ns / 1e3;
    r->state_modified = s->control->state_modified != 0;
    double around_us = around_time_us(s);
    r->host_us = (double)host_ns / 1e3 - s->overhead_us - around_us;
    r->cpu_us = now_us - s->cpu_before_us - s->cpu_overhead_us - around_us;
    s->cpu_before_us = now_us;
    buffers_check(&s->layout, s->buffers.map, at_end, inputs, poison, r);
    for (size_t o = 0; o < s->n_outputs; o++) {
        uint32_t i = s->layout.first_output + (uint32_t)o;
        const struct runner_buffer *b = &s->layout.buffers[i];
        r->outputs[o] = s->buffers.map + b->offset_bytes + runner_buffer_shift(b, at_end);
        r->poison_seed[o] = buffer_poison_seed(poison, i);
    }
}

int cpu_session_launch(struct session *s, const void *const *inputs, bool keep_state,
                       struct launch_report *report, struct err *err)
{
    *report = (struct launch_report){ .status = LAUNCH_OK };
    if (s->pid == 0)
        return err_set(err, ERR_INTEGRITY, "the runner of this session has ended");
    int at_end = (int)(s->n_launches++ % 2 == 0);
    uint64_t poison = random_word();
    buffers_fill(&s->layout, s->buffers.map, at_end, inputs, poison);
    s->control->view = (uint32_t)(random_word() % RUNNER_VIEWS);
    s->control->at_end = (uint32_t)at_end;
    s->control->poison = poison_implausible(random_word());
    double idle_end_us = cpu_time_us(s);
    report->idle_cpu_us = idle_end_us - s->cpu_before_us;
    s->cpu_before_us = idle_end_us;
    int64_t start = clock_monotonic_ns();
    enum answer answer = ask(s, keep_state ? RUNNER_AGAIN : RUNNER_RUN, s->deadline_ns);
    int64_t host_ns = clock_monotonic_ns() - start;
    if (answered(s, answer, report))
        finish_report(s, host_ns, inputs, poison, at_end, report);
    return 0;
}

void cpu_session_set_deadline(struct session *s, int64_t deadline_ns)
{
    s->deadline_ns = deadline_ns;
}

void cpu_session_unload(struct session *s)
{
    if (s == NULL)
        return;
    if (s->pid != 0)
        process_kill(s->pid);
    if (s->socket >= 0)
        (void)close(s->socket);
    shared_file_close(&s->control_file);
    if (s->buffers.map != NULL)
        give_file(s->spare, &s->buffers);
    free(s);
}
