/*
 * task.h - a task: what is to be computed, on which sizes, how it is checked.
 *
 * Read from a JSON manifest (tasks/l1/4.json), which docs/tasks.md describes, or made of a PyTorch
 * problem's module (task_module.h).  A struct task and everything it points to live in the arena it
 * was loaded into and are immutable.
 */
#ifndef ROLLBOOK_TASKS_TASK_H
#define ROLLBOOK_TASKS_TASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tasks/expr.h"

struct arena;
struct err;

#define TASK_MAX_DIMS    8
#define TASK_MAX_TENSORS 8
#define TASK_MAX_RANK    4

enum dtype { DTYPE_F32, DTYPE_F64, DTYPE_F16, DTYPE_I32, DTYPE_U32, DTYPE_I64, DTYPE_U8 };

size_t dtype_size(enum dtype t);        /* bytes */
const char *dtype_name(enum dtype t);   /* "f32" */
const char *dtype_c_name(enum dtype t); /* "float" */
bool dtype_parse(const char *name, enum dtype *out);

enum task_case { CASE_TINY, CASE_CPU, CASE_FULL };
#define TASK_CASE_COUNT 3
const char *task_case_name(enum task_case c);
bool task_case_parse(const char *name, enum task_case *out);

enum generator {
    GEN_UNIFORM, /* lo + (hi - lo) * u, u in [0, 1) with 24 bits */
    GEN_BELL     /* the same with u the mean of four uniforms of 22 bits: centre-heavy */
};

/* Which elements of a square matrix the generator fills; the others are exactly zero. */
enum structure {
    STRUCTURE_FULL,
    STRUCTURE_UPPER, /* column >= row */
    STRUCTURE_LOWER  /* column <= row */
};

/* Values that a second draw puts among the others, where the operator defines what they give. */
enum special {
    SPECIAL_NAN = 1,
    SPECIAL_INFINITY = 2, /* of either sign, as all that follow */
    SPECIAL_ZERO = 4,
    SPECIAL_DENORMAL = 8,
    SPECIAL_LARGE = 16 /* 2^10 to 2^95 */
};

/* Their names, by the number of the bit. */
#define TASK_SPECIALS 5
extern const char *const task_special_names[TASK_SPECIALS];

struct task_tensor {
    const char *name;
    enum dtype dtype;
    size_t rank;
    const struct expr *shape[TASK_MAX_RANK];
    const char *shape_text[TASK_MAX_RANK]; /* the expressions as written */
    enum generator generator;              /* inputs only */
    double lo, hi;                         /* inputs only */
    enum structure structure;              /* inputs only */
    const char *one_sided_because;         /* why lo and hi need not be of both signs, or NULL */
    double second_scale;                   /* of lo and hi in the second draw; a power of two */
    unsigned special;                      /* in the second draw */
};

struct task {
    const char *id;     /* "l1/4"; of a module "SUITE:l1/4" */
    const char *module; /* text of a PyTorch problem's module, which then has no tensors, sizes and
                         * kernels; NULL: what follows describes the task */
    const char *suite;  /* "kernelbench" */
    int level;
    int problem_id;
    const char *name;        /* KernelBench's name, "4_Matrix_vector_multiplication_" */
    const char *family;      /* "matvec": names the grammar */
    const char *description; /* one sentence with the formula, for prompts */
    size_t n_dims;
    const char *dims[TASK_MAX_DIMS];
    int64_t dim_values[TASK_CASE_COUNT][TASK_MAX_DIMS];
    size_t n_inputs, n_outputs;
    struct task_tensor inputs[TASK_MAX_TENSORS];
    struct task_tensor outputs[TASK_MAX_TENSORS];
    /* |got - want| <= atol + rtol * |want| for every element; rounding errors of a sum grow with
     * its length, so atol is one number a case. */
    double atol[TASK_CASE_COUNT], rtol;
    double second_factor;     /* of atol in the second draw */
    bool has_second;          /* some input is of another scale or has special values there */
    const struct expr *flops; /* algorithmic, whole task */
    const struct expr *bytes; /* compulsory traffic, whole task */
    const char *flops_text, *bytes_text;
    const char *oracle_path, *baseline_path; /* names of the kernel files as embedded */
    const char *oracle;   /* kernel file text: double accumulation, outputs are f64 */
    const char *baseline; /* kernel file text: named baseline "reference" */
    char sha256[65];      /* of the manifest and both kernel files */
};

/* Loads from the embedded files.  id is "l1/4", or "4" with level 1.  ERR_NOMATCH when absent. */
int task_find(const char *id, struct arena *a, const struct task **out, struct err *err);
/* Loads a manifest from text; the kernel files it names are embedded.  name stands in messages. */
int task_parse(const char *name, const char *text, size_t len, struct arena *a, struct task *out,
               struct err *err);
/* All embedded tasks in order of (level, problem_id). */
int task_list(struct arena *a, const struct task ***out, size_t *out_count, struct err *err);

/* Names and values of the dimensions of a case, for expr_eval; returns the count. */
size_t task_names(const struct task *t, enum task_case c, struct expr_name out[TASK_MAX_DIMS]);
/* Elements of a tensor in a case. */
int task_elements(const struct task *t, enum task_case c, const struct task_tensor *x, int64_t *out,
                  struct err *err);

/* Set in a trial's number: its inputs are of the second draw, of another scale and with special
 * values, by which a kernel that is right in the shown range alone is found. */
#define TASK_SECOND_DRAW ((uint64_t)1 << 63)
double task_atol(const struct task *t, enum task_case c, uint64_t trial);

/* How the elements of an input are made of random bits, as this draw has them. */
struct task_range {
    float lo, span;
    unsigned special;
};
struct task_range task_input_range(const struct task *t, size_t input_index, uint64_t trial);

/*
 * Fills one input tensor: element i depends on (seed, tensor index, trial, task) and i alone, by
 * Philox4x32-10 with exactly rounded float operations, so CPU and GPU agree to the bit.
 * out has n elements of the tensor's dtype.  ERR_USAGE for a dtype without a generator.
 */
int task_fill_input(const struct task *t, size_t input_index, uint64_t seed, uint64_t trial,
                    void *out, int64_t n, struct err *err);

/* The stream that an input tensor is made of, for generators on other devices. */
struct rng;
void task_input_stream(const struct task *t, size_t input_index, uint64_t seed, uint64_t trial,
                       struct rng *out);

/*
 * The independent implementation in plain C (double accumulation), for the admission gate:
 * outputs[o] has the tensor's elements as double.  ERR_NOMATCH when the task has none.
 */
int task_reference(const struct task *t, enum task_case c, const void *const *inputs,
                   double *const *outputs, struct err *err);

#endif
