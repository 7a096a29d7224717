/*
 * import_texts_test.c - small files of several formats, the rows they become and all that is said
 * about them: odd keys, values that are none, turns, summaries, levels from several places.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "ingest/ingest.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/store/db.h"

static struct arena arena;
static char folder[] = "/tmp/rollbook-texts-XXXXXX";

#define BASELINES                                                                                  \
    "SELECT b.name, b.hardware, t.label, t.name, round(b.runtime_us, 3), round(b.min_us, 3), "     \
    "round(b.max_us, 3), round(b.std_us, 3), b.n_samples FROM baseline b JOIN task t USING "       \
    "(task_id) ORDER BY b.baseline_id"
#define ROLLOUTS                                                                                   \
    "SELECT run, task, task_name, step, turn, sample, outcome, compiled, correct, "                \
    "round(runtime_us, 3), message, code FROM v_rollout ORDER BY rollout_id"

#define SAMPLES                                                                                    \
    "SELECT run, (SELECT suite FROM task t WHERE t.task_id = r.task_id), task, task_name, step, "  \
    "turn, sample, outcome, compiled, correct, round(runtime_us, 3), message, code, prompt, "      \
    "completion, prompt_tokens, completion_tokens, "                                               \
    "finish_reason, compile_log, (SELECT group_concat(recipe || '=' || value || coalesce('@' || "  \
    "advantage, ''), ' ') FROM v_reward w WHERE w.rollout_id = r.rollout_id), extra "              \
    "FROM v_rollout r ORDER BY rollout_id"
#define STEPS                                                                                      \
    "SELECT r.name, m.step, m.update_metrics FROM step m JOIN run r USING (run_id) ORDER BY 2"

struct row {
    const char *format, *file, *text;
    int level;
    int rc;
    const char *counts; /* stored, duplicate, refused, left out, unusable */
    const char *said;   /* the error, or refusals and remarks */
    const char *rows;
};

static void pass_columns(void *context, size_t n, const char *const *names)
{
    (void)context;
    (void)n;
    (void)names;
}

static void put_values(void *context, size_t n, const struct sql_value *values)
{
    struct buf *out = context;
    for (size_t i = 0; i < n; i++) {
        buf_puts(out, i == 0 ? "" : ",");
        switch (values[i].type) {
        case 1:
            buf_printf(out, "%lld", (long long)values[i].i);
            break;
        case 2:
            buf_put_double(out, values[i].real);
            break;
        case 3:
            buf_add(out, values[i].text, values[i].len);
            break;
        default:
            buf_puts(out, "-");
        }
    }
    buf_puts(out, "\n");
}

static void put_messages(struct buf *out, const struct ingest_message *m)
{
    for (; m != NULL; m = m->next)
        buf_printf(out, "%s%s%s\n", m->where, *m->where == '\0' ? "" : ": ", m->reason);
}

static void expect_text(const char *file, const char *what, const char *got, const char *want)
{
    if (strcmp(got, want) != 0)
        fail_msg("%s: %s:\n%s\nnot\n%s", file, what, got, want);
}

/* The folder's name is left out of messages. */
static const char *without_folder(const char *text)
{
    size_t n = strlen(folder) + 1;
    return strncmp(text, folder, n - 1) == 0 ? text + n : text;
}

static const char *query_of(const char *format)
{
    if (strcmp(format, "kernelbench-baseline") == 0)
        return BASELINES;
    if (strcmp(format, "trainer-log") == 0)
        return STEPS;
    return strcmp(format, "kernelbench") == 0 ? ROLLOUTS : SAMPLES;
}

static void check_row(const struct row *row)
{
    struct ingest_options options = { .level = row->level };
    struct ingest_job job;
    struct db *db = NULL;
    struct err err = { 0 };
    struct buf said = { 0 }, rows = { 0 }, counts = { 0 };
    const char *path = arena_printf(&arena, "%s/%s", folder, row->file);
    for (const char *slash = strchr(path + sizeof folder, '/'); slash != NULL;
         slash = strchr(slash + 1, '/'))
        (void)mkdir(arena_strndup(&arena, path, (size_t)(slash - path)), 0700);
    assert_int_equal(file_write_atomic(path, row->text, strlen(row->text), &err), 0);
    assert_int_equal(db_open(DB_IN_MEMORY, DB_WRITE, &db, &err), 0);
    ingest_job_init(&job, ingest_find_format(row->format), &options, path, &arena);
    int rc = ingest_import(&job, db, &err);
    if (rc < 0)
        buf_printf(&said, "%s\n", without_folder(err.msg));
    else
        put_messages(&said, job.refusals);
    if (rc == 0)
        put_messages(&said, job.remarks);
    expect_text(row->file, "messages", buf_text(&said), row->said);
    assert_int_equal(rc, row->rc);
    const struct ingest_counts *c = &job.counts;
    buf_printf(&counts, "%lld,%lld,%lld,%lld,%lld", (long long)c->stored, (long long)c->duplicate,
               (long long)c->refused, (long long)c->left_out, (long long)c->unusable);
    expect_text(row->file, "counts", buf_text(&counts), row->counts);
    const struct sql_sink sink = { &rows, pass_columns, put_values };
    if (db_user_sql(db, query_of(row->format), &sink, &err) != 0)
        fail_msg("%s", err.msg);
    expect_text(row->file, "rows", buf_text(&rows), row->rows);
    buf_release(&said);
    buf_release(&rows);
    buf_release(&counts);
    db_close(db);
    assert_int_equal(unlink(path), 0);
}

static void check_rows(const struct row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++)
        check_row(&rows[i]);
}

static const struct row baselines[] = {
    /* Levels with times, and keys that are none. */
    { "kernelbench-baseline", "a/baseline_time_torch.json",
      "{\"level1\": {\"1_One.py\": {\"mean\": 2.5, \"std\": 0.5, \"min\": 2, \"max\": 4, "
      "\"num_trials\": 100}, \"2_Two.py\": 0.25, \"3\": null, \"0_Zero.py\": 1, \"Name.py\": 1, "
      "\"5_Five.py\": true, \"6_Six.py\": {\"std\": 1}, \"7_Seven.py\": \"0.5\", \"8_Eight.py\": "
      "\"fast\", \"9_Nine.py\": [1]}, \"level0\": {\"1_One.py\": 1}, \"notes\": {\"1\": 1}, "
      "\"level2\": 3}",
      0, 0, "4,0,9,0,0",
      "level 1, \"0_Zero.py\": the key does not begin with a problem number\n"
      "level 1, \"Name.py\": the key does not begin with a problem number\n"
      "level 1, \"5_Five.py\": neither statistics nor a number\n"
      "level 1, \"6_Six.py\": no mean\n"
      "level 1, \"8_Eight.py\": neither statistics nor a number\n"
      "level 1, \"9_Nine.py\": neither statistics nor a number\n"
      "\"level0\": no level with problems in it\n"
      "\"notes\": no level with problems in it\n"
      "\"level2\": no level with problems in it\n",
      "torch_eager,,l1/1,1_One,2500,2000,4000,500,100\n"
      "torch_eager,,l1/2,2_Two,250,-,-,-,-\n"
      "torch_eager,,l1/3,,-,-,-,-,-\n"
      "torch_eager,,l1/7,7_Seven,500,-,-,-,-\n" },
    /* Files of one level, which a path or the option tells. */
    { "kernelbench-baseline", "level2/times_results.json", "{\"4_Four.py\": 1, \"5\": 0}", 0, 0,
      "2,0,0,0,0",
      "level 2 guessed from the path; --level overrides it\n"
      "1 entries give a time that is none, as nan, 0 or inf; they are stored as tried and not "
      "measured; the first: level 2, \"5\"\n",
      "times,,l2/4,4_Four,1000,-,-,-,-\n"
      "times,,l2/5,,-,-,-,-,-\n" },
    { "kernelbench-baseline", "b/torch_native_results.json", "{\"4_Four.py\": 1}", 3, 0,
      "1,0,0,0,0", "", "torch_eager,,l3/4,4_Four,1000,-,-,-,-\n" },
    { "kernelbench-baseline", "b/x.json", "{\"4_Four.py\": 1}", 0, ERR_USAGE, "0,0,0,0,0",
      "b/x.json: no level in it, in its path or in a configuration beside it: give --level N\n",
      "" },
    { "kernelbench-baseline", "b/y.json",
      "{\"level1\": {\"1_One.py\": 1}, \"level2\": {\"1_Two.py\": 2, \"2_Three.py\": 2}}", 1, 0,
      "1,0,0,2,0", "", "y,,l1/1,1_One,1000,-,-,-,-\n" },
    { "kernelbench-baseline", "b/z.json", "[{\"level1\": 1}]", 0, ERR_INTEGRITY, "0,0,1,0,0",
      "b/z.json: all 1 records were refused; the first, item 0: expected an object of levels\n",
      "" },
    { "kernelbench-baseline", "b/empty.json", "{}", 0, ERR_NOMATCH, "0,0,0,0,0",
      "b/empty.json: holds no records\n", "" },
    /* One device is that of entries without one; of several none is. */
    { "kernelbench-baseline", "b/one.json",
      "{\"level1\": {\"1\": {\"mean\": 1, \"hardware\": \"A\"}, \"2\": {\"mean\": 1}, \"3\": "
      "{\"mean\": 1, \"hardware\": \"A\"}}}",
      0, 0, "3,0,0,0,0", "",
      "one,A,l1/1,,1000,-,-,-,-\n"
      "one,A,l1/2,,1000,-,-,-,-\n"
      "one,A,l1/3,,1000,-,-,-,-\n" },
    { "kernelbench-baseline", "b/several.json",
      "{\"level1\": {\"1\": {\"mean\": 1, \"hardware\": \"A\"}, \"2\": {\"mean\": 1}, \"3\": "
      "{\"mean\": 1, \"hardware\": \"B\"}, \"4\": {\"mean\": 1, \"hardware\": \"C\"}}}",
      0, 0, "4,0,0,0,0", "times of more than one device: A, B; each is stored under its own\n",
      "several,A,l1/1,,1000,-,-,-,-\n"
      "several,,l1/2,,1000,-,-,-,-\n"
      "several,B,l1/3,,1000,-,-,-,-\n"
      "several,C,l1/4,,1000,-,-,-,-\n" },
    /* Times that are none. */
    { "kernelbench-baseline", "b/timeless.json",
      "{\"level1\": {\"1\": {\"mean\": 1}, \"2\": {\"mean\": 0}, \"3\": NaN, \"4\": -1, \"5\": "
      "\"inf\"}}",
      0, 0, "5,0,0,0,0",
      "4 entries give a time that is none, as nan, 0 or inf; they are stored as tried and not "
      "measured; the first: level 1, \"2\"\n",
      "timeless,,l1/1,,1000,-,-,-,-\n"
      "timeless,,l1/2,,-,-,-,-,-\n"
      "timeless,,l1/3,,-,-,-,-,-\n"
      "timeless,,l1/4,,-,-,-,-,-\n"
      "timeless,,l1/5,,-,-,-,-,-\n" },
    /* One task of robust-kbench. */
    { "kernelbench-baseline", "level_2/task_7/torch_results.json",
      "{\"summary\": {\"avg_mean_time\": 1.5}, \"eval_settings\": {}, \"device_info\": "
      "{\"devices\": [{\"name\": \"H100\"}, {\"name\": \"A10\"}]}}",
      0, 0, "1,0,0,0,0", "", "torch_eager,H100,l2/7,,1500,-,-,-,-\n" },
    { "kernelbench-baseline", "level_2/task_7/none.json",
      "{\"summary\": {}, \"eval_settings\": {}}", 0, ERR_INTEGRITY, "0,0,1,0,0",
      "level_2/task_7/none.json: all 1 records were refused; the first, the file: no "
      "avg_mean_time\n",
      "" },
    { "kernelbench-baseline", "b/task.json",
      "{\"summary\": {\"avg_mean_time\": 1.5}, \"eval_settings\": {}}", 0, ERR_INTEGRITY,
      "0,0,1,0,0",
      "b/task.json: all 1 records were refused; the first, the file: its path names no task "
      "(level_L/task_P)\n",
      "" },
};

static void times_of_reference_programs(void **state)
{
    (void)state;
    check_rows(baselines, ARRAY_LEN(baselines));
}

#define RIGHT "\"compiled\": true, \"correctness\": true, \"metadata\": {}, \"runtime\": 2.5"

static const struct row results[] = {
    /* Where numbers are missing the place has them; what has none is refused. */
    { "kernelbench", "r/level1/eval_results.json",
      "{\"1\": {\"sample_id\": 3, " RIGHT "}, \"2\": [{" RIGHT "}, {" RIGHT "}], \"0\": {" RIGHT
      "}, \"x\": {" RIGHT "}, \"4\": [], \"5\": 7}",
      0, 0, "3,0,3,0,0",
      "\"0\": problem 0: KernelBench counts problems from 1\n"
      "\"5\": not an object\n"
      "\"x\": the key is no problem number\n"
      "level 1 guessed from the path; --level overrides it\n"
      "\"4\" is empty: nothing was evaluated there\n"
      "a problem 0 suggests that this file counts from 0: then every problem number in it is one "
      "too low\n",
      "r,l1/1,,0,0,3,measured,1,1,2500,-,-\n"
      "r,l1/2,,0,0,0,measured,1,1,2500,-,-\n"
      "r,l1/2,,0,0,1,measured,1,1,2500,-,-\n" },
    { "kernelbench", "r/none/eval_results.json", "{\"1\": {" RIGHT "}}", 0, ERR_USAGE, "0,0,0,0,0",
      "r/none/eval_results.json: no level in its ids, in its path or in a configuration beside it: "
      "give --level N\n",
      "" },
    { "kernelbench", "r/level_2/eval_results.json",
      "[{\"level\": 1, \"problem_id\": 3, " RIGHT "}, {\"level\": 2, \"problem_id\": 4, "
      "\"sample_id\": 1, " RIGHT "}, {\"problem_id\": 5, " RIGHT
      "}, {\"level\": 10, \"problem_id\": 6, " RIGHT "}, {" RIGHT "}, 3]",
      2, 0, "2,0,3,1,0",
      "[3]: no such level\n"
      "[4]: no problem number\n"
      "[5]: not an object\n",
      "r,l2/4,,0,0,1,measured,1,1,2500,-,-\n"
      "r,l2/5,,0,0,0,measured,1,1,2500,-,-\n" },
    /* Turns of a conversation, some of which were not judged. */
    { "kernelbench", "r/level1/turns.json",
      "{\"1\": {\"problem_name\": \"1_Square.py\", \"turns\": [{\"turn\": 1, \"eval\": {" RIGHT
      "}}, {\"eval\": null}, {\"turn\": -1}, {\"turn\": 1000000, \"eval\": {" RIGHT
      "}}, {\"turn\": 1000001}, 5]}, \"2\": {\"turns\": []}}",
      0, 0, "2,1,4,0,0",
      "level 1, problem 1, sample 0, turn -1: no turn\n"
      "level 1, problem 1, sample 0, turn 1000001: no turn\n"
      "level 1, problem 1, sample 0, turn 5: no turn\n"
      "level 1, problem 2, sample 0: a conversation without turns\n"
      "level 1 guessed from the path; --level overrides it\n",
      "r/turns,l1/1,1_Square,0,1,0,measured,1,1,2500,-,-\n"
      "r/turns,l1/1,1_Square,0,1000000,0,measured,1,1,2500,-,-\n" },
    /* A summary is of another turn or timing, and a run of its own. */
    { "kernelbench", "r/level1/summary.json",
      "{\"per_problem\": [{\"problem_id\": 2, " RIGHT "}], \"meta\": {\"model\": \"m\"}}", 0, 0,
      "1,0,0,0,0", "level 1 guessed from the path; --level overrides it\n",
      "r/summary,l1/2,,0,0,0,measured,1,1,2500,-,-\n" },
};

static void results_of_runs(void **state)
{
    (void)state;
    check_rows(results, ARRAY_LEN(results));
}

static const struct row samples[] = {
    { "samples", "s/one.jsonl",
      "{\"task_id\": \"HumanEval/3\", \"passed\": true, \"completion\": \"return 1\", "
      "\"completion_id\": 2, \"prompt\": \"def f():\"}\n"
      "{\"task_id\": \"HumanEval_111_histogram\", \"language\": \"rs\", \"passed\": false, "
      "\"program\": \"fn f(){}\", \"result\": \"timed out\", \"attempt\": 1}\n"
      "{\"question_id\": 7, \"graded_list\": [true, false, 0.5], \"code_list\": [\"a\", \"b\"], "
      "\"platform\": \"x\"}\n"
      "{\"name\": \"x\", \"is_solved\": \"true\", \"solution\": \"s\"}\n"
      "{\"task_id\": \"t/1\", \"score\": 1}\n"
      "{\"task_id\": \"t/2\", \"score\": 0.25, \"error\": \"first\\nsecond\"}\n"
      "{\"task_id\": \"t/3\", \"score\": NaN}\n"
      "{\"passed\": true}\n"
      "{\"task_id\": \"t/4\"}\n"
      "{\"task_id\": \"t/5\", \"passed\": []}\n"
      "{\"task_id\": \"t/6\", \"passed\": \"perhaps\"}\n"
      "{\"task_id\": \"t/7\", \"results\": [[0, {\"passed\": true, \"code\": \"c\", \"result\": "
      "\"ok\"}], [1, {\"x\": 1}], [2]]}\n",
      0, 0, "9,0,7,0,0",
      "line 7: neither a verdict nor a score in it\n"
      "line 8: names no task\n"
      "line 9: names no verdict\n"
      "line 10: no samples\n"
      "line 11: neither a verdict nor a score in it\n"
      "line 12, sample 1: neither a verdict nor a score\n"
      "line 12, sample 2: neither a verdict nor a score\n"
      "4 failed samples do not say whether they compiled: taken as compiled\n",
      "one,humaneval,l0/3,HumanEval/3,0,0,2,measured,1,1,-,-,-,def f():,return "
      "1,-,-,-,-,-,{\"task_id\":\"HumanEval/3\",\"passed\":true,\"completion_id\":2}\n"
      "one,humaneval-rs,l0/111,HumanEval_111_histogram,0,0,1,timeout,1,0,-,timed out,fn "
      "f(){},-,-,-,-,-,-,-,{\"task_id\":\"HumanEval_111_histogram\",\"language\":\"rs\",\"passed\":"
      "false,\"result\":\"timed out\",\"attempt\":1}\n"
      "one,samples,l0/"
      "7,7,0,0,0,measured,1,1,-,-,a,-,-,-,-,-,-,-,{\"verdict\":true,\"record\":{\"question_id\":7,"
      "\"platform\":\"x\"}}\n"
      "one,samples,l0/"
      "7,7,0,0,1,mismatch,1,0,-,-,b,-,-,-,-,-,-,-,{\"verdict\":false,\"record\":{\"question_id\":7,"
      "\"platform\":\"x\"}}\n"
      "one,samples,l0/"
      "7,7,0,0,2,mismatch,1,0,-,-,-,-,-,-,-,-,-,score=0.5,{\"verdict\":0.5,\"record\":{\"question_"
      "id\":7,\"platform\":\"x\"}}\n"
      "one,x,l0/"
      "1264338320,x,0,0,0,measured,1,1,-,-,s,-,-,-,-,-,-,-,{\"name\":\"x\",\"is_solved\":\"true\"}"
      "\n"
      "one,t,l0/1,t/1,0,0,0,measured,1,1,-,-,-,-,-,-,-,-,-,-,{\"task_id\":\"t/1\",\"score\":1}\n"
      "one,t,l0/2,t/2,0,0,0,mismatch,1,0,-,first,-,-,-,-,-,-,-,score=0.25,{\"task_id\":\"t/"
      "2\",\"score\":0.25,\"error\":\"first\\nsecond\"}\n"
      "one,t,l0/7,t/"
      "7,0,0,0,measured,1,1,-,ok,c,-,-,-,-,-,-,-,{\"passed\":true,\"result\":\"ok\"}\n" },
    { "samples", "s/matrix.json",
      "{\"sample_0\": [true, false], \"sample_1\": [[0, {\"passed\": true}], 0.5], \"sample_2\": "
      "[], \"sample_3\": 5, \"pass_at_1\": 0.5}",
      0, 0, "4,0,2,0,0",
      "\"sample_2\": no samples\n"
      "\"sample_3\": no list of samples\n"
      "the file itself says pass_at_1 = 0.5\n"
      "2 failed samples do not say whether they compiled: taken as compiled\n",
      "matrix,samples,l0/0,sample_0,0,0,0,measured,1,1,-,-,-,-,-,-,-,-,-,-,{\"verdict\":true}\n"
      "matrix,samples,l0/0,sample_0,0,0,1,mismatch,1,0,-,-,-,-,-,-,-,-,-,-,{\"verdict\":false}\n"
      "matrix,samples,l0/1,sample_1,0,0,0,measured,1,1,-,-,-,-,-,-,-,-,-,-,{\"passed\":true}\n"
      "matrix,samples,l0/"
      "1,sample_1,0,0,1,mismatch,1,0,-,-,-,-,-,-,-,-,-,score=0.5,{\"verdict\":0.5}\n" },
    { "samples", "s/crux.json",
      "{\"raw_generations\": {\"sample_0\": [\"a\", \"b\"], \"sample_1\": [\"c\"]}, "
      "\"raw_scored_generations\": {\"sample_0\": [true, false], \"sample_1\": [0]}, "
      "\"pass_at_1\": 0.25, \"pass_at_5\": \"x\"}",
      0, 0, "3,0,0,0,0",
      "the file itself says pass_at_1 = 0.25\n"
      "2 failed samples do not say whether they compiled: taken as compiled\n",
      "crux,cruxeval,l0/0,sample_0,0,0,0,measured,1,1,-,-,-,-,a,-,-,-,-,-,{\"verdict\":true}\n"
      "crux,cruxeval,l0/0,sample_0,0,0,1,mismatch,1,0,-,-,-,-,b,-,-,-,-,-,{\"verdict\":false}\n"
      "crux,cruxeval,l0/1,sample_1,0,0,0,mismatch,1,0,-,-,-,-,c,-,-,-,-,-,{\"verdict\":0}\n" },
    { "samples", "s/texts.json", "{\"raw_generations\": {\"sample_0\": [\"a\"]}}", 0, ERR_INTEGRITY,
      "0,0,1,0,0",
      "s/texts.json: all 1 records were refused; the first, raw_generations: no "
      "raw_scored_generations beside it\n",
      "" },
    { "samples", "s/plus.json",
      "{\"date\": \"2024\", \"hash\": \"h\", \"eval\": {\"HumanEval/0\": [{\"task_id\": "
      "\"HumanEval/0\", \"solution\": \"s0\", \"base_status\": \"pass\", \"plus_status\": "
      "\"fail\"}, {\"solution\": \"s1\", \"base_status\": \"pass\", \"plus_status\": \"pass\"}, "
      "{\"solution\": \"s2\", \"base_status\": \"fail\", \"plus_status\": null}, {\"solution\": "
      "\"s3\", \"base_status\": \"pass\", \"plus_status\": null}, 7], \"HumanEval/1\": "
      "[{\"solution\": \"s4\", \"base_status\": \"timeout\"}]}}",
      0, 0, "5,0,1,0,0",
      "\"HumanEval/0\": no sample\n"
      "3 failed samples do not say whether they compiled: taken as compiled\n",
      "plus,humaneval,l0/0,HumanEval/"
      "0,0,0,0,mismatch,1,0,-,-,s0,-,-,-,-,-,-,-,{\"task_id\":\"HumanEval/"
      "0\",\"base_status\":\"pass\",\"plus_status\":\"fail\"}\n"
      "plus,humaneval,l0/0,HumanEval/"
      "0,0,0,1,measured,1,1,-,-,s1,-,-,-,-,-,-,-,{\"base_status\":\"pass\",\"plus_status\":"
      "\"pass\"}\n"
      "plus,humaneval,l0/0,HumanEval/"
      "0,0,0,2,mismatch,1,0,-,-,s2,-,-,-,-,-,-,-,{\"base_status\":\"fail\",\"plus_status\":null}\n"
      "plus,humaneval,l0/0,HumanEval/"
      "0,0,0,3,measured,1,1,-,-,s3,-,-,-,-,-,-,-,{\"base_status\":\"pass\",\"plus_status\":null}\n"
      "plus,humaneval,l0/1,HumanEval/"
      "1,0,0,0,mismatch,1,0,-,-,s4,-,-,-,-,-,-,-,{\"base_status\":\"timeout\"}\n" },
    { "rollouts", "r/12.jsonl",
      "{\"input\": \"q\", \"output\": \"a\", \"score\": 0.5, \"step\": 3, \"gts\": \"x\"}\n"
      "{\"input\": \"q\", \"output\": [\"b\"], \"score\": \"none\"}\n"
      "{\"input\": null, \"output\": \"a\"}\n"
      "{\"input\": \"q2\", \"output\": \"a\", \"score\": 1}\n",
      0, 0, "3,0,1,0,0", "line 3: no input or no output\n",
      "r,verl,l0/1864645187,prompt "
      "8e35c2cd3bf6641b,3,0,0,-,-,-,-,-,-,q,a,-,-,-,-,score=0.5,{\"score\":0.5,\"step\":3,\"gts\":"
      "\"x\"}\n"
      "r,verl,l0/1864645187,prompt "
      "8e35c2cd3bf6641b,12,0,0,-,-,-,-,-,-,q,[\"b\"],-,-,-,-,-,{\"score\":\"none\"}\n"
      "r,verl,l0/2109715002,prompt "
      "bee98bf120e89063,12,0,0,-,-,-,-,-,-,q2,a,-,-,-,-,score=1.0,{\"score\":1}\n" },
    { "rollouts", "r/1234567890.jsonl", "{\"input\": \"q\", \"output\": \"a\", \"score\": 1}\n", 0,
      0, "1,0,0,0,0", "",
      "r,verl,l0/1864645187,prompt "
      "8e35c2cd3bf6641b,0,0,0,-,-,-,-,-,-,q,a,-,-,-,-,score=1.0,{\"score\":1}\n" },
    { "rollouts", "r/12x.jsonl", "{\"input\": \"q\", \"output\": \"a\", \"score\": 1}\n", 0, 0,
      "1,0,0,0,0", "",
      "r,verl,l0/1864645187,prompt "
      "8e35c2cd3bf6641b,0,0,0,-,-,-,-,-,-,q,a,-,-,-,-,score=1.0,{\"score\":1}\n" },
    { "rollouts", "r/trl.jsonl",
      "{\"step\": 1, \"prompt\": \"p\", \"completion\": \"c\", \"reward\": 2, \"other\": 1, "
      "\"advantage\": 0.5}\n"
      "{\"step\": 2, \"prompt\": \"p\", \"completion\": \"c\", \"accuracy\": 0.25}\n"
      "{\"step\": 2, \"prompt\": \"p\", \"completion\": \"d\", \"accuracy\": 0.25, \"format\": 1}\n"
      "{\"step\": 3, \"prompt\": [{\"role\": \"user\"}], \"completion\": \"c\", \"accuracy\": "
      "null}\n"
      "{\"prompt\": \"p\", \"completion\": null}\n",
      0, 0, "4,0,1,0,0", "line 5: no prompt or no completion\n",
      "r,trl,l0/1121365946,prompt "
      "148de9c5a7a44d19,1,0,0,-,-,-,-,-,-,p,c,-,-,-,-,reward=2.0@0.5,{\"step\":1,\"reward\":2,"
      "\"other\":1,\"advantage\":0.5}\n"
      "r,trl,l0/1121365946,prompt "
      "148de9c5a7a44d19,2,0,0,-,-,-,-,-,-,p,c,-,-,-,-,accuracy=0.25,{\"step\":2,\"accuracy\":0.25}"
      "\n"
      "r,trl,l0/1121365946,prompt "
      "148de9c5a7a44d19,2,0,1,-,-,-,-,-,-,p,d,-,-,-,-,-,{\"step\":2,\"accuracy\":0.25,\"format\":1}"
      "\n"
      "r,trl,l0/1246303664,prompt "
      "597125caa8073a4d,3,0,0,-,-,-,-,-,-,[{\"role\":\"user\"}],c,-,-,-,-,-,{\"step\":3,"
      "\"accuracy\":null}\n" },
    { "rollouts", "r/tinker.jsonl",
      "{\"iteration\": 4, \"split\": \"test\", \"group_idx\": 2, \"traj_idx\": 1, "
      "\"total_reward\": -1.5, \"steps\": [{\"ob_len\": 10, \"ac_len\": 3}, {\"ob_len\": 15, "
      "\"ac_len\": 4}]}\n"
      "{\"iteration\": 4, \"group_idx\": 2, \"traj_idx\": 0, \"total_reward\": 1, \"steps\": "
      "[{\"ob_len\": 10}, {\"ac_len\": 4}]}\n"
      "{\"group_idx\": 0, \"traj_idx\": 0, \"steps\": []}\n"
      "{\"iteration\": 1, \"group_idx\": -1, \"traj_idx\": 0}\n"
      "{\"traj_idx\": 0}\n"
      "{\"other\": 1}\n",
      0, 0, "3,0,3,0,0",
      "line 4: no group_idx or no traj_idx\n"
      "line 5: no group_idx or no traj_idx\n"
      "line 6: no rollout of verl, TRL or tinker-cookbook\n",
      "r,tinker,l0/1583553742,test group "
      "2,4,0,1,-,-,-,-,-,-,-,-,10,7,-,-,total_reward=-1.5,{\"iteration\":4,\"split\":\"test\","
      "\"group_idx\":2,\"traj_idx\":1,\"total_reward\":-1.5,\"steps\":[{\"ob_len\":10,\"ac_len\":3}"
      ",{\"ob_len\":15,\"ac_len\":4}]}\n"
      "r,tinker,l0/1455710314,train group "
      "2,4,0,0,-,-,-,-,-,-,-,-,10,-,-,-,total_reward=1.0,{\"iteration\":4,\"group_idx\":2,\"traj_"
      "idx\":0,\"total_reward\":1,\"steps\":[{\"ob_len\":10},{\"ac_len\":4}]}\n"
      "r,tinker,l0/1552262770,train group "
      "0,0,0,0,-,-,-,-,-,-,-,-,-,-,-,-,-,{\"group_idx\":0,\"traj_idx\":0,\"steps\":[]}\n" },
    { "kernelgym", "g/conversations.jsonl",
      "{\"uid\": \"u1\", \"total_score\": 2, \"turns\": [{\"turn_id\": 1, \"response\": "
      "\"```python\\nclass ModelNew: pass\\n```\", \"score\": 0.5, \"global_turn_idx\": \"7\", "
      "\"metrics\": {\"problem_id\": 3, \"sample_id\": 4, \"finish_reason\": \"stop\", "
      "\"compilation\": true, \"correctness\": true, \"performance\": 2.0}}, {\"turn_id\": 2, "
      "\"response\": \"no code\", \"metrics\": {\"compilation\": false, \"correctness\": "
      "false}}]}\n"
      "{\"uid\": \"u2\", \"turns\": [{\"response\": \"x\"}, {\"turn_id\": 2000000, \"response\": "
      "\"y\"}, 3]}\n"
      "{\"turns\": []}\n"
      "{\"input\": \"q\", \"outputs\": [\"a\", 1, \"```cuda\\nb\\n```\"]}\n"
      "{\"task_id\": \"level_1_problem_9_sample_0\", \"result\": {\"compiled\": true, "
      "\"correctness\": true}}\n"
      "{\"base_task_id\": \"b\", \"task_id\": \"c\", \"result\": {\"compiled\": false, "
      "\"correctness\": false, \"error_code\": \"COMPILATION_ERROR\"}}\n"
      "{\"result\": {}}\n"
      "{\"a\": 1}\n",
      1, 0, "7,0,6,0,0",
      "line 2, turn 2: no turn\n"
      "line 2, turn 3: no turn\n"
      "line 3: a conversation without turns\n"
      "line 4, output 2: no text\n"
      "line 7: no task_id\n"
      "line 8: neither turns nor outputs nor a result\n",
      "g,kernelbench,l1/3,,0,0,4,measured,1,1,-,-,class ModelNew: pass\n"
      ",-,```python\n"
      "class ModelNew: pass\n"
      "```,-,-,stop,-,-,{\"uid\":\"u1\",\"total_score\":2,\"score\":0.5,\"metrics\":\"{\\\"problem_"
      "id\\\":3,\\\"sample_id\\\":4,\\\"finish_reason\\\":\\\"stop\\\",\\\"compilation\\\":true,"
      "\\\"correctness\\\":true,\\\"performance\\\":2}\",\"global_turn_idx\":\"7\"}\n"
      "g,kernelgym,l0/1860206787,u1,0,1,4,no_code,0,0,-,-,-,-,no "
      "code,-,-,-,-,-,{\"uid\":\"u1\",\"total_score\":2,\"metrics\":\"{\\\"compilation\\\":false,"
      "\\\"correctness\\\":false}\",\"global_turn_idx\":null}\n"
      "g,kernelgym,l0/"
      "1529381042,u2,0,0,0,-,-,-,-,-,-,-,x,-,-,-,-,-,{\"uid\":\"u2\",\"metrics\":null,\"global_"
      "turn_idx\":null}\n"
      "g,kernelgym,l0/"
      "1965230515,prompt-8e35c2cd3bf6641b,0,0,0,-,-,-,-,-,-,q,a,-,-,-,-,-,{\"output\":1}\n"
      "g,kernelgym,l0/1965230515,prompt-8e35c2cd3bf6641b,0,0,1,-,-,-,-,-,b\n"
      ",q,```cuda\n"
      "b\n"
      "```,-,-,-,-,-,{\"output\":3}\n"
      "g,kernelbench,l1/"
      "9,,0,0,0,measured,1,1,-,-,-,-,-,-,-,-,-,-,{\"task_id\":\"level_1_problem_9_sample_0\","
      "\"result\":{\"compiled\":true,\"correctness\":true}}\n"
      "g,kernelgym,l0/1334376965,b,0,0,0,compile,0,0,-,error_code: "
      "COMPILATION_ERROR,-,-,-,-,-,-,-,-,{\"base_task_id\":\"b\",\"task_id\":\"c\",\"result\":{"
      "\"compiled\":false,\"correctness\":false,\"error_code\":\"COMPILATION_ERROR\"}}\n" },
    { "kernelbot", "k/rows.jsonl",
      "{\"submission_id\": 1, \"leaderboard_id\": 5, \"run_id\": 9, \"code\": \"c1\", "
      "\"run_mode\": \"benchmark\", \"run_passed\": true, \"run_result\": {\"benchmark-count\": "
      "\"1\", \"benchmark.0.mean\": \"2000\", \"benchmark.0.best\": \"1000\", "
      "\"benchmark.0.worst\": \"4000\", \"benchmark.0.std\": \"500\", \"benchmark.0.runs\": "
      "\"10\"}, \"run_compilation\": null, \"run_meta\": {\"exit_code\": 0, \"success\": true}, "
      "\"run_system_info\": {\"gpu\": \"H100\\nx\"}, \"run_runner\": \"A100\"}\n"
      "{\"submission_id\": 2, \"leaderboard_id\": 5, \"leaderboard_name\": \"grayscale\", "
      "\"run_passed\": true, \"run_score\": 0.002, \"run_result\": {\"benchmark.0.mean\": 2000, "
      "\"benchmark.1.mean\": 8000}, \"run_runner\": \"A100\"}\n"
      "{\"submission_id\": 3, \"leaderboard_name\": \"grayscale\", \"run_mode\": \"test\", "
      "\"run_passed\": true, \"run_result\": {\"benchmark.0.mean\": 2000, \"benchmark.1.mean\": "
      "8000}}\n"
      "{\"submission_id\": 4, \"leaderboard_name\": \"grayscale\", \"run_passed\": false, "
      "\"run_mode\": \"test\", \"run_result\": {\"test.0.error\": \"mismatch at 3\\nmore\"}}\n"
      "{\"submission_id\": 5, \"leaderboard_name\": \"grayscale\", \"run_passed\": false, "
      "\"run_mode\": \"test\", \"run_meta\": {\"success\": false, \"exit_code\": 1, \"stderr\": "
      "\"Traceback\\nend\"}}\n"
      "{\"submission_id\": 6, \"leaderboard_name\": \"grayscale\", \"run_passed\": false, "
      "\"run_mode\": \"test\", \"run_meta\": {\"success\": false, \"exit_code\": 114}}\n"
      "{\"submission_id\": 7, \"leaderboard_name\": \"grayscale\", \"run_passed\": false, "
      "\"run_mode\": \"test\", \"run_meta\": {\"success\": true, \"exit_code\": 0}}\n"
      "{\"submission_id\": 8, \"leaderboard_name\": \"grayscale\", \"run_mode\": \"test\", "
      "\"run_compilation\": {\"success\": false, \"stderr\": \"no ;\\nline 2\"}}\n"
      "{\"submission_id\": 9, \"leaderboard_name\": \"grayscale\", \"run_mode\": \"test\"}\n"
      "{\"leaderboard_name\": \"grayscale\", \"submission_score\": 0.5, \"gpu_type\": \"T4\", "
      "\"submission_id\": 11}\n"
      "{\"leaderboard_name\": \"grayscale\", \"submission_score\": 0}\n"
      "{\"leaderboard_name\": \"grayscale\"}\n"
      "{\"submission_id\": 1}\n"
      "{\"leaderboard_name\": \"x\", \"code\": \"c\", \"runs\": [{\"mode\": \"leaderboard\", "
      "\"secret\": true, \"passed\": true, \"score\": 0.001, \"runner\": \"B\"}, {\"mode\": "
      "\"test\", \"passed\": false}]}\n",
      0, 0, "11,0,3,0,0",
      "line 11: no submission_score above 0\n"
      "line 12: no run: neither run_mode, runs nor submission_score\n"
      "line 13: no leaderboard_name and no leaderboard_id\n",
      "rows/benchmark,kernelbot,l0/1654567778,leaderboard "
      "5,0,0,9,measured,1,1,2,-,c1,-,-,-,-,-,-,-,{\"submission_id\":1,\"leaderboard_id\":5,\"run_"
      "id\":9,\"run_mode\":\"benchmark\",\"run_passed\":true,\"run_result\":{\"benchmark-count\":"
      "\"1\",\"benchmark.0.mean\":\"2000\",\"benchmark.0.best\":\"1000\",\"benchmark.0.worst\":"
      "\"4000\",\"benchmark.0.std\":\"500\",\"benchmark.0.runs\":\"10\"},\"run_compilation\":null,"
      "\"run_meta\":{\"exit_code\":0,\"success\":true},\"run_system_info\":{\"gpu\":\"H100\\nx\"},"
      "\"run_runner\":\"A100\"}\n"
      "rows/leaderboard,kernelbot,l0/2118527175,grayscale,0,0,0,measured,1,1,2000,score of 2 "
      "benchmarks,-,-,-,-,-,-,-,-,{\"submission_id\":2,\"leaderboard_id\":5,\"leaderboard_name\":"
      "\"grayscale\",\"run_passed\":true,\"run_score\":0.002,\"run_result\":{\"benchmark.0.mean\":"
      "2000,\"benchmark.1.mean\":8000},\"run_runner\":\"A100\"}\n"
      "rows/test,kernelbot,l0/2118527175,grayscale,0,0,0,measured,1,1,4,geometric mean of 2 "
      "benchmarks,-,-,-,-,-,-,-,-,{\"submission_id\":3,\"leaderboard_name\":\"grayscale\",\"run_"
      "mode\":\"test\",\"run_passed\":true,\"run_result\":{\"benchmark.0.mean\":2000,\"benchmark.1."
      "mean\":8000}}\n"
      "rows/test,kernelbot,l0/2118527175,grayscale,0,0,1,mismatch,1,0,-,mismatch at "
      "3,-,-,-,-,-,-,-,-,{\"submission_id\":4,\"leaderboard_name\":\"grayscale\",\"run_passed\":"
      "false,\"run_mode\":\"test\",\"run_result\":{\"test.0.error\":\"mismatch at 3\\nmore\"}}\n"
      "rows/test,kernelbot,l0/"
      "2118527175,grayscale,0,0,2,crash,1,0,-,Traceback,-,-,-,-,-,-,-,-,{\"submission_id\":5,"
      "\"leaderboard_name\":\"grayscale\",\"run_passed\":false,\"run_mode\":\"test\",\"run_meta\":{"
      "\"success\":false,\"exit_code\":1,\"stderr\":\"Traceback\\nend\"}}\n"
      "rows/test,kernelbot,l0/"
      "2118527175,grayscale,0,0,3,timeout,1,0,-,-,-,-,-,-,-,-,-,-,{\"submission_id\":6,"
      "\"leaderboard_name\":\"grayscale\",\"run_passed\":false,\"run_mode\":\"test\",\"run_meta\":{"
      "\"success\":false,\"exit_code\":114}}\n"
      "rows/test,kernelbot,l0/"
      "2118527175,grayscale,0,0,4,mismatch,1,0,-,-,-,-,-,-,-,-,-,-,{\"submission_id\":7,"
      "\"leaderboard_name\":\"grayscale\",\"run_passed\":false,\"run_mode\":\"test\",\"run_meta\":{"
      "\"success\":true,\"exit_code\":0}}\n"
      "rows/test,kernelbot,l0/2118527175,grayscale,0,0,5,compile,0,0,-,no ;,-,-,-,-,-,-,no ;\n"
      "line "
      "2,-,{\"submission_id\":8,\"leaderboard_name\":\"grayscale\",\"run_mode\":\"test\",\"run_"
      "compilation\":{\"success\":false,\"stderr\":\"no ;\\nline 2\"}}\n"
      "rows/test,kernelbot,l0/"
      "2118527175,grayscale,0,0,6,-,-,-,-,-,-,-,-,-,-,-,-,-,{\"submission_id\":9,\"leaderboard_"
      "name\":\"grayscale\",\"run_mode\":\"test\"}\n"
      "rows/benchmark and 2 "
      "more,kernelbot,l0/"
      "2118527175,grayscale,0,0,11,measured,1,1,500000,-,-,-,-,-,-,-,-,-,{\"leaderboard_name\":"
      "\"grayscale\",\"submission_score\":0.5,\"gpu_type\":\"T4\",\"submission_id\":11}\n"
      "rows/leaderboard-secret,kernelbot,l0/"
      "1264338320,x,0,0,0,measured,1,1,1000,-,c,-,-,-,-,-,-,-,{\"submission\":{\"leaderboard_"
      "name\":\"x\"},\"run\":{\"mode\":\"leaderboard\",\"secret\":true,\"passed\":true,\"score\":0."
      "001,\"runner\":\"B\"}}\n"
      "rows/test,kernelbot,l0/"
      "1264338320,x,0,0,0,mismatch,1,0,-,-,c,-,-,-,-,-,-,-,{\"submission\":{\"leaderboard_name\":"
      "\"x\"},\"run\":{\"mode\":\"test\",\"passed\":false}}\n" },
    { "kernelbot", "k/vectoradd.json",
      "{\"success\": true, \"error\": \"\", \"system\": {\"gpu\": \"L4\"}, \"runs\": {\"test\": "
      "{\"run\": {\"success\": true, \"passed\": true, \"exit_code\": 0, \"result\": {}}, "
      "\"compilation\": {\"success\": true}}, \"benchmark\": {\"run\": {\"success\": true, "
      "\"passed\": true, \"result\": {\"benchmark-count\": \"1\", \"benchmark.0.mean\": \"2000\", "
      "\"benchmark.0.best\": \"1000\", \"benchmark.0.worst\": \"4000\", \"benchmark.0.std\": "
      "\"500\", \"benchmark.0.runs\": \"10\"}}}}}",
      0, 0, "1,0,0,0,0", "",
      "vectoradd/test,kernelbot,l0/"
      "1859171667,vectoradd,0,0,0,measured,1,1,-,-,-,-,-,-,-,-,-,-,{\"submission\":{\"success\":"
      "true,\"error\":\"\",\"system\":{\"gpu\":\"L4\"}},\"run\":{\"run\":{\"success\":true,"
      "\"passed\":true,\"exit_code\":0,\"result\":{}},\"compilation\":{\"success\":true}}}\n"
      "vectoradd/benchmark,kernelbot,l0/"
      "1859171667,vectoradd,0,0,0,measured,1,1,2,-,-,-,-,-,-,-,-,-,{\"submission\":{\"success\":"
      "true,\"error\":\"\",\"system\":{\"gpu\":\"L4\"}},\"run\":{\"run\":{\"success\":true,"
      "\"passed\":true,\"result\":{\"benchmark-count\":\"1\",\"benchmark.0.mean\":\"2000\","
      "\"benchmark.0.best\":\"1000\",\"benchmark.0.worst\":\"4000\",\"benchmark.0.std\":\"500\","
      "\"benchmark.0.runs\":\"10\"}}}}\n" },
    { "kernelbot", "k/empty.json", "{\"success\": false, \"error\": \"late\\nx\", \"runs\": {}}", 0,
      ERR_INTEGRITY, "0,0,1,0,0",
      "k/empty.json: all 1 records were refused; the first, the file: no run: late\n", "" },
    { "trainer-log", "t/trainer_state.json",
      "{\"global_step\": 3, \"log_history\": [{\"step\": 1, \"loss\": 0.5}, {\"step\": 1, "
      "\"loss\": 0.5, \"eval\": 2}, {\"step\": 2, \"loss\": 0.25}, {\"step\": 2, \"loss\": 1}, "
      "{\"loss\": 3}, {\"step\": 3, \"total\": 7}]}",
      0, 0, "3,0,2,0,0",
      "\"log_history\", item 3: step 2 has another loss already\n"
      "\"log_history\", item 4: no entry with a step\n",
      "t,1,{\"loss\":0.5,\"eval\":2}\n"
      "t,2,{\"loss\":0.25}\n"
      "t,3,{\"total\":7}\n" },
    { "trainer-log", "t/verl.jsonl",
      "{\"step\": 1, \"data\": {\"actor/loss\": 1.5}}\n"
      "{\"_step\": 2, \"_runtime\": 3, \"x\": 1}\n"
      "{\"train/global_step\": 3, \"y\": 2}\n"
      "{\"step\": -1}\n",
      0, 0, "3,0,1,0,0", "line 4: no entry with a step\n",
      "t,1,{\"actor/loss\":1.5}\n"
      "t,2,{\"_runtime\":3,\"x\":1}\n"
      "t,3,{\"y\":2}\n" },
};

static void samples_of_other_projects(void **state)
{
    (void)state;
    check_rows(samples, ARRAY_LEN(samples));
}

static int setup(void **state)
{
    (void)state;
    return mkdtemp(folder) == NULL;
}

static int teardown(void **state)
{
    char command[64];
    (void)state;
    arena_release(&arena);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_of_reference_programs),
        cmocka_unit_test(results_of_runs),
        cmocka_unit_test(samples_of_other_projects),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
