/*
 * stream_kinds_test.c - formats that read lines of JSON, lines of a log or files of a folder get
 * each record with its place, and what they say of it is kept in order.
 */
#define BETWEEN " "
#include "ingest/csv_table.h"
#include "src/base/sha256.h"
#include "src/json/json.h"
#include "tests/unit/ingest/rows.h"

#define LONGEST ((size_t)64 << 20)

static struct buf seen; /* what formats were given */
static int ended;

static void end(struct ingest_source *source)
{
    (void)source;
    ended++;
}

static struct ingest_sample *add(struct ingest_batch *out, const char *where, const char *task)
{
    struct ingest_sample *s = ingest_batch_add(out, "suite", task);
    s->where = where;
    return s;
}

/* ---- lines of JSON ---- */

/* {"n": N}: as many remarks and refusals, a sample where it is 0; {"left": true} is left out. */
static void say(struct ingest_batch *out, const struct ingest_record *r)
{
    int64_t n = 0;
    if (json_get(r->json, "left") != NULL) {
        out->source->counts.left_out++;
        return;
    }
    json_int(json_get(r->json, "n"), &n);
    for (int64_t i = 0; i < n; i++) {
        ingest_remark(out->source, "%s remarks %lld", r->where, (long long)i);
        ingest_refuse(out->source, r->where, "refused %lld", (long long)i);
    }
    out->source->counts.left_out += n;
    out->source->counts.unusable += 2 * n;
    if (n == 0)
        add(out, r->where, arena_printf(out->arena, "task of %s", r->where));
}

static const struct ingest_format pure = {
    .name = "pure", .naming = INGEST_RUN_OF_FILE, .is_pure = true, .take = say, .end = end
};
static const struct ingest_format in_turn = {
    .name = "in-turn", .naming = INGEST_RUN_OF_FILE, .take = say, .end = end
};

/* ---- lines of a log ---- */

static int begin_log(struct ingest_source *source, struct err *err)
{
    if (source->head_len > 0 && source->head[0] == '!')
        return err_set(err, ERR_USAGE, "no log");
    ingest_open_log(source);
    return 0;
}

static void take_log(struct ingest_batch *out, const struct ingest_record *r)
{
    buf_printf(&seen, "%s, %lld: %zu '%.*s'\n", r->where, (long long)r->line, r->text_len,
               (int)(r->text_len < 9 ? r->text_len : 9), r->text);
    assert_null(r->json);
    assert_int_equal(r->index, -1);
    add(out, r->where, r->where);
}

static const struct ingest_format of_log = {
    .name = "log", .naming = INGEST_RUN_OF_FILE, .begin = begin_log, .take = take_log, .end = end
};

/* ---- files of a folder ---- */

static const char *const *files;

static int begin_folder(struct ingest_source *source, struct err *err)
{
    (void)err;
    /* "=FILE" holds values. */
    for (const char *const *f = files; *f != NULL; f++)
        ingest_add_file(
            source, arena_printf(source->arena, "%s/%s", source->path, *f + (**f == '=' ? 1 : 0)),
            **f == '=');
    return 0;
}

static void take_folder(struct ingest_batch *out, const struct ingest_record *r)
{
    const char *path = r->path == NULL ? "-" : strrchr(r->path, '/');
    buf_printf(&seen, "%s, %s, %lld, %s\n", path, r->json != NULL ? "a value" : "a file",
               (long long)r->index, strrchr(out->source->name, '/'));
    add(out, r->where, path);
}

/* A sample of what waited. */
static int finish_folder(struct ingest_batch *out, struct err *err)
{
    (void)err;
    add(out, "the end", "at the end");
    return 0;
}

static const struct ingest_format of_folder = {
    .name = "folder",
    .naming = INGEST_RUN_OF_FILE,
    .folders = true,
    .begin = begin_folder,
    .take = take_folder,
    .finish = finish_folder,
    .end = end,
};

/* ---- rows of a table ---- */

static const char *first_column; /* stands in the header; lines before it are passed */

static int begin_table(struct ingest_source *source, struct err *err)
{
    const struct csv_table *t = NULL;
    return ingest_open_table(source, ',', first_column, &t, err);
}

static void take_row(struct ingest_batch *out, const struct ingest_record *r)
{
    const char *b = csv_table_cell(r->row, "b");
    buf_printf(&seen, "%s, %lld: %zu cells, b '%s', %s\n", r->where, (long long)r->line,
               r->row->row.n_cells, b != NULL ? b : "-",
               csv_table_json(out->arena, r->row, NULL, 0));
    assert_null(r->json);
    assert_null(csv_table_cell(r->row, "no"));
    assert_int_equal(r->index, -1);
    add(out, r->where, r->where);
}

static const struct ingest_format of_table = {
    .name = "table", .naming = INGEST_RUN_OF_FILE, .begin = begin_table, .take = take_row
};

/* ---- imports ---- */

static struct ingest_source source;
static struct err err;

/* Status, counts, rows; what was said is in the source. */
static int import(const struct ingest_format *format, const char *name, bool is_folder,
                  int64_t limit, struct buf *rows)
{
    static struct ingest_options options;
    const struct sql_sink sink = { rows, pass_columns, put_values };
    struct db *db = NULL;
    options = (struct ingest_options){ .error_limit = limit };
    err = (struct err){ 0 };
    ended = 0;
    buf_clear(&seen);
    buf_clear(rows);
    assert_int_equal(db_open(DB_IN_MEMORY, DB_WRITE, &db, &err), 0);
    ingest_source_init(&source, format, &options, arena_printf(&arena, "%s/%s", folder, name),
                       &arena);
    source.folder = is_folder;
    int rc = ingest_import(&source, db, &err);
    if (db_user_sql(db,
                    "SELECT task_name, sample FROM v_rollout UNION ALL SELECT path, n_read FROM "
                    "import_source",
                    &sink, &(struct err){ 0 }) != 0)
        fail();
    db_close(db);
    return rc;
}

static void write_file(const char *name, const char *text, size_t len)
{
    const char *path = arena_printf(&arena, "%s/%s", folder, name);
    assert_int_equal(file_write_atomic(path, text, len, &err), 0);
}

static void put_messages(struct buf *out, const struct ingest_message *m)
{
    for (; m != NULL; m = m->next)
        buf_printf(out, "%s: %s\n", m->where, m->reason);
}

static void what_is_said_of_lines_is_kept_in_order(void **state)
{
    static const char text[] = "{\"n\":2}\n{\"n\":0}\n{\"n\":1}\n";
    static const struct ingest_format *const formats[] = { &pure, &in_turn };
    (void)state;
    write_file("said.jsonl", text, strlen(text));
    for (size_t i = 0; i < ARRAY_LEN(formats); i++) {
        struct buf rows = { 0 }, said = { 0 };
        assert_int_equal(import(formats[i], "said.jsonl", false, 0, &rows), 0);
        put_messages(&said, source.refusals);
        put_messages(&said, source.remarks);
        assert_string_equal(buf_text(&said),
                            "line 1: refused 0\nline 1: refused 1\nline 3: refused 0\n"
                            ": line 1 remarks 0\n: line 1 remarks 1\n: line 3 remarks 0\n");
        assert_string_equal(buf_text(&rows),
                            arena_printf(&arena, "task of line 2 0\n%s/said.jsonl 4\n", folder));
        assert_int_equal(source.counts.stored, 1);
        assert_int_equal(source.counts.refused, 3);
        assert_int_equal(source.counts.left_out, 3);
        assert_int_equal(source.counts.unusable, 6);
        assert_int_equal(
            source.counts.duplicate + source.counts.contradicting + source.counts.clashing, 0);
        assert_int_equal(ended, 1);
        /* As many as the limit end it. */
        assert_int_equal(import(formats[i], "said.jsonl", false, 4, &rows), 0);
        assert_int_equal(import(formats[i], "said.jsonl", false, 3, &rows), ERR_INTEGRITY);
        assert_string_equal(err.msg, arena_printf(&arena,
                                                  "%s/said.jsonl: more than 2 records were "
                                                  "refused; line 3: refused 0",
                                                  folder));
        assert_string_equal(buf_text(&rows), "");
        assert_int_equal(ended, 1);
        buf_release(&rows);
        buf_release(&said);
    }
}

static void a_file_without_records_is_said(void **state)
{
    static const char text[] = "{\"left\":true}\n{}}\n";
    struct buf rows = { 0 };
    (void)state;
    write_file("left.jsonl", text, 14);
    assert_int_equal(import(&pure, "left.jsonl", false, 0, &rows), ERR_NOMATCH);
    assert_string_equal(
        err.msg, arena_printf(&arena, "%s/left.jsonl: contains no records of this level", folder));
    write_file("left.jsonl", text, strlen(text));
    assert_int_equal(import(&pure, "left.jsonl", false, 0, &rows), ERR_INTEGRITY);
    assert_non_null(strstr(err.msg, "left.jsonl: all 1 records were refused; the first, line 2: "));
    write_file("left.jsonl", "\n", 1);
    assert_int_equal(import(&pure, "left.jsonl", false, 0, &rows), ERR_NOMATCH);
    assert_string_equal(err.msg,
                        arena_printf(&arena, "%s/left.jsonl: contains no records", folder));
    buf_release(&rows);
}

/* A thousand refusals are kept, and all are counted. */
static void many_refusals_are_counted(void **state)
{
    static const struct ingest_format *const formats[] = { &pure, &in_turn };
    struct buf text = { 0 }, rows = { 0 };
    (void)state;
    buf_puts(&text, "{\"n\":0}\n");
    for (int i = 0; i < 1100; i++)
        buf_puts(&text, "{\"n\":1}\n");
    write_file("many.jsonl", buf_text(&text), text.len);
    for (size_t i = 0; i < ARRAY_LEN(formats); i++) {
        size_t n = 0;
        const char *last = "";
        assert_int_equal(import(formats[i], "many.jsonl", false, 0, &rows), 0);
        for (const struct ingest_message *m = source.refusals; m != NULL; m = m->next) {
            last = m->where;
            n++;
        }
        assert_int_equal(n, INGEST_MAX_KEPT);
        assert_string_equal(last, "line 1001");
        assert_int_equal(source.counts.refused, 1100);
    }
    buf_release(&text);
    buf_release(&rows);
}

static void lines_of_a_log_come_without_their_ends(void **state)
{
    static const char text[] = "first\r\n\nx\r\r\n \nlast";
    struct buf rows = { 0 };
    (void)state;
    write_file("a.log", text, strlen(text));
    assert_int_equal(import(&of_log, "a.log", false, 0, &rows), 0);
    assert_string_equal(buf_text(&seen), "line 1, 1: 5 'first'\n"
                                         "line 2, 2: 0 ''\n"
                                         "line 3, 3: 2 'x\r'\n"
                                         "line 4, 4: 1 ' '\n"
                                         "line 5, 5: 4 'last'\n");
    assert_int_equal(source.counts.stored, 5);
    assert_int_equal(ended, 1);
    char hash[65];
    sha256_hex(text, strlen(text), hash);
    assert_string_equal(source.sha256, hash);
    /* A format that refuses the file is not ended. */
    write_file("b.log", "!", 1);
    assert_int_equal(import(&of_log, "b.log", false, 0, &rows), ERR_USAGE);
    assert_string_equal(err.msg, "no log");
    assert_int_equal(ended, 0);
    buf_release(&rows);
}

/* 64 MiB are a line, one byte more is too long; what follows is read. */
static void a_line_of_a_log_has_a_limit(void **state)
{
    struct buf rows = { 0 };
    const size_t len = 2 * LONGEST + 10;
    char *text = mem_alloc(len);
    (void)state;
    memset(text, 'x', len);
    text[1] = text[LONGEST + 2] = text[2 * LONGEST + 4] = '\n';
    write_file("long.log", text, len);
    assert_int_equal(import(&of_log, "long.log", false, 0, &rows), 0);
    assert_string_equal(buf_text(&seen), "line 1, 1: 1 'x'\n"
                                         "line 2, 2: 67108864 'xxxxxxxxx'\n"
                                         "line 4, 4: 5 'xxxxx'\n");
    assert_int_equal(source.counts.refused, 1);
    assert_string_equal(source.refusals->where, "line 3");
    assert_string_equal(source.refusals->reason, "the record is longer than 64 MiB");
    assert_int_equal(source.len, len);
    /* It may be the last. */
    write_file("long.log", text, len - 6);
    assert_int_equal(import(&of_log, "long.log", false, 0, &rows), 0);
    assert_int_equal(source.counts.stored, 2);
    assert_int_equal(source.counts.refused, 1);
    free(text);
    buf_release(&rows);
}

static void files_of_a_folder_are_records_or_hold_them(void **state)
{
    static const char *const all[] = { "one", "=values.json", "two", NULL };
    static const char *const missing[] = { "one", "=no.json", "two", NULL };
    static const char *const damaged[] = { "one", "=bad.json", "two", NULL };
    static const char values[] = "{\"a\":1} [2]\n{\"a\":3}\n", bad[] = "{\"a\":1} {";
    struct buf rows = { 0 };
    (void)state;
    assert_int_equal(mkdir(arena_printf(&arena, "%s/dir", folder), 0700), 0);
    write_file("dir/values.json", values, strlen(values));
    write_file("dir/bad.json", bad, strlen(bad));
    files = all;
    assert_int_equal(import(&of_folder, "dir", true, 0, &rows), 0);
    assert_string_equal(buf_text(&seen), "/one, a file, -1, /dir\n"
                                         "-, a value, -1, /values.json\n"
                                         "-, a value, 0, /values.json\n"
                                         "-, a value, -1, /values.json\n"
                                         "/two, a file, -1, /dir\n");
    assert_string_equal(buf_text(&rows), arena_printf(&arena,
                                                      "/one 0\n- 0\n- 1\n- 2\n/two 0\nat the end "
                                                      "0\n%s/dir 6\n",
                                                      folder));
    assert_int_equal(source.counts.stored, 6);
    assert_int_equal(source.len, 0);
    assert_string_equal(strrchr(source.name, '/'), "/dir");
    assert_int_equal(ended, 1);
    /* Nothing is left of a folder with a file that cannot be read. */
    files = missing;
    assert_int_equal(import(&of_folder, "dir", true, 0, &rows), ERR_USAGE);
    assert_string_equal(
        err.msg,
        arena_printf(&arena, "%s/dir/no.json: cannot open: No such file or directory", folder));
    assert_string_equal(buf_text(&rows), "");
    assert_int_equal(ended, 1);
    files = damaged;
    assert_int_equal(import(&of_folder, "dir", true, 0, &rows), ERR_INTEGRITY);
    assert_non_null(strstr(err.msg, "/dir/bad.json:1:"));
    assert_string_equal(buf_text(&rows), "");
    buf_release(&rows);
}

static void rows_of_a_table_have_the_cells_of_its_header(void **state)
{
    static const char text[] = "a,b\n1,2\n\"x\ny\",\"\"\"\"\n3\n4,5,6\n\xff,7\n==8,9\n==\n10,";
    static const char noted[] = "==1== note\nsome text\nc,b\n==1== more\n1,2\n";
    struct buf rows = { 0 }, said = { 0 };
    (void)state;
    first_column = NULL;
    write_file("t.csv", text, strlen(text));
    assert_int_equal(import(&of_table, "t.csv", false, 0, &rows), 0);
    assert_string_equal(buf_text(&seen),
                        "line 2, 2: 2 cells, b '2', {\"a\":\"1\",\"b\":\"2\"}\n"
                        "line 3, 3: 2 cells, b '\"', {\"a\":\"x\\ny\",\"b\":\"\\\"\"}\n"
                        "line 8, 8: 2 cells, b '9', {\"a\":\"==8\",\"b\":\"9\"}\n"
                        "line 10, 10: 2 cells, b '', {\"a\":\"10\",\"b\":\"\"}\n");
    put_messages(&said, source.refusals);
    assert_string_equal(buf_text(&said),
                        "line 5: the row has 1 cells, the header 2\n"
                        "line 6: the row has 3 cells, the header 2\n"
                        "line 7: the row is not UTF-8; convert the file, for example with iconv\n"
                        "line 9: the row has 1 cells, the header 2\n");
    /* Notes stand before and between the rows. */
    first_column = "b";
    write_file("t.csv", noted, strlen(noted));
    assert_int_equal(import(&of_table, "t.csv", false, 0, &rows), 0);
    assert_string_equal(buf_text(&seen), "line 5, 5: 2 cells, b '2', {\"c\":\"1\",\"b\":\"2\"}\n");
    assert_int_equal(source.counts.refused, 0);
    first_column = "d";
    assert_int_equal(import(&of_table, "t.csv", false, 0, &rows), ERR_INTEGRITY);
    assert_string_equal(err.msg,
                        arena_printf(&arena, "%s/t.csv: no line has the column \"d\"", folder));
    first_column = NULL;
    write_file("t.csv", "a,\xff\n1,2\n", 8);
    assert_int_equal(import(&of_table, "t.csv", false, 0, &rows), ERR_INTEGRITY);
    assert_string_equal(
        err.msg,
        arena_printf(
            &arena, "%s/t.csv:1: the header is not UTF-8; convert the file, for example with iconv",
            folder));
    write_file("t.csv", "", 0);
    assert_int_equal(import(&of_table, "t.csv", false, 0, &rows), ERR_INTEGRITY);
    assert_string_equal(err.msg, arena_printf(&arena, "%s/t.csv:1:1: the file is empty", folder));
    buf_release(&said);
    buf_release(&rows);
}

static int tear_down(void **state)
{
    buf_release(&seen);
    return remove_folder(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_said_of_lines_is_kept_in_order),
        cmocka_unit_test(a_file_without_records_is_said),
        cmocka_unit_test(many_refusals_are_counted),
        cmocka_unit_test(lines_of_a_log_come_without_their_ends),
        cmocka_unit_test(a_line_of_a_log_has_a_limit),
        cmocka_unit_test(files_of_a_folder_are_records_or_hold_them),
        cmocka_unit_test(rows_of_a_table_have_the_cells_of_its_header),
    };
    return cmocka_run_group_tests(tests, make_folder, tear_down);
}
