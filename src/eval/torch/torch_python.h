/*
 * torch_python.h - what an interpreter offers PyTorch problems.
 */
#ifndef ROLLBOOK_EVAL_TORCH_TORCH_PYTHON_H
#define ROLLBOOK_EVAL_TORCH_TORCH_PYTHON_H

struct err;

struct torch_python {
    char program[256];
    char python[32]; /* versions; "": none */
    char torch[64], triton[64], cuda[32];
};

/* python NULL: ROLLBOOK_PYTHON, else "python3".  ERR_USAGE: it cannot be started. */
int torch_python_ask(const char *python, struct torch_python *out, struct err *err);

#endif
