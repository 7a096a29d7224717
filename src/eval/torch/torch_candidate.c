/*
 * torch_candidate.c - the process of a candidate: forked, set up, asked, its builds answered,
 * ended.
 */
#include "src/eval/torch/torch_run.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/base/trace.h"
#include "src/eval/contract/evaluation.h"
#include "src/eval/process/cpu_process.h"
#include "src/eval/process/thread_clocks.h"
#include "src/eval/torch/torch_ahead.h"
#include "src/eval/torch/torch_evaluate.h"
#include "src/eval/torch/torch_host.h"
#include "src/eval/torch/torch_locks.h"
#include "src/json/json.h"

#define SETUP_LIMIT_NS (60 * SECOND_NS) /* of a module's text, where no deadline is given */
/* Of all builds of one candidate, and of what a build's own end may take on top. */
#define BUILDS_LIMIT_NS (420 * SECOND_NS)
#define BUILD_END_NS    (30 * SECOND_NS)
#define MOST_THREADS    512
#define LOOK_MS         50

bool torch_compiles_late(const char *text)
{
    static const char *const signs[] = { "triton",    "torch.compile",    "cutlass", "tilelang",
                                         "cuda.tile", "from cuda import", "helion" };
    for (size_t i = 0; i < ARRAY_LEN(signs); i++)
        if (strstr(text, signs[i]) != NULL)
            return true;
    return false;
}

bool torch_shares_namespace(const char *text)
{
    return strstr(text, "triton") == NULL;
}

static enum channel_state send_setup(struct torch_run *r, int64_t deadline_ns)
{
    struct json *setup CLEANUP(json_free_ptr) = json_new_object();
    json_add_string(setup, "device", torch_host_device(r->h));
    json_add_string(setup, "text", r->p->text);
    json_add_string(setup, "rule",
                    torch_rule_name(r->as_suite ? TORCH_RULE_KERNELBENCH : TORCH_RULE_OWN));
    json_add_int(setup, "threads", r->job->threads != 0 ? r->job->threads : 1);
    json_add_string(setup, "private", r->p->private);
    json_add_bool(setup, "compiles_late", torch_compiles_late(r->p->text));
    static const char *const handed_on[] = { "init_inputs", "model_seed", "weights",
                                             "slots",       "entry",      "surroundings" };
    size_t n = ARRAY_LEN(handed_on) - !torch_shares_namespace(r->p->text);
    for (size_t i = 0; i < n; i++)
        channel_add_copy(setup, handed_on[i], json_get(r->opened, handed_on[i]));
    json_add_bool(setup, "discards", r->p->text != r->job->candidate);
    if (r->p->text != r->job->candidate)
        json_add_string(setup, "blocks", torch_host_blocks(r->h));
    /* On the processor it would know the inputs of a chain before its calls. */
    if (torch_batch_is_wanted(r))
        channel_add_copy(setup, "batch", json_get(r->opened, "batch"));
    return channel_send(r->p->fd, deadline_ns, setup);
}

#define STOP_TRIES 300 /* 30 ms and more: a busy processor lets it run until it sees the signal */

void torch_candidate_stop(const struct torch_run *r)
{
    if (r->p->pid > 0)
        (void)kill(r->p->pid, SIGSTOP);
}

void torch_candidate_go(const struct torch_run *r)
{
    if (r->p->pid > 0)
        (void)kill(r->p->pid, SIGCONT);
}

void torch_candidate_await_stop(const struct torch_run *r)
{
    static const struct timespec pause = { .tv_nsec = 100000 };
    char path[64], text[512];
    snprintf(path, sizeof(path), "/proc/%d/stat", (int)r->p->pid);
    for (int i = 0; i < STOP_TRIES && r->p->pid > 0; i++) {
        int file = open(path, O_RDONLY | O_CLOEXEC);
        ssize_t n = file >= 0 ? read(file, text, sizeof(text) - 1) : -1;
        if (file >= 0)
            (void)close(file);
        text[n > 0 ? n : 0] = '\0';
        const char *state = strrchr(text, ')');
        if (state == NULL || state[1] == '\0' || state[2] == 'T')
            return;
        (void)nanosleep(&pause, NULL);
    }
}

struct torch_clock torch_candidate_clock(const struct torch_run *r)
{
    struct torch_clock now = { .cpu_us = (double)NAN };
    struct timespec t;
    clockid_t process;
    char path[64];
    uint64_t waited_ns;
    if (r->p->pid <= 0)
        return now;
    if (clock_getcpuclockid(r->p->pid, &process) == 0 && clock_gettime(process, &t) == 0)
        now.cpu_us = (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
    snprintf(path, sizeof(path), "/proc/%d/schedstat", (int)r->p->pid);
    (void)schedstat_read(path, &waited_ns);
    now.waited_us = (double)waited_ns / 1e3;
    return now;
}

void torch_bring_together(const struct torch_run *r, const pid_t *pids, size_t n)
{
    if (r->job->threads > 1)
        return;
    process_move_here(torch_host_reference(r->h));
    for (size_t i = 0; i < n; i++)
        if (pids[i] > 0)
            process_move_here(pids[i]);
}

void torch_let_go(const struct torch_run *r, const pid_t *pids, size_t n)
{
    process_move_anywhere(torch_host_reference(r->h));
    for (size_t i = 0; i < n; i++)
        if (pids[i] > 0)
            process_move_anywhere(pids[i]);
}

int torch_candidate_gone(struct torch_run *r, enum channel_state state, const char *when,
                         struct err *err)
{
    struct torch_end end = { 0 };
    int rc = torch_reap(r->h, r->p->pid, &end, err);
    r->p->pid = 0;
    if (rc != 0)
        return rc;
    if (r->crowded)
        verdict_decide(&r->verdict, OUTCOME_CRASH, NULL, "%s started more than %d threads", when,
                       MOST_THREADS);
    else if (state == CHANNEL_LATE)
        verdict_decide(&r->verdict, OUTCOME_TIMEOUT, NULL, "%s did not end within %.3g s", when,
                       (double)r->limit_ns / SECOND_NS);
    else if (state == CHANNEL_BROKEN)
        verdict_decide(&r->verdict, OUTCOME_CHEAT, "forged_message",
                       "%s: the process sent something that our code does not send", when);
    else if (end.signal != 0)
        verdict_decide(&r->verdict, OUTCOME_CRASH, NULL, "%s ended with signal %d", when,
                       end.signal);
    else
        verdict_decide(&r->verdict, OUTCOME_CRASH, NULL, "%s ended the process (status %d)", when,
                       end.status);
    r->verdict.out->signal = state == CHANNEL_CLOSED ? end.signal : 0;
    return 0;
}

bool torch_is_build_request(const struct json *ask)
{
    static const char *const lists[] = { "cpp",    "cuda",        "functions",
                                         "cflags", "cuda_cflags", "ldflags" };
    const char *text = NULL;
    for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
        const struct json *list = json_get(ask, lists[i]);
        if (list == NULL || json_type(list) != JSON_ARRAY)
            return false;
        for (const struct json *m = json_first(list); m != NULL; m = json_next(m))
            if (!json_string(m, &text))
                return false;
    }
    return true;
}

struct json *torch_build_request(const struct torch_host *h, const struct json *ask,
                                 int64_t left_ns)
{
    struct json *request = json_new_object();
    for (const struct json *m = json_first(ask); m != NULL; m = json_next(m))
        channel_add_copy(request, json_key(m), m);
    json_add_string(request, "cache", torch_host_cache(h));
    json_add_string(request, "arch", torch_host_facts(h)->capability);
    json_add_number(request, "seconds", (double)left_ns / SECOND_NS);
    json_add_string(request, "op", "built");
    return request;
}

/* The texts of an array, as one with commas; *n of them. */
static const char *texts_of(struct torch_run *r, const struct json *array, size_t *n)
{
    struct buf list CLEANUP(buf_release) = { .max = 2000 };
    *n = 0;
    for (const struct json *e = json_first(array); e != NULL; e = json_next(e)) {
        const char *text = "";
        (void)json_string(e, &text);
        buf_printf(&list, "%s%s", (*n)++ > 0 ? "," : "", text);
    }
    return arena_strdup(r->arena, buf_text(&list));
}

/* Notes a request; false: it was made before. */
static bool is_new_request(struct torch_run *r, const struct json *ask)
{
    struct buf text = { 0 };
    json_print(ask, false, &text);
    uint64_t hash = str_hash(text.data, text.len);
    buf_release(&text);
    unsigned known = r->builds < TORCH_MAX_BUILDS ? r->builds : TORCH_MAX_BUILDS;
    for (unsigned i = 0; i < known; i++) {
        if (r->asked[i] == hash)
            return false;
    }
    if (r->builds < TORCH_MAX_BUILDS)
        r->asked[r->builds] = hash;
    r->builds++;
    return true;
}

/* NULL: it may be built. */
static struct json *refused_build(struct torch_run *r, bool is_new)
{
    bool too_many = is_new && r->builds > TORCH_MAX_BUILDS;
    if (!too_many && r->build_ns < BUILDS_LIMIT_NS)
        return NULL;
    struct json *answer = json_new_object();
    r->failed_builds++;
    json_add_string(answer, "log",
                    too_many ? arena_printf(r->arena, "a module builds at most %d extensions here",
                                            TORCH_MAX_BUILDS)
                             : arena_printf(r->arena, "a module's builds have %d s in all here",
                                            (int)(BUILDS_LIMIT_NS / SECOND_NS)));
    return answer;
}

/* The answer to a request; json_free. */
static int build(struct torch_run *r, const struct json *ask, bool is_new, struct json **out,
                 struct err *err)
{
    struct json *request CLEANUP(json_free_ptr) = NULL;
    struct json *found CLEANUP(json_free_ptr) = NULL;
    bool cached = false;
    int64_t began_ns = clock_monotonic_ns();
    const enum trace_phase TRACE_SCOPE before = trace_enter(PHASE_COMPILE);
    *out = refused_build(r, is_new);
    if (*out != NULL)
        return 0;
    double ahead_ms = torch_ahead_end(r->job->ahead, r->job->candidate);
    int64_t left_ns = BUILDS_LIMIT_NS - r->build_ns;
    request = torch_build_request(r->h, ask, left_ns);
    int rc = torch_ask_reference(r->h, request, began_ns + REFERENCE_LIMIT_NS, &found, err);
    const struct json *kept = rc == 0 ? json_get(found, "kept") : NULL;
    if (kept != NULL && json_type(kept) == JSON_OBJECT) {
        *out = json_new_object();
        for (const struct json *m = json_first(kept); m != NULL; m = json_next(m))
            channel_add_copy(*out, json_key(m), m);
    } else if (rc == 0) {
        rc = torch_build(r->h, request, began_ns + left_ns + BUILD_END_NS, out, err);
    }
    if (rc != 0)
        return rc;
    int64_t took_ns = clock_monotonic_ns() - began_ns;
    (void)json_bool(json_get(*out, "cached"), &cached);
    r->build_ns += took_ns;
    r->failed_builds += is_new && json_get(*out, "path") == NULL;
    /* What was built ahead was built for this evaluation. */
    r->built_ahead = r->built_ahead || ahead_ms > 0;
    r->verdict.out->compile_ms += ahead_ms > 0 ? ahead_ms : (double)took_ns / 1e6;
    r->verdict.out->compile_cached = cached && !r->built_ahead;
    r->verdict.out->compile_log = torch_text(r, *out, "log");
    const char *way = torch_text(r, *out, "way");
    if (is_new && way != NULL) { /* else nothing was compiled: the log says what is not there */
        const struct json *answer = *out;
        bool is_slow = strcmp(way, "torch") == 0;
        verdict_add(&r->verdict, (struct evidence){ "slow_compile", is_slow, 0, "builds", !is_slow,
                                                    is_slow ? torch_text(r, answer, "shim_reason")
                                                    : json_get(answer, "path") == NULL
                                                        ? "its bindings fail with any header"
                                                        : "compiled against the short header" });
        size_t n_dropped;
        const char *dropped = texts_of(r, json_get(answer, "dropped_flags"), &n_dropped);
        if (n_dropped > 0)
            verdict_add(&r->verdict, (struct evidence){ "dropped_flags", (double)n_dropped, 0,
                                                        "flags", false, dropped });
    }
    return 0;
}

void torch_candidate_failed(struct torch_run *r, const struct json *message, bool reading)
{
    const char *what = torch_text(r, message, "failed"), *where = torch_text(r, message, "where");
    static const char not_run[] = "ProblemError: not run: "; /* a package is missing */
    enum outcome o = !reading ? OUTCOME_CRASH : OUTCOME_COMPILE;
    if (what != NULL && strncmp(what, not_run, strlen(not_run)) == 0) {
        o = OUTCOME_PARSE;
        r->verdict.out->compiled = false;
    }
    if (reading && what != NULL &&
        (strncmp(what, "ProblemError", 12) == 0 || strncmp(what, "SyntaxError", 11) == 0 ||
         strncmp(what, "IndentationError", 16) == 0))
        o = OUTCOME_PARSE;
    if (where != NULL && where[0] != '\0' && r->verdict.out->compile_log == NULL)
        r->verdict.out->compile_log = where;
    static const char ours[] = "ProblemError: "; /* our own sentences have no need of it */
    if (what != NULL && strncmp(what, ours, strlen(ours)) == 0)
        what += strlen(ours);
    verdict_decide(&r->verdict, o, NULL, "%s", what);
}

/* Waits until there is something to receive.  Nothing of the system limits the threads of root. */
static void watch(struct torch_run *r, int64_t deadline_ns)
{
    char tasks[64];
    struct stat s;
    struct pollfd ready = { .fd = r->p->fd, .events = POLLIN };
    snprintf(tasks, sizeof(tasks), "/proc/%d/task", (int)r->p->pid);
    while (!r->crowded && clock_monotonic_ns() < deadline_ns && poll(&ready, 1, LOOK_MS) == 0)
        r->crowded = stat(tasks, &s) == 0 && s.st_nlink > MOST_THREADS + 2;
}

int torch_candidate_receive(struct torch_run *r, int64_t deadline_ns, enum channel_state *out_state,
                            struct json **out, int64_t *out_build_ns, struct err *err)
{
    *out_build_ns = 0;
    for (;;) {
        watch(r, deadline_ns + *out_build_ns);
        *out_state = r->crowded ? CHANNEL_LATE
                                : channel_receive(r->p->fd, deadline_ns + *out_build_ns,
                                                  CHANNEL_CANDIDATE_BYTES, out);
        const struct json *ask = *out_state == CHANNEL_OK ? json_get(*out, "compile") : NULL;
        if (ask != NULL && !torch_is_build_request(ask))
            *out_state = CHANNEL_BROKEN;
        if (ask == NULL || *out_state != CHANNEL_OK)
            return 0;
        struct json *answer CLEANUP(json_free_ptr) = NULL;
        int64_t began_ns = clock_monotonic_ns();
        bool is_new = is_new_request(r, ask);
        /* Others compute while a compiler runs. */
        bool had_device = torch_locks_rest(torch_host_locks(r->h));
        int rc = build(r, ask, is_new, &answer, err);
        if (had_device)
            torch_locks_compute(torch_host_locks(r->h));
        /* Who asks the same for ever meets the deadline. */
        if (is_new && r->builds <= TORCH_MAX_BUILDS)
            *out_build_ns += clock_monotonic_ns() - began_ns;
        json_free(*out);
        *out = NULL;
        if (rc < 0)
            return rc;
        *out_state = channel_send(r->p->fd, deadline_ns + *out_build_ns, answer);
        if (*out_state == CHANNEL_LATE)
            return 0;
    }
}

/* Errors of the compilers of Triton, CuTe DSL and cuTile, and of torch.compile. */
static bool is_compilers(const char *failed)
{
    static const char *const names[] = { "CompilationError",         "UnsupportedLanguageConstruct",
                                         "CompileTimeAssertion",     "PTXASError",
                                         "BackendCompilerFailed",    "InductorError",
                                         "LoweringException",        "Unsupported",
                                         "InternalTorchDynamoError", "DSLUserCode",
                                         "DSLNotImplemented",        "DSLOperationBuildError",
                                         "TypeCheckingError",        "InvalidValueError",
                                         "StaticAssertionError",     "StaticEvalError",
                                         "CompilerExecutionError",   "CompilerTimeoutError" };
    for (size_t i = 0; failed != NULL && i < ARRAY_LEN(names); i++)
        if (strncmp(failed, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

/* Told before anything of the candidate ran, so what fails until then is ours. */
static int note_confined(struct torch_run *r, int64_t deadline_ns, enum channel_state *out_state,
                         struct err *err)
{
    struct json *message CLEANUP(json_free_ptr) = NULL;
    size_t n;
    *out_state = channel_receive(r->p->fd, deadline_ns, CHANNEL_CANDIDATE_BYTES, &message);
    if (*out_state != CHANNEL_OK)
        return 0;
    const char *failed = torch_text(r, message, "setup_failed");
    const struct json *layers = json_get(message, "confined");
    if (layers == NULL)
        return err_set(err, ERR_INTEGRITY, "a candidate's process cannot be set up: %s",
                       failed != NULL ? failed : "it said something else");
    const char *list = texts_of(r, layers, &n);
    verdict_add(&r->verdict, (struct evidence){ "sandbox", (double)n, 3, "layers", n >= 3, list });
    return 0;
}

void torch_candidate_close(const struct torch_process *p)
{
    if (p->fd >= 0)
        (void)close(p->fd);
    if (p->memory >= 0)
        (void)close(p->memory);
}

/* Of the process as it is before it reads its text. */
static int open_memory(struct torch_run *r, struct err *err)
{
    char path[64];
    if (r->memory == NULL)
        return 0;
    snprintf(path, sizeof(path), "/proc/%d/mem", (int)r->p->pid);
    r->p->memory = open(path, O_RDONLY | O_CLOEXEC);
    if (r->p->memory >= 0)
        return 0;
    return err_set(err, ERR_INTEGRITY, "the memory of a candidate's process cannot be read: %s",
                   strerror(errno));
}

/* In mode full on a GPU either side is timed in two processes.  Devices start one after the other,
 * so the others begin when the first has its own, and the candidate is read and built meanwhile.
 * One that fails leaves them to the next. */
static void start_others(const struct torch_run *r)
{
    bool is_first = r->p == &r->own[0] && !r->untimed && !r->as_suite;
    size_t resting = r->resting.processes[0].pid > 0 ? TORCH_PROCESSES : 0;
    if (is_first && r->job->mode == EVAL_FULL && r->job->baseline == TORCH_BASELINE_EAGER &&
        strcmp(torch_host_device(r->h), "cpu") != 0)
        torch_stand_by(r->h, 2 * (size_t)TORCH_PROCESSES - 1 - resting);
}

int torch_candidate_prepare(struct torch_run *r, struct err *err)
{
    int rc = torch_fork(r->h, &r->p->pid, &r->p->fd, err);
    if (rc != 0)
        return rc;
    start_others(r);
    return torch_candidate_again(r, err);
}

#define REST_NS (10 * SECOND_NS)

bool torch_candidate_rest(struct torch_run *r, const struct torch_process *p)
{
    struct json *ask CLEANUP(json_free_ptr) = json_new_object();
    struct json *answer CLEANUP(json_free_ptr) = NULL;
    int64_t deadline_ns = clock_monotonic_ns() + REST_NS;
    bool rests = false;
    if (p->memory >= 0)
        (void)close(p->memory);
    json_add_bool(ask, "rest", true);
    (void)kill(p->pid, SIGCONT);
    if (channel_send(p->fd, deadline_ns, ask) == CHANNEL_OK &&
        channel_receive_trusted(p->fd, deadline_ns, &answer) == CHANNEL_OK)
        (void)json_bool(json_get(answer, "rests"), &rests);
    if (!rests) {
        torch_dismiss(r->h, p->pid);
        (void)close(p->fd);
    }
    return rests;
}

int torch_candidate_again(struct torch_run *r, struct err *err)
{
    int rc = 0;
    r->limit_ns = r->job->deadline_ms > 0 ? (int64_t)(r->job->deadline_ms * 1e6) : SETUP_LIMIT_NS;
    int64_t deadline_ns = clock_monotonic_ns() + r->limit_ns;
    enum channel_state state = send_setup(r, deadline_ns);
    struct json *message CLEANUP(json_free_ptr) = NULL;
    int64_t build_ns;
    if (state == CHANNEL_OK)
        rc = note_confined(r, deadline_ns, &state, err);
    if (rc == 0 && state == CHANNEL_OK)
        rc = open_memory(r, err);
    if (rc == 0 && state == CHANNEL_OK)
        rc = torch_batch_rehearse(r, err);
    if (rc == 0 && state == CHANNEL_OK)
        rc = torch_candidate_receive(r, deadline_ns, &state, &message, &build_ns, err);
    if (rc != 0 || state != CHANNEL_OK)
        return rc != 0 ? rc : torch_candidate_gone(r, state, "reading the module", err);
    if (json_get(message, "failed") != NULL) {
        const char *stage = torch_text(r, message, "stage");
        bool is_runtime_error = false;
        (void)json_bool(json_get(message, "is_runtime_error"), &is_runtime_error);
        bool calls = stage != NULL && strcmp(stage, "call") == 0;
        bool makes = stage != NULL && strcmp(stage, "model") == 0;
        /* For KernelBench a RuntimeError in the constructor still compiled, and so did whatever
         * fails in a call. */
        r->verdict.out->compiled = r->as_suite
                                       ? calls || (makes && is_runtime_error)
                                       : calls && !is_compilers(torch_text(r, message, "failed"));
        torch_candidate_failed(r, message, !r->verdict.out->compiled);
        return 0;
    }
    const char *weights = torch_text(r, message, "ready");
    if (weights == NULL)
        return torch_candidate_gone(r, CHANNEL_BROKEN, "reading the module", err);
    torch_note_flags(r, message);
    bool copied = strcmp(weights, "seeded") != 0;
    if (!r->as_suite)
        verdict_add(&r->verdict,
                    (struct evidence){ "weights", copied, 1, "copied", copied,
                                       copied ? "weights by name, or none"
                                              : "names or shapes differ: equal seeds" });
    r->verdict.out->compiled = true;
    return 0;
}
