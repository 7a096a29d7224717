/*
 * session_verdict.c - verdicts that stand in the answers of tools: what "rollbook eval" prints, for
 * people or as JSON, and what the doors of a server answer.
 *
 * They are what the transcript states, and are stored as a file's verdicts are: an agent may have
 * printed anything.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ingest/sample_text.h"
#include "ingest/session/session_draft.h"
#include "src/base/chars.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/contract/evaluation.h"
#include "src/json/json.h"

#define MAX_TEXT_BYTES ((size_t)4 << 20)
#define MAX_VERDICTS   100000

struct stated {
    const char *task, *outcome, *message, *code_sha256, *device;
    double runtime_us, baseline_us, lower, upper, max_abs_err, max_rel_err;
    int trials_run, trials_passed;
};

/* ---- which code ---- */

static const struct ingest_text *code_of_hash(const struct session_draft *d, const char *sha256)
{
    for (size_t i = d->s.n_steps; i-- > 0;)
        for (size_t c = 0; c < d->s.steps[i].n_calls; c++) {
            const struct ingest_call *call = &d->s.steps[i].calls[c];
            for (size_t k = 0; k < call->n_codes; k++)
                if (strcmp(call->codes[k].sha256, sha256) == 0)
                    return &call->codes[k].text;
        }
    return NULL;
}

/* The call's own, else that of the file whose name stands in its arguments. */
static const struct ingest_text *code_of_call(const struct session_draft *d,
                                              const struct ingest_call *call)
{
    if (call->n_codes > 0)
        return &call->codes[call->n_codes - 1].text;
    for (const struct draft_file *f = d->files; f != NULL && call->arguments.data != NULL;
         f = f->next) {
        const char *slash = strrchr(f->path, '/');
        const char *name = slash == NULL ? f->path : slash + 1;
        if (*name != '\0' && strstr(call->arguments.data, name) != NULL)
            return &f->text;
    }
    return NULL;
}

/* ---- a sample ---- */

static void name_task(struct ingest_sample *s, const char *task)
{
    char rest = '\0';
    int level = 0, problem = 0;
    if (task != NULL && sscanf(task, "l%d/%d%c", &level, &problem, &rest) == 2 && level > 0 &&
        problem > 0) {
        s->suite = "kernelbench";
        s->level = level;
        s->problem = problem;
        s->task_name = "";
    }
}

static void add_sample(struct session_draft *d, const struct stated *v,
                       const struct ingest_call *call, const char *where)
{
    struct arena *a = d->arena;
    enum outcome outcome;
    if (d->n_verdicts >= MAX_VERDICTS || !outcome_parse(v->outcome, &outcome))
        return;
    draft_name(d);
    const struct ingest_text *code =
        v->code_sha256 != NULL ? code_of_hash(d, v->code_sha256) : code_of_call(d, call);
    const char *task = v->task == NULL ? "unknown" : arena_strdup(a, v->task);
    struct ingest_sample *s = ingest_batch_add(d->out, "session", task);
    struct ingest_run *run = arena_alloc(a, sizeof(*run));
    *run = (struct ingest_run){
        .name = d->s.name,
        .model = d->s.model,
        .model_origin = d->s.model == NULL ? NULL : "the transcript",
        .hardware = "",
        .temperature = (double)NAN,
        .strategy = "agent",
    };
    name_task(s, task);
    s->run = run;
    s->where = arena_strdup(a, where);
    s->step = 0;
    s->turn = d->n_verdicts++;
    s->sample = 0;
    s->code = code == NULL ? ingest_text(NULL) : *code;
    s->extra = v->code_sha256 == NULL
                   ? "{\"stated\":\"as text\"}"
                   : arena_printf(a, "{\"code_sha256\":\"%.64s\"}", v->code_sha256);
    s->outcome = outcome_name(outcome);
    s->correct = outcome == OUTCOME_MEASURED;
    s->compiled = outcome != OUTCOME_NO_CODE && outcome != OUTCOME_PARSE &&
                  outcome != OUTCOME_COMPILE && outcome != OUTCOME_INFRA;
    s->message = v->message == NULL ? NULL : sample_first_line(a, v->message);
    s->hardware = v->device == NULL ? "" : arena_strdup(a, v->device);
    s->statistic = "median";
    s->timing.runtime_us = v->runtime_us;
    s->reference.runtime_us = v->baseline_us;
    s->reference_name = "reference";
    if (v->lower > 0 && v->upper >= v->lower) {
        s->speedup_lower = v->lower;
        s->speedup_upper = v->upper;
    }
    s->max_abs_err = v->max_abs_err;
    s->max_rel_err = v->max_rel_err;
    s->trials_run = v->trials_run;
    s->trials_passed = v->trials_passed;
    d->s.run = d->s.name;
    d->s.task = task;
}

static struct stated nothing_stated(void)
{
    return (struct stated){
        .runtime_us = (double)NAN,
        .baseline_us = (double)NAN,
        .lower = (double)NAN,
        .upper = (double)NAN,
        .max_abs_err = (double)NAN,
        .max_rel_err = (double)NAN,
        .trials_run = -1,
        .trials_passed = -1,
    };
}

/* ---- as JSON ---- */

static bool is_hash(const char *s)
{
    return s != NULL && strlen(s) == 64 && strspn(s, "0123456789abcdef") == 64;
}

/* An object of ours has an outcome, and says what was judged. */
static bool take_object(struct session_draft *d, const struct json *j,
                        const struct ingest_call *call, struct arena *a, const char *where)
{
    struct stated v = nothing_stated();
    v.outcome = sample_string(a, j, "outcome");
    v.task = sample_string(a, j, "task");
    v.code_sha256 = sample_string(a, j, "code_sha256");
    if (v.outcome == NULL || (v.task == NULL && v.code_sha256 == NULL))
        return false;
    if (!is_hash(v.code_sha256))
        v.code_sha256 = NULL;
    v.message = sample_string(a, j, "message");
    v.device = sample_string(a, json_get(j, "device"), "name");
    v.runtime_us = sample_number(j, "runtime_us");
    v.baseline_us = sample_number(j, "baseline_runtime_us");
    if (isnan(v.baseline_us)) /* a tool that says the speedup alone */
        v.baseline_us = v.runtime_us * sample_number(j, "speedup");
    v.lower = sample_number(j, "speedup_lower");
    v.upper = sample_number(j, "speedup_upper");
    v.max_abs_err = sample_number(j, "max_abs_err");
    v.max_rel_err = sample_number(j, "max_rel_err");
    v.trials_run = sample_index(j, "trials_run");
    v.trials_passed = sample_index(j, "trials_passed");
    add_sample(d, &v, call, where);
    return true;
}

/* The value itself, its rows, or a verdict one level below. */
static bool take_value(struct session_draft *d, const struct json *j,
                       const struct ingest_call *call, struct arena *a, const char *where)
{
    bool any = take_object(d, j, call, a, where);
    const struct json *rows = json_get(j, "rows");
    if (any || json_type(j) != JSON_OBJECT)
        return any;
    if (json_type(rows) == JSON_ARRAY) {
        for (const struct json *r = json_first(rows); r != NULL; r = json_next(r))
            any |= take_object(d, r, call, a, where);
        return any;
    }
    for (const struct json *m = json_first(j); m != NULL; m = json_next(m))
        any |= json_type(m) == JSON_OBJECT && take_object(d, m, call, a, where);
    return any;
}

/* Lines that are objects, as rows of ours are. */
static bool take_json_lines(struct session_draft *d, const struct ingest_call *call,
                            struct arena *a, const char *where)
{
    bool any = false;
    const char *at = call->result.data;
    while (*at != '\0') {
        const char *end = strchr(at, '\n');
        size_t n = end == NULL ? strlen(at) : (size_t)(end - at);
        const char *next = end == NULL ? at + n : end + 1;
        struct err ignored = { 0 };
        while (n > 0 && (at[n - 1] == ',' || is_space(at[n - 1])))
            n--;
        const struct json *j =
            *at == '{' ? json_parse_arena("answer", 1, at, n, a, &ignored) : NULL;
        if (j != NULL)
            any |= take_value(d, j, call, a, where);
        at = next;
    }
    return any;
}

/* ---- for people ---- */

/* What stands behind the label at the beginning of a line; NULL: no such line. */
static const char *labelled(const char *text, const char *end, const char *label)
{
    const size_t n = strlen(label);
    for (const char *at = text; at != NULL && at < end; at = strchr(at, '\n')) {
        at += *at == '\n';
        if (strncmp(at, label, n) == 0 && at[n] == ' ')
            return at + n + strspn(at + n, " ");
    }
    return NULL;
}

static const char *word(struct arena *a, const char *at, const char *stop)
{
    return at == NULL ? NULL : arena_strndup(a, at, strcspn(at, stop));
}

static double number_after(const char *line, const char *mark)
{
    const char *end = line == NULL ? NULL : strchr(line, '\n');
    const char *at = line == NULL ? NULL : strstr(line, mark);
    double v = (double)NAN;
    if (at == NULL || (end != NULL && at > end) || sscanf(at + strlen(mark), "%lf", &v) != 1)
        return (double)NAN;
    return v;
}

static void take_text(struct session_draft *d, const struct ingest_call *call, struct arena *a,
                      const char *where)
{
    const char *all = call->result.data, *stop = all + call->result.len;
    const char *at = labelled(all, stop, "outcome");
    while (at != NULL) {
        const char *next = labelled(at, stop, "outcome");
        const char *end = next == NULL ? stop : next;
        struct stated v = nothing_stated();
        const char *timing = labelled(at, end, "time"), *noise = labelled(at, end, "noise");
        v.outcome = word(a, at, ":\n ");
        v.task = word(a, labelled(at, end, "task"), ",\n");
        v.message = word(a, labelled(at, end, "message"), "\n");
        v.runtime_us = number_after(timing, "");
        v.baseline_us = number_after(timing, "baseline ");
        v.lower = number_after(noise, "speedup ");
        v.upper = number_after(noise, " to ");
        if (v.task != NULL)
            add_sample(d, &v, call, where);
        at = next;
    }
}

void draft_find_verdicts(struct session_draft *d, const struct ingest_call *call, const char *where)
{
    struct arena CLEANUP(arena_release) scratch = { 0 };
    struct err ignored = { 0 };
    const char *text = call->result.data;
    const size_t blank = strspn(text, " \t\r\n");
    if (call->result.len > MAX_TEXT_BYTES || strstr(text, "outcome") == NULL)
        return;
    const struct json *whole = text[blank] == '{'
                                   ? json_parse_arena("answer", 1, text + blank,
                                                      call->result.len - blank, &scratch, &ignored)
                                   : NULL;
    if (whole != NULL && take_value(d, whole, call, &scratch, where))
        return;
    if (!take_json_lines(d, call, &scratch, where))
        take_text(d, call, &scratch, where);
}
