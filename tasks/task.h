/*
 * task.h - a task: what is to be computed, on which sizes, how it is checked.
 *
 * It comes from a JSON manifest (tasks/l1/4.json, docs/internals/tasks.md) or a PyTorch problem's
 * module (task_module.h).  A struct task and all it points to are immutable and live in the arena
 * it was loaded into.
 */
#ifndef ROLLBOOK_TASKS_TASK_H
#define ROLLBOOK_TASKS_TASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tasks/expr.h"
#include "tasks/task_family.h"

struct arena;
struct err;
struct rng;

#define TASK_MAX_DIMS    8
#define TASK_MAX_TENSORS 8
#define TASK_MAX_RANK    4
#define TASK_MAX_WRONG   8

enum dtype { DTYPE_F32, DTYPE_F64, DTYPE_F16, DTYPE_I32, DTYPE_U32, DTYPE_I64, DTYPE_U8 };

size_t dtype_size(enum dtype t);        /* in bytes */
const char *dtype_name(enum dtype t);   /* "f32" */
const char *dtype_c_name(enum dtype t); /* "float" */
bool dtype_parse(const char *name, enum dtype *out);

enum task_case { CASE_TINY, CASE_CPU, CASE_FULL };
#define TASK_CASE_COUNT 3
extern const char *const task_case_names[]; /* NULL-ended */
const char *task_case_name(enum task_case c);
bool task_case_parse(const char *name, enum task_case *out);

enum generator {
    GEN_UNIFORM, /* lo + (hi - lo) * u, u in [0, 1) with 24 bits */
    GEN_BELL,    /* u is the mean of four uniforms of 22 bits */
    GEN_EITHER,  /* lo or hi: a mask or a sign */
    GEN_INDEX,   /* an integer in [0, below) */
    GEN_BAND,    /* the uniform value with either sign */
    GEN_DISTINCT /* no two elements of a line along dimension 1 are equal but special ones: its
                    position, in an order of the line's own, stands in the lowest bits of u; in a
                    second draw every other line has ties instead */
};

/* Elements of a square matrix outside are exactly zero. */
enum structure {
    STRUCTURE_FULL,
    STRUCTURE_UPPER,    /* column >= row */
    STRUCTURE_LOWER,    /* column <= row */
    STRUCTURE_SYMMETRIC /* below the diagonal the element above it */
};

extern const char *const task_generator_names[];
extern const char *const task_structure_names[];

/* Values among others in a second draw, where the operator defines their results. */
enum special {
    SPECIAL_NAN = 1,
    SPECIAL_INFINITY = 2, /* of either sign, as below */
    SPECIAL_ZERO = 4,
    SPECIAL_DENORMAL = 8,
    SPECIAL_LARGE = 16 /* 2^5 to 2^96 */
};

/* By bit. */
#define TASK_SPECIALS 5
extern const char *const task_special_names[TASK_SPECIALS];

struct task_tensor {
    const char *name;
    enum dtype dtype;
    size_t rank;
    const struct expr *shape[TASK_MAX_RANK];
    const char *shape_text[TASK_MAX_RANK]; /* as written */
    enum generator generator;              /* inputs only */
    double lo, hi;                         /* inputs only */
    enum structure structure;              /* inputs only */
    const char *one_sided_because;         /* why lo and hi may have one sign, or NULL */
    const struct expr *below;              /* GEN_INDEX */
    const char *below_text;
    double run_scale;         /* each run draws a factor of lo and hi from 1 / run_scale to 1 */
    double second_scale;      /* factor of lo and hi in the second draw; a power of two */
    double second_offset;     /* added to both there */
    unsigned special;         /* in the second draw */
    const char *half_because; /* why inputs rounded to half precision may pass, or NULL */
};

/* A kernel file that must be refused. */
struct task_wrong {
    const char *name, *kernel;
    size_t n_values;
    const struct task_value *values; /* that differ from the task's */
};

struct task {
    const char *id;     /* "l1/4"; of a module "SUITE:l1/4", or "SUITE:NAME" without a number */
    const char *module; /* text of a module, which has no tensors, sizes and kernels; NULL: a
                           manifest's task */
    const char *suite;  /* "kernelbench" */
    int level;
    int problem_id;
    const char *name;        /* KernelBench's name, "4_Matrix_vector_multiplication_" */
    const char *family;      /* "matvec": names the grammar */
    const char *description; /* a sentence with the formula, for prompts */
    size_t n_dims;
    const char *dims[TASK_MAX_DIMS];
    int64_t dim_values[TASK_CASE_COUNT][TASK_MAX_DIMS];
    size_t n_inputs, n_outputs;
    struct task_tensor inputs[TASK_MAX_TENSORS];
    struct task_tensor outputs[TASK_MAX_TENSORS];
    /* |got - want| <= atol + rtol * |want| everywhere; rounding errors grow with the length of a
     * sum, so each case has its atol. */
    double atol[TASK_CASE_COUNT], rtol;
    double second_factor;     /* of atol in the second draw */
    bool has_second;          /* some input differs in scale or has special values */
    const struct expr *flops; /* algorithmic */
    const struct expr *bytes; /* compulsory */
    const char *flops_text, *bytes_text;
    const char *oracle_path, *baseline_path; /* of embedded kernel files */
    const char *oracle;                      /* kernel file: double accumulation, outputs are f64 */
    const char *baseline;                    /* kernel file: the baseline "reference" */
    const char *kernel_template;             /* the baseline before its values; NULL: none */
    size_t n_values, n_wrong;
    struct task_value values[TASK_MAX_VALUES];
    struct task_wrong wrong[TASK_MAX_WRONG];
    char sha256[65]; /* of manifest and both kernel files */
};

/* The integer that a value of the task is, or otherwise. */
int64_t task_parameter(const struct task *t, const char *name, int64_t otherwise);

/* id is "l1/4", or "4" of level 1.  ERR_NOMATCH when it is not embedded. */
int task_find(const char *id, struct arena *a, const struct task **out, struct err *err);
/* Its kernel files are embedded.  name stands in messages. */
int task_parse(const char *name, const char *text, size_t len, struct arena *a, struct task *out,
               struct err *err);
/* By (level, problem_id), embedded ones. */
int task_list(struct arena *a, const struct task ***out, size_t *out_count, struct err *err);

/* Its kernel file of a set: tasks/kernels/l1_4_SET.cu, or tasks/SET/FILE.cu with the task's values.
 * tasks/SET/values.json has FILE and more values; else, of a family, FILE is its baseline's.
 * NULL: none. */
int task_kernel(const struct task *t, const char *set, struct arena *a, const char **out,
                struct err *err);

/* For expr_eval; returns the count. */
size_t task_names(const struct task *t, enum task_case c, struct expr_name out[TASK_MAX_DIMS]);
int task_elements(const struct task *t, enum task_case c, const struct task_tensor *x, int64_t *out,
                  struct err *err);

/* A bit of the trial's number: inputs have another scale and special values, which finds kernels
 * that are right in the shown range alone. */
#define TASK_SECOND_DRAW ((uint64_t)1 << 63)
double task_atol(const struct task *t, enum task_case c, uint64_t trial);

/* How random bits become an input's elements. */
struct task_range {
    float lo, span;
    unsigned special;
    uint32_t below;       /* GEN_INDEX */
    int64_t line, stride; /* GEN_DISTINCT: position = element / stride % line */
};
struct task_range task_input_range(const struct task *t, enum task_case c, size_t input_index,
                                   uint64_t seed, uint64_t trial);

/*
 * Element i depends on (seed, tensor index, trial, task) and i alone, by Philox4x32-10 with exactly
 * rounded float operations, so CPU and GPU agree to the bit.  out has n elements of the dtype.
 * ERR_USAGE for a dtype without a generator or sizes beyond it.
 */
int task_fill_input(const struct task *t, enum task_case c, size_t input_index, uint64_t seed,
                    uint64_t trial, void *out, int64_t n, struct err *err);

/* Whether its generator makes elements of its dtype. */
bool task_has_generator(const struct task_tensor *x);

/* The input's stream, for generators on other devices. */
void task_input_stream(const struct task *t, size_t input_index, uint64_t seed, uint64_t trial,
                       struct rng *out);

/* Plain C in double, for the gate: outputs[o] has the tensor's elements.  ERR_NOMATCH: none. */
int task_reference(const struct task *t, enum task_case c, const void *const *inputs,
                   double *const *outputs, struct err *err);

/* What the program's tasks ask of a device. */

/* Operations and compulsory bytes in a case ("tiny", "cpu", "full"); NaN: unknown.  The full case
 * is that of KernelBench v0.2, also of problems that the program has no task for. */
void task_work(const char *task, const char *task_case, double *out_flops, double *out_bytes);

#endif
