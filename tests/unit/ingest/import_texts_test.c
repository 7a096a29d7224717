/*
 * import_texts_test.c - small files of KernelBench: odd keys, values that are none, turns,
 * summaries, levels from several places.
 */
#include "tests/unit/ingest/import_texts.h"

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
      "level 1, \"5_Five.py\": it is neither a number nor an object of statistics\n"
      "level 1, \"6_Six.py\": it has no mean\n"
      "level 1, \"8_Eight.py\": it is neither a number nor an object of statistics\n"
      "level 1, \"9_Nine.py\": it is neither a number nor an object of statistics\n"
      "\"level0\": it has no level with problems\n"
      "\"notes\": it has no level with problems\n"
      "\"level2\": it has no level with problems\n",
      "torch_eager,,l1/1,1_One,2500,2000,4000,500,100\n"
      "torch_eager,,l1/2,2_Two,250,-,-,-,-\n"
      "torch_eager,,l1/3,,-,-,-,-,-\n"
      "torch_eager,,l1/7,7_Seven,500,-,-,-,-\n" },
    /* Files of one level, which a path or the option tells. */
    { "kernelbench-baseline", "level2/times_results.json", "{\"4_Four.py\": 1, \"5\": 0}", 0, 0,
      "2,0,0,0,0",
      "level 2 guessed from the path; --level overrides it\n1 entries have an impossible time "
      "(nan, 0 or inf) and are stored as tried but not measured; the first: level 2, \"5\"\n",
      "times,,l2/4,4_Four,1000,-,-,-,-\n"
      "times,,l2/5,,-,-,-,-,-\n" },
    { "kernelbench-baseline", "b/torch_native_results.json", "{\"4_Four.py\": 1}", 3, 0,
      "1,0,0,0,0", "", "torch_eager,,l3/4,4_Four,1000,-,-,-,-\n" },
    { "kernelbench-baseline", "b/x.json", "{\"4_Four.py\": 1}", 0, ERR_USAGE, "0,0,0,0,0",
      "b/x.json: no level in the file, its path or the configuration in its folder: give --level "
      "N\n",
      "" },
    { "kernelbench-baseline", "b/y.json",
      "{\"level1\": {\"1_One.py\": 1}, \"level2\": {\"1_Two.py\": 2, \"2_Three.py\": 2}}", 1, 0,
      "1,0,0,2,0", "", "y,,l1/1,1_One,1000,-,-,-,-\n" },
    { "kernelbench-baseline", "b/z.json", "[{\"level1\": 1}]", 0, ERR_INTEGRITY, "0,0,1,0,0",
      "b/z.json: all 1 records were refused; the first, item 0: the file is not an object of "
      "levels\n",
      "" },
    { "kernelbench-baseline", "b/empty.json", "{}", 0, ERR_NOMATCH, "0,0,0,0,0",
      "b/empty.json: contains no records\n", "" },
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
      "4 entries have an impossible time (nan, 0 or inf) and are stored as tried but not measured; "
      "the first: level 1, \"2\"\n",
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
      "level_2/task_7/none.json: all 1 records were refused; the first, the file: the record has "
      "no avg_mean_time\n",
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
      "\"0\": problem 0: KernelBench counts problems from 1\n\"5\": it is not a JSON "
      "object\n\"x\": the key "
      "is not a problem number\nlevel 1 guessed from the path; --level overrides it\n\"4\" is "
      "empty: nothing was evaluated there\na problem 0 suggests that this file counts from 0: then "
      "every problem number in it is one too low\n",
      "r,l1/1,,0,0,3,measured,1,1,2500.0 - - - -,-,-,-\n"
      "r,l1/2,,0,0,0,measured,1,1,2500.0 - - - -,-,-,-\n"
      "r,l1/2,,0,0,1,measured,1,1,2500.0 - - - -,-,-,-\n" },
    { "kernelbench", "r/none/eval_results.json", "{\"1\": {" RIGHT "}}", 0, ERR_USAGE, "0,0,0,0,0",
      "r/none/eval_results.json: no level in its ids, its path or the configuration in its folder: "
      "give --level N\n",
      "" },
    { "kernelbench", "r/level_2/eval_results.json",
      "[{\"level\": 1, \"problem_id\": 3, " RIGHT "}, {\"level\": 2, \"problem_id\": 4, "
      "\"sample_id\": 1, " RIGHT "}, {\"problem_id\": 5, " RIGHT
      "}, {\"level\": 10, \"problem_id\": 6, " RIGHT "}, {" RIGHT "}, 3]",
      2, 0, "2,0,3,1,0",
      "[3]: KernelBench has no such level\n"
      "[4]: it has no problem number\n"
      "[5]: it is not a JSON object\n",
      "r,l2/4,,0,0,1,measured,1,1,2500.0 - - - -,-,-,-\n"
      "r,l2/5,,0,0,0,measured,1,1,2500.0 - - - -,-,-,-\n" },
    /* Turns of a conversation, some of which were not judged. */
    { "kernelbench", "r/level1/turns.json",
      "{\"1\": {\"problem_name\": \"1_Square.py\", \"turns\": [{\"turn\": 1, \"eval\": {" RIGHT
      "}}, {\"eval\": null}, {\"turn\": -1}, {\"turn\": 1000000, \"eval\": {" RIGHT
      "}}, {\"turn\": 1000001}, 5]}, \"2\": {\"turns\": []}}",
      0, 0, "2,1,4,0,0",
      "level 1, problem 1, sample 0, turn -1: the turn is not a JSON object, or its number is "
      "below 0 or too large\n"
      "level 1, problem 1, sample 0, turn 1000001: the turn is not a JSON object, or its number is "
      "below 0 or too large\n"
      "level 1, problem 1, sample 0, turn 5: the turn is not a JSON object, or its number is below "
      "0 or too large\n"
      "level 1, problem 2, sample 0: the conversation has no turns\n"
      "level 1 guessed from the path; --level overrides it\n",
      "r/turns,l1/1,1_Square,0,1,0,measured,1,1,2500.0 - - - -,-,-,-\n"
      "r/turns,l1/1,1_Square,0,1000000,0,measured,1,1,2500.0 - - - -,-,-,-\n" },
    /* Shapes: lists below a name, levels above problems, lines, one record. */
    { "kernelbench", "w/meta.json",
      "{\"meta\": {\"model\": \"first\"}, \"level\": 2, \"abc\": 5, \"results\": [{\"problem_id\": "
      "3, " RIGHT "}, {\"problem_id\": 3, " RIGHT "}, {\"problem_id\": 4, \"sample_id\": 2, " RIGHT
      "}]}",
      0, 0, "2,1,0,0,0", "",
      "w/meta,l2/3,,0,0,0,measured,1,1,2500.0 - - - -,-,-,first\n"
      "w/meta,l2/4,,0,0,2,measured,1,1,2500.0 - - - -,-,-,first\n" },
    { "kernelbench", "w/run_info.json",
      "{\"run_info\": {\"level\": 9}, \"results\": [{\"problem_id\": 3, " RIGHT "}]}", 0, 0,
      "1,0,0,0,0", "", "w/run_info,l9/3,,0,0,0,measured,1,1,2500.0 - - - -,-,-,-\n" },
    { "kernelbench", "w/level10.json",
      "{\"level\": 10, \"results\": [{\"problem_id\": 3, " RIGHT "}]}", 0, ERR_USAGE, "0,0,0,0,0",
      "w/level10.json: no level in its ids, its path or the configuration in its folder: give "
      "--level N\n",
      "" },
    { "kernelbench", "w/level0.json",
      "{\"level\": 0, \"results\": [{\"problem_id\": 3, " RIGHT "}]}", 0, ERR_USAGE, "0,0,0,0,0",
      "w/level0.json: no level in its ids, its path or the configuration in its folder: give "
      "--level N\n",
      "" },
    { "kernelbench", "w/list.json",
      "[{\"level\": 1, \"problem_id\": 3, " RIGHT "}, {\"level\": 9, \"problem_id\": 3, " RIGHT
      "}]",
      0, 0, "2,0,0,0,0", "",
      "w/list,l1/3,,0,0,0,measured,1,1,2500.0 - - - -,-,-,-\n"
      "w/list,l9/3,,0,0,0,measured,1,1,2500.0 - - - -,-,-,-\n" },
    { "kernelbench", "w/lines.jsonl",
      "{\"level\": 1, \"problem_id\": 3, " RIGHT "}\n{\"level\": 1, \"problem_id\": 4, " RIGHT
      "}\n",
      0, 0, "2,0,0,0,0", "",
      "w/lines,l1/3,,0,0,0,measured,1,1,2500.0 - - - -,-,-,-\n"
      "w/lines,l1/4,,0,0,0,measured,1,1,2500.0 - - - -,-,-,-\n" },
    { "kernelbench", "w/single.json", "{\"level\": 3, \"problem_id\": 5, " RIGHT "}", 0, 0,
      "1,0,0,0,0", "", "w/single,l3/5,,0,0,0,measured,1,1,2500.0 - - - -,-,-,-\n" },
    { "kernelbench", "w/levels.json",
      "{\"level1\": {\"2\": {\"0\": {" RIGHT "}, \"5\": {" RIGHT "}}, \"3\": [{" RIGHT
      "}], \"4\": {}}, "
      "\"level_2\": {\"7\": {" RIGHT "}}}",
      0, 0, "4,0,1,0,0", "\"level1\".\"4\": no correctness\n",
      "w/levels,l1/2,,0,0,0,measured,1,1,2500.0 - - - -,-,-,-\n"
      "w/levels,l1/2,,0,0,5,measured,1,1,2500.0 - - - -,-,-,-\n"
      "w/levels,l1/3,,0,0,0,measured,1,1,2500.0 - - - -,-,-,-\n"
      "w/levels,l2/7,,0,0,0,measured,1,1,2500.0 - - - -,-,-,-\n" },
    { "kernelbench", "w/deep.json",
      "{\"1\": {\"2\": {\"3\": {\"4\": {\"5\": {\"6\": {" RIGHT "}}}}}}, \"abc\": {\"0\": {" RIGHT
      "}}}",
      0, ERR_INTEGRITY, "0,0,2,0,0",
      "w/deep.json: all 2 records were refused; the first, \"1\".\"2\".\"3\": no correctness\n",
      "" },
    /* Correct ones without a time, and failures that do not say why. */
    { "kernelbench", "w/level1/untimed.json",
      "{\"1\": {\"compiled\": true, \"correctness\": true, \"runtime\": -1}, \"2\": {\"compiled\": "
      "true, "
      "\"correctness\": true}, \"3\": {\"correctness\": false, \"metadata\": {\"error\": \"x\"}}, "
      "\"4\": "
      "{\"correctness\": false}, \"5\": {\"compiled\": false}, \"6\": {\"compiled\": \"x\"}}",
      0, 0, "5,0,1,0,0",
      "\"6\": compiled is neither true nor false\n"
      "level 1 guessed from the path; --level overrides it\n"
      "2 correct samples have no runtime: they count as correct, not as fast\n"
      "2 failed samples do not say whether they compiled: guessed from why they failed\n",
      "w/untimed,l1/1,,0,0,0,measured,1,1,-,correct, but not timed,-,-\n"
      "w/untimed,l1/2,,0,0,0,measured,1,1,-,correct, but not timed,-,-\n"
      "w/untimed,l1/3,,0,0,0,compile,0,0,-,error: x,-,-\n"
      "w/untimed,l1/4,,0,0,0,compile,0,0,-,-,-,-\n"
      "w/untimed,l1/5,,0,0,0,compile,0,0,-,-,-,-\n" },
    /* A summary is of another turn or timing, and a run of its own. */
    { "kernelbench", "r/level1/summary.json",
      "{\"per_problem\": [{\"problem_id\": 2, " RIGHT "}], \"meta\": {\"model\": \"m\"}}", 0, 0,
      "1,0,0,0,0", "level 1 guessed from the path; --level overrides it\n",
      "r/summary,l1/2,,0,0,0,measured,1,1,2500.0 - - - -,-,-,-\n" },
};

static void results_of_runs(void **state)
{
    (void)state;
    check_rows(results, ARRAY_LEN(results));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_of_reference_programs),
        cmocka_unit_test(results_of_runs),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
