/*
 * cmd_analyze_audit.c - analyze audit.
 */
#include "analysis/tables/compare/table_claims.h"
#include "src/cli/table_command.h"

/* The database is the kind's to open: most bundles ask nothing of it. */
static int run_audit(struct cli *cli, struct err *err)
{
    const struct table_claims_options options = { .bundle = cli->args[0], .db_path = cli->db_path };
    const struct table_input in = { .arena = cli->arena };
    return table_command_print(cli, &table_claims, &in, &options, err);
}

const struct command cmd_analyze_audit = {
    .name = "analyze audit",
    .summary = "published claims recomputed: p-values, shares, intervals, tables",
    .usage = "rollbook analyze audit BUNDLE.json [--explain]",
    .examples = "  rollbook analyze audit tests/fixtures/claims/study.json\n"
                "  rollbook analyze audit claims.json --db study.db --json\n",
    .min_args = 1,
    .max_args = 1,
    .table = &table_claims,
    .run = run_audit,
};
