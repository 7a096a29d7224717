#include "src/cli/cmd/transfer/export_suites.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "columns/list_suite_files.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/json/json.h"
#include "src/store/db.h"

#define NS_IN_US      1e3
#define EXIT_WRONG    112 /* of kernelbot's runners */
#define EXIT_TIMEOUT  114
#define EXIT_CRASH    1
#define MOST_FILE_LEN ((size_t)64 << 20)

/* One candidate of one problem. */
struct candidate_files {
    bool is_kernelbot, is_sol;
    const char *problem, *code, *sha256, *run, *device, *backend, *when;
    struct json *times, *tests; /* what kernelbot's tester prints in two of its modes */
    int64_t n_shapes, n_timed;
    double total_ms;
    const char *outcome, *message; /* of the first shape that is not right */
};

struct suite_export {
    const char *folder;
    struct arena arena;
    struct suite_files *tally;
};

static bool has(const char *text, const char *what)
{
    return strstr(text, what) != NULL;
}

/* Names of a database are a stranger's. */
static const char *plain(struct arena *a, const char *name)
{
    char *out = arena_printf(a, "%.100s", name);
    for (char *c = out; *c != '\0'; c++)
        if (strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-", *c) == NULL)
            *c = '_';
    return *out == '.' || *out == '\0' ? arena_printf(a, "_%s", out) : out;
}

static int write_file(struct suite_export *e, const char *const parts[3], const struct buf *text,
                      struct err *err)
{
    const char *path = e->folder;
    for (size_t i = 0; i < 3; i++) {
        path = arena_printf(&e->arena, "%s/%s", path, parts[i]);
        if (i < 2 && mkdir(path, 0777) != 0 && errno != EEXIST)
            return err_set(err, ERR_INTEGRITY, "%s: %s", path, strerror(errno));
    }
    if (text->overflow)
        return err_set(err, ERR_INTEGRITY, "%s: larger than %zu bytes", path, text->max);
    return file_write_atomic(path, buf_text(text), text->len, err);
}

/* ---- definitions ---- */

/* Parameters without a default of the function run, by brackets and commas; -1: there is none. */
static int count_parameters(const char *code)
{
    static const char begin[] = "\ndef run(";
    const bool is_first = str_starts_with(code, begin + 1);
    const char *at = is_first ? code : strstr(code, begin);
    int depth = 1, n = 0;
    bool counts = false, has_default = false;
    if (at == NULL)
        return -1;
    for (at += sizeof begin - 1 - is_first; *at != '\0' && depth > 0; at++) {
        depth += (strchr("([{", *at) != NULL) - (strchr(")]}", *at) != NULL);
        if (depth == 0 || (depth == 1 && *at == ',')) {
            n += counts && !has_default;
            counts = has_default = false;
        } else if (depth == 1 && *at == '=') {
            has_default = true;
        } else if (strchr(" \t\r\n", *at) == NULL) {
            counts = true;
        }
    }
    return n;
}

static const char *language(const char *code, bool is_sol)
{
    if (has(code, "import triton") || has(code, "from triton"))
        return "triton";
    if (!is_sol)
        return has(code, "import tilelang") ? "tilelang" : "python";
    if (has(code, "import cutlass") || has(code, "from cutlass"))
        return "cute_dsl";
    return has(code, "import cuda.tile") ? "cutile" : "pytorch";
}

/* The names of the inputs, in order. */
static const char *arguments(struct arena *a, const struct json *workload, int *out_n)
{
    struct buf CLEANUP(buf_release) b = { 0 };
    *out_n = 0;
    for (const struct json *i = json_first(json_get(workload, "inputs")); i != NULL;
         i = json_next(i))
        buf_printf(&b, "%s%s", (*out_n)++ > 0 ? ", " : "", json_key(i));
    return arena_strdup(a, buf_text(&b));
}

/* A class is wrapped in the function that their evaluators call. */
static void put_source(struct buf *out, const char *code, const char *names)
{
    buf_puts(out, code);
    if (count_parameters(code) >= 0 || has(code, "\nrun = "))
        return;
    buf_printf(out,
               "\n\n_model = []\n\n\ndef run(%s):\n    if not _model:\n"
               "        device = next((v.device for v in (%s,) if hasattr(v, \"device\")), "
               "\"cpu\")\n        _model.append(ModelNew().to(device))\n    return "
               "_model[0](%s)\n",
               names, names, names);
}

static int write_solution(struct suite_export *e, const struct candidate_files *c,
                          const char *workload_text, struct err *err)
{
    struct buf CLEANUP(buf_release) text = { .max = MOST_FILE_LEN };
    struct buf CLEANUP(buf_release) source = { .max = MOST_FILE_LEN };
    struct json *workload CLEANUP(json_free_ptr) =
        json_parse("workload", workload_text, strlen(workload_text), NULL);
    struct json *given CLEANUP(json_free_ptr) =
        c->code[strspn(c->code, " \t\r\n")] == '{'
            ? json_parse("solution", c->code, strlen(c->code), NULL)
            : NULL;
    const char *name = arena_printf(&e->arena, "rollbook_%.12s", c->sha256);
    const char *own = NULL;
    int n_inputs = 0;
    if (given != NULL && json_get(given, "spec") != NULL) {
        name = json_string(json_get(given, "name"), &own) ? own : name;
        buf_puts(&text, c->code);
    } else {
        const char *names = arguments(&e->arena, workload, &n_inputs);
        struct json *root CLEANUP(json_free_ptr) = json_new_object();
        put_source(&source, c->code, names);
        json_add_string(root, "name", name);
        json_add_string(root, "definition", c->problem);
        json_add_string(root, "author", "rollbook");
        json_add_string(root, "description", arena_printf(&e->arena, "run %s", c->run));
        struct json *spec = json_add_object(root, "spec");
        const char *in = language(c->code, c->is_sol);
        if (c->is_sol)
            json_add_string(json_add_array(spec, "languages"), NULL, in);
        else
            json_add_string(spec, "language", in);
        json_add_string(json_add_array(spec, "target_hardware"), NULL,
                        c->is_sol || c->device == NULL ? "LOCAL" : c->device);
        json_add_string(spec, "entry_point", "main.py::run");
        json_add_array(spec, "dependencies");
        json_add_bool(spec, "destination_passing_style", count_parameters(c->code) > n_inputs);
        struct json *main_py = json_add_object(json_add_array(root, "sources"), NULL);
        json_add_string(main_py, "path", "main.py");
        json_add_string(main_py, "content", buf_text(&source));
        json_print(root, false, &text);
    }
    buf_putc(&text, '\n');
    e->tally->n_solutions++;
    return write_file(
        e,
        (const char *const[3]){ "solutions", plain(&e->arena, c->problem),
                                arena_printf(&e->arena, "%s.json", plain(&e->arena, name)) },
        &text, err);
}

/* ---- kernelbot ---- */

static void add_of(struct arena *a, struct json *times, int64_t i, const char *what,
                   const char *value)
{
    json_add_string(times, arena_printf(a, "benchmark.%" PRId64 ".%s", i, what), value);
}

static void add_test(struct arena *a, struct json *tests, int64_t i, const char *what,
                     const char *value)
{
    json_add_string(tests, arena_printf(a, "test.%" PRId64 ".%s", i, what), value);
}

static void add_time(struct arena *a, struct json *times, int64_t i, const char *what, double us)
{
    if (isfinite(us))
        add_of(a, times, i, what, arena_printf(a, "%.9g", us * NS_IN_US));
}

/* Nanoseconds of all timed calls, as its tester prints them. */
static void add_times(struct arena *a, struct json *times, int64_t i, struct stmt *st)
{
    size_t len = 0;
    const char *bytes = stmt_blob(st, LIST_SUITE_FILES_SAMPLES_US, &len);
    const size_t n = bytes != NULL ? len / sizeof(double) : 0;
    double sum = 0, squares = 0, best = (double)INFINITY, worst = 0, us;
    for (size_t k = 0; k < n; k++) {
        memcpy(&us, bytes + k * sizeof us, sizeof us);
        sum += us;
        best = fmin(best, us);
        worst = fmax(worst, us);
    }
    const double mean = n > 0 ? sum / (double)n : stmt_real(st, LIST_SUITE_FILES_RUNTIME_US);
    for (size_t k = 0; k < n; k++) {
        memcpy(&us, bytes + k * sizeof us, sizeof us);
        squares += (us - mean) * (us - mean);
    }
    const double std = n > 1 ? sqrt(squares / (double)(n - 1)) : (double)NAN;
    add_of(a, times, i, "runs", arena_printf(a, "%zu", n > 0 ? n : 1));
    add_time(a, times, i, "mean", mean);
    add_time(a, times, i, "std", std);
    add_time(a, times, i, "err", std / sqrt((double)n));
    add_time(a, times, i, "best", best);
    add_time(a, times, i, "worst", n > 0 ? worst : (double)NAN);
}

/* "size=3+seed=4" as "size: 3; seed: 4" */
static const char *spec_of(struct arena *a, const char *shape)
{
    struct buf CLEANUP(buf_release) b = { 0 };
    for (; *shape != '\0' && *shape != '#'; shape++) {
        if (*shape == '=' || *shape == '+')
            buf_puts(&b, *shape == '=' ? ": " : "; ");
        else
            buf_putc(&b, *shape);
    }
    return arena_strdup(a, buf_text(&b));
}

static void add_shape(struct arena *a, struct candidate_files *c, struct stmt *st)
{
    const char *outcome = stmt_text(st, LIST_SUITE_FILES_OUTCOME);
    const char *message = stmt_text(st, LIST_SUITE_FILES_MESSAGE);
    const char *cheat = stmt_text(st, LIST_SUITE_FILES_CHEAT_KIND);
    const char *spec = spec_of(a, stmt_text(st, LIST_SUITE_FILES_SHAPE));
    const int64_t i = c->n_shapes++;
    const bool right = strcmp(outcome, "measured") == 0;
    if (isfinite(stmt_real(st, LIST_SUITE_FILES_TOTAL_MS)))
        c->total_ms += stmt_real(st, LIST_SUITE_FILES_TOTAL_MS);
    add_test(a, c->tests, i, "spec", spec);
    add_test(a, c->tests, i, "status", right ? "pass" : "fail");
    if (right && !stmt_is_null(st, LIST_SUITE_FILES_RUNTIME_US)) {
        c->n_timed++;
        add_of(a, c->times, i, "spec", spec);
        add_times(a, c->times, i, st);
    }
    if (right)
        return;
    const char *said = arena_printf(a, "%s%s%s: %s", outcome, cheat != NULL ? " " : "",
                                    cheat != NULL ? cheat : "", message != NULL ? message : "");
    add_test(a, c->tests, i, "error", said);
    if (c->outcome == NULL) {
        c->outcome = arena_strdup(a, outcome);
        c->message = said;
    }
}

/* A class gets the function that is called, which hands it the tensors as they come. */
static void put_submission(struct buf *out, const char *code)
{
    buf_puts(out, code);
    if (has(code, "custom_kernel") || !has(code, "class ModelNew"))
        return;
    buf_puts(out, "\n\nimport torch\n\n_model = []\n\n\ndef _tensors(data):\n"
                  "    if isinstance(data, torch.Tensor):\n        return [data]\n"
                  "    parts = data.values() if isinstance(data, dict) else data if "
                  "isinstance(data, (list, tuple)) else ()\n"
                  "    return [t for part in parts for t in _tensors(part)]\n\n\n"
                  "def custom_kernel(data):\n    tensors = _tensors(data)\n"
                  "    if not _model:\n        _model.append(ModelNew().to(tensors[0].device))\n"
                  "    result = _model[0](*tensors)\n"
                  "    return tuple(result) if isinstance(result, list) else result\n");
}

static int exit_code_of(const char *outcome)
{
    if (outcome == NULL)
        return 0;
    if (strcmp(outcome, "timeout") == 0)
        return EXIT_TIMEOUT;
    const bool ran = strcmp(outcome, "mismatch") == 0 || strcmp(outcome, "nan") == 0 ||
                     strcmp(outcome, "wrong_shape") == 0 || strcmp(outcome, "cheat") == 0;
    return ran ? EXIT_WRONG : EXIT_CRASH;
}

static int write_result(struct suite_export *e, struct candidate_files *c, struct err *err)
{
    struct arena *a = &e->arena;
    struct buf CLEANUP(buf_release) text = { .max = MOST_FILE_LEN };
    struct buf CLEANUP(buf_release) code = { .max = MOST_FILE_LEN };
    struct json *root CLEANUP(json_free_ptr) = json_new_object();
    const int exit_code = exit_code_of(c->outcome);
    const bool ran = exit_code == 0 || exit_code == EXIT_WRONG;
    const char *problem = plain(a, c->problem), *name = arena_printf(a, "%.12s", c->sha256);
    json_add_bool(root, "success", true);
    json_add_string(root, "error", "");
    struct json *system = json_add_object(root, "system");
    const bool cuda = c->backend != NULL && strcmp(c->backend, "cuda") == 0;
    json_add_string(system, "gpu", cuda && c->device != NULL ? c->device : "");
    json_add_int(system, "device_count", cuda);
    json_add_string(system, "cpu", !cuda && c->device != NULL ? c->device : "");
    json_add_string(system, "runtime", cuda ? "CUDA" : "CPU");
    json_add_string(system, "platform", "");
    json_add_string(system, "torch", "");
    json_add_string(system, "hostname", "");
    const bool timed = exit_code == 0 && c->n_timed == c->n_shapes;
    struct json *board =
        json_add_object(json_add_object(root, "runs"), timed ? "leaderboard" : "test");
    json_add_string(board, "start", c->when);
    json_add_string(board, "end", c->when);
    json_add_null(board, "compilation");
    struct json *run = json_add_object(board, "run");
    json_add_bool(run, "success", ran);
    json_add_bool(run, "passed", exit_code == 0);
    json_add_string(run, "command", "rollbook");
    json_add_string(run, "stdout", "");
    json_add_string(run, "stderr", ran || c->message == NULL ? "" : c->message);
    json_add_int(run, "exit_code", exit_code);
    json_add_number(run, "duration", c->total_ms / 1000.0);
    struct json *result = json_add_object(run, "result");
    json_add_string(result, timed ? "benchmark-count" : "test-count",
                    arena_printf(a, "%" PRId64, c->n_shapes));
    for (const struct json *m = json_first(timed ? c->times : c->tests); m != NULL;
         m = json_next(m)) {
        const char *value = NULL;
        if (json_string(m, &value))
            json_add_string(result, json_key(m), value);
    }
    json_add_string(result, "check", exit_code == 0 ? "pass" : "fail");
    json_add_null(board, "profile");
    json_print(root, false, &text);
    buf_putc(&text, '\n');
    put_submission(&code, c->code);
    e->tally->n_results++;
    int rc = write_file(
        e, (const char *const[3]){ "kernelbot", name, arena_printf(a, "%s.json", problem) }, &text,
        err);
    return rc < 0 ? rc
                  : write_file(e,
                               (const char *const[3]){ "kernelbot", name,
                                                       arena_printf(a, "%s.py", problem) },
                               &code, err);
}

/* ---- all ---- */

static void begin(struct suite_export *e, struct candidate_files *c, struct stmt *st)
{
    struct arena *a = &e->arena;
    *c = (struct candidate_files){
        .is_kernelbot = stmt_int(st, LIST_SUITE_FILES_IS_KERNELBOT) == 1,
        .is_sol = stmt_int(st, LIST_SUITE_FILES_IS_SOL) == 1,
        .problem = stmt_text_dup(st, LIST_SUITE_FILES_PROBLEM, a),
        .code = stmt_text_dup(st, LIST_SUITE_FILES_CODE, a),
        .sha256 = stmt_text_dup(st, LIST_SUITE_FILES_CODE_SHA256, a),
        .run = stmt_text_dup(st, LIST_SUITE_FILES_RUN, a),
        .device = stmt_text_dup(st, LIST_SUITE_FILES_DEVICE, a),
        .backend = stmt_text_dup(st, LIST_SUITE_FILES_BACKEND, a),
        .when = stmt_text_dup(st, LIST_SUITE_FILES_CREATED_AT, a),
        .times = json_new_object(),
        .tests = json_new_object(),
    };
}

/* Each candidate once, whatever runs have it; of kernelbot with the last evaluation at each shape.
 */
static int write_all(struct suite_export *e, struct stmt *st, struct err *err)
{
    struct candidate_files now = { .problem = NULL };
    const char *workload = NULL, *shape = NULL;
    int rc;
    do {
        rc = stmt_step(st, err);
        const char *problem = rc > 0 ? stmt_text(st, LIST_SUITE_FILES_PROBLEM) : NULL;
        const bool same = rc > 0 && now.problem != NULL && strcmp(problem, now.problem) == 0 &&
                          strcmp(stmt_text(st, LIST_SUITE_FILES_CODE_SHA256), now.sha256) == 0;
        if (!same && now.problem != NULL && rc >= 0) {
            int wrote = now.is_kernelbot ? write_result(e, &now, err)
                                         : write_solution(e, &now, workload, err);
            json_free_ptr(&now.times);
            json_free_ptr(&now.tests);
            arena_release(&e->arena);
            e->arena = (struct arena){ 0 };
            now.problem = NULL;
            rc = wrote < 0 ? wrote : rc;
        }
        if (rc <= 0)
            continue;
        if (!same) {
            begin(e, &now, st);
            workload = stmt_text_dup(st, LIST_SUITE_FILES_WORKLOAD, &e->arena);
            workload = workload != NULL ? workload : "";
            shape = NULL;
        }
        const char *name = stmt_text(st, LIST_SUITE_FILES_SHAPE);
        if (shape == NULL || strcmp(shape, name) != 0)
            add_shape(&e->arena, &now, st);
        shape = arena_strdup(&e->arena, name);
    } while (rc > 0);
    json_free_ptr(&now.times);
    json_free_ptr(&now.tests);
    return rc;
}

int export_suites(struct db *db, const char *folder, const char *run, struct suite_files *out,
                  struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    const char *draft = NULL;
    struct suite_export e = { .tally = out };
    *out = (struct suite_files){ 0 };
    if (file_exists(folder))
        return err_set(err, ERR_USAGE, "%s: exists already; name a new folder", folder);
    int rc = file_draft_folder(folder, &a, &draft, err);
    if (rc < 0)
        return rc;
    e.folder = draft;
    struct stmt *st = db_query(db, "list_suite_files");
    stmt_bind_text(st, ":run", run);
    rc = write_all(&e, st, err);
    stmt_reset(st);
    arena_release(&e.arena);
    if (rc == 0 && out->n_solutions + out->n_results == 0)
        rc = err_set(err, ERR_NOMATCH, "no candidate of an imported problem with several shapes");
    return file_draft_folder_end(draft, folder, rc, err);
}
