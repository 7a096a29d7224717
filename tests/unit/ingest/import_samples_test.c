/*
 * import_samples_test.c - small files of other projects: samples, rollouts, conversations,
 * submissions, metrics of steps.
 */
#include "tests/unit/ingest/import_texts.h"

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
      "line 7: the record has neither a verdict nor a score\n"
      "line 8: the record names no task\n"
      "line 9: the record names no verdict\n"
      "line 10: the list of samples is empty\n"
      "line 11: the record has neither a verdict nor a score\n"
      "line 12, sample 1: the sample has neither a verdict nor a score\n"
      "line 12, sample 2: the sample has neither a verdict nor a score\n"
      "3 failed samples do not say whether they compiled: taken as compiled\n",
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
    /* Records of other models and seeds go to runs called after the file's. */
    { "samples", "s/several.jsonl",
      "{\"task_id\": \"t/1\", \"passed\": true, \"model\": \"a\"}\n"
      "{\"task_id\": \"t/1\", \"passed\": true, \"model\": \"b\"}\n"
      "{\"task_id\": \"t/1\", \"passed\": true, \"model\": \"c\"}\n"
      "{\"task_id\": \"t/2\", \"passed\": true, \"model\": \"a\"}\n"
      "{\"task_id\": \"t/2\", \"passed\": true}\n",
      0, 0, "5,0,0,0,0",
      "records of another model have a run of their own, 'several/b'\n"
      "records of another model have a run of their own, 'several/c'\n",
      "several,t,l0/1,t/1,0,0,0,measured,1,1,-,-,-,-,-,-,-,-,-,-,{\"task_id\":\"t/"
      "1\",\"passed\":true,\"model\":\"a\"}\n"
      "several/b,t,l0/1,t/1,0,0,0,measured,1,1,-,-,-,-,-,-,-,-,-,-,{\"task_id\":\"t/"
      "1\",\"passed\":true,\"model\":\"b\"}\n"
      "several/c,t,l0/1,t/1,0,0,0,measured,1,1,-,-,-,-,-,-,-,-,-,-,{\"task_id\":\"t/"
      "1\",\"passed\":true,\"model\":\"c\"}\n"
      "several,t,l0/2,t/2,0,0,0,measured,1,1,-,-,-,-,-,-,-,-,-,-,{\"task_id\":\"t/"
      "2\",\"passed\":true,\"model\":\"a\"}\n"
      "several,t,l0/2,t/2,0,0,1,measured,1,1,-,-,-,-,-,-,-,-,-,-,{\"task_id\":\"t/"
      "2\",\"passed\":true}\n" },
    { "samples", "s/matrix.json",
      "{\"sample_0\": [true, false], \"sample_1\": [[0, {\"passed\": true}], 0.5], \"sample_2\": "
      "[], \"sample_3\": 5, \"pass_at_1\": 0.5}",
      0, 0, "4,0,2,0,0",
      "\"sample_2\": the list of samples is empty\n"
      "\"sample_3\": the task has no list of samples\n"
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
      "s/texts.json: all 1 records were refused; the first, raw_generations: the file has no "
      "raw_scored_generations\n",
      "" },
    { "samples", "s/plus.json",
      "{\"date\": \"2024\", \"hash\": \"h\", \"eval\": {\"HumanEval/0\": [{\"task_id\": "
      "\"HumanEval/0\", \"solution\": \"s0\", \"base_status\": \"pass\", \"plus_status\": "
      "\"fail\"}, {\"solution\": \"s1\", \"base_status\": \"pass\", \"plus_status\": \"pass\"}, "
      "{\"solution\": \"s2\", \"base_status\": \"fail\", \"plus_status\": null}, {\"solution\": "
      "\"s3\", \"base_status\": \"pass\", \"plus_status\": null}, 7], \"HumanEval/1\": "
      "[{\"solution\": \"s4\", \"base_status\": \"timeout\"}]}}",
      0, 0, "5,0,1,0,0",
      "\"HumanEval/0\": the sample is not a JSON object\n"
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
      0, 0, "3,0,1,0,0", "line 3: the record lacks input or output\n",
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
      0, 0, "4,0,1,0,0", "line 5: the record lacks prompt or completion\n",
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
      "line 4: the record lacks group_idx or traj_idx\n"
      "line 5: the record lacks group_idx or traj_idx\n"
      "line 6: not a rollout of verl, TRL or tinker-cookbook\n",
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
      "line 2, turn 2: the turn is not a JSON object, or its turn_id is too large\n"
      "line 2, turn 3: the turn is not a JSON object, or its turn_id is too large\n"
      "line 3: the conversation has no turns\n"
      "line 4, output 2: the output is not a text\n"
      "line 7: the record has no task_id\n"
      "line 8: the record has neither turns, outputs nor a result\n",
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
      "{\"leaderboard_name\": \"grayscale\"}\n"
      "{\"submission_id\": 1}\n"
      "{\"leaderboard_name\": \"x\", \"code\": \"c\", \"runs\": [{\"mode\": \"leaderboard\", "
      "\"secret\": true, \"passed\": true, \"score\": 0.001, \"runner\": \"B\"}, {\"mode\": "
      "\"test\", \"passed\": false}]}\n",
      0, 0, "10,0,2,0,0",
      "line 10: the submission has no run: neither run_mode, runs nor submission_score\n"
      "line 11: has neither leaderboard_name nor leaderboard_id\n",
      "rows/benchmark,kernelbot,l0/1654567778,leaderboard 5,0,0,9,measured,1,1,2.0 1.0 4.0 0.5 "
      "10,-,c1,-,-,-,-,-,-,-,{\"submission_id\":1,\"leaderboard_id\":5,\"run_id\":9,\"run_mode\":"
      "\"benchmark\",\"run_passed\":true,\"run_result\":{\"benchmark-count\":\"1\",\"benchmark.0."
      "mean\":\"2000\",\"benchmark.0.best\":\"1000\",\"benchmark.0.worst\":\"4000\",\"benchmark.0."
      "std\":\"500\",\"benchmark.0.runs\":\"10\"},\"run_compilation\":null,\"run_meta\":{\"exit_"
      "code\":0,\"success\":true},\"run_system_info\":{\"gpu\":\"H100\\nx\"},\"run_runner\":"
      "\"A100\"}\n"
      "rows/leaderboard,kernelbot,l0/2118527175,grayscale,0,0,0,measured,1,1,2000.0 - - - -,score "
      "of 2 "
      "benchmarks,-,-,-,-,-,-,-,-,{\"submission_id\":2,\"leaderboard_id\":5,\"leaderboard_name\":"
      "\"grayscale\",\"run_passed\":true,\"run_score\":0.002,\"run_result\":{\"benchmark.0.mean\":"
      "2000,\"benchmark.1.mean\":8000},\"run_runner\":\"A100\"}\n"
      "rows/test,kernelbot,l0/2118527175,grayscale,0,0,0,measured,1,1,4.0 - - - -,geometric mean "
      "of 2 "
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
      "rows/leaderboard-secret,kernelbot,l0/1264338320,x,0,0,0,measured,1,1,1000.0 - - - "
      "-,-,c,-,-,-,-,-,-,-,{\"submission\":{\"leaderboard_name\":\"x\"},\"run\":{\"mode\":"
      "\"leaderboard\",\"secret\":true,\"passed\":true,\"score\":0.001,\"runner\":\"B\"}}\n"
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
      "vectoradd/benchmark,kernelbot,l0/1859171667,vectoradd,0,0,0,measured,1,1,2.0 1.0 4.0 0.5 "
      "10,-,-,-,-,-,-,-,-,-,{\"submission\":{\"success\":true,\"error\":\"\",\"system\":{\"gpu\":"
      "\"L4\"}},\"run\":{\"run\":{\"success\":true,\"passed\":true,\"result\":{\"benchmark-count\":"
      "\"1\",\"benchmark.0.mean\":\"2000\",\"benchmark.0.best\":\"1000\",\"benchmark.0.worst\":"
      "\"4000\",\"benchmark.0.std\":\"500\",\"benchmark.0.runs\":\"10\"}}}}\n" },
    { "kernelbot", "k/ranked.jsonl",
      "{\"leaderboard_name\": \"g\", \"submission_score\": 0.25, \"submission_id\": 0}\n"
      "{\"leaderboard_name\": \"g\", \"submission_score\": 0.5, \"gpu_type\": \"T4\", "
      "\"submission_id\": 11}\n"
      "{\"leaderboard_name\": \"g\", \"submission_score\": 0}\n"
      "{\"leaderboard_name\": \"g\", \"submission_score\": 0.125}\n",
      0, 0, "3,0,1,0,0", "line 3: submission_score is not a number above 0\n",
      "ranked,kernelbot,l0/1933748833,g,0,0,0,measured,1,1,250000.0 - - - "
      "-,-,-,-,-,-,-,-,-,-,{\"leaderboard_name\":\"g\",\"submission_score\":0.25,\"submission_id\":"
      "0}\n"
      "ranked,kernelbot,l0/1933748833,g,0,0,11,measured,1,1,500000.0 - - - "
      "-,-,-,-,-,-,-,-,-,-,{\"leaderboard_name\":\"g\",\"submission_score\":0.5,\"gpu_type\":"
      "\"T4\",\"submission_id\":11}\n"
      "ranked,kernelbot,l0/1933748833,g,0,0,12,measured,1,1,125000.0 - - - "
      "-,-,-,-,-,-,-,-,-,-,{\"leaderboard_name\":\"g\",\"submission_score\":0.125}\n" },
    { "kernelbot", "k/edges.jsonl",
      "{\"leaderboard_name\": \"g\", \"run_id\": 0, \"run_passed\": true, \"run_mode\": \"a\", "
      "\"run_score\": 0, \"run_result\": {\"benchmark.0.mean\": 2000, \"benchmark.0.runs\": 1}}\n"
      "{\"leaderboard_name\": \"g\", \"run_id\": 1, \"run_passed\": true, \"run_mode\": \"a\", "
      "\"run_score\": 0, \"run_result\": {\"benchmark.0.mean\": 2000, \"benchmark.1.mean\": "
      "8000}}\n"
      "{\"leaderboard_name\": \"g\", \"run_id\": 2, \"run_passed\": true, \"run_mode\": \"a\", "
      "\"run_result\": {\"benchmark.0.mean\": 2000, \"benchmark.0.runs\": 0.5, "
      "\"benchmark.1.mean\": 0, \"benchmark.2.mean\": 9}}\n"
      "{\"leaderboard_name\": \"g\", \"run_id\": 3, \"run_mode\": \"a\", \"run_compilation\": "
      "{\"success\": false}}\n"
      "{\"leaderboard_name\": \"g\", \"runs\": []}\n"
      "{\"leaderboard_id\": -1, \"run_mode\": \"a\"}\n"
      "{\"leaderboard_id\": 0, \"run_id\": 4, \"run_mode\": \"a\", \"run_passed\": \"true\", "
      "\"run_result\": {\"benchmark.0.mean\": 0}}\n",
      0, 0, "5,0,2,0,0",
      "line 5: the submission has no run: neither run_mode, runs nor submission_score\n"
      "line 6: has neither leaderboard_name nor leaderboard_id\n",
      "edges/a,kernelbot,l0/1933748833,g,0,0,0,measured,1,1,2.0 - - - "
      "1,-,-,-,-,-,-,-,-,-,{\"leaderboard_name\":\"g\",\"run_id\":0,\"run_passed\":true,\"run_"
      "mode\":\"a\",\"run_score\":0,\"run_result\":{\"benchmark.0.mean\":2000,\"benchmark.0.runs\":"
      "1}}\n"
      "edges/a,kernelbot,l0/1933748833,g,0,0,1,measured,1,1,4.0 - - - -,geometric mean of 2 "
      "benchmarks,-,-,-,-,-,-,-,-,{\"leaderboard_name\":\"g\",\"run_id\":1,\"run_passed\":true,"
      "\"run_mode\":\"a\",\"run_score\":0,\"run_result\":{\"benchmark.0.mean\":2000,\"benchmark.1."
      "mean\":8000}}\n"
      "edges/a,kernelbot,l0/1933748833,g,0,0,2,measured,1,1,2.0 - - - "
      "-,-,-,-,-,-,-,-,-,-,{\"leaderboard_name\":\"g\",\"run_id\":2,\"run_passed\":true,\"run_"
      "mode\":\"a\",\"run_result\":{\"benchmark.0.mean\":2000,\"benchmark.0.runs\":0.5,\"benchmark."
      "1.mean\":0,\"benchmark.2.mean\":9}}\n"
      "edges/a,kernelbot,l0/"
      "1933748833,g,0,0,3,compile,0,0,-,-,-,-,-,-,-,-,-,-,{\"leaderboard_name\":\"g\",\"run_id\":3,"
      "\"run_mode\":\"a\",\"run_compilation\":{\"success\":false}}\n"
      "edges/a,kernelbot,l0/1487338678,leaderboard "
      "0,0,0,4,measured,1,1,-,-,-,-,-,-,-,-,-,-,{\"leaderboard_id\":0,\"run_id\":4,\"run_mode\":"
      "\"a\",\"run_passed\":\"true\",\"run_result\":{\"benchmark.0.mean\":0}}\n" },
    { "kernelbot", "k/empty.json", "{\"success\": false, \"error\": \"late\\nx\", \"runs\": {}}", 0,
      ERR_INTEGRITY, "0,0,1,0,0",
      "k/empty.json: all 1 records were refused; the first, the file: the submission has no run: "
      "late\n",
      "" },
    /* What names of runs and paths say of strategy and seed. */
    { "rollouts", "best-of-n_seed7/3.jsonl",
      "{\"input\": \"q\", \"output\": \"a\"}\n{\"input\": \"q\", \"output\": \"b\"}\n", 0, 0,
      "2,0,0,0,0",
      "strategy best-of-n guessed from the path; --strategy overrides it\n"
      "seed 7 guessed from the path; --seed overrides it\n",
      "best-of-n_seed7,verl,l0/1864645187,prompt "
      "8e35c2cd3bf6641b,3,0,0,-,-,-,-,-,-,q,a,-,-,-,-,-,{}\n"
      "best-of-n_seed7,verl,l0/1864645187,prompt "
      "8e35c2cd3bf6641b,3,0,1,-,-,-,-,-,-,q,b,-,-,-,-,-,{}\n" },
    { "rollouts", "other_seed7/3.jsonl",
      "{\"run_id\": \"ttt_seed0\", \"input\": \"q\", \"output\": \"a\"}\n{\"run_id\": "
      "\"best-of-n\", \"input\": \"q\", \"output\": \"b\"}\n{\"seed\": 4, \"strategy\": \"ttt\", "
      "\"input\": \"q\", \"output\": \"b\"}\n",
      0, 0, "3,0,0,0,0",
      "strategy ttt guessed from the name of the run; --strategy overrides it\n"
      "seed 0 guessed from the name of the run; --seed overrides it\n",
      "ttt_seed0,verl,l0/1864645187,prompt "
      "8e35c2cd3bf6641b,3,0,0,-,-,-,-,-,-,q,a,-,-,-,-,-,{\"run_id\":\"ttt_seed0\"}\n"
      "best-of-n,verl,l0/1864645187,prompt "
      "8e35c2cd3bf6641b,3,0,0,-,-,-,-,-,-,q,b,-,-,-,-,-,{\"run_id\":\"best-of-n\"}\n"
      "other_seed7,verl,l0/1864645187,prompt "
      "8e35c2cd3bf6641b,3,0,0,-,-,-,-,-,-,q,b,-,-,-,-,-,{\"seed\":4,\"strategy\":\"ttt\"}\n" },
    { "trainer-log", "t/trainer_state.json",
      "{\"global_step\": 3, \"log_history\": [{\"step\": 1, \"loss\": 0.5}, {\"step\": 1, "
      "\"loss\": 0.5, \"eval\": 2}, {\"step\": 2, \"loss\": 0.25}, {\"step\": 2, \"loss\": 1}, "
      "{\"loss\": 3}, {\"step\": 3, \"total\": 7}]}",
      0, 0, "3,0,2,0,0",
      "\"log_history\", item 3: step 2 already has loss with a different value\n"
      "\"log_history\", item 4: the entry has no step\n",
      "t,1,{\"loss\":0.5,\"eval\":2}\n"
      "t,2,{\"loss\":0.25}\n"
      "t,3,{\"total\":7}\n" },
    { "trainer-log", "t/verl.jsonl",
      "{\"step\": 1, \"data\": {\"actor/loss\": 1.5}}\n"
      "{\"_step\": 2, \"_runtime\": 3, \"x\": 1}\n"
      "{\"train/global_step\": 3, \"y\": 2}\n"
      "{\"step\": -1}\n",
      0, 0, "3,0,1,0,0", "line 4: the entry has no step\n",
      "t,1,{\"actor/loss\":1.5}\n"
      "t,2,{\"_runtime\":3,\"x\":1}\n"
      "t,3,{\"y\":2}\n" },
};

static void samples_of_other_projects(void **state)
{
    (void)state;
    check_rows(samples, ARRAY_LEN(samples));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_of_other_projects),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
