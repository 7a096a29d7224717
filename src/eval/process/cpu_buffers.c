#define _GNU_SOURCE
#include "src/eval/process/cpu_buffers.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/contract/backend.h"
#include "src/eval/contract/compare.h"
#include "src/eval/process/cpu_process.h"

#define MAX_CASE_BYTES ((uint64_t)64 << 30)

static const char *const scratch_names[KERNEL_MAX_SCRATCH] = {
    "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16",
};

static int add_buffer(struct buffer_layout *l, const char *kind, const char *name, size_t element,
                      int64_t n, struct err *err)
{
    uint64_t limit = MAX_CASE_BYTES / element;
    if (n <= 0 || (uint64_t)n > limit)
        return err_set(err, ERR_INTEGRITY, "%s %s has %" PRId64 " elements", kind, name, n);
    uint64_t bytes = (uint64_t)n * element;
    uint64_t region = (bytes + RUNNER_PAGE_BYTES - 1) & ~(RUNNER_PAGE_BYTES - 1);
    l->kinds[l->n] = kind;
    l->names[l->n] = name;
    l->buffers[l->n++] = (struct runner_buffer){ .offset_bytes = l->total_bytes,
                                                 .bytes = bytes,
                                                 .region_bytes = region };
    l->total_bytes += region;
    return l->total_bytes <= MAX_CASE_BYTES
               ? 0
               : err_set(err, ERR_INTEGRITY, "the case needs more than 64 GiB");
}

int buffers_layout(const struct task *task, enum task_case c, const struct launch_plan *plan,
                   bool outputs_f64, struct buffer_layout *out, struct err *err)
{
    struct buffer_layout l = { .n = 0 };
    int64_t n = 0;
    int rc = 0;
    for (size_t i = 0; i < task->n_inputs && rc == 0; i++) {
        const struct task_tensor *x = &task->inputs[i];
        rc = task_elements(task, c, x, &n, err);
        if (rc == 0)
            rc = add_buffer(&l, "input", x->name, dtype_size(x->dtype), n, err);
    }
    l.first_output = l.n;
    for (size_t i = 0; i < task->n_outputs && rc == 0; i++) {
        const struct task_tensor *x = &task->outputs[i];
        rc = task_elements(task, c, x, &n, err);
        if (rc == 0)
            rc = add_buffer(&l, "output", x->name, dtype_size(outputs_f64 ? DTYPE_F64 : x->dtype),
                            n, err);
    }
    l.first_scratch = l.n;
    for (size_t i = 0; i < plan->n_scratch && rc == 0; i++)
        rc = add_buffer(&l, "scratch", scratch_names[i], dtype_size(plan->scratch_dtype[i]),
                        plan->scratch_elements[i], err);
    if (rc == 0)
        *out = l;
    return rc;
}

void buffers_move(struct buffer_layout *l, const struct buffer_layout *behind)
{
    l->first = behind->first + behind->n;
    for (uint32_t i = 0; i < l->n; i++)
        l->buffers[i].offset_bytes += behind->total_bytes;
    l->total_bytes += behind->total_bytes;
}

int shared_file_open(uint64_t bytes, struct shared_file *out, struct err *err)
{
    struct shared_file f = { .bytes = bytes };
    f.fd = process_high_fd(memfd_create("rollbook", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (f.fd < 0 || ftruncate(f.fd, (off_t)bytes) != 0 ||
        fcntl(f.fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) != 0) {
        int rc = err_set(err, ERR_INTEGRITY, "cannot create shared memory: %s", strerror(errno));
        if (f.fd >= 0)
            (void)close(f.fd);
        return rc;
    }
    f.map = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, f.fd, 0);
    if (f.map == MAP_FAILED) {
        (void)close(f.fd);
        return err_set(err, ERR_INTEGRITY, "cannot map shared memory: %s", strerror(errno));
    }
    *out = f;
    return 0;
}

void shared_file_close(struct shared_file *f)
{
    if (f->map == NULL)
        return;
    (void)munmap(f->map, f->bytes);
    (void)close(f->fd);
    *f = (struct shared_file){ .fd = -1 };
}

uint64_t run_poison(uint64_t secret, uint64_t run)
{
    static const uint64_t kinds[] = { 0, POISON_NAN, POISON_USUAL };
    return (secret & ~(POISON_NAN | POISON_USUAL)) | kinds[run % ARRAY_LEN(kinds)];
}

uint64_t buffer_poison_seed(uint64_t poison, uint32_t i)
{
    return poison ^ ((uint64_t)(2 * i + 1) << 40);
}

static uint64_t slack_seed(uint64_t poison, uint32_t i, int behind)
{
    return poison ^ ((uint64_t)(2 * i + 2) << 40) ^ ((uint64_t)behind << 60);
}

struct slack {
    uint64_t before, behind;
};

static struct slack slack_of(const struct runner_buffer *b, int at_end)
{
    uint64_t shift = runner_buffer_shift(b, at_end);
    return (struct slack){ .before = shift, .behind = b->region_bytes - shift - b->bytes };
}

void buffers_fill(const struct buffer_layout *l, unsigned char *map, int at_end,
                  const void *const *inputs, uint64_t poison)
{
    for (uint32_t i = 0; i < l->n; i++) {
        const struct runner_buffer *b = &l->buffers[i];
        struct slack s = slack_of(b, at_end);
        unsigned char *region = map + b->offset_bytes;
        poison_fill(region, s.before, slack_seed(poison, i, 0));
        if (i < l->first_output)
            memcpy(region + s.before, inputs[i], b->bytes);
        else
            poison_fill(region + s.before, b->bytes, buffer_poison_seed(poison, i));
        poison_fill(region + s.before + b->bytes, s.behind, slack_seed(poison, i, 1));
    }
}

static void check_input(const struct buffer_layout *l, uint32_t i, const unsigned char *now,
                        const void *before, struct launch_report *report)
{
    size_t bytes = l->buffers[i].bytes;
    if (memcmp(now, before, bytes) == 0)
        return;
    if (report->input_modified_bytes == 0)
        snprintf(report->input_modified, sizeof report->input_modified, "%s", l->names[i]);
    for (size_t k = 0; k < bytes; k++)
        report->input_modified_bytes += now[k] != ((const unsigned char *)before)[k];
}

void buffers_check(const struct buffer_layout *l, const unsigned char *map, int at_end,
                   const void *const *inputs, uint64_t poison, struct launch_report *report)
{
    for (uint32_t i = 0; i < l->n; i++) {
        const struct runner_buffer *b = &l->buffers[i];
        struct slack s = slack_of(b, at_end);
        const unsigned char *region = map + b->offset_bytes;
        if (i < l->first_output)
            check_input(l, i, region + s.before, inputs[i], report);
        for (int behind = 0; behind < 2; behind++) {
            const unsigned char *slack = behind ? region + s.before + b->bytes : region;
            uint64_t bytes = behind ? s.behind : s.before;
            size_t first,
                changed = poison_changed(slack, bytes, slack_seed(poison, i, behind), &first);
            if (changed == 0)
                continue;
            if (report->guard_modified_bytes == 0 && behind)
                snprintf(report->guard_place, sizeof report->guard_place,
                         "%zu bytes past the end of %s %s", first, l->kinds[i], l->names[i]);
            else if (report->guard_modified_bytes == 0)
                snprintf(report->guard_place, sizeof report->guard_place,
                         "up to %" PRIu64 " bytes before the start of %s %s", bytes - first,
                         l->kinds[i], l->names[i]);
            report->guard_modified_bytes += (int64_t)changed;
        }
    }
}

void buffers_place(const struct buffer_layout *l,
                   const uint64_t view_base[RUNNER_VIEWS][RUNNER_ALL_BUFFERS], int at_end,
                   uint64_t address, char *out, size_t size)
{
    out[0] = '\0';
    if (address < 65536) {
        snprintf(out, size, "near the null pointer");
        return;
    }
    for (unsigned v = 0; v < RUNNER_VIEWS; v++)
        for (uint32_t i = 0; i < l->n && view_base[v][l->first + i] != 0; i++) {
            const struct runner_buffer *b = &l->buffers[i];
            uint64_t start = view_base[v][l->first + i] + runner_buffer_shift(b, at_end);
            uint64_t end = start + b->bytes;
            /* Half of a guard belongs to the buffer on either side. */
            if (address >= end && address - end < RUNNER_GUARD_BYTES / 2)
                snprintf(out, size, "%" PRIu64 " bytes past the end of %s %s", address - end,
                         l->kinds[i], l->names[i]);
            else if (address < start && start - address <= RUNNER_GUARD_BYTES / 2)
                snprintf(out, size, "%" PRIu64 " bytes before the start of %s %s", start - address,
                         l->kinds[i], l->names[i]);
            else
                continue;
            return;
        }
}
