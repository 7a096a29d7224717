/*
 * cmd_split.c - draw a split from a seed, verify a split file.
 */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "splits/split.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/cli/record.h"

struct asked_split {
    int64_t level, seed;
    double train_fraction;
    const char *fingerprint, *out;
};

static const struct table_column columns[] = {
    { "level", 0 },       { "seed", 0 }, { "n_train", 0 }, { "n_eval", 0 }, { "split_hash", 0 },
    { "fingerprint", 0 }, { "file", 0 }, { "eval", 0 },    { "train", 0 },
};

static struct cell ids_cell(struct table *t, const int *ids, size_t n)
{
    struct buf b = { 0 };
    buf_putc(&b, '[');
    for (size_t i = 0; i < n; i++)
        buf_printf(&b, "%s%d", i > 0 ? "," : "", ids[i]);
    buf_putc(&b, ']');
    struct cell c = cell_json(t, buf_text(&b));
    buf_release(&b);
    return c;
}

static void print_split(struct cli *cli, const char *schema, const struct split *s,
                        const char *file)
{
    struct table t;
    table_init(&t, cli->arena, schema, columns, ARRAY_LEN(columns));
    struct cell *row = table_row(&t);
    row[0] = cell_int(s->level);
    row[1] = s->has_seed ? cell_int(s->seed) : cell_na(&t, "the file names no seed");
    row[2] = cell_int((int64_t)s->n_train);
    row[3] = cell_int((int64_t)s->n_eval);
    row[4] = cell_text(&t, s->hash);
    row[5] = s->fingerprint != NULL ? cell_text(&t, s->fingerprint)
                                    : cell_na(&t, "no fingerprint of the data set is known");
    row[6] = file != NULL ? cell_text(&t, file) : cell_na(&t, "not written");
    row[7] = ids_cell(&t, s->eval, s->n_eval);
    row[8] = ids_cell(&t, s->train, s->n_train);
    cli_print_record(cli, &t);
}

static int run_make(struct cli *cli, struct err *err)
{
    const struct asked_split *asked = cli->options;
    const char *out = asked->out;
    int64_t level = asked->level;
    struct split s;
    int rc = split_make(level >= 1 && level <= INT_MAX ? (int)level : 0, asked->seed,
                        asked->train_fraction, asked->fingerprint, cli->arena, &s, err);
    if (rc < 0)
        return rc;
    if (s.fingerprint == NULL)
        cli_note(cli,
                 "level %d: no fingerprint of the data set is published; the member is left "
                 "out (--fingerprint gives one)",
                 s.level);
    struct buf CLEANUP(buf_release) bytes = { 0 };
    buf_add(&bytes, s.text, s.text_len);
    if (out != NULL && (rc = cli_write_output(cli, out, NULL, &bytes, err)) < 0)
        return rc;
    if (out == NULL || strcmp(out, "-") != 0)
        print_split(cli, "rollbook.split.make/1", &s, out);
    return 0;
}

static int run_check(struct cli *cli, struct err *err)
{
    struct split s;
    int rc = split_find(cli->args[0], cli->arena, &s, err);
    if (rc < 0)
        return rc;
    print_split(cli, "rollbook.split.check/1", &s, cli->args[0]);
    return 0;
}

#define ROW(member, ...) OPTION(struct asked_split, member, __VA_ARGS__)
static const struct option make_options[] = {
    ROW(level, "level", "N", "KernelBench level, 1 to 4"),
    ROW(seed, "seed", "N", "seed of Python's random.Random"),
    ROW(train_fraction, "train-fraction", "F", "part that is trained on"),
    ROW(fingerprint, "fingerprint", "TEXT", "fingerprint of the data set, part of the hash"),
    ROW(out, "out", "FILE", "where to write the split; - is stdout", .letter = 'o'),
};
static const struct asked_split standard_split = { .level = 1, .seed = 42, .train_fraction = 0.8 };

const struct command cmd_split_make = {
    .name = "split make",
    .summary = "draw a train and eval split from a seed",
    .usage = "rollbook split make [--level N] [--seed N] [--train-fraction F] [--out FILE]",
    .examples = "  rollbook split make --level 1 --seed 42 --out s.json\n"
                "  rollbook split make --level 2 --seed 7 --train-fraction 0.5 --out -\n",
    .options = OPTION_SET(make_options, standard_split),
    .run = run_make,
};

const struct command cmd_split_check = {
    .name = "split check",
    .summary = "verify the hash and the parts of a split",
    .usage = "rollbook split check FILE",
    .examples = "  rollbook split check s.json\n"
                "  rollbook split check l1_seed42\n",
    .min_args = 1,
    .max_args = 1,
    .run = run_check,
};
