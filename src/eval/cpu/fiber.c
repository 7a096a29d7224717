/*
 * fiber.c - scheduling the threads of a block.
 *
 * A waiting fiber switches straight to the next one that can run, so a barrier of n threads costs n
 * switches.  When none can run, lanes that asked who is active are answered; failing that, a
 * divergent barrier or warp operation is reported.
 */
#include "src/eval/cpu/fiber.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

/* Tops of neighbouring stacks must not fall into the same cache sets. */
#define STACK_COLOUR_BYTES ((size_t)320)

static __thread struct fiber_pool *starting;

static size_t stack_stride(const struct fiber_pool *p)
{
    return p->stack_bytes + RUNNER_PAGE_BYTES;
}

/* Linux 6.13 marks a page as one that faults; before, each guard splits the mapping, which costs
 * tens of times as much. */
static bool guard_page(unsigned char *page)
{
    enum { GUARD_INSTALL = 102 };
    return madvise(page, RUNNER_PAGE_BYTES, GUARD_INSTALL) == 0 ||
           mprotect(page, RUNNER_PAGE_BYTES, PROT_NONE) == 0;
}

bool fiber_pool_init(struct fiber_pool *p, size_t n_threads, size_t stack_bytes, fiber_fail_fn fail)
{
    memset(p, 0, sizeof *p);
    p->fail = fail;
    p->stack_bytes = (stack_bytes + RUNNER_PAGE_BYTES - 1) & ~(size_t)(RUNNER_PAGE_BYTES - 1);
    if (n_threads == 0)
        return true;
    size_t total = stack_stride(p) * n_threads;
    void *base = mmap(NULL, total, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED)
        return false;
    p->stacks = base;
    p->n_stacks = n_threads;
    for (size_t i = 0; i < n_threads; i++)
        if (!guard_page(p->stacks + i * stack_stride(p)))
            return false;
    return true;
}

void fiber_pool_release(struct fiber_pool *p)
{
    if (p->stacks != NULL)
        (void)munmap(p->stacks, stack_stride(p) * p->n_stacks);
    p->stacks = NULL;
    p->n_stacks = 0;
}

bool fiber_pool_holds(const struct fiber_pool *p, uint64_t address)
{
    uint64_t base = (uint64_t)(uintptr_t)p->stacks;
    return p->stacks != NULL && address >= base && address < base + stack_stride(p) * p->n_stacks;
}

static void *stack_top(const struct fiber_pool *p, size_t i)
{
    unsigned char *end = p->stacks + (i + 1) * stack_stride(p);
    return end - (i * STACK_COLOUR_BYTES) % RUNNER_PAGE_BYTES / 64 * 64;
}

static void clear_runnable(struct fiber_pool *p, unsigned i)
{
    p->runnable[i / FIBER_WARP] &= ~(1u << i % FIBER_WARP);
}

static unsigned next_upwards(const struct fiber_pool *p)
{
    unsigned n_words = (p->n + FIBER_WARP - 1) / FIBER_WARP;
    unsigned word = p->current / FIBER_WARP;
    uint32_t above = p->current % FIBER_WARP == 31 ? 0 : ~0u << (p->current % FIBER_WARP + 1);
    uint32_t bits = p->runnable[word] & above;
    for (unsigned step = 0; step <= n_words; step++) {
        if (bits != 0)
            return word * FIBER_WARP + (unsigned)__builtin_ctz(bits);
        word = word + 1 == n_words ? 0 : word + 1;
        bits = p->runnable[word];
    }
    return p->n;
}

static unsigned next_downwards(const struct fiber_pool *p)
{
    unsigned n_words = (p->n + FIBER_WARP - 1) / FIBER_WARP;
    unsigned word = p->current / FIBER_WARP;
    uint32_t bits = p->runnable[word] & ((1u << p->current % FIBER_WARP) - 1);
    for (unsigned step = 0; step <= n_words; step++) {
        if (bits != 0)
            return word * FIBER_WARP + 31 - (unsigned)__builtin_clz(bits);
        word = word == 0 ? n_words - 1 : word - 1;
        bits = p->runnable[word];
    }
    return p->n;
}

/* Searches in a circle; n: none. */
static unsigned next_runnable(const struct fiber_pool *p)
{
    return p->reversed ? next_downwards(p) : next_upwards(p);
}

static bool release_active(struct fiber_pool *p)
{
    bool any = false;
    for (unsigned k = 0; k * FIBER_WARP < p->n; k++) {
        struct warp_state *w = &p->warps[k];
        uint32_t asking = 0;
        for (uint32_t rest = w->waiting; rest != 0; rest &= rest - 1)
            if (w->op[__builtin_ctz(rest)] == WARP_ACTIVE)
                asking |= rest & -rest;
        while (asking != 0) {
            int line = w->line[__builtin_ctz(asking)];
            uint32_t group = 0;
            for (uint32_t rest = asking; rest != 0; rest &= rest - 1)
                if (w->line[__builtin_ctz(rest)] == line)
                    group |= rest & -rest;
            warp_results(w, group);
            w->waiting &= ~group;
            p->runnable[k] |= group;
            asking &= ~group;
            any = true;
        }
    }
    return any;
}

static void fail_barrier(struct fiber_pool *p)
{
    char msg[256];
    unsigned at_line = 0;
    for (unsigned i = 0; i < p->n; i++)
        at_line += p->barrier_line[i] == p->first_line;
    unsigned exited = p->n - p->n_alive;
    snprintf(msg, sizeof msg,
             "divergent barrier in block (%u,%u,%u): __syncthreads at line %d waits with %u of %u "
             "threads, %u exited, %u elsewhere",
             p->block_index.x, p->block_index.y, p->block_index.z, p->first_line, at_line, p->n,
             exited, p->n - at_line - exited);
    p->fail(RUN_DIVERGENT_BARRIER, msg);
}

static void fail_warp(struct fiber_pool *p, unsigned k, unsigned lane, const char *why)
{
    const struct warp_state *w = &p->warps[k];
    char msg[256];
    snprintf(msg, sizeof msg,
             "divergent warp operation in block (%u,%u,%u), warp %u, line %d: mask 0x%08x %s",
             p->block_index.x, p->block_index.y, p->block_index.z, k, w->line[lane], w->mask[lane],
             why);
    p->fail(RUN_DIVERGENT_WARP, msg);
}

static void switch_away(struct fiber_pool *p, void **save)
{
    unsigned next = next_runnable(p);
    if (next == p->n && p->n_alive != 0) {
        if (!release_active(p)) {
            for (unsigned k = 0; k * FIBER_WARP < p->n; k++)
                if (p->warps[k].waiting != 0)
                    fail_warp(p, k, (unsigned)__builtin_ctz(p->warps[k].waiting),
                              "names lanes that do not come with the same operation and mask");
            fail_barrier(p);
        }
        next = next_runnable(p);
    }
    if (next == p->n) {
        fiber_switch(save, p->main_sp);
        return;
    }
    if (next == p->current)
        return;
    p->current = next;
    *p->thread_index = p->index[next];
    starting = p;
    fiber_switch(save, p->sp[next]);
}

/* Lanes that can go on because all that lane waits for are there; 0: none. */
static uint32_t warp_complete(const struct warp_state *w, unsigned lane)
{
    uint32_t need = w->mask[lane] & w->alive;
    if ((w->waiting & need) != need || w->op[lane] == WARP_ACTIVE)
        return 0;
    for (uint32_t rest = need; rest != 0; rest &= rest - 1) {
        unsigned i = (unsigned)__builtin_ctz(rest);
        if (w->mask[i] != w->mask[lane] || w->op[i] != w->op[lane])
            return 0;
    }
    return need;
}

static void release_after_exit(struct fiber_pool *p, unsigned k)
{
    struct warp_state *w = &p->warps[k];
    for (uint32_t rest = w->waiting; rest != 0; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        uint32_t group = (w->waiting >> lane & 1u) != 0 ? warp_complete(w, lane) : 0;
        if (group == 0)
            continue;
        warp_results(w, group);
        w->waiting &= ~group;
        p->runnable[k] |= group;
    }
}

/* Threads that exited are not waited for, as on devices. */
static void barrier_release(struct fiber_pool *p)
{
    for (unsigned i = 0; i < p->n; i++)
        p->barrier_line[i] = 0;
    for (unsigned k = 0; k * FIBER_WARP < p->n; k++)
        p->runnable[k] = p->warps[k].alive;
    p->released_sum = p->predicate_sum;
    p->released_threads = p->n_waiting;
    p->predicate_sum = 0;
    p->n_waiting = 0;
}

static void fiber_main(void)
{
    struct fiber_pool *p = starting;
    p->thread(p->launch);
    unsigned i = p->current;
    struct warp_state *w = &p->warps[i / FIBER_WARP];
    clear_runnable(p, i);
    p->n_alive--;
    w->alive &= ~(1u << i % FIBER_WARP);
    if (w->waiting != 0)
        release_after_exit(p, i / FIBER_WARP);
    if (p->n_waiting != 0 && p->n_waiting == p->n_alive)
        barrier_release(p);
    switch_away(p, &p->sp[i]);
    __builtin_trap();
}

static void block_init(struct fiber_pool *p)
{
    unsigned i = 0;
    for (unsigned z = 0; z < p->launch->block[2]; z++)
        for (unsigned y = 0; y < p->launch->block[1]; y++)
            for (unsigned x = 0; x < p->launch->block[0]; x++, i++) {
                p->index[i] = (struct rb_index){ x, y, z };
                p->sp[i] = fiber_start(stack_top(p, i), fiber_main);
                p->barrier_line[i] = 0;
            }
    p->n = i;
    p->n_alive = i;
    p->n_waiting = 0;
    p->predicate_sum = 0;
    for (unsigned k = 0; k * FIBER_WARP < i; k++) {
        unsigned lanes = i - k * FIBER_WARP;
        p->warps[k].alive = lanes >= FIBER_WARP ? ~0u : (1u << lanes) - 1;
        p->warps[k].waiting = 0;
        p->runnable[k] = p->warps[k].alive;
    }
}

void fiber_begin_block(struct fiber_pool *p, const struct rb_launch *launch, fiber_thread_fn thread,
                       struct rb_index *thread_index, struct rb_index block_index)
{
    p->launch = launch;
    p->thread = thread;
    p->thread_index = thread_index;
    p->block_index = block_index;
    block_init(p);
    p->current = p->reversed ? p->n - 1 : 0;
    *thread_index = p->index[p->current];
}

bool fiber_resume_block(struct fiber_pool *p)
{
    p->running = true;
    starting = p;
    fiber_switch(&p->main_sp, p->sp[p->current]);
    p->running = false;
    return p->n_alive == 0;
}

void fiber_run_block(struct fiber_pool *p, const struct rb_launch *launch, fiber_thread_fn thread,
                     struct rb_index *thread_index, struct rb_index block_index)
{
    fiber_begin_block(p, launch, thread, thread_index, block_index);
    (void)fiber_resume_block(p);
}

void fiber_pause_block(struct fiber_pool *p)
{
    fiber_switch(&p->sp[p->current], p->main_sp);
}

void fiber_pause(struct fiber_pool *p, unsigned from)
{
    unsigned here = p->current;
    p->current = from % p->n;
    unsigned next = next_runnable(p); /* at least this thread */
    p->current = here;
    if (next == here || next == p->n)
        return;
    p->current = next;
    *p->thread_index = p->index[next];
    starting = p;
    fiber_switch(&p->sp[here], p->sp[next]);
}

int fiber_sync(struct fiber_pool *p, enum sync_op op, int predicate, int line)
{
    unsigned i = p->current;
    if (p->n_waiting == 0)
        p->first_line = line;
    p->n_waiting++;
    p->barrier_line[i] = line;
    p->predicate_sum += (unsigned)predicate;
    if (line != p->first_line)
        fail_barrier(p);
    if (p->n_waiting == p->n_alive) {
        barrier_release(p);
    } else {
        clear_runnable(p, i);
        switch_away(p, &p->sp[i]);
    }
    switch (op) {
    case SYNC_COUNT:
        return (int)p->released_sum;
    case SYNC_AND:
        return p->released_sum == p->released_threads;
    case SYNC_OR:
        return p->released_sum != 0;
    case SYNC_PLAIN:
        break;
    }
    return 0;
}

uint64_t fiber_warp(struct fiber_pool *p, enum warp_op op, uint32_t mask, uint64_t value,
                    int source, int line)
{
    unsigned i = p->current, k = i / FIBER_WARP, lane = i % FIBER_WARP;
    struct warp_state *w = &p->warps[k];
    w->mask[lane] = mask;
    w->op[lane] = (uint8_t)op;
    w->value[lane] = value;
    w->source[lane] = (uint8_t)(source & (FIBER_WARP - 1));
    w->line[lane] = line;
    if ((mask >> lane & 1u) == 0)
        fail_warp(p, k, lane, "does not name the lane that calls");
    w->waiting |= 1u << lane;
    uint32_t group = warp_complete(w, lane);
    if (group != 0) {
        warp_results(w, group);
        w->waiting &= ~group;
        p->runnable[k] |= group;
    } else {
        clear_runnable(p, i);
        switch_away(p, &p->sp[i]);
    }
    return w->result[lane];
}

/*
 * The switch in assembly for x86-64, ucontext elsewhere.
 *
 * Floating-point control words are left alone: kernels cannot change them.
 */

#if defined(__x86_64__) && !defined(ROLLBOOK_UCONTEXT)

__asm__(".text\n"
        ".p2align 4\n"
        ".globl fiber_switch\n"
        ".type fiber_switch, @function\n"
        "fiber_switch:\n"
        "    pushq %rbp\n"
        "    pushq %rbx\n"
        "    pushq %r12\n"
        "    pushq %r13\n"
        "    pushq %r14\n"
        "    pushq %r15\n"
        "    movq %rsp, (%rdi)\n"
        "    movq %rsi, %rsp\n"
        "    popq %r15\n"
        "    popq %r14\n"
        "    popq %r13\n"
        "    popq %r12\n"
        "    popq %rbx\n"
        "    popq %rbp\n"
        "    ret\n"
        ".size fiber_switch, . - fiber_switch\n");

void *fiber_start(void *top, void (*fn)(void))
{
    uint64_t *sp = (uint64_t *)top - 8;
    for (int i = 0; i < 8; i++)
        sp[i] = 0;
    sp[6] = (uint64_t)(uintptr_t)fn;
    return sp;
}

#else

/* The context lies at the top of its own stack; a switch saves into one on the caller's. */
struct saved {
    ucontext_t context;
};

void fiber_switch(void **save, void *load)
{
    struct saved here;
    *save = &here;
    (void)swapcontext(&here.context, &((struct saved *)load)->context);
}

void *fiber_start(void *top, void (*fn)(void))
{
    struct saved *s = (struct saved *)(((uintptr_t)top - sizeof(struct saved)) & ~(uintptr_t)63);
    uintptr_t bottom = ((uintptr_t)top - 65536) & ~(uintptr_t)4095;
    (void)getcontext(&s->context);
    s->context.uc_stack.ss_sp = (void *)bottom;
    s->context.uc_stack.ss_size = (uintptr_t)s - bottom;
    s->context.uc_link = NULL;
    makecontext(&s->context, fn, 0);
    return s;
}

#endif

/*
 * Warp operations: who waits for whom, and what everyone gets.  Pure.
 */

static uint64_t combine(enum warp_op op, uint64_t a, uint64_t b)
{
    uint32_t x = (uint32_t)a, y = (uint32_t)b;
    int32_t sx = (int32_t)x, sy = (int32_t)y;
    switch (op) {
    case WARP_ADD:
        return x + y;
    case WARP_MIN_U:
        return x < y ? x : y;
    case WARP_MAX_U:
        return x > y ? x : y;
    case WARP_MIN_S:
        return sx < sy ? x : y;
    case WARP_MAX_S:
        return sx > sy ? x : y;
    case WARP_AND:
        return x & y;
    case WARP_OR:
        return x | y;
    case WARP_XOR:
        return x ^ y;
    case WARP_SYNC:
    case WARP_SHUFFLE:
    case WARP_BALLOT:
    case WARP_MATCH:
    case WARP_ACTIVE:
        break;
    }
    return 0;
}

static void give_all(struct warp_state *w, uint32_t group, uint64_t result)
{
    for (uint32_t rest = group; rest != 0; rest &= rest - 1)
        w->result[__builtin_ctz(rest)] = result;
}

static void results_ballot(struct warp_state *w, uint32_t group)
{
    uint32_t bits = 0;
    for (uint32_t rest = group; rest != 0; rest &= rest - 1) {
        unsigned i = (unsigned)__builtin_ctz(rest);
        bits |= (uint32_t)(w->value[i] != 0) << i;
    }
    give_all(w, group, bits);
}

static void results_reduce(struct warp_state *w, uint32_t group, enum warp_op op)
{
    unsigned first = (unsigned)__builtin_ctz(group);
    uint64_t all = w->value[first];
    for (uint32_t rest = group & (group - 1); rest != 0; rest &= rest - 1)
        all = combine(op, all, w->value[__builtin_ctz(rest)]);
    give_all(w, group, all);
}

void warp_results(struct warp_state *w, uint32_t group)
{
    enum warp_op op = (enum warp_op)w->op[__builtin_ctz(group)];
    switch (op) {
    case WARP_SYNC:
        break;
    case WARP_SHUFFLE:
        for (uint32_t rest = group; rest != 0; rest &= rest - 1) {
            unsigned i = (unsigned)__builtin_ctz(rest), from = w->source[i];
            /* Reading an absent lane is undefined on the device: the lane keeps its own value. */
            w->result[i] = (group >> from & 1u) != 0 ? w->value[from] : w->value[i];
        }
        break;
    case WARP_BALLOT:
        results_ballot(w, group);
        break;
    case WARP_MATCH:
        for (uint32_t rest = group; rest != 0; rest &= rest - 1) {
            unsigned i = (unsigned)__builtin_ctz(rest);
            uint32_t same = 0;
            for (uint32_t others = group; others != 0; others &= others - 1) {
                unsigned j = (unsigned)__builtin_ctz(others);
                same |= (uint32_t)(w->value[j] == w->value[i]) << j;
            }
            w->result[i] = same;
        }
        break;
    case WARP_ACTIVE:
        give_all(w, group, group);
        break;
    case WARP_ADD:
    case WARP_MIN_U:
    case WARP_MAX_U:
    case WARP_MIN_S:
    case WARP_MAX_S:
    case WARP_AND:
    case WARP_OR:
    case WARP_XOR:
        results_reduce(w, group, op);
        break;
    }
}
