#include "src/sample/prompt.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/chars.h"
#include "src/base/embed.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/base/str.h"
#include "src/sample/feedback.h"
#include "src/sample/forward_body.h"
#include "tasks/module_shapes.h"
#include "tasks/task.h"
#include "tasks/task_module.h"

#define FOLDER         "tasks/prompts/"
#define JUDGES         "judge/" /* the other folders hold no templates */
#define MODULES        "torch/"
#define MAX_DEPTH      4
#define MAX_FILE_BYTES ((size_t)1 << 20)

struct rendering {
    const struct task *task;         /* NULL: collects texts */
    const char *hardware;            /* the text; NULL none */
    const char *candidate;           /* the same */
    const struct feedback *feedback; /* NULL none */
    enum answer_form *form;          /* NULL: not wanted */
    struct buf *out;
    struct arena *arena;
};

static void put_tensor(const char *role, const struct task_tensor *x, struct buf *out)
{
    buf_printf(out, "- %s %s: %s[", role, x->name, dtype_name(x->dtype));
    for (size_t d = 0; d < x->rank; d++)
        buf_printf(out, "%s%s", d > 0 ? ", " : "", x->shape_text[d]);
    buf_puts(out, "], row-major\n");
}

static void put_case(const struct task *t, enum task_case c, struct buf *out)
{
    buf_printf(out, "- sizes (%s):", task_case_name(c));
    for (size_t d = 0; d < t->n_dims; d++)
        buf_printf(out, "%s %s = %lld", d > 0 ? "," : "", t->dims[d],
                   (long long)t->dim_values[c][d]);
    buf_printf(out, "; every |got - want| <= %g + %g * |want|\n", t->atol[c], t->rtol);
}

static void put_name(const struct rendering *r)
{
    buf_puts(r->out, r->task->name);
}

static void put_description(const struct rendering *r)
{
    buf_puts(r->out, r->task->description);
}

static void put_tensors(const struct rendering *r)
{
    for (size_t i = 0; i < r->task->n_inputs; i++)
        put_tensor("input", &r->task->inputs[i], r->out);
    for (size_t i = 0; i < r->task->n_outputs; i++)
        put_tensor("output", &r->task->outputs[i], r->out);
}

static void put_sizes(const struct rendering *r)
{
    put_case(r->task, CASE_CPU, r->out);
    put_case(r->task, CASE_FULL, r->out);
}

static void put_line_end(const char *text, struct buf *out)
{
    if (!str_ends_with(text, "\n"))
        buf_putc(out, '\n');
}

static void put_reference(const struct rendering *r)
{
    const char *text =
        r->task->module != NULL ? module_shown(r->task, r->arena) : r->task->baseline;
    buf_puts(r->out, text);
    put_line_end(text, r->out);
}

static void put_candidate(const struct rendering *r)
{
    const char *text = r->candidate == NULL ? "" : r->candidate;
    buf_puts(r->out, text);
    put_line_end(text, r->out);
}

static void put_hardware(const struct rendering *r)
{
    const char *text = r->hardware == NULL ? "- not named\n" : r->hardware;
    buf_puts(r->out, text);
    put_line_end(text, r->out);
}

static int put_signature(const struct rendering *r, struct err *err)
{
    struct body_parts p;
    struct forward_parts f;
    bool is_module = r->task->module != NULL;
    int rc = is_module ? forward_parts_of(r->task, &f, err) : body_parts_of(r->task, &p, err);
    if (rc == 0 && is_module)
        buf_add(r->out, f.signature, f.signature_len);
    else if (rc == 0)
        buf_add(r->out, p.before, p.before_len);
    return rc;
}

static int put_body(const struct rendering *r, struct err *err)
{
    struct body_parts p;
    struct forward_parts f;
    bool is_module = r->task->module != NULL;
    int rc = is_module ? forward_parts_of(r->task, &f, err) : body_parts_of(r->task, &p, err);
    if (rc == 0 && is_module)
        forward_put_dedented(f.body, f.body_len, "    ", r->out);
    else if (rc == 0)
        buf_add(r->out, p.body, p.body_len);
    return rc;
}

/* How a candidate's function is called. */
static void put_function(const struct rendering *r)
{
    const char *entry = task_entry(r->task);
    if (entry == NULL)
        return;
    buf_puts(r->out, entry);
    buf_puts(r->out,
             strcmp(entry, "run") == 0
                 ? ". It takes what the function run below takes, under the\nsame names, and "
                   "returns what that returns. Instead it may take the outputs as its last "
                   "parameters and\nwrite its results there."
                 : ". It gets what generate_input of\nreference.py below returns, and returns "
                   "what is checked there. It may write its results into a\ntensor of the data "
                   "that is meant for them, and must return it then.");
}

static const struct prompt_field {
    const char *name;
    bool of_manifest; /* a PyTorch problem has none */
    void (*put)(const struct rendering *r);
    int (*put_if)(const struct rendering *r, struct err *err);
    void (*tell)(const struct feedback *f, struct buf *out);
} fields[] = {
    { .name = "name", .put = put_name },
    { .name = "description", .of_manifest = true, .put = put_description },
    { .name = "tensors", .of_manifest = true, .put = put_tensors },
    { .name = "sizes", .of_manifest = true, .put = put_sizes },
    { .name = "reference", .put = put_reference },
    { .name = "hardware", .put = put_hardware },
    { .name = "candidate", .put = put_candidate },
    { .name = "function", .put = put_function },
    { .name = "signature", .put_if = put_signature },
    { .name = "body", .put_if = put_body },
    { .name = "turn", .tell = feedback_put_turn },
    { .name = "verdict", .tell = feedback_put_verdict },
    { .name = "facts", .tell = feedback_put_facts },
    { .name = "errors", .tell = feedback_put_errors },
    { .name = "profile", .tell = feedback_put_profile },
    { .name = "goal", .tell = feedback_put_goal },
    { .name = "form", .tell = feedback_put_form },
};

static const struct prompt_field *find_field(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(fields); i++)
        if (strcmp(fields[i].name, name) == 0)
            return &fields[i];
    return NULL;
}

static const char *find_text(struct arena *a, const char *subfolder, const char *name)
{
    const char *path = arena_printf(a, FOLDER "%s%s.md", subfolder, name);
    const struct embedded_file *f = embed_find(embedded_tasks, embedded_tasks_count, path);
    return f == NULL ? NULL : (const char *)f->data;
}

static int line_of(const char *text, const char *at)
{
    int line = 1;
    for (; text < at; text++)
        line += *text == '\n';
    return line;
}

static int render(const struct rendering *r, const char *name, const char *text, int depth,
                  struct err *err);

static int put_field(const struct rendering *r, const struct prompt_field *f, struct err *err)
{
    if (f->tell != NULL && r->feedback == NULL)
        return err_set(err, ERR_USAGE, "field '%s' says something about an answer: name a rollout",
                       f->name);
    if (f->of_manifest && r->task->module != NULL)
        return err_set(err, ERR_USAGE,
                       "field '%s' says nothing about a PyTorch problem: templates torch/NAME and "
                       "judge/torch do (rollbook prompt list)",
                       f->name);
    if (f->tell != NULL)
        f->tell(r->feedback, r->out);
    else if (f->put != NULL)
        f->put(r);
    return f->put_if == NULL ? 0 : f->put_if(r, err);
}

static int put_word(const struct rendering *r, const char *word, int depth, struct err *err)
{
    if (str_starts_with(word, "part ")) {
        /* The last line feed is the file's, not the text's. */
        const char *part = word + strlen("part ");
        if (strcmp(part, "torch-format") == 0 && r->task != NULL && task_entry(r->task) != NULL)
            part = "function-format";
        const char *text = find_text(r->arena, "parts/", part);
        if (text == NULL)
            return err_set(err, ERR_USAGE, "there is no part '%s'", part);
        if (depth == MAX_DEPTH)
            return err_set(err, ERR_USAGE, "part '%s' is included too deeply", part);
        size_t len = strlen(text);
        if (len > 0 && text[len - 1] == '\n')
            text = arena_strndup(r->arena, text, len - 1);
        return render(r, part, text, depth + 1, err);
    }
    if (strcmp(word, "answers body") == 0) {
        if (r->form != NULL)
            *r->form = ANSWER_BODY;
        return 0;
    }
    if (strcmp(word, "for torch") == 0) {
        if (r->task != NULL && r->task->module == NULL)
            return err_set(err, ERR_USAGE,
                           "the template is for PyTorch problems, and %s is a kernel task",
                           r->task->id);
        return 0;
    }
    const struct prompt_field *f = find_field(word);
    if (f == NULL)
        return err_set(err, ERR_USAGE, "there is no field '%s'", word);
    return r->task == NULL ? 0 : put_field(r, f, err);
}

static int render(const struct rendering *r, const char *name, const char *text, int depth,
                  struct err *err)
{
    const char *at = text;
    for (;;) {
        const char *open = strstr(at, "{{");
        const char *close = open == NULL ? NULL : strstr(open, "}}");
        if (close == NULL) {
            buf_puts(r->out, at);
            return 0;
        }
        buf_add(r->out, at, (size_t)(open - at));
        const char *word = arena_strndup(r->arena, open + 2, (size_t)(close - open) - 2);
        int rc = put_word(r, word, depth, err);
        if (rc < 0)
            return err_context(err, "prompt %s:%d", name, line_of(text, open));
        at = close + 2;
    }
}

static int load_template(const char *name, struct arena *a, const char **out, struct err *err)
{
    struct buf text = { .max = MAX_FILE_BYTES };
    *out = find_text(a, "", name);
    if (*out != NULL)
        return 0;
    int rc = file_read(name, MAX_FILE_BYTES, &text, err);
    if (rc == 0 && !utf8_is_text(buf_text(&text), text.len))
        rc = err_set(err, ERR_USAGE, "prompt %s: not UTF-8 text", name);
    else if (rc < 0)
        rc = err_context(err, "the program has no prompt '%s' ('rollbook prompt list' lists them)",
                         name);
    if (rc == 0)
        *out = arena_strndup(a, buf_text(&text), text.len);
    buf_release(&text);
    return rc;
}

bool prompt_template_is_ours(const char *name)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    return find_text(&a, "", name) != NULL;
}

/* task NULL: collects the texts; form may be NULL. */
static int render_settings(const struct prompt_settings *settings, const struct task *task,
                           enum answer_form *form, struct buf *out, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    const char *text = NULL;
    const char *name = settings->template_name;
    struct rendering r = { .task = task,
                           .candidate = settings->candidate,
                           .feedback = settings->feedback,
                           .form = form,
                           .out = out,
                           .arena = &a };
    if (name == NULL)
        name =
            task != NULL && task->module != NULL ? PROMPT_MODULE_TEMPLATE : PROMPT_DEFAULT_TEMPLATE;
    if (settings->hardware != NULL) {
        r.hardware = find_text(&a, "hardware/", settings->hardware);
        if (r.hardware == NULL)
            r.hardware = settings->hardware;
    }
    int rc = load_template(name, &a, &text, err);
    if (rc == 0)
        rc = render(&r, name, text, 0, err);
    if (rc == 0 && task == NULL && r.hardware != NULL)
        buf_puts(out, r.hardware);
    return rc;
}

int prompt_render_with(const struct prompt_settings *settings, const struct task *task,
                       struct buf *out, struct err *err)
{
    size_t before = out->len;
    int rc = render_settings(settings, task, NULL, out, err);
    if (rc < 0 && out->data != NULL) {
        out->len = before;
        out->data[before] = '\0';
    }
    return rc;
}

void prompt_render(const struct task *task, struct buf *out)
{
    struct prompt_settings settings = { 0 };
    int rc = prompt_render_with(&settings, task, out, NULL);
    assert(rc == 0); /* compiled in, rendered by a test */
    (void)rc;
}

int prompt_template_hash(const struct prompt_settings *settings, char out[65], struct err *err)
{
    struct buf text = { 0 };
    enum answer_form form = ANSWER_FILE;
    int rc = render_settings(settings, NULL, &form, &text, err);
    if (form == ANSWER_BODY)
        buf_puts(&text, "\nanswers body");
    if (rc == 0)
        sha256_hex(buf_text(&text), text.len, out);
    buf_release(&text);
    return rc;
}

int prompt_answer_form(const struct prompt_settings *settings, enum answer_form *out,
                       struct err *err)
{
    struct buf CLEANUP(buf_release) text = { 0 };
    enum answer_form form = ANSWER_FILE;
    int rc = render_settings(settings, NULL, &form, &text, err);
    if (rc == 0)
        *out = form;
    return rc;
}

size_t prompt_template_names(struct arena *a, const char *const **out)
{
    size_t n = 0;
    const char **names = arena_array(a, embedded_tasks_count + 1, sizeof(*names));
    for (size_t i = 0; i < embedded_tasks_count; i++) {
        const char *name = embedded_tasks[i].name;
        if (!str_starts_with(name, FOLDER) || !str_ends_with(name, ".md"))
            continue;
        name += strlen(FOLDER);
        if (strchr(name, '/') != NULL && !str_starts_with(name, JUDGES) &&
            !str_starts_with(name, MODULES))
            continue;
        names[n++] = arena_strndup(a, name, strlen(name) - strlen(".md"));
    }
    *out = names;
    return n;
}

int prompt_count_words(const char *text, size_t len)
{
    int n = 0;
    for (size_t i = 0; i < len && n < INT_MAX; i++) {
        if (!is_space(text[i]) && (i == 0 || is_space(text[i - 1])))
            n++;
    }
    return n;
}
