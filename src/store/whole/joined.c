#include "src/store/whole/joined.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "columns/list_row_tables.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/store/db.h"
#include "src/store/db_internal.h"
#include "src/store/whole/dump.h"
#include "src/store/whole/merge.h"

#define MOST_FILES 10000

struct joined {
    char *folder;
    char *path;
    struct arena arena;
    const char **row_tables; /* of a join of facts: those that stay empty */
    size_t n_row_tables;
};

/* They read rollouts of cells whose facts are behind, of which a join of facts has none, or name a
 * text that they do not show. */
static const char *const of_facts[] = { "load_baseline",   "load_cells",
                                        "load_cost_stale", "load_outcomes_stale",
                                        "load_run_names",  "load_stale_rollouts" };

struct path_list {
    struct arena *arena;
    const char **items;
    size_t n;
};

static bool is_folder(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

bool joined_is(const char *text)
{
    struct stat st;
    return stat(text, &st) == 0 ? S_ISDIR(st.st_mode) : strchr(text, ',') != NULL;
}

static int add_path(struct path_list *list, const char *path, struct err *err)
{
    struct stat st;
    struct stat other;
    bool known = stat(path, &st) == 0;
    for (size_t i = 0; i < list->n && known; i++)
        if (stat(list->items[i], &other) == 0 && other.st_dev == st.st_dev &&
            other.st_ino == st.st_ino)
            return err_set(err, ERR_USAGE, "%s: the same database as %s", path, list->items[i]);
    if (list->n == MOST_FILES)
        return err_set(err, ERR_USAGE, "more than %d databases", MOST_FILES);
    list->items[list->n++] = arena_strdup(list->arena, path);
    return 0;
}

static int is_database(const struct dirent *e)
{
    return e->d_name[0] != '.' && str_ends_with(e->d_name, ".db");
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name); /* no locale */
}

static int add_folder(struct path_list *list, const char *folder, struct err *err)
{
    struct dirent **names = NULL;
    int n = scandir(folder, &names, is_database, by_name);
    int rc = 0;
    if (n <= 0)
        rc = err_set(err, ERR_USAGE, "%s: %s", folder,
                     n < 0 ? strerror(errno) : "a folder without a file *.db");
    for (int i = 0; i < n; i++) {
        const char *path = arena_printf(list->arena, "%s%s%s", folder,
                                        str_ends_with(folder, "/") ? "" : "/", names[i]->d_name);
        rc = rc == 0 ? add_path(list, path, err) : rc;
        free(names[i]);
    }
    free(names);
    return rc;
}

static int list_paths(const char *text, struct path_list *list, struct err *err)
{
    char **items = NULL;
    list->n = 0;
    list->items = arena_array(list->arena, MOST_FILES, sizeof(char *));
    size_t n = str_split(list->arena, text, ',', &items);
    int rc = 0;
    for (size_t i = 0; i < n && rc == 0; i++) {
        if (*items[i] == '\0')
            rc = err_set(err, ERR_USAGE, "%s: an item between commas is empty", text);
        else
            rc = is_folder(items[i]) ? add_folder(list, items[i], err)
                                     : add_path(list, items[i], err);
    }
    return rc;
}

/*
 * ---- making the temporary database ----
 *
 * A whole join begins as a copy of the first file, into which the others are merged one by one.  A
 * join of facts begins empty and takes runs, tasks and packed facts of each; the first file whose
 * facts do not suffice ends it, and open_several begins again with a whole join.
 */

static int make_folder(struct joined *j, struct err *err)
{
    const char *parent = getenv("TMPDIR");
    struct buf path = { 0 };
    if (parent == NULL || *parent == '\0')
        parent = "/var/tmp";
    buf_printf(&path, "%s/rollbook-joined.XXXXXX", parent);
    j->folder = buf_detach(&path);
    if (mkdtemp(j->folder) == NULL) {
        int rc = err_set(err, ERR_USAGE, "%s: cannot create a folder (TMPDIR names another): %s",
                         parent, strerror(errno));
        free(j->folder);
        j->folder = NULL;
        return rc;
    }
    file_unfinished(j->folder);
    buf_printf(&path, "%s/joined.db", j->folder);
    j->path = buf_detach(&path);
    return 0;
}

static void add_notes(const struct merge_conflicts *c, const char *path, struct buf *notes)
{
    for (size_t i = 0; i < c->n; i++)
        buf_printf(notes, "%s%s: %s: %lld differ; the values of earlier files count; the first: %s",
                   notes->len == 0 ? "" : "\n", path, c->items[i].what,
                   (long long)c->items[i].count, c->items[i].first);
}

/* Each file has a connection of its own, which lets go of it. */
static int bring_in(const struct joined *j, const char *path, struct buf *notes, struct err *err)
{
    struct merge_conflicts conflicts;
    struct db *db = NULL;
    int rc = db_open_with(j->path, query_sql("pragma_joined"), &db, err);
    if (rc == 0)
        rc = db_merge(db, path, "", &conflicts, err);
    db_close(db);
    if (rc < 0)
        return rc == ERR_NEGATIVE ? err_context(err, "%s", path) : rc;
    add_notes(&conflicts, path, notes);
    return 0;
}

/* False where a file's facts do not stand for its rollouts. */
static int bring_facts(const struct joined *j, const struct path_list *files, struct buf *notes,
                       bool *out_suffice, struct err *err)
{
    struct merge_conflicts conflicts;
    int rc = 0;
    *out_suffice = true;
    for (size_t i = 0; i < files->n && rc == 0 && *out_suffice; i++) {
        struct db *db = NULL;
        rc = db_open_with(j->path, query_sql("pragma_joined_facts"), &db, err);
        if (rc == 0)
            rc = db_merge_facts(db, files->items[i], &conflicts, out_suffice, err);
        db_close(db);
        if (rc == 0)
            add_notes(&conflicts, files->items[i], notes);
        else if (rc == ERR_NEGATIVE)
            err_context(err, "%s", files->items[i]);
    }
    return rc;
}

static int copy_first(const struct joined *j, const char *path, struct err *err)
{
    struct db *first = NULL;
    int rc = db_open(path, DB_READ, &first, err);
    if (rc == 0)
        rc = db_snapshot(first, j->path, err);
    db_close(first);
    return rc;
}

static void drop(void *context)
{
    struct joined *j = context;
    struct err ignored = { 0 };
    if (j->folder != NULL) /* as one that did not come to its end */
        (void)file_draft_folder_end(j->folder, j->folder, ERR_USAGE, &ignored);
    free(j->folder);
    free(j->path);
    arena_release(&j->arena);
    free(j);
}

static int make(const struct joined *j, const struct path_list *files, struct buf *notes,
                struct err *err)
{
    int rc = copy_first(j, files->items[0], err);
    for (size_t i = 1; i < files->n && rc == 0; i++)
        rc = bring_in(j, files->items[i], notes, err);
    return rc;
}

/*
 * ---- reading a join of facts ----
 *
 * Its tables of rows are empty, and an analysis that read them would count nothing, in silence.  So
 * each statement that is prepared and reads one is refused, but for those that ask only for what
 * facts do not stand for; whoever opened it sees joined_lacks_rows and asks for a whole join.
 */

static int list_row_tables(struct joined *j, struct db *db, struct err *err)
{
    struct stmt *st = db_query(db, "list_row_tables");
    const char **names = NULL;
    size_t n = 0;
    int rc;
    while ((rc = stmt_step(st, err)) > 0) {
        names = mem_grow(names, n + 1, sizeof(*names));
        names[n++] = stmt_text_dup(st, LIST_ROW_TABLES_NAME, &j->arena);
    }
    j->row_tables = arena_array(&j->arena, n + 1, sizeof(*names));
    for (size_t i = 0; i < n; i++)
        j->row_tables[i] = names[i];
    j->n_row_tables = n;
    free(names);
    return rc;
}

/* Refuses statements that read what is not there. */
static bool may_read(struct db *db, const char *table)
{
    const struct joined *j = db->closed_context;
    for (size_t i = 0; i < ARRAY_LEN(of_facts); i++)
        if (db->preparing != NULL && strcmp(db->preparing, of_facts[i]) == 0)
            return true;
    for (size_t i = 0; i < j->n_row_tables; i++) {
        if (strcmp(j->row_tables[i], table) != 0)
            continue;
        db->lacks_rows = true;
        return false;
    }
    return true;
}

bool joined_lacks_rows(const struct db *db)
{
    return db != NULL && db->lacks_rows;
}

static int open_made(struct joined *j, const char *text, bool facts, struct db **out,
                     struct err *err)
{
    int rc = db_open(j->path, DB_READ, out, err);
    if (rc == 0 && facts)
        rc = list_row_tables(j, *out, err);
    if (rc < 0)
        return rc;
    (*out)->closed = drop;
    (*out)->closed_context = j;
    free((*out)->path);
    (*out)->path = mem_strdup(text); /* for messages */
    if (facts)
        (*out)->may_read = may_read;
    return 0;
}

static int open_several(const char *text, const struct path_list *files, bool facts,
                        struct buf *notes, struct db **out, struct err *err)
{
    struct joined *j = mem_alloc(sizeof(*j));
    bool suffice = true;
    int rc = make_folder(j, err);
    if (rc == 0)
        rc = facts ? bring_facts(j, files, notes, &suffice, err) : make(j, files, notes, err);
    if (rc == 0 && suffice)
        rc = open_made(j, text, facts, out, err);
    if (rc < 0 || !suffice)
        drop(j);
    if (rc < 0 || suffice)
        return rc;
    buf_clear(notes);
    return open_several(text, files, false, notes, out, err);
}

int joined_open(const char *text, bool facts, struct arena *a, struct db **out,
                const char **out_notes, struct err *err)
{
    struct buf CLEANUP(buf_release) notes = { 0 };
    struct path_list files = { .arena = a, .items = &text, .n = 1 };
    int rc = joined_is(text) ? list_paths(text, &files, err) : 0;
    if (rc < 0)
        return rc;
    rc = files.n == 1 ? db_open(files.items[0], DB_READ, out, err)
                      : open_several(text, &files, facts, &notes, out, err);
    if (rc == 0 && files.n == 1 && db_altered(*out) != NULL)
        buf_printf(&notes,
                   "%s of %s was altered by another program, so its rows are not reliable; run "
                   "'rollbook verify' for details",
                   db_altered(*out), files.items[0]);
    const char *change = rc == 0 && files.n == 1 ? db_told_change(*out) : NULL;
    if (change != NULL)
        buf_printf(&notes, "%s%s: %s", notes.len == 0 ? "" : "\nnote: ", files.items[0], change);
    *out_notes = notes.len == 0 ? NULL : arena_strdup(a, buf_text(&notes));
    return rc;
}
