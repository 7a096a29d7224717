#include "src/cli/record.h"

#include <inttypes.h>

#include "src/base/mem.h"

void cli_print_record(const struct cli *cli, const struct table *wide)
{
    static const struct table_column columns[] = { { "field", 0 }, { "value", 0 } };
    struct table tall;
    if (cli->format == TABLE_JSON || cli->format == TABLE_CSV) {
        cli_print_table(cli, wide);
        return;
    }
    table_init(&tall, cli->arena, wide->schema, columns, ARRAY_LEN(columns));
    for (size_t i = 0; i < wide->n_columns; i++) {
        struct cell *row = table_row(&tall);
        row[0] = cell_text(&tall, wide->columns[i].name);
        row[1] = wide->cells[i];
        if (row[1].kind == CELL_INT) /* text keeps the mixed column left */
            row[1] = cell_text(&tall, arena_printf(cli->arena, "%" PRId64, row[1].i));
    }
    for (size_t i = 0; i < wide->n_notes; i++)
        table_note(&tall, "%s", wide->notes[i]);
    cli_print_table(cli, &tall);
}
