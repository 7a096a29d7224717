/*
 * cmd_ingest_map_template.c - ingest map-template: a mapping file to start from.
 */
#include <stdio.h>

#include "ingest/formats/import_map.h"
#include "src/cli/command.h"

static int run_map_template(struct cli *cli, struct err *err)
{
    (void)cli;
    (void)err;
    fputs(import_map_template(), stdout);
    return 0;
}

const struct command cmd_ingest_map_template = {
    .name = "ingest map-template",
    .summary = "print a mapping file for 'ingest jsonl' and 'ingest csv'",
    .usage = "rollbook ingest map-template",
    .examples = "  rollbook ingest map-template >m.json\n",
    .run = run_map_template,
};
