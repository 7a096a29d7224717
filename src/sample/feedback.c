#include "src/sample/feedback.h"

#include <math.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/chars.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/base/str.h"
#include "src/sample/prompt.h"
#include "tasks/task.h"
#include "tasks/task_module.h"

#define REPLACEMENT    "\xEF\xBF\xBD" /* U+FFFD */
#define MESSAGE_BYTES  400
#define LINE_BYTES     300
#define QUOTED_LINES   2
#define NAME_BYTES     80
#define INFRA_SENTENCE "The evaluator failed, so nothing is known about it."

static const struct feedback_verdict {
    const char *outcome, *sentence, *goal;
    bool with_message;
} verdicts[] = {
    { "no_code", "It holds no code.", "Write the code.", false },
    { "parse", "It is not of the form that is asked", "Correct it.", true },
    { "compile", "It does not compile", "Correct it.", true },
    { "launch", "It compiles but cannot be launched", "Correct it.", true },
    { "crash", "It compiles but crashes", "Correct it.", true },
    { "timeout", "It compiles but does not end in time", "Correct it.", true },
    { "wrong_shape", "Its output has the wrong shape", "Correct it.", true },
    { "nan", "It writes values that are not finite", "Correct it.", true },
    { "mismatch", "It runs but its result is wrong", "Correct it.", true },
    { "cheat", "It was refused, because it does not do the work that is asked", "Do the work.",
      true },
    { "measured", "It is correct.", "Make it faster.", false },
    { "infra", INFRA_SENTENCE, "Write a better answer.", false },
};

static const struct feedback_verdict *verdict_of(const char *outcome)
{
    for (size_t i = 0; i < ARRAY_LEN(verdicts); i++)
        if (strcmp(verdicts[i].outcome, outcome) == 0)
            return &verdicts[i];
    return &verdicts[ARRAY_LEN(verdicts) - 1];
}

/* C1 counts; newline and tab do not. */
static bool is_control(const char *s, size_t n)
{
    unsigned char c = (unsigned char)s[0];
    if (n == 2)
        return c == 0xC2 && (unsigned char)s[1] < 0xA0;
    return n == 1 && ((c < 0x20 && c != '\n' && c != '\t') || c == 0x7f);
}

void feedback_put_clean(struct buf *out, const char *text, size_t len, size_t max)
{
    size_t start = out->len;
    for (size_t i = 0; i < len;) {
        size_t n = utf8_sequence_length(text + i, len - i);
        size_t left = max - (out->len - start);
        if (left < sizeof(REPLACEMENT) && left < len - i) {
            buf_printf(out, " [%zu bytes left out]", len - i);
            return;
        }
        bool line_end = text[i] == '\r' && i + 1 < len && text[i + 1] == '\n';
        if (!line_end) {
            const char *s = text + i;
            if (n == 0 || *s == '\0')
                buf_puts(out, REPLACEMENT);
            else if (is_control(s, n))
                buf_putc(out, ' ');
            else
                buf_add(out, s, n);
        }
        i += n == 0 ? 1 : n;
    }
}

void feedback_put_turn(const struct feedback *f, struct buf *out)
{
    buf_printf(out, "%d", f->facts->turn + 1);
}

void feedback_put_verdict(const struct feedback *f, struct buf *out)
{
    const struct feedback_verdict *v = verdict_of(f->facts->outcome);
    const char *message = f->facts->message;
    buf_puts(out, v->sentence);
    if (!v->with_message)
        return;
    if (message != NULL && message[0] != '\0') {
        buf_puts(out, ": ");
        feedback_put_clean(out, message, strlen(message), MESSAGE_BYTES);
    }
    if (out->data[out->len - 1] != '.')
        buf_putc(out, '.');
}

/* Repeats of a measurement agree on three digits. */
static void put_three_digits(struct buf *out, const char *before, double v, const char *after)
{
    buf_printf(out, "%s%.3g%s", before, v, after);
}

static void put_time(const struct feedback_facts *x, struct buf *out)
{
    if (!x->correct || isnan(x->runtime_us))
        return;
    put_three_digits(out, "- time: ", x->runtime_us, " us");
    if (x->n_samples > 1 && !isnan(x->min_us) && !isnan(x->max_us)) {
        buf_printf(out, ", median of %d", x->n_samples);
        put_three_digits(out, " from ", x->min_us, "");
        put_three_digits(out, " to ", x->max_us, "");
    }
    buf_putc(out, '\n');
    if (!isnan(x->baseline_us))
        put_three_digits(out, "- time of the reference: ", x->baseline_us, " us\n");
    if (!isnan(x->speedup))
        put_three_digits(out, "- speedup: ", x->speedup, " times as fast as the reference\n");
}

static void put_errors_found(const struct feedback_facts *x, struct buf *out)
{
    if (x->correct || isnan(x->matched_share))
        return;
    put_three_digits(out, "- elements within tolerance: ", 100 * x->matched_share, " %\n");
    if (isnan(x->max_abs_err))
        return;
    put_three_digits(out, "- largest error: ", x->max_abs_err, "");
    if (!isnan(x->max_rel_err))
        put_three_digits(out, ", relative ", x->max_rel_err, "");
    if (x->worst_index >= 0)
        buf_printf(out, ", at element %lld", (long long)x->worst_index);
    buf_putc(out, '\n');
}

void feedback_put_facts(const struct feedback *f, struct buf *out)
{
    const struct feedback_facts *x = f->facts;
    buf_puts(out, "- status: ");
    feedback_put_clean(out, x->outcome, strlen(x->outcome), NAME_BYTES);
    if (x->cheat_kind != NULL) {
        buf_puts(out, ", check ");
        feedback_put_clean(out, x->cheat_kind, strlen(x->cheat_kind), NAME_BYTES);
    }
    buf_printf(out, "\n- compiled: %s\n- correct: %s\n", x->compiled ? "yes" : "no",
               x->correct ? "yes" : "no");
    if (x->cut)
        buf_puts(out, "- the answer was cut: it reached the limit of tokens\n");
    if (x->trials_run > 0 && x->trials_passed >= 0)
        buf_printf(out, "- trials passed: %d of %d\n", x->trials_passed, x->trials_run);
    if (x->signal != 0)
        buf_printf(out, "- ended by signal %d\n", x->signal);
    if (x->fault_place != NULL) {
        buf_puts(out, "- place: ");
        feedback_put_clean(out, x->fault_place, strlen(x->fault_place), MESSAGE_BYTES);
        buf_putc(out, '\n');
    }
    put_errors_found(x, out);
    put_time(x, out);
}

static size_t next_line(const char *log, size_t *at, size_t *out_start)
{
    size_t len = strcspn(log + *at, "\n");
    *out_start = *at;
    *at += len + (log[*at + len] == '\n');
    return len;
}

static bool says_error(const char *line, size_t len)
{
    static const char *const words[] = { "error", "Error", "ERROR", "fatal", "undefined" };
    for (size_t w = 0; w < ARRAY_LEN(words); w++) {
        size_t n = strlen(words[w]);
        for (size_t i = 0; i + n <= len; i++)
            if (memcmp(line + i, words[w], n) == 0)
                return true;
    }
    return false;
}

static bool is_quotation(const char *line, size_t len)
{
    return len > 0 && is_blank(line[0]);
}

/* The line must not end the fence that it stands in. */
static void put_log_line(struct buf *out, const char *line, size_t len, size_t max)
{
    size_t start = out->len;
    feedback_put_clean(out, line, len, max < LINE_BYTES ? max : LINE_BYTES);
    for (size_t i = start; i + 2 < out->len; i++)
        if (memcmp(out->data + i, "```", 3) == 0)
            memcpy(out->data + i, "'''", 3);
    buf_putc(out, '\n');
}

/* Shows lines that say error with the quoted code below, or all lines. */
static size_t put_log(const struct feedback_settings *s, const char *log, bool all, struct buf *out)
{
    size_t at = 0, start = 0, shown = 0, quoted = QUOTED_LINES, n_left = 0;
    size_t begin = out->len;
    size_t lines = (size_t)(s->lines > 0 ? s->lines : FEEDBACK_DEFAULT_LINES);
    size_t bytes = (size_t)(s->bytes > 0 ? s->bytes : FEEDBACK_DEFAULT_BYTES);
    while (log[at] != '\0') {
        size_t len = next_line(log, &at, &start);
        bool wanted = all || says_error(log + start, len);
        quoted = wanted ? 0 : quoted + 1;
        wanted = wanted || (quoted <= QUOTED_LINES && is_quotation(log + start, len));
        size_t used = out->len - begin;
        if (wanted && shown < lines && used < bytes) {
            put_log_line(out, log + start, len, bytes - used);
            shown++;
        } else {
            n_left += len > 0;
        }
    }
    if (shown > 0 && n_left > 0)
        buf_printf(out, "(%zu more lines)\n", n_left);
    return shown;
}

void feedback_put_errors(const struct feedback *f, struct buf *out)
{
    struct buf CLEANUP(buf_release) lines = { 0 };
    const char *log = f->facts->log;
    if (log == NULL || f->facts->compiled)
        return;
    if (put_log(f->settings, log, false, &lines) == 0)
        put_log(f->settings, log, true, &lines);
    if (lines.len > 0)
        buf_printf(out, "\nThe compiler says:\n\n```\n%s```\n", buf_text(&lines));
}

void feedback_put_profile(const struct feedback *f, struct buf *out)
{
    const char *line = f->facts->profile;
    if (line == NULL || line[0] == '\0')
        return;
    buf_puts(out, "- profile: ");
    feedback_put_clean(out, line, strlen(line), MESSAGE_BYTES);
    buf_putc(out, '\n');
}

void feedback_put_goal(const struct feedback *f, struct buf *out)
{
    buf_puts(out, verdict_of(f->facts->outcome)->goal);
}

void feedback_put_form(const struct feedback *f, struct buf *out)
{
    static const char *const words[2][2] = {
        { "the whole file, with its //@ launch lines,",
          "the whole body of the kernel, without its signature," },
        { "the whole module, with its class ModelNew,",
          "the whole body of forward, without its def line," },
    };
    if (f->entry != NULL && f->settings->form != ANSWER_BODY)
        buf_printf(out, "the whole module, with its function %s,", f->entry);
    else
        buf_puts(out, words[f->is_module][f->settings->form == ANSWER_BODY]);
}

static struct prompt_settings prompt_settings(const struct feedback_settings *s,
                                              const struct feedback *f)
{
    return (struct prompt_settings){ .template_name = s->template_name != NULL
                                                          ? s->template_name
                                                          : FEEDBACK_DEFAULT_TEMPLATE,
                                     .feedback = f };
}

int feedback_render(const struct feedback_settings *settings, const struct task *task,
                    const struct feedback_facts *facts, struct buf *out, struct err *err)
{
    struct feedback f = { settings, facts, task->module != NULL, task_entry(task) };
    struct prompt_settings p = prompt_settings(settings, &f);
    return prompt_render_with(&p, task, out, err);
}

int feedback_hash(const struct feedback_settings *settings, char out[65], struct err *err)
{
    struct buf CLEANUP(buf_release) text = { 0 };
    char template_hash[65];
    struct prompt_settings p = prompt_settings(settings, NULL);
    int rc = prompt_template_hash(&p, template_hash, err);
    if (rc < 0)
        return rc;
    buf_printf(&text, "feedback %d\n%s\nlines %d\nbytes %d\nform %d\n", FEEDBACK_WORDING,
               template_hash, settings->lines > 0 ? settings->lines : FEEDBACK_DEFAULT_LINES,
               settings->bytes > 0 ? settings->bytes : FEEDBACK_DEFAULT_BYTES, (int)settings->form);
    sha256_hex(buf_text(&text), text.len, out);
    return 0;
}
