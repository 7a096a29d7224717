/*
 * torch_memory.c - on the processor the checker itself puts inputs before a candidate and reads
 * what forward returned, while the process stands still.
 *
 * So nothing of an output is computed after the message that ends its call, copying it is nobody's
 * time, and short calls can follow each other without the server of the reference in between: what
 * the next one works on does not exist for the candidate until the last one has ended.
 */
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/torch/torch_host.h"
#include "src/eval/torch/torch_run.h"
#include "src/json/json.h"

/* Memory that the reference made; at NULL: no tensor. */
struct torch_block {
    unsigned char *at;
    size_t n_bytes, place; /* of one set; from one to the next */
    size_t n_sets;
    bool may_change;
};

/* Of the slots, one after the other, and of a chain; each list has n_slots, or 1, times as many. */
struct torch_memory {
    size_t n_inputs, n_outputs, n_slots, n_blocks;
    unsigned char *unused; /* as large as the largest output */
    struct torch_block *blocks;
    struct torch_block *inputs, *outputs, *chain_inputs, *chain_outputs;
};

static int open_block(struct torch_run *r, const struct json *what, struct torch_block *out,
                      struct err *err)
{
    const char *path = torch_text(r, what, "path");
    size_t n_bytes = (size_t)torch_count(what, "bytes"), place = (size_t)torch_count(what, "place");
    size_t n_sets = (size_t)torch_count(what, "n");
    int fd = path != NULL ? open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW) : -1;
    if (fd < 0)
        return err_set(err, ERR_INTEGRITY, "the memory of a PyTorch problem cannot be opened");
    *out = (struct torch_block){ .n_bytes = n_bytes,
                                 .place = place,
                                 .n_sets = n_sets > 0 ? n_sets : 1 };
    size_t all = place * (out->n_sets - 1) + n_bytes;
    void *at = mmap(NULL, all > 0 ? all : 1, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    (void)close(fd);
    if (at == MAP_FAILED)
        return err_set(err, ERR_INTEGRITY, "the memory of a PyTorch problem cannot be mapped");
    out->at = at;
    return 0;
}

/* list: blocks, or members "block" or "stack" of values. */
static int open_list(struct torch_run *r, const struct json *list, struct err *err)
{
    struct torch_memory *m = r->memory;
    int rc = 0;
    for (const struct json *v = json_first(list); v != NULL && rc == 0; v = json_next(v)) {
        const struct json *inside = json_get(v, "block");
        if (inside == NULL)
            inside = json_get(v, "stack");
        struct torch_block *out = &m->blocks[m->n_blocks++];
        if (inside != NULL || json_get(v, "path") != NULL)
            rc = open_block(r, inside != NULL ? inside : v, out, err);
    }
    return rc;
}

int torch_memory_open(struct torch_run *r, struct err *err)
{
    const struct json *slots = json_get(r->opened, "slots"), *batch = json_get(r->opened, "batch");
    struct torch_memory *m = arena_alloc(r->arena, sizeof(*m));
    int rc = 0;
    *m = (struct torch_memory){ .n_inputs = json_count(json_get(json_first(slots), "inputs")),
                                .n_outputs = json_count(json_get(r->opened, "outputs")),
                                .n_slots = json_count(slots) };
    size_t n = (m->n_inputs + m->n_outputs) * (m->n_slots + 1);
    m->blocks = arena_array(r->arena, n + 1, sizeof(*m->blocks));
    memset(m->blocks, 0, (n + 1) * sizeof(*m->blocks));
    m->inputs = m->blocks;
    m->outputs = m->inputs + m->n_inputs * m->n_slots;
    m->chain_inputs = m->outputs + m->n_outputs * m->n_slots;
    m->chain_outputs = m->chain_inputs + m->n_inputs;
    r->memory = m;
    for (const struct json *s = json_first(slots); s != NULL && rc == 0; s = json_next(s))
        rc = open_list(r, json_get(s, "inputs"), err);
    for (const struct json *s = json_first(slots); s != NULL && rc == 0; s = json_next(s))
        rc = open_list(r, json_get(s, "outputs"), err);
    if (rc == 0 && r->most_batched > 0)
        rc = open_list(r, json_get(batch, "inputs"), err);
    if (rc == 0 && r->most_batched > 0)
        rc = open_list(r, json_get(batch, "outputs"), err);
    for (const struct json *s = json_first(json_get(batch, "scratch")); s != NULL;
         s = json_next(s)) {
        int64_t i = 0;
        if (json_int(s, &i) && i >= 0 && (size_t)i < m->n_inputs)
            m->chain_inputs[i].may_change = true;
    }
    size_t largest = 1;
    for (size_t i = 0; i < m->n_outputs && rc == 0; i++)
        largest = m->outputs[i].n_bytes > largest ? m->outputs[i].n_bytes : largest;
    m->unused = r->most_batched > 1 ? arena_alloc(r->arena, largest) : NULL;
    return rc;
}

void torch_memory_close(struct torch_run *r)
{
    struct torch_memory *m = r->memory;
    for (size_t i = 0; m != NULL && i < m->n_blocks; i++) {
        const struct torch_block *b = &m->blocks[i];
        size_t all = b->place * (b->n_sets > 0 ? b->n_sets - 1 : 0) + b->n_bytes;
        if (b->at != NULL)
            (void)munmap(b->at, all > 0 ? all : 1);
    }
    r->memory = NULL;
}

void torch_memory_give(struct torch_run *r, unsigned set)
{
    const struct torch_memory *m = r->memory;
    for (size_t i = 0; i < m->n_inputs; i++) {
        const struct torch_block *from = &m->chain_inputs[i];
        if (from->at != NULL)
            memcpy(m->inputs[i].at, from->at + set * from->place, from->n_bytes);
    }
}

/* Of the process that is asked; false: not there. */
static bool read_memory(const struct torch_run *r, int64_t at, unsigned char *out, size_t n_bytes)
{
    size_t done = 0;
    while (done < n_bytes) {
        ssize_t got = pread(r->p->memory, out + done, n_bytes - done, (off_t)(at + (int64_t)done));
        if (got <= 0)
            return false;
        done += (size_t)got;
    }
    return true;
}

/* Into a set of as many blocks as there are outputs. */
static void take(struct torch_run *r, const struct candidate_call *x, const struct torch_block *out,
                 size_t set)
{
    const struct json *told = json_get(x->answer, "at");
    size_t n = r->memory->n_outputs;
    const struct json *place = json_count(told) == n ? json_first(told) : NULL;
    for (size_t i = 0; i < n; i++) {
        int64_t at = 0;
        if (place == NULL || !json_int(place, &at) || at < 0 ||
            !read_memory(r, at, out[i].at + set * out[i].place, out[i].n_bytes)) {
            verdict_decide(&r->verdict, OUTCOME_CHEAT, "forged_message",
                           "output %zu does not lie where the process says", i);
            return;
        }
        place = json_next(place);
    }
}

/* The same work for an output of the reference, which nobody needs. */
static void look_at(struct torch_run *r, const struct candidate_call *x)
{
    const struct torch_memory *m = r->memory;
    const struct json *told = json_first(json_get(x->answer, "at"));
    for (size_t i = 0; i < m->n_outputs && told != NULL; i++, told = json_next(told)) {
        int64_t at = 0;
        if (json_int(told, &at))
            (void)read_memory(r, at, m->unused, m->outputs[i].n_bytes);
    }
}

void torch_memory_take(struct torch_run *r, const struct candidate_call *x)
{
    const struct torch_memory *m = r->memory;
    if (m != NULL)
        take(r, x, m->outputs + x->slot * m->n_outputs, 0);
}

void torch_memory_take_set(struct torch_run *r, const struct candidate_call *x, unsigned set,
                           bool is_candidate)
{
    const struct torch_memory *m = r->memory;
    if (is_candidate)
        take(r, x, m->chain_outputs, set);
    else
        look_at(r, x);
    /* The reference's inputs are read too: the next call of either finds the same caches. */
    for (size_t i = 0; i < m->n_inputs; i++) {
        const struct torch_block *given = &m->chain_inputs[i];
        if (given->at != NULL && !given->may_change && !r->as_suite &&
            memcmp(m->inputs[i].at, given->at + set * given->place, given->n_bytes) != 0 &&
            is_candidate)
            verdict_decide(&r->verdict, OUTCOME_CHEAT, "input_modified",
                           "the candidate changed its inputs");
    }
}
