/* table_parts_test.c - a part of a report and its command give the same table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "reports/report/report_job.h"
#include "reports/report/reports.h"
#include "src/base/buf.h"
#include "src/base/str.h"
#include "src/cli/table_command.h"
#include "src/cli/values.h"
#include "src/store/db.h"
#include "tests/unit/reports/study_fixture.h"

#define DB "table_parts_test.db"

static const struct command *command_of(const struct table_kind *kind)
{
    size_t n;
    const struct command *const *all = command_all(&n);
    for (size_t i = 0; i < n; i++) {
        if (all[i]->table == kind)
            return all[i];
    }
    return NULL;
}

static void read_words(struct cli *cli, const struct command *command, const char *const *words,
                       size_t n, struct table_input *in, void **options)
{
    struct err err = { 0 };
    char **name;
    cli->argc = (int)n + 1;
    cli->argv = arena_array(cli->arena, n + 1, sizeof(*cli->argv));
    cli->at_command = 1;
    cli->argv[0] = arena_strdup(cli->arena, "rollbook");
    for (size_t i = 0; i < n; i++)
        cli->argv[i + 1] = arena_strdup(cli->arena, words[i]);
    int matched = (int)str_split(cli->arena, command->name, ' ', &name);
    if (values_parse(cli, command, matched, &err) < 0 ||
        table_command_read(cli, in, options, &err) < 0)
        fail_msg("%s: %s", command->name, err.msg);
}

static const char *rendered(int rc, const struct err *err, const struct table *t, struct arena *a)
{
    struct buf out = { 0 };
    if (rc < 0)
        buf_printf(&out, "%d %s", rc, err->msg);
    else
        table_render(t, TABLE_JSON, &out);
    const char *text = arena_strdup(a, buf_text(&out));
    buf_release(&out);
    return text;
}

static const char *made(const struct table_kind *kind, struct db *db, const void *options,
                        struct arena *a)
{
    const char *const runs[] = { "bon-42", "ttt-42" };
    const struct table_input in = { .db = db, .arena = a, .runs = { runs, 2 } };
    struct err err = { 0 };
    struct table t;
    int rc = table_make(kind, &in, options, &t, &err);
    return rendered(rc, &err, &t, a);
}

static size_t check_part(const struct report_part *p, struct db *db)
{
    CLEANUP(arena_release) struct arena a = { 0 };
    struct cli cli = { .db = db, .arena = &a };
    const char *const *words;
    struct table_input in;
    void *read = NULL;
    if (p->table == NULL)
        return 0;
    const struct command *command = command_of(p->table);
    if (command == NULL) { /* a table that is a flag of a command */
        assert_string_equal(p->table->command, "audit --list");
        return 1;
    }
    const struct option_set *set = &p->table->options;
    const void *asked = p->options == NULL ? set->standard : p->options;
    size_t n = table_words(p->table, p->options, &a, &words);
    assert_string_equal(p->table->command, command->name);
    read_words(&cli, command, words, n, &in, &read);
    for (size_t i = 0; i < set->n_rows; i++) {
        const struct option *o = &set->rows[i];
        if (o->is_shared)
            continue;
        const char *want = option_text(o, asked, &a), *got = option_text(o, read, &a);
        if (want == NULL || got == NULL)
            assert_true(want == got);
        else
            assert_string_equal(want, got);
    }
    assert_string_equal(made(p->table, db, asked, &a), made(p->table, db, read, &a));
    return 1;
}

static void parts_and_commands_give_the_same_table(void **state)
{
    (void)state;
    struct fixture f = { 1, 3, 6, 4, 2, 0.7, "complete", "complete", "", false };
    struct db *db = NULL;
    struct err err = { 0 };
    size_t n_reports, n = 0;
    fixture_write(DB, &f);
    fixture_check(db_open(DB, DB_READ, &db, &err), &err);
    const struct report *reports = report_all(&n_reports);
    for (size_t r = 0; r < n_reports; r++) {
        const struct report_section *const *sections = reports[r].plan->sections;
        for (size_t s = 0; sections[s] != NULL; s++) {
            for (size_t i = 0; i < sections[s]->n_parts; i++)
                n += check_part(&sections[s]->parts[i], db);
        }
    }
    assert_true(n > 50);
    db_close(db);
}

/* The help's default is what an option left out means. */
static void standard_values_read_back(void **state)
{
    (void)state;
    size_t n, n_read = 0;
    const struct command *const *all = command_all(&n);
    for (size_t i = 0; i < n; i++) {
        CLEANUP(arena_release) struct arena a = { 0 };
        struct err err = { 0 };
        const struct option_set *set = all[i]->table == NULL ? NULL : &all[i]->table->options;
        for (size_t k = 0; set != NULL && k < set->n_rows; k++) {
            const struct option *o = &set->rows[k];
            if (o->is_shared)
                continue;
            const char *text = option_default(set, o, &a);
            void *copy = arena_alloc(&a, set->size); /* all bits zero: no standard value */
            if (text == NULL)
                continue;
            if (option_put(o, copy, text, &a, &err) < 0)
                fail_msg("%s --%s: %s", all[i]->name, o->name, err.msg);
            assert_string_equal(option_text(o, copy, &a), text);
            n_read++;
        }
    }
    assert_true(n_read > 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_and_commands_give_the_same_table),
        cmocka_unit_test(standard_values_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
