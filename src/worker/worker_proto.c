#include "src/worker/worker_proto.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/json/json.h"
#include "src/json/member_json.h"
#include "tasks/task_module.h"

static const struct member result_message_rows[] = {
    { MEMBER_AT(struct result_message, id, INDEX), .needed = true },
};
static const struct member_table result_message_members =
    MEMBER_TABLE(result_message_rows, struct result_message);

static void encode(const struct member_table *t, const void *from, struct json *o, struct buf *out)
{
    members_put(o, t, from, READER_WORKER);
    json_print(o, false, out);
    json_free(o);
}

void job_encode(const struct eval_job *job, struct buf *out)
{
    encode(&eval_job_members, job, json_new_object(), out);
}

int job_decode(const char *text, size_t len, struct arena *a, struct eval_job *out, struct err *err)
{
    struct eval_job job = { .id = -1 };
    char hash[65];
    struct json *o CLEANUP(json_free_ptr) = json_parse("job", text, len, err);
    int rc = o == NULL ? err->code : members_take(o, "job", &eval_job_members, a, &job, err);
    if (rc < 0)
        return rc;
    if (job.kernel_text == NULL || job.task_id == NULL)
        return err_set(err, ERR_INTEGRITY, "job: the text or the task is null");
    sha256_hex(job.kernel_text, job.kernel_len, hash);
    if (strcmp(hash, job.code_sha256) != 0)
        return err_set(err, ERR_INTEGRITY, "job: the code differs from its hash");
    *out = job;
    return 0;
}

int job_find_task(struct eval_job *job, struct arena *a, struct err *err)
{
    struct task_name n;
    int rc = 0;
    if (job->task != NULL)
        return 0;
    if (job->problem == NULL)
        return task_find(job->task_id, a, &job->task, err);
    rc = task_name_parse(job->task_id, a, &n, err);
    const struct task_module m = { .suite = n.suite,
                                   .level = n.level,
                                   .problem_id = n.problem_id,
                                   .name = n.name,
                                   .text = job->problem };
    if (rc == 0)
        job->task = task_of_module(&m, a);
    return rc;
}

void result_encode(const struct result_message *m, struct buf *out)
{
    struct json *o = json_new_object();
    members_put(o, &result_message_members, m, READER_WORKER);
    encode(&eval_result_members, &m->result, o, out);
}

int result_decode(const char *text, size_t len, struct arena *a, struct result_message *out,
                  struct err *err)
{
    struct result_message m;
    struct json *o CLEANUP(json_free_ptr) = json_parse("result", text, len, err);
    if (o == NULL)
        return err->code;
    eval_result_init(&m.result, OUTCOME_INFRA, NULL);
    int rc = members_take(o, "result", &result_message_members, a, &m, err);
    if (rc == 0)
        rc = members_take(o, "result", &eval_result_members, a, &m.result, err);
    if (rc == 0)
        *out = m;
    return rc;
}

void hello_encode(const struct device_info *d, struct buf *out)
{
    encode(&device_members, d, json_new_object(), out);
}

int hello_decode(const char *text, size_t len, struct device_info *out, struct err *err)
{
    struct device_info d = { 0 };
    struct json *o CLEANUP(json_free_ptr) = json_parse("greeting", text, len, err);
    int rc = o == NULL ? err->code : members_take(o, "greeting", &device_members, NULL, &d, err);
    if (rc == 0)
        *out = d;
    return rc;
}

/*
 * Whole frames over a pipe.
 */

bool frame_write(int fd, const struct buf *payload)
{
    unsigned char head[4];
    if (payload->len > FRAME_MAX_BYTES)
        return false;
    for (int i = 0; i < 4; i++)
        head[i] = (unsigned char)(payload->len >> (8 * i));
    return fd_write_all(fd, head, sizeof(head)) && fd_write_all(fd, payload->data, payload->len);
}

/* Less than len at end of file, or -1. */
static ssize_t read_full(int fd, void *data, size_t len)
{
    size_t have = 0;
    while (have < len) {
        ssize_t n = read(fd, (char *)data + have, len - have);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -1;
        if (n == 0)
            break;
        have += (size_t)n;
    }
    return (ssize_t)have;
}

int frame_read(int fd, struct buf *out)
{
    unsigned char head[4];
    char chunk[65536];
    size_t len = 0;
    ssize_t n = read_full(fd, head, sizeof(head));
    if (n <= 0)
        return n == 0 ? 0 : -1;
    if (n != (ssize_t)sizeof(head))
        return -1;
    for (int i = 0; i < 4; i++)
        len |= (size_t)head[i] << (8 * i);
    if (len > FRAME_MAX_BYTES)
        return -1;
    buf_clear(out);
    while (len > 0) {
        size_t part = len < sizeof(chunk) ? len : sizeof(chunk);
        if (read_full(fd, chunk, part) != (ssize_t)part)
            return -1;
        buf_add(out, chunk, part);
        len -= part;
    }
    return out->overflow ? -1 : 1;
}
