/*
 * prompt.h - the prompt of a task, made from a template.
 *
 * A template is a text with {{field}}s and {{part NAME}}s; tasks/prompts/ holds those that come
 * with the program, docs/policy.md the list of fields.  The same template, task and settings give
 * the same bytes.
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
#define PROMPT_MODULE_TEMPLATE  "torch/zero-shot" /* the default of a PyTorch problem */

struct prompt_settings {
    const char *template_name; /* one of ours, or the path of a file; NULL: the default */
    const char *hardware;  /* text for {{hardware}}: one of ours by name, or itself; NULL: none */
    const char *candidate; /* text for {{candidate}}, a kernel that is asked about; NULL: none */
    const struct feedback *feedback; /* for the fields of feedback.h; NULL: none */
};

/*
 * Appends the prompt.  ERR_USAGE for a template that does not exist, an unknown field or part, or
 * parts that include each other; it names template and line.
 */
int prompt_render_with(const struct prompt_settings *settings, const struct task *task,
                       struct buf *out, struct err *err);
/* The default template of the task's kind, which cannot fail: formula, tensors, sizes, the kernel
 * file format and the reference kernel; or the problem's module. */
void prompt_render(const struct task *task, struct buf *out);

/* sha256 hex over the template, the parts that it includes and the hardware text. */
int prompt_template_hash(const struct prompt_settings *settings, char out[65], struct err *err);

/* What answers the template asks for: {{answers body}} in it says bodies. */
int prompt_answer_form(const struct prompt_settings *settings, enum answer_form *out,
                       struct err *err);

/* Names of the templates that come with the program, in order; returns how many. */
size_t prompt_template_names(struct arena *a, const char *const **out);

/* Words between white space: the token count of policies that have no tokenizer. */
int prompt_count_words(const char *text, size_t len);

#endif
