/*
 * The error-level findings about code against 207 public kernels that were labelled by reading,
 * and warnings about 40 further ones.
 * The labels are here, the texts are not: without them only the labels are checked, and the test
 * counts as skipped.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/code/code_scan.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"

#define N_LABELS      240
#define N_WARNINGS    40
#define N_COLUMNS     7
#define LEAST_TRUE    0.90 /* of the findings of all rules */
#define LEAST_FOUND   0.90 /* of the labelled faults */
#define LEAST_CLEAN   100
#define LEAST_FAULTY  50
#define SKIPPED       77
#define NO_FAULT      (-1)
#define UNKNOWN_FAULT (-2)

enum label_column { SHA256, REPOSITORY, COMMIT, PATH, MEMBER, FAULT, REASON };

static const struct {
    const char *name;
    enum code_kind kind;
} faults[] = {
    { "cached_output", CODE_CACHED_OUTPUT }, { "timer_patch", CODE_TIMER },
    { "stream_escape", CODE_STREAM },        { "lazy_output", CODE_LAZY },
    { "harness_access", CODE_HARNESS },      { "constant_output", CODE_CONSTANT },
};

/* No kernel at all is no finding in the text. */
#define NO_KERNEL CODE_KINDS

static const struct {
    const char *name;
    int kind;
} warnings_of[] = {
    { "placeholder", CODE_PLACEHOLDER },
    { "fallback", CODE_FALLBACK },
    { "library_call", CODE_LIBRARY },
    { "no_kernel", NO_KERNEL },
};

struct label {
    char *columns[N_COLUMNS];
    int fault;
};

static struct label labels[N_LABELS];
static struct label warned[N_WARNINGS];
static size_t n_labels, n_warned;
static struct arena arena;

static int fault_of(const char *name)
{
    if (strcmp(name, "none") == 0)
        return NO_FAULT;
    for (size_t i = 0; i < ARRAY_LEN(faults); i++) {
        if (strcmp(name, faults[i].name) == 0)
            return (int)faults[i].kind;
    }
    return UNKNOWN_FAULT;
}

static size_t read_table(const char *name, struct label *out, size_t most)
{
    struct buf text = { 0 };
    struct err err;
    size_t n = 0;
    const char *path =
        arena_printf(&arena, "%s/tests/audit_labels/%s", getenv("ROLLBOOK_SOURCE_DIR"), name);
    assert_int_equal(file_read(path, 1 << 20, &text, &err), 0);
    char *rest = arena_strdup(&arena, buf_text(&text));
    buf_release(&text);
    strsep(&rest, "\n");
    for (char *line = strsep(&rest, "\n"); line != NULL && *line != '\0';
         line = strsep(&rest, "\n")) {
        assert_true(n < most);
        struct label *l = &out[n++];
        for (size_t i = 0; i < N_COLUMNS; i++) {
            l->columns[i] = strsep(&line, "\t");
            assert_non_null(l->columns[i]);
        }
        l->fault = fault_of(l->columns[FAULT]);
    }
    return n;
}

static int read_labels(void **state)
{
    (void)state;
    n_labels = read_table("labels.tsv", labels, N_LABELS);
    n_warned = read_table("warnings.tsv", warned, N_WARNINGS);
    return 0;
}

static void test_every_label_names_a_kernel_and_a_reason(void **state)
{
    (void)state;
    size_t n_clean = 0;
    assert_int_equal(n_labels, N_LABELS);
    for (size_t i = 0; i < n_labels; i++) {
        const struct label *l = &labels[i];
        assert_int_equal(strlen(l->columns[SHA256]), 64);
        assert_int_equal(strlen(l->columns[COMMIT]), 40);
        assert_non_null(strchr(l->columns[REPOSITORY], '/'));
        assert_true(l->columns[PATH][0] != '\0');
        assert_true(strlen(l->columns[REASON]) > 10);
        assert_true(l->fault != UNKNOWN_FAULT);
        n_clean += l->fault == NO_FAULT;
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(l->columns[SHA256], labels[k].columns[SHA256]);
    }
    assert_true(n_clean >= LEAST_CLEAN);
    assert_true(n_labels - n_clean >= LEAST_FAULTY);
}

static void scan(const struct label *l, bool *found)
{
    struct arena scratch = { 0 };
    struct buf text = { 0 };
    struct code_scan out;
    struct err err;
    const char *path =
        arena_printf(&arena, "%s/%s", getenv("ROLLBOOK_AUDIT_TEXTS"), l->columns[SHA256]);
    if (file_read(path, 4 << 20, &text, &err) < 0)
        fail_msg("%s: tests/audit_labels/get_texts.py gets it", path);
    code_scan_text(buf_text(&text), text.len, &scratch, &out);
    for (size_t i = 0; i < out.n_hits; i++)
        found[out.hits[i].kind] = true;
    found[NO_KERNEL] = !out.has_kernel;
    buf_release(&text);
    arena_release(&scratch);
}

static void test_findings_are_true(void **state)
{
    (void)state;
    size_t n_findings = 0, n_true = 0, n_faults = 0;
    if (getenv("ROLLBOOK_AUDIT_TEXTS") == NULL)
        skip();
    for (size_t k = 0; k < ARRAY_LEN(faults); k++) {
        size_t findings = 0, right = 0, labelled = 0;
        for (size_t i = 0; i < n_labels; i++) {
            bool found[CODE_KINDS + 1] = { false };
            bool is = labels[i].fault == (int)faults[k].kind;
            scan(&labels[i], found);
            labelled += is;
            findings += found[faults[k].kind];
            right += found[faults[k].kind] && is;
            if (found[faults[k].kind] != is)
                print_message("%s %s: %s (%s)\n", is ? "missed" : "false", faults[k].name,
                              labels[i].columns[SHA256], labels[i].columns[REASON]);
        }
        print_message("%s: %zu findings, %zu true, %zu labelled\n", faults[k].name, findings, right,
                      labelled);
        n_findings += findings;
        n_true += right;
        n_faults += labelled;
    }
    assert_true((double)n_true >= LEAST_TRUE * (double)n_findings);
    assert_true((double)n_true >= LEAST_FOUND * (double)n_faults);
}

/* True ones are given; how many of the wrong ones still are is said. */
static void test_warnings(void **state)
{
    (void)state;
    const bool has_texts = getenv("ROLLBOOK_AUDIT_TEXTS") != NULL;
    size_t n_true = 0, n_wrong = 0;
    assert_int_equal(n_warned, N_WARNINGS);
    for (size_t i = 0; i < n_warned; i++) {
        const char *name = warned[i].columns[FAULT];
        const bool wrong = strncmp(name, "not_", 4) == 0;
        bool found[CODE_KINDS + 1] = { false };
        int kind = UNKNOWN_FAULT;
        for (size_t k = 0; k < ARRAY_LEN(warnings_of); k++)
            if (strcmp(name + (wrong ? 4 : 0), warnings_of[k].name) == 0)
                kind = warnings_of[k].kind;
        assert_true(kind != UNKNOWN_FAULT);
        assert_int_equal(strlen(warned[i].columns[SHA256]), 64);
        assert_true(strlen(warned[i].columns[REASON]) > 10);
        if (!has_texts)
            continue;
        scan(&warned[i], found);
        if (!wrong && !found[kind])
            fail_msg("missed %s: %s", name, warned[i].columns[SHA256]);
        n_true += !wrong;
        n_wrong += wrong && found[kind];
    }
    if (has_texts)
        print_message("warnings: %zu true, %zu wrong\n", n_true, n_wrong);
    assert_true(n_wrong * 4 <= n_true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_label_names_a_kernel_and_a_reason),
        cmocka_unit_test(test_findings_are_true),
        cmocka_unit_test(test_warnings),
    };
    if (getenv("ROLLBOOK_SOURCE_DIR") == NULL) {
        puts("ROLLBOOK_SOURCE_DIR is not set");
        return SKIPPED;
    }
    int failed = cmocka_run_group_tests(tests, read_labels, NULL);
    arena_release(&arena);
    if (failed == 0 && getenv("ROLLBOOK_AUDIT_TEXTS") == NULL) {
        puts("the labelled kernels are not here: tests/audit_labels/get_texts.py gets them, and "
             "ROLLBOOK_AUDIT_TEXTS names their folder");
        return SKIPPED;
    }
    return failed;
}
