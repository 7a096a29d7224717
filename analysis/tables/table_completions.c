/* table_completions.c - perplexity and surprising tokens by rollout. */
#include <stdlib.h>
#include <string.h>

#include "analysis/stat/stat_summary.h"
#include "analysis/tables/table_common.h"
#include "columns/list_token_logprobs.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/store.h"

struct table_completions_options {
    double below; /* counts tokens with a lower log-prob */
};
#define STANDARD_completions .below = -1

static const struct table_column columns[] = {
    { "run", 0, COLUMN_TEXT, "name of the run" },
    { "task", 0, COLUMN_TEXT, "short name of the task, or \"all\"" },
    { "name", 0, COLUMN_TEXT, "the suite's name of the task" },
    { "step", 0, COLUMN_INT, "step of the run, 0 is the unadapted policy" },
    { "turn", 0, COLUMN_INT, "turn of the conversation" },
    { "sample", 0, COLUMN_INT, "index of the sample" },
    { "tokens", 0, COLUMN_INT, "tokens with a log-prob", .unit = "tokens" },
    { "unknown", 0, COLUMN_INT, "tokens without" },
    { "bytes", 0, COLUMN_INT, "length of the completion", .unit = "bytes" },
    { "perplexity", 4, COLUMN_REAL, "exp(-mean log-prob)", "no token log-probs" },
    { "bits_per_byte", 4, COLUMN_REAL, "-sum of log-probs / (ln 2 bytes)", "no token log-probs",
      .unit = "bits/byte" },
    { "below", 0, COLUMN_INT, "tokens below --below" },
    { "min_logprob", 4, COLUMN_REAL, "least likely token", "no token log-probs", .unit = "nats" },
};

static const struct table_shape shape = {
    .schema = "rollbook.analyze.completions/1",
    .rows = "perplexity of each rollout",
    SHAPE_COLUMNS(columns),
    .formulas = { "perplexity $= \\exp(-\\text{mean log-prob})$; bits per byte $= \\frac{-\\sum "
                  "\\text{log-probs}}{\\mathrm{bytes} \\cdot \\ln 2}$" },
    .references = { "Jelinek, Mercer, Bahl and Baker 1977, Perplexity: a measure of the difficulty "
                    "of speech recognition tasks, Journal of the Acoustical Society of America "
                    "62" },
    .denominator = "tokens whose log-prob is known",
    .n = "the columns of tokens",
    .queries = { "load_sample_details" },
};

static void put_row(struct table *t, struct stmt *st, double threshold)
{
    size_t len = 0;
    const void *blob = stmt_blob(st, LIST_TOKEN_LOGPROBS_LOGPROBS, &len);
    size_t n = len / sizeof(float);
    float *logprobs = mem_array(n + 1, sizeof(*logprobs)); /* a blob need not be aligned */
    if (n > 0)
        memcpy(logprobs, blob, n * sizeof(*logprobs));
    int64_t bytes = stmt_int(st, LIST_TOKEN_LOGPROBS_BYTES);
    struct stat_logprob s = stat_logprob(logprobs, n, (size_t)bytes, threshold);
    free(logprobs);
    struct cell *c = table_row(t);
    c[0] = cell_text(t, stmt_text(st, LIST_TOKEN_LOGPROBS_RUN));
    c[1] = cell_text(t, stmt_text(st, LIST_TOKEN_LOGPROBS_TASK));
    c[2] = cell_text(t, stmt_text(st, LIST_TOKEN_LOGPROBS_TASK_NAME));
    c[3] = cell_int(stmt_int(st, LIST_TOKEN_LOGPROBS_STEP));
    c[4] = cell_int(stmt_int(st, LIST_TOKEN_LOGPROBS_TURN));
    c[5] = cell_int(stmt_int(st, LIST_TOKEN_LOGPROBS_SAMPLE));
    c[6] = cell_int((int64_t)s.n_tokens);
    c[7] = cell_int((int64_t)s.n_unknown);
    c[8] = cell_int(bytes);
    c[9] = tables_real(t, s.perplexity, "no token has a log-prob");
    c[10] = tables_real(t, s.bits_per_byte,
                        s.n_unknown > 0 ? "tokens without a log-prob" : "no text or no tokens");
    c[11] = cell_int((int64_t)s.n_below);
    c[12] = tables_real(t, s.min, "no token has a log-prob");
}

static int check_runs(const struct table_input *in, const char *const *names, size_t n,
                      struct err *err)
{
    for (size_t i = 0; i < n; i++) {
        int64_t id;
        int rc = store_find_run(in->db, names[i], &id, err);
        if (rc < 0)
            return rc;
    }
    return 0;
}

static int make(const struct table_input *in, const void *options, struct table *out,
                struct err *err)
{
    const struct table_completions_options *o = options;
    struct table t;
    const char *const *names = NULL;
    size_t n = 0;
    int rc = tables_names(in, &names, &n, err);
    if (rc == 0)
        rc = check_runs(in, names, n, err);
    if (rc < 0)
        return rc;
    table_begin(&t, in->arena, &shape);
    struct stmt *st = db_query(in->db, "list_token_logprobs");
    stmt_bind_text_list(st, ":runs", names, n);
    while ((rc = stmt_step(st, err)) > 0)
        put_row(&t, st, o->below);
    if (rc < 0)
        return rc;
    if (t.n_rows == 0)
        return err_set(err, ERR_NODATA,
                       "no rollout of these runs has log-probs of its tokens; a policy gives them: "
                       "rollbook run score -h");
    table_reading(&t, "perplexity: per token, over tokens with a log-prob; lower means that the "
                      "model found the text likely");
    table_note(&t, "perplexity: exp of the mean negative log-prob over the known tokens; "
                   "bits_per_byte: over the bytes of the completion, only when all are known");
    table_note(&t, "unknown: absent, or %g and lower; below: tokens whose log-prob is below %g",
               STAT_LOGPROB_SENTINEL, o->below);
    *out = t;
    return 0;
}

static const struct option option_rows[] = {
    TABLE_RUN_OPTIONS,
    OPTION(struct table_completions_options, below, "below", "LOGPROB",
           "count tokens with a log-prob below this"),
};

const struct table_kind table_completions = {
    .command = "analyze completions",
    .summary = "perplexity, bits per byte and surprising tokens of each rollout",
    .usage = "rollbook analyze completions [--run NAME[,NAME]] [--below LOGPROB]",
    .examples = "  rollbook analyze completions --run answers\n  rollbook analyze completions "
                "--run bon-42 --below -2 --format csv\n",
    .shapes = { &shape },
    .options = { option_rows, ARRAY_LEN(option_rows),
                 &(const struct table_completions_options){ STANDARD_completions },
                 sizeof(struct table_completions_options) },
    .make = make,
};
