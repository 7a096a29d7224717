/*
 * cmd_claims.c - claims: numbers that a paper prints, recomputed.
 */
#include "analysis/tables/compare/table_claims.h"
#include "src/cli/table_command.h"

/* Most bundles need no database, so the kind opens it. */
static int run_claims(struct cli *cli, struct err *err)
{
    const struct table_claims_options options = { .bundle = cli->args[0], .db_path = cli->db_path };
    const struct table_input in = { .arena = cli->arena };
    return table_command_print(cli, &table_claims, &in, &options, err);
}

const struct command cmd_claims = {
    .name = "claims",
    .summary = "published claims recomputed: p-values, shares, intervals, tables",
    .usage = "rollbook claims BUNDLE.json [--explain]",
    .examples = "  rollbook claims tests/fixtures/claims/study.json\n"
                "  rollbook claims claims.json --db study.db --json\n",
    .min_args = 1,
    .max_args = 1,
    .table = &table_claims,
    .run = run_claims,
};

/* The older name, which scripts know. */
const struct command cmd_analyze_audit = {
    .name = "analyze audit",
    .summary = "the same as rollbook claims",
    .usage = "rollbook analyze audit BUNDLE.json [--explain]",
    .examples = "  rollbook claims tests/fixtures/claims/study.json\n",
    .flags = CMD_HIDDEN,
    .min_args = 1,
    .max_args = 1,
    .table = &table_claims,
    .run = run_claims,
};
