#include "src/server/jobs.h"

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/build_info.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/json/json.h"
#include "src/server/ask_request.h"
#include "src/server/kernel_queue.h"
#include "src/server/spool/exchange.h"
#include "src/server/spool/tags.h"
#include "src/server/verdict.h"

#define READ_BYTES     ((size_t)256 << 10)
#define LINE_MAX_BYTES ((size_t)64 << 20)

struct line_job {
    uint64_t number; /* of the queue */
    uint64_t id;     /* the client's */
    bool wants_record;
    struct arena arena;
    struct evaluation_record record;
    struct line_job *next;
};

struct jobs {
    const struct jobs_options *options;
    struct kernel_queue *kernels;
    struct line_job *open;
    uint64_t next_number;
    struct buf in, out;
    bool in_ended, is_deaf; /* is_deaf: nobody reads */
    bool skips;             /* the rest of a line that is too long */
};

static void flush(struct jobs *j)
{
    size_t at = 0;
    while (at < j->out.len && !j->is_deaf) {
        ssize_t n = write(j->options->out, j->out.data + at, j->out.len - at);
        if (n > 0)
            at += (size_t)n;
        else if (n < 0 && errno != EINTR)
            j->is_deaf = true;
    }
    buf_clear(&j->out);
}

static void say_error(struct jobs *j, uint64_t id, const char *code, const char *message)
{
    buf_printf(&j->out,
               "{\"id\":%llu,\"error\":{\"code\":\"%s\",\"message\":", (unsigned long long)id,
               code);
    buf_put_json_string(&j->out, message, strlen(message));
    buf_puts(&j->out, "}}\n");
}

static void say_verdict(struct jobs *j, const struct line_job *job)
{
    static const struct verdict_ids unstored = { 0 };
    buf_printf(&j->out, "{\"id\":%llu,\"verdict\":", (unsigned long long)job->id);
    verdict_put(&unstored, &job->record, job->wants_record, &j->out);
    buf_puts(&j->out, "}\n");
}

static void free_job(struct line_job *job)
{
    arena_release(&job->arena);
    free(job);
}

/* Unlinks it; by the queue's number, or by the client's id.  NULL: none. */
static struct line_job *take_job(struct jobs *j, uint64_t number, bool by_id)
{
    for (struct line_job **at = &j->open; *at != NULL; at = &(*at)->next)
        if ((by_id ? (*at)->id : (*at)->number) == number) {
            struct line_job *job = *at;
            *at = job->next;
            return job;
        }
    return NULL;
}

/* A job that runs is answered as if nobody had cancelled it. */
static void cancel(struct jobs *j, uint64_t id)
{
    struct line_job *job = take_job(j, id, true);
    if (job == NULL)
        return;
    if (kernel_queue_drop(j->kernels, job->number)) {
        say_error(j, id, "cancelled", "the job was cancelled before it began");
        free_job(job);
        return;
    }
    job->next = j->open;
    j->open = job;
}

static const char *code_of(int rc)
{
    return rc == ERR_BUSY        ? "queue_full"
           : rc == ERR_NOMATCH   ? "no_task"
           : rc == ERR_INTEGRITY ? "failed"
                                 : "bad_request";
}

/* Keeps the job when it waits for a worker. */
static void begin_job(struct jobs *j, const struct ask_request *q, struct line_job *job)
{
    struct err err = { 0 };
    bool judged = false;
    job->number = j->next_number++;
    job->wants_record = q->wants_record;
    int rc = ask_request_record(q, job->number, &job->arena, &job->record, &judged, &err);
    if (rc == 0 && !judged)
        rc = kernel_queue_add(j->kernels, q->backend, &job->record.job, false, &err);
    if (rc == 0 && !judged) {
        job->next = j->open;
        j->open = job;
        return;
    }
    if (rc < 0)
        say_error(j, q->id, code_of(rc), err.msg);
    else
        say_verdict(j, job);
    free_job(job);
}

static void take_line(struct jobs *j, const char *line, size_t len)
{
    struct line_job *job = mem_alloc(sizeof(*job));
    struct ask_request q = { 0 };
    struct err err = { 0 };
    struct tags tags = tags_none;
    const struct ask_input in = { .target = "",
                                  .content_type = "application/json",
                                  .body = arena_strndup(&job->arena, line, len),
                                  .len = len,
                                  .tags = &tags,
                                  .problems = j->options->problems,
                                  .takes_problems = true,
                                  .takes_id = true };
    if (len > 10 && strncmp(line, "{\"cancel\":", 10) == 0) {
        cancel(j, strtoull(in.body + 10, NULL, 10));
        free_job(job);
        return;
    }
    int rc = ask_request_read(&in, &job->arena, &q, &err);
    job->id = q.id;
    if (rc == 0) {
        begin_job(j, &q, job);
        return;
    }
    say_error(j, q.id, code_of(rc), err.msg);
    free_job(job);
}

/* Whole lines of what was read; the rest stays. */
static void take_lines(struct jobs *j)
{
    size_t at = 0;
    const char *end;
    while (at < j->in.len && (end = memchr(j->in.data + at, '\n', j->in.len - at)) != NULL) {
        size_t len = (size_t)(end - (j->in.data + at));
        if (len > 0 && !j->skips)
            take_line(j, j->in.data + at, len);
        j->skips = false;
        at += len + 1;
    }
    if (at > 0) {
        memmove(j->in.data, j->in.data + at, j->in.len - at);
        j->in.len -= at;
    }
    if (j->in.len > LINE_MAX_BYTES) {
        say_error(j, 0, "bad_request", "a line has at most 64 MiB");
        j->skips = true;
        buf_clear(&j->in);
    }
}

static void read_more(struct jobs *j)
{
    char *room = mem_alloc(READ_BYTES);
    ssize_t n = read(j->options->in, room, READ_BYTES);
    if (n > 0) {
        buf_add(&j->in, room, (size_t)n);
    } else if (n == 0 || (errno != EINTR && errno != EAGAIN)) {
        j->in_ended = true;
        if (j->in.len > 0) /* a last line without its end */
            buf_putc(&j->in, '\n');
    }
    free(room);
    take_lines(j);
}

static void take_results(struct jobs *j)
{
    struct kernel_done done;
    while (kernel_queue_next(j->kernels, &done)) {
        struct line_job *job = take_job(j, done.id, false);
        if (job != NULL) {
            job->record.result = done.result;
            job->record.has_device = done.has_device;
            job->record.device = done.device;
            say_verdict(j, job);
            free_job(job);
        }
        arena_release(&done.arena);
    }
}

static void turn(struct jobs *j)
{
    struct pollfd fds[] = { { .fd = kernel_queue_fd(j->kernels), .events = POLLIN },
                            { .fd = j->options->out, .events = 0 },
                            { .fd = j->options->in, .events = POLLIN } };
    poll(fds, j->in_ended ? 2 : 3, -1);
    if ((fds[1].revents & (POLLERR | POLLNVAL)) != 0)
        j->is_deaf = true;
    if (!j->in_ended && fds[2].revents != 0)
        read_more(j);
    take_results(j);
    flush(j);
}

int jobs_run(const struct jobs_options *options, struct err *err)
{
    struct jobs j = { .options = options, .next_number = 1 };
    int rc =
        kernel_queue_open(options->transport, options->workers, options->queue, &j.kernels, err);
    if (rc < 0)
        return rc;
    buf_printf(&j.out, "{\"schema\":\"%s\",\"protocol\":%d,\"version\":", JOBS_SCHEMA,
               JOBS_PROTOCOL);
    buf_put_json_text(&j.out, build_version());
    buf_puts(&j.out, "}\n");
    flush(&j);
    while (!j.is_deaf && *options->stop == 0 && !(j.in_ended && j.open == NULL))
        turn(&j);
    kernel_queue_close(j.kernels);
    while (j.open != NULL)
        free_job(take_job(&j, j.open->number, false));
    buf_release(&j.in);
    buf_release(&j.out);
    return *options->stop != 0 ? err_set(err, ERR_INTERRUPTED, "interrupted: jobs were left") : 0;
}
