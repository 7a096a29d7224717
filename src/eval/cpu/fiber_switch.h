/*
 * fiber_switch.h - leaving one stack for another.
 */
#ifndef ROLLBOOK_EVAL_CPU_FIBER_SWITCH_H
#define ROLLBOOK_EVAL_CPU_FIBER_SWITCH_H

/* Saves the callee-saved state and its place in *save, continues from load. */
void fiber_switch(void **save, void *load);
/* Returns what to load to begin fn on an empty stack ending at top (aligned to 16). */
void *fiber_start(void *top, void (*fn)(void));

#endif
