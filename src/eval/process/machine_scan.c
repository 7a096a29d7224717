/*
 * machine_scan.c - reads machine code instruction by instruction and refuses what no kernel needs.
 *
 * Bytes are evidence, what the assembler was told is not.  Lengths are decoded after the opcode
 * maps of the processor's manual; what is not listed is refused.  Bytes within an instruction are
 * not checked: a jump there meets the filter of system calls and the faulting time stamp counter.
 */
#include <stdio.h>

#include "src/eval/process/object_scan.h"

enum {
    O_M = 1,  /* operand byte and displacement */
    O_I8 = 2, /* 1 byte, 2, 4 (2 with an operand size prefix) */
    O_I16 = 4,
    O_IZ = 8,
    O_BAD = 16,   /* of the system, or none */
    O_GROUP = 32, /* decided by the operand byte, in code */
    O_PREFIX = 64
};
#define M   O_M
#define MB  (O_M | O_I8)
#define MZ  (O_M | O_IZ)
#define B   O_I8
#define Z   O_IZ
#define X   O_BAD
#define G   (O_M | O_GROUP)
#define P   O_PREFIX
#define ALU M, M, M, M, B, Z

static const unsigned char one_byte[256] = {
    ALU, X,  X,     ALU, X, P, ALU, X,        X,         ALU, X, X, /* 00: 0f is an escape */
    ALU, P,  X,     ALU, P, X, ALU, P,        X,         ALU, P, X, /* 20 */
    P,   P,  P,     P,   P, P, P,   P,        P,         P,   P, P,
    P,   P,  P,     P, /* 40: REX */
    0,   0,  0,     0,   0, 0, 0,   0,        0,         0,   0, 0,
    0,   0,  0,     0, /* 50 */
    X,   X,  P,     M,   P, P, P,   P,        Z,         MZ,  B, MB,
    X,   X,  X,     X, /* 60: 62 is an escape */
    B,   B,  B,     B,   B, B, B,   B,        B,         B,   B, B,
    B,   B,  B,     B, /* 70 */
    MB,  MZ, X,     MB,  M, M, M,   M,        M,         M,   M, M,
    M,   M,  M,     G, /* 80 */
    0,   0,  0,     0,   0, 0, 0,   0,        0,         0,   X, 0,
    0,   0,  0,     0, /* 90 */
    X,   X,  X,     X,   0, 0, 0,   0,        B,         Z,   0, 0,
    0,   0,  0,     0, /* a0 */
    B,   B,  B,     B,   B, B, B,   B,        Z,         Z,   Z, Z,
    Z,   Z,  Z,     Z, /* b0 */
    MB,  MB, O_I16, 0,   P, P, MB,  G | O_IZ, O_I16 | B, 0,   X, X,
    X,   X,  X,     X, /* c0: c4, c5 escapes */
    M,   M,  M,     M,   X, X, X,   0,        M,         G,   M, M,
    M,   M,  M,     M, /* d0 */
    B,   B,  B,     B,   X, X, X,   X,        Z,         Z,   X, B,
    X,   X,  X,     X, /* e0 */
    P,   X,  P,     P,   X, 0, G,   G,        0,         0,   X, X,
    0,   0,  M,     G, /* f0 */
};
static const unsigned char two_bytes[256] = {
    X,  X,  X,  X,  X,  X,  X,  X, X, X, X,  0, X,  M, X, X, /* 00 */
    M,  M,  M,  M,  M,  M,  M,  M, M, M, M,  M, M,  M, M, M, /* 10 */
    X,  X,  X,  X,  X,  X,  X,  X, M, M, M,  M, M,  M, M, M, /* 20 */
    X,  X,  X,  X,  X,  X,  X,  X, P, X, P,  X, X,  X, X, X, /* 30: 38, 3a escapes */
    M,  M,  M,  M,  M,  M,  M,  M, M, M, M,  M, M,  M, M, M, /* 40 */
    M,  M,  M,  M,  M,  M,  M,  M, M, M, M,  M, M,  M, M, M, /* 50 */
    M,  M,  M,  M,  M,  M,  M,  M, M, M, M,  M, M,  M, M, M, /* 60 */
    MB, MB, MB, MB, M,  M,  M,  0, X, X, X,  X, M,  M, M, M, /* 70 */
    Z,  Z,  Z,  Z,  Z,  Z,  Z,  Z, Z, Z, Z,  Z, Z,  Z, Z, Z, /* 80 */
    M,  M,  M,  M,  M,  M,  M,  M, M, M, M,  M, M,  M, M, M, /* 90 */
    X,  X,  X,  M,  MB, M,  X,  X, X, X, X,  M, MB, M, G, M, /* a0 */
    M,  M,  X,  M,  X,  X,  M,  M, M, M, MB, M, M,  M, M, M, /* b0 */
    M,  M,  MB, M,  MB, MB, MB, G, 0, 0, 0,  0, 0,  0, 0, 0, /* c0 */
    M,  M,  M,  M,  M,  M,  M,  M, M, M, M,  M, M,  M, M, M, /* d0 */
    M,  M,  M,  M,  M,  M,  M,  M, M, M, M,  M, M,  M, M, M, /* e0 */
    M,  M,  M,  M,  M,  M,  M,  M, M, M, M,  M, M,  M, M, M, /* f0 */
};

struct machine_code {
    const unsigned char *at, *end;
    bool narrow, wide, repeated;
};

static unsigned take(struct machine_code *c)
{
    return c->at < c->end ? *c->at++ : 0x100u;
}

/* Skips an operand byte and its displacement; returns the byte, or 256 when the code ends. */
static unsigned operand(struct machine_code *c)
{
    unsigned m = take(c), mod = m >> 6, rm = m & 7u, skip = mod == 1 ? 1 : mod == 2 ? 4 : 0;
    if (m > 0xff)
        return m;
    if (mod != 3 && rm == 4) {
        unsigned sib = take(c);
        if (sib > 0xff)
            return sib;
        if (mod == 0 && (sib & 7u) == 5)
            skip = 4;
    } else if (mod == 0 && rm == 5) {
        skip = 4;
    }
    if ((size_t)(c->end - c->at) < skip)
        return 0x100u;
    c->at += skip;
    return m;
}

/* The operand byte decides about these; *what gains the size of a constant. */
static bool group_is_allowed(const struct machine_code *c, unsigned op, bool two, unsigned m,
                             unsigned *what)
{
    unsigned reg = m >> 3 & 7u;
    bool memory = m >> 6 != 3;
    if (two && op == 0xae) /* fences alone: others save or load processor state */
        return !memory && reg >= 5 && !c->narrow && !c->repeated;
    if (two && op == 0xc7) /* cmpxchg8b and 16b; others give random numbers */
        return memory && reg == 1;
    switch (op) {
    case 0x8f:
        return reg == 0;
    case 0xc7: /* mov; else a transaction */
        return reg == 0;
    case 0xd9: /* control word and environment of the FPU */
        return !memory || (reg != 4 && reg != 5);
    case 0xf6:
        *what |= reg < 2 ? (unsigned)B : 0;
        return true;
    case 0xf7:
        *what |= reg < 2 ? (unsigned)Z : 0;
        return true;
    case 0xff: /* far calls and jumps */
        return reg != 3 && reg != 5 && reg != 7;
    default:
        return false;
    }
}

/* Map and opcode say whether a byte follows. */
static bool vector(struct machine_code *c, unsigned payload)
{
    unsigned first = take(c), map = payload == 1 ? 1 : payload == 2 ? first & 31u : first & 7u;
    for (unsigned i = 1; i < payload; i++)
        if (take(c) > 0xff)
            return false;
    unsigned op = take(c);
    if (first > 0xff || op > 0xff || map == 0 || (map == 1 && op == 0xae))
        return false;
    if (map == 1 && op == 0x77 && payload != 3)
        return true;
    bool constant =
        map == 3 ||
        (map == 1 && ((op >= 0x70 && op <= 0x73) || op == 0xc2 || (op >= 0xc4 && op <= 0xc6)));
    return operand(c) <= 0xff && (!constant || take(c) <= 0xff);
}

static unsigned opcode(struct machine_code *c)
{
    c->narrow = c->wide = c->repeated = false;
    for (int i = 0; i < 14; i++) {
        unsigned op = take(c);
        if (op > 0xff || (one_byte[op] & O_PREFIX) == 0 || op == 0x0f || op == 0x62 || op == 0xc4 ||
            op == 0xc5)
            return op;
        c->narrow = c->narrow || op == 0x66;
        c->repeated = c->repeated || op == 0xf2 || op == 0xf3;
        c->wide = (op & 0xf8) == 0x48; /* only the last prefix counts */
    }
    return 0x100u;
}

/* False: no kernel may have the instruction. */
static bool step(struct machine_code *c)
{
    unsigned op = opcode(c);
    bool two = op == 0x0f;
    if (op == 0x62 || op == 0xc4 || op == 0xc5)
        return vector(c, op == 0x62 ? 3 : op == 0xc4 ? 2 : 1);
    if (two)
        op = take(c);
    if (op > 0xff)
        return false;
    if (two && (op == 0x38 || op == 0x3a)) {
        unsigned third = take(c);
        return third <= 0xff && !(op == 0x38 && third >= 0xf8) && operand(c) <= 0xff &&
               (op == 0x38 || take(c) <= 0xff);
    }
    unsigned what = two ? two_bytes[op] : one_byte[op];
    if (what & O_BAD)
        return false;
    if (what & O_M) {
        unsigned m = operand(c);
        if (m > 0xff || ((what & O_GROUP) && !group_is_allowed(c, op, two, m, &what)))
            return false;
    }
    size_t n = what & O_I8 ? 1 : 0;
    bool jump = two ? op >= 0x80 && op <= 0x8f : op == 0xe8 || op == 0xe9;
    if (jump && c->narrow)
        return false; /* processors differ */
    n += what & O_I16 ? 2 : 0;
    if (what & O_IZ)
        n += !two && op >= 0xb8 && op <= 0xbf && c->wide ? 8 : c->narrow && !c->wide ? 2 : 4;
    if ((size_t)(c->end - c->at) < n)
        return false;
    c->at += n;
    return true;
}

bool scan_code(const unsigned char *code, size_t len, size_t *out_bad)
{
    struct machine_code c = { .at = code, .end = code + len };
    while (c.at < c.end) {
        *out_bad = (size_t)(c.at - code);
        if (!step(&c))
            return false;
    }
    return true;
}
