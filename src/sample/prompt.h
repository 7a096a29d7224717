/*
 * prompt.h - the prompt of a task, made from a template.
 *
 * A template has {{field}}s (docs/internals/policy.md) and {{part NAME}}s; tasks/prompts/ has the
 * embedded ones.  Equal template, task and settings give equal bytes.
 */
#ifndef ROLLBOOK_SAMPLE_PROMPT_H
#define ROLLBOOK_SAMPLE_PROMPT_H

#include <stdbool.h>
#include <stddef.h>

#include "src/sample/policy.h"

struct arena;
struct buf;
struct err;
struct feedback;
struct task;

#define PROMPT_DEFAULT_TEMPLATE "zero-shot"
#define PROMPT_MODULE_TEMPLATE  "torch/zero-shot" /* default of PyTorch problems */

struct prompt_settings {
    const char *template_name;       /* one of ours, or a file; NULL: default */
    const char *hardware;            /* one of ours by name, or itself; NULL: none */
    const char *candidate;           /* of {{candidate}}; NULL: none */
    const struct feedback *feedback; /* NULL: none */
};

/*
 * Appends the prompt.  ERR_USAGE names template and line: no such template, field or part, or parts
 * that include each other.
 */
int prompt_render_with(const struct prompt_settings *settings, const struct task *task,
                       struct buf *out, struct err *err);
/* The default template of the task's kind, which cannot fail. */
void prompt_render(const struct task *task, struct buf *out);

/* sha256 hex of template, included parts and hardware text. */
int prompt_template_hash(const struct prompt_settings *settings, char out[65], struct err *err);

/* {{answers body}} asks for bodies. */
int prompt_answer_form(const struct prompt_settings *settings, enum answer_form *out,
                       struct err *err);

/* Names of the embedded templates, in order; returns how many. */
/* The name is of one of the program's own, not of a file. */
bool prompt_template_is_ours(const char *name);
size_t prompt_template_names(struct arena *a, const char *const **out);

/* Counts words between white space, as tokens of policies without tokenizer. */
int prompt_count_words(const char *text, size_t len);

#endif
