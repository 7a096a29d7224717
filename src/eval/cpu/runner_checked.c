#include "src/eval/cpu/runner_checked.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "src/base/mem.h"

#define LAST_LOADS 4
/* Of a launch: more would only take longer. */
#define MOST_BLOCK_PAUSES  4000
#define MOST_THREAD_PAUSES 400000

struct slot {
    struct fiber_pool fibers;
    bool is_live;
    unsigned held;         /* so many turns of others come first */
    unsigned char *shared; /* of a block that pauses */
    uintptr_t loads[RUNNER_MAX_BLOCK][LAST_LOADS];
    uint8_t n_loads[RUNNER_MAX_BLOCK];
};

static struct {
    struct runner_control *control;
    fiber_fail_fn fail;
    struct checked_memory memory;
    struct slot *slots;
    struct slot *now; /* its shared memory is in place; NULL: no run */
    const struct checked_blocks *blocks;
    uint64_t random;
    uint32_t smem_bytes;
    unsigned block_pauses, thread_pauses;
    bool is_last; /* no other block to turn to */
} checked;

enum { SLOTS = 4, SHARED_MAX = 1 << 20, LISTED_BLOCKS = 1 << 16 };

bool checked_open(struct runner_control *control, size_t block_threads, size_t stack_bytes,
                  fiber_fail_fn fail)
{
    size_t bytes = SLOTS * (sizeof *checked.slots + SHARED_MAX);
    unsigned char *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED)
        return false;
    checked.control = control;
    checked.fail = fail;
    checked.slots = (struct slot *)(void *)at;
    for (size_t i = 0; i < SLOTS; i++) {
        checked.slots[i].shared = at + SLOTS * sizeof *checked.slots + i * SHARED_MAX;
        if (!fiber_pool_init(&checked.slots[i].fibers, block_threads, stack_bytes, fail))
            return false;
    }
    return true;
}

void checked_begin(const struct checked_memory *memory, uint64_t schedule)
{
    checked.memory = *memory;
    checked.random = schedule | 1;
}

struct fiber_pool *checked_fibers(void)
{
    return checked.now != NULL ? &checked.now->fibers : NULL;
}

/* xorshift64* */
static uint32_t draw(void)
{
    checked.random ^= checked.random >> 12;
    checked.random ^= checked.random << 25;
    checked.random ^= checked.random >> 27;
    return (uint32_t)((checked.random * 0x2545f4914f6cdd1du) >> 32);
}

static void enter(struct slot *s)
{
    size_t n = checked.memory.shared_bytes;
    if (checked.now != s && n != 0) {
        if (checked.now != NULL)
            memcpy(checked.now->shared, checked.memory.shared, n);
        if (s->is_live)
            memcpy(checked.memory.shared, s->shared, n);
    }
    checked.now = s;
}

static void begin_block(struct slot *s, const struct checked_blocks *b, uint64_t block)
{
    const struct rb_launch *l = b->launch;
    s->is_live = false;
    s->held = 0;
    enter(s);
    b->block_start();
    *b->grid_dim = (struct rb_index){ l->grid[0], l->grid[1], l->grid[2] };
    *b->block_dim = (struct rb_index){ l->block[0], l->block[1], l->block[2] };
    *b->block_index = (struct rb_index){ (unsigned)(block % l->grid[0]),
                                         (unsigned)(block / l->grid[0] % l->grid[1]),
                                         (unsigned)(block / l->grid[0] / l->grid[1]) };
    size_t threads = (size_t)l->block[0] * l->block[1] * l->block[2];
    memset(s->n_loads, 0, threads * sizeof *s->n_loads);
    memset(s->loads, 0, threads * sizeof *s->loads);
    s->fibers.reversed = draw() % 2 == 0;
    fiber_begin_block(&s->fibers, l, b->thread, b->thread_index, *b->block_index);
    s->is_live = true;
}

static uint8_t taken[LISTED_BLOCKS];

/* Neighbouring blocks meet, and distant ones: every other block comes from anywhere. */
static bool next_block(uint64_t *first, uint64_t n, uint64_t *out)
{
    while (*first < n && *first < LISTED_BLOCKS && taken[*first])
        ++*first;
    if (*first >= n)
        return false;
    *out = *first;
    if (n <= LISTED_BLOCKS && draw() % 2 == 0) {
        uint64_t any = *first + draw() % (n - *first);
        *out = taken[any] ? *first : any;
        taken[*out] = 1;
        return true;
    }
    ++*first;
    return true;
}

/* Any block that goes on; one that is held only where all are.  NULL: all have ended. */
static struct slot *choose(void)
{
    struct slot *now = NULL;
    size_t live = 0, free = 0;
    for (size_t i = 0; i < SLOTS; i++) {
        struct slot *s = &checked.slots[i];
        if (!s->is_live)
            continue;
        bool is_free = s->held == 0;
        live++;
        s->held -= is_free ? 0 : 1;
        if (now == NULL || (is_free && draw() % (free + 1) == 0))
            now = s;
        free += is_free;
    }
    checked.is_last = live == 1;
    return now;
}

void checked_run(const struct checked_blocks *b)
{
    uint64_t first = 0, block = 0, n = b->last - b->first;
    checked.block_pauses = checked.thread_pauses = 0;
    checked.smem_bytes = b->launch->smem_bytes;
    checked.blocks = b;
    memset(taken, 0, sizeof taken);
    for (;;) {
        for (size_t i = 0; i < SLOTS; i++)
            if (!checked.slots[i].is_live && next_block(&first, n, &block))
                begin_block(&checked.slots[i], b, b->first + block);
        struct slot *now = choose();
        if (now == NULL)
            break;
        enter(now);
        if (fiber_resume_block(&now->fibers)) {
            b->block_end(b->launch);
            now->is_live = false;
        }
    }
    checked.now = NULL;
}

static _Noreturn void outside(uintptr_t address)
{
    struct runner_control *c = checked.control;
    c->signal = SIGSEGV;
    c->fault_has_address = 1;
    c->fault_address = (uint64_t)address;
    c->fault_in_stack = 0;
    c->status = RUN_FAULT;
    _exit(70);
}

/* threadIdx and the others are thread-local data too. */
static bool is_index(uintptr_t at)
{
    const struct checked_blocks *b = checked.blocks;
    const struct rb_index *const indices[] = { b->thread_index, b->block_index, b->block_dim,
                                               b->grid_dim };
    for (size_t i = 0; i < ARRAY_LEN(indices); i++)
        if (at - (uintptr_t)indices[i] < sizeof *indices[i])
            return true;
    return false;
}

/* In a buffer of the launch as a whole; sets *out_global, or to false in shared memory.  False: the
 * thread's own memory. */
static bool is_common(uintptr_t at, size_t n, bool *out_global)
{
    const struct checked_memory *m = &checked.memory;
    uintptr_t shared = (uintptr_t)m->shared;
    *out_global = at >= m->begin && at < m->end;
    for (uint32_t i = 0; i < m->n_buffers && *out_global; i++)
        if (at >= m->buffers[i].begin && at < m->buffers[i].end) {
            if (n > m->buffers[i].end - at)
                outside(m->buffers[i].end);
            return true;
        }
    if (*out_global)
        outside(at);
    if (at < shared || at >= shared + m->shared_bytes || is_index(at))
        return false;
    if (m->dynamic != 0 && at >= m->dynamic && at < m->dynamic + checked.smem_bytes &&
        n > m->dynamic + checked.smem_bytes - at)
        checked.fail(RUN_SHARED_OVERRUN, "reached past the end of dynamic shared memory");
    if (at + n > shared + m->shared_bytes - RUNNER_SHARED_END)
        checked.fail(RUN_SHARED_OVERRUN, "reached past the end of shared memory");
    return true;
}

/* A store to what this thread loaded just before is where another thread's store gets lost. */
static bool was_loaded(struct slot *s, uintptr_t at)
{
    const uintptr_t *loads = s->loads[s->fibers.current];
    for (size_t i = 0; i < LAST_LOADS; i++)
        if (loads[i] == at)
            return true;
    return false;
}

static void touch(uintptr_t at, size_t n, bool is_store)
{
    struct slot *s = checked.now;
    bool is_global;
    if (s == NULL || !s->fibers.running || !is_common(at, n, &is_global))
        return;
    unsigned thread = s->fibers.current;
    bool again = is_store && was_loaded(s, at);
    if (!is_store)
        s->loads[thread][s->n_loads[thread]++ % LAST_LOADS] = at;
    /* One of how many accesses lets another block, and another thread, go on. */
    unsigned block_of = again ? 2 : is_store ? 64 : 128, thread_of = again ? 2 : is_store ? 8 : 16;
    uint32_t dice = draw();
    if (is_global && !checked.is_last && checked.block_pauses < MOST_BLOCK_PAUSES &&
        dice % block_of == 0) {
        checked.block_pauses++;
        s->held = again ? 4 + dice / 2 % 64 : 0;
        fiber_pause_block(&s->fibers);
    } else if (checked.thread_pauses < MOST_THREAD_PAUSES && (dice >> 16) % thread_of == 0) {
        checked.thread_pauses++;
        fiber_pause(&s->fibers, draw());
    }
}

/*
 * What the object calls: the functions of the compiler's thread sanitizer by other names
 * (runner_compile.c).
 */
#define TOUCH(n)                                                                                   \
    void rb_rt_read##n(uintptr_t at);                                                              \
    void rb_rt_write##n(uintptr_t at);                                                             \
    void rb_rt_read##n(uintptr_t at)                                                               \
    {                                                                                              \
        touch(at, n, false);                                                                       \
    }                                                                                              \
    void rb_rt_write##n(uintptr_t at)                                                              \
    {                                                                                              \
        touch(at, n, true);                                                                        \
    }
TOUCH(1)
TOUCH(2)
TOUCH(4)
TOUCH(8)
TOUCH(16)
#undef TOUCH

void rb_rt_read_range(uintptr_t at, size_t n);
void rb_rt_write_range(uintptr_t at, size_t n);
void rb_rt_init(void);
void rb_rt_atomic_thread_fence(int order);
void rb_rt_atomic_signal_fence(int order);

void rb_rt_read_range(uintptr_t at, size_t n)
{
    touch(at, n, false);
}

void rb_rt_write_range(uintptr_t at, size_t n)
{
    touch(at, n, true);
}

void rb_rt_init(void)
{
}

void rb_rt_atomic_thread_fence(int order)
{
    (void)order;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void rb_rt_atomic_signal_fence(int order)
{
    (void)order;
}

/* One thread runs all blocks, so what lies between two calls of ours is atomic. */
#define ATOMIC(BITS, T, NAME, RETURNS, PARAMETERS, EXPRESSION)                                     \
    RETURNS rb_rt_atomic##BITS##_##NAME PARAMETERS;                                                \
    RETURNS rb_rt_atomic##BITS##_##NAME PARAMETERS                                                 \
    {                                                                                              \
        (void)order;                                                                               \
        touch((uintptr_t)p, sizeof *p, false);                                                     \
        EXPRESSION;                                                                                \
    }
#define FETCH(BITS, T, NAME, BUILTIN)                                                              \
    ATOMIC(BITS, T, NAME, T, (T * p, T v, int order), return BUILTIN(p, v, __ATOMIC_SEQ_CST))
#define EXCHANGE(BITS, T, NAME)                                                                    \
    ATOMIC(BITS, T, NAME, int, (T * p, T * expected, T v, int order, int failed), (void)failed;    \
           return __atomic_compare_exchange_n(p, expected, v, false, __ATOMIC_SEQ_CST,             \
                                              __ATOMIC_SEQ_CST))
#define ATOMICS(BITS, T)                                                                           \
    ATOMIC(BITS, T, load, T, (T * p, int order), return __atomic_load_n(p, __ATOMIC_SEQ_CST))      \
    ATOMIC(BITS, T, store, void, (T * p, T v, int order),                                          \
           __atomic_store_n(p, v, __ATOMIC_SEQ_CST))                                               \
    FETCH(BITS, T, exchange, __atomic_exchange_n)                                                  \
    FETCH(BITS, T, fetch_add, __atomic_fetch_add)                                                  \
    FETCH(BITS, T, fetch_sub, __atomic_fetch_sub)                                                  \
    FETCH(BITS, T, fetch_and, __atomic_fetch_and)                                                  \
    FETCH(BITS, T, fetch_or, __atomic_fetch_or)                                                    \
    FETCH(BITS, T, fetch_xor, __atomic_fetch_xor)                                                  \
    FETCH(BITS, T, fetch_nand, __atomic_fetch_nand)                                                \
    EXCHANGE(BITS, T, compare_exchange_strong)                                                     \
    EXCHANGE(BITS, T, compare_exchange_weak)
ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)
