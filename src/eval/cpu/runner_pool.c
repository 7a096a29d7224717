/*
 * runner_pool.c - threads, signals and the runtime functions of the runner.
 *
 * Only futex, read, write and exit are left in the confined process, so all memory is set up
 * before.
 */
#define _GNU_SOURCE
#include "src/eval/cpu/runner_pool.h"

#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "src/base/mem.h"
#include "src/eval/cpu/fiber.h"
#include "src/eval/cpu/runner_checked.h"

#define SIGNAL_STACK_BYTES ((size_t)64 * 1024)
#define FIBER_STACK_BYTES  ((size_t)256 * 1024)
#define SPIN_ROUNDS        4000

struct runner_worker {
    struct fiber_pool fibers;
    unsigned char *tls; /* the object's, with its shared memory */
    size_t tls_bytes;
    unsigned char *dynamic_shared; /* NULL: none declared */
    pthread_t thread;
};

static struct {
    struct runner_control *control;
    unsigned n;
    struct runner_worker *workers;
    size_t fiber_threads;
    struct runner_tls tls;
    _Atomic bool awake;
    _Atomic uint32_t generation, n_done;
    runner_blocks_fn blocks;
    const struct rb_launch *launch;
    uint64_t n_blocks, poison;
    bool reversed, checked;
    _Atomic uint64_t next_block;
} pool;

/* The loader aligns an object's thread-local data no better than the program's own; candidates
 * use __align__(1024) shared memory. */
static __thread struct runner_worker *self __attribute__((aligned(1024)));

_Noreturn void runner_fail(enum run_status status, const char *message)
{
    struct runner_control *c = pool.control;
    if (c != NULL && c->status == RUN_NONE) {
        size_t len = strlen(message);
        if (len >= sizeof c->message)
            len = sizeof c->message - 1;
        memcpy(c->message, message, len);
        c->message[len] = '\0';
        c->status = (uint32_t)status;
    }
    _exit(70);
}

/* The block that this thread runs. */
static struct fiber_pool *own_fibers(void)
{
    struct fiber_pool *fibers = pool.checked ? checked_fibers() : NULL;
    return fibers != NULL ? fibers : &self->fibers;
}

/* Large frames touch every page (-fstack-clash-protection), so an overflow faults near sp. */
static bool near_stack_pointer(uint64_t address, const void *context)
{
#if defined(__x86_64__)
    const ucontext_t *u = context;
    uint64_t sp = (uint64_t)u->uc_mcontext.gregs[REG_RSP];
    return address + 65536 >= sp && address <= sp + 4096;
#else
    (void)context;
    return address == 0;
#endif
}

/* rdtsc and rdtscp fault here. */
static bool reads_clock(int sig, const void *context)
{
#if defined(__x86_64__)
    const ucontext_t *u = context;
    const unsigned char *at = (const unsigned char *)u->uc_mcontext.gregs[REG_RIP];
    if (sig != SIGSEGV)
        return false;
    for (int i = 0; i < 14 && (*at == 0x66 || *at == 0xf2 || *at == 0xf3 || *at == 0x2e ||
                               *at == 0x36 || *at == 0x3e || (*at & 0xf0) == 0x40);
         i++)
        at++;
    return at[0] == 0x0f && (at[1] == 0x31 || (at[1] == 0x01 && at[2] == 0xf9));
#else
    (void)sig;
    (void)context;
    return false;
#endif
}

static void on_signal(int sig, siginfo_t *info, void *context)
{
    struct runner_control *c = pool.control;
    c->signal = sig;
    /* The processor tells no address that is not canonical or not aligned. */
    c->fault_has_address = (sig == SIGSEGV || sig == SIGBUS) && info->si_code != SI_KERNEL;
    if (!c->fault_has_address && reads_clock(sig, context))
        runner_fail(RUN_CLOCK, "the candidate reads the processor's clock");
    c->fault_address = (uint64_t)(uintptr_t)info->si_addr;
    c->fault_in_stack = (self != NULL && fiber_pool_holds(own_fibers(), c->fault_address)) ||
                        near_stack_pointer(c->fault_address, context);
    c->status = RUN_FAULT;
    _exit(70);
}

static bool signal_stack(void)
{
    void *stack =
        mmap(NULL, SIGNAL_STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack == MAP_FAILED)
        return false;
    stack_t ss = { .ss_sp = stack, .ss_size = SIGNAL_STACK_BYTES };
    return sigaltstack(&ss, NULL) == 0;
}

static void futex_wake(_Atomic uint32_t *word)
{
    (void)syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

/* Returns the value that differs from old. */
static uint32_t await_change(_Atomic uint32_t *word, uint32_t old)
{
    for (int i = 0; i < SPIN_ROUNDS; i++) {
        if (!atomic_load_explicit(&pool.awake, memory_order_relaxed))
            break;
        uint32_t now = atomic_load_explicit(word, memory_order_acquire);
        if (now != old)
            return now;
#if defined(__x86_64__)
        __builtin_ia32_pause();
#endif
    }
    for (;;) {
        uint32_t now = atomic_load_explicit(word, memory_order_acquire);
        if (now != old)
            return now;
        (void)syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, old, NULL, NULL, 0);
    }
}

/* The loader's own function, because dl_iterate_phdr knows the address only after a first
 * access. */
struct tls_index {
    size_t module, offset;
};
extern void *__tls_get_addr(struct tls_index *index);

static void attach_self(void)
{
    struct tls_index index = { .module = pool.tls.module };
    if (index.module == 0)
        return;
    self->tls = __tls_get_addr(&index);
    self->tls_bytes = pool.tls.bytes;
    if (pool.tls.has_dynamic && pool.tls.dynamic_offset < pool.tls.bytes)
        self->dynamic_shared = self->tls + pool.tls.dynamic_offset;
}

/* Few chunks cost nothing, many balance. */
static void run_share(void)
{
    uint64_t chunk = pool.n <= 1 ? pool.n_blocks : pool.n_blocks / (pool.n * 8) + 1;
    for (;;) {
        uint64_t first = atomic_fetch_add_explicit(&pool.next_block, chunk, memory_order_relaxed);
        if (first >= pool.n_blocks)
            return;
        uint64_t last = pool.n_blocks - first < chunk ? pool.n_blocks : first + chunk;
        if (!pool.reversed)
            pool.blocks(pool.launch, first, last);
        for (uint64_t b = first; b < last && pool.reversed; b++)
            pool.blocks(pool.launch, pool.n_blocks - 1 - b, pool.n_blocks - b);
    }
}

static void job_is_done(void)
{
    if (atomic_fetch_add_explicit(&pool.n_done, 1, memory_order_acq_rel) + 1 == pool.n - 1)
        futex_wake(&pool.n_done);
}

static void *worker_main(void *arg)
{
    self = arg;
    if (!signal_stack())
        runner_fail(RUN_SETUP_FAILED, "no memory for a signal stack");
    uint32_t seen = 0;
    job_is_done();
    for (;;) {
        seen = await_change(&pool.generation, seen);
        if (pool.blocks == NULL)
            attach_self();
        else
            run_share();
        job_is_done();
    }
}

static void await_others(void)
{
    uint32_t done = atomic_load_explicit(&pool.n_done, memory_order_acquire);
    while (done != pool.n - 1)
        done = await_change(&pool.n_done, done);
}

static void everyone(void (*part)(void))
{
    atomic_store_explicit(&pool.n_done, 0, memory_order_relaxed);
    if (pool.n > 1) {
        atomic_fetch_add_explicit(&pool.generation, 1, memory_order_release);
        futex_wake(&pool.generation);
    }
    part();
    await_others();
}

void runner_pool_attach(const struct runner_tls *tls)
{
    pool.tls = *tls;
    pool.blocks = NULL;
    everyone(attach_self);
}

void runner_pool_begin(bool reversed)
{
    pool.reversed = reversed;
    for (unsigned i = 0; i < pool.n; i++)
        pool.workers[i].fibers.reversed = reversed;
    atomic_store_explicit(&pool.awake, true, memory_order_relaxed);
}

void runner_pool_checked(struct checked_memory *memory, uint64_t schedule)
{
    memory->shared = self->tls;
    memory->shared_bytes = self->tls_bytes;
    memory->dynamic = (uintptr_t)self->dynamic_shared;
    checked_begin(memory, schedule);
}

void runner_pool_end(void)
{
    atomic_store_explicit(&pool.awake, false, memory_order_relaxed);
}

void runner_pool_run(runner_blocks_fn blocks, const struct rb_launch *launch, uint64_t poison)
{
    pool.blocks = blocks;
    pool.launch = launch;
    pool.poison = poison;
    pool.n_blocks = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    atomic_store_explicit(&pool.next_block, 0, memory_order_relaxed);
    everyone(run_share);
}

static bool install_signals(void)
{
    static const int signals[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP };
    struct sigaction sa;
    memset(&sa, 0, sizeof sa);
    sa.sa_sigaction = on_signal;
    sa.sa_flags = SA_SIGINFO | SA_ONSTACK;
    for (size_t i = 0; i < ARRAY_LEN(signals); i++)
        if (sigaction(signals[i], &sa, NULL) != 0)
            return false;
    return true;
}

/* Two threads on one core would time each other. */
static void pin_threads(void)
{
    cpu_set_t allowed;
    if (pool.n < 2 || sched_getaffinity(0, sizeof allowed, &allowed) != 0 ||
        (unsigned)CPU_COUNT(&allowed) < pool.n)
        return;
    unsigned i = 0;
    for (size_t cpu = 0; cpu < CPU_SETSIZE && i < pool.n; cpu++) {
        cpu_set_t one;
        if (!CPU_ISSET(cpu, &allowed))
            continue;
        CPU_ZERO(&one);
        CPU_SET(cpu, &one);
        pthread_t thread = i == 0 ? pthread_self() : pool.workers[i].thread;
        (void)pthread_setaffinity_np(thread, sizeof one, &one);
        i++;
    }
}

void runner_pool_open(struct runner_control *control)
{
    pool.control = control;
}

bool runner_pool_start(unsigned threads, size_t fiber_threads, bool checked)
{
    pool.n = threads;
    pool.checked = checked;
    pool.workers = mem_array(threads, sizeof *pool.workers);
    self = &pool.workers[0];
    if (!install_signals() || !signal_stack())
        return false;
    /* A checked run has fibers of its own. */
    for (unsigned i = 0; i < threads; i++)
        if (!fiber_pool_init(&pool.workers[i].fibers, checked ? 0 : fiber_threads,
                             FIBER_STACK_BYTES, runner_fail))
            return false;
    for (unsigned i = 1; i < threads; i++)
        if (pthread_create(&pool.workers[i].thread, NULL, worker_main, &pool.workers[i]) != 0)
            return false;
    if (checked && !checked_open(pool.control, fiber_threads, FIBER_STACK_BYTES, runner_fail))
        return false;
    pin_threads();
    await_others(); /* a starting thread makes system calls */
    return true;
}

int rb_rt_sync(int op, int predicate, int line)
{
    struct fiber_pool *fibers = own_fibers();
    if (!fibers->running)
        runner_fail(RUN_NEED_FIBERS, "a barrier in a kernel that was taken for barrier-free");
    return fiber_sync(fibers, (enum sync_op)op, predicate, line);
}

unsigned long long rb_rt_warp(int op, unsigned int mask, unsigned long long value, int source_lane,
                              int line)
{
    struct fiber_pool *fibers = own_fibers();
    if (!fibers->running)
        runner_fail(RUN_NEED_FIBERS,
                    "a warp operation in a kernel that was taken for free of them");
    return fiber_warp(fibers, (enum warp_op)op, mask, value, source_lane, line);
}

/* Shared memory, in the object's thread-local data, holds nothing from an earlier block. */
void rb_rt_block_start(void)
{
    if (pool.tls.has_shared && self->tls != NULL) {
        uint64_t word = pool.poison;
        size_t i = 0;
        for (; i + sizeof word <= self->tls_bytes; i += sizeof word)
            memcpy(self->tls + i, &word, sizeof word);
        memcpy(self->tls + i, &word, self->tls_bytes - i);
    }
}

static bool is_poison(size_t from, size_t n)
{
    for (size_t i = from; i < from + n; i++)
        if (self->tls[i] != (unsigned char)(pool.poison >> i % 8 * 8))
            return false;
    return true;
}

static void check_shared_end(const struct rb_launch *launch)
{
    if (!pool.tls.has_shared || self->tls == NULL)
        return;
    if (self->dynamic_shared != NULL &&
        !is_poison((size_t)(self->dynamic_shared + launch->smem_bytes - self->tls),
                   RUNNER_SHARED_CANARY))
        runner_fail(RUN_SHARED_OVERRUN, "wrote past the end of dynamic shared memory");
    if (!is_poison(self->tls_bytes - RUNNER_SHARED_END, RUNNER_SHARED_END))
        runner_fail(RUN_SHARED_OVERRUN, "wrote past the end of shared memory");
}

void rb_rt_block(const struct rb_launch *launch, void (*thread)(const struct rb_launch *),
                 struct rb_index *thread_index, struct rb_index *block_index,
                 struct rb_index *block_dim, struct rb_index *grid_dim, unsigned long long first,
                 unsigned long long last)
{
    if (pool.checked) {
        checked_run(&(struct checked_blocks){ launch, thread, thread_index, block_index, block_dim,
                                              grid_dim, first, last, rb_rt_block_start,
                                              check_shared_end });
        return;
    }
    for (unsigned long long b = first; b < last; b++) {
        rb_rt_block_start();
        *grid_dim = (struct rb_index){ launch->grid[0], launch->grid[1], launch->grid[2] };
        *block_dim = (struct rb_index){ launch->block[0], launch->block[1], launch->block[2] };
        *block_index = (struct rb_index){
            (unsigned)(b % launch->grid[0]),
            (unsigned)(b / launch->grid[0] % launch->grid[1]),
            (unsigned)(b / launch->grid[0] / launch->grid[1]),
        };
        fiber_run_block(&self->fibers, launch, thread, thread_index, *block_index);
        check_shared_end(launch);
    }
}

_Noreturn void rb_rt_bad_argument(int index, long long value)
{
    char msg[128];
    snprintf(msg, sizeof msg, "argument %d of a launch (%lld) does not fit the kernel's parameter",
             index + 1, value);
    runner_fail(RUN_BAD_ARGUMENT, msg);
}
