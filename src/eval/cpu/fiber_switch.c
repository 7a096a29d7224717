/*
 * fiber_switch.c - the switch in assembly for x86-64, ucontext elsewhere.
 *
 * Floating-point control words are left alone: kernels cannot change them.
 */
#include "src/eval/cpu/fiber_switch.h"

#include <stdint.h>
#include <stdlib.h>

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

#include <ucontext.h>

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
