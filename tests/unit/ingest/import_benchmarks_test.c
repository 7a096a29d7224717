/*
 * import_benchmarks_test.c - small files of benchmarks: traces, times in several units, ratios,
 * tables with a column a kernel.
 */
#include "tests/unit/ingest/import_texts.h"

static const struct row benchmarks[] = {
    /* Each status of a trace is an outcome. */
    { "traces", "b/traces.jsonl",
      "{\"definition\": \"gemm\", \"workload\": {\"uuid\": \"w1\"}, \"solution\": \"s1\", "
      "\"evaluation\": {\"status\": \"PASSED\", \"environment\": {\"hardware\": \"B200\"}, "
      "\"correctness\": {\"max_relative_error\": 0.25, \"max_absolute_error\": 0.5, \"extra\": "
      "{\"matched_ratio\": 0.75}}, \"performance\": {\"latency_ms\": 0.5, "
      "\"reference_latency_ms\": 2}}}\n"
      "{\"definition\": \"gemm\", \"workload\": {\"uuid\": \"w1\"}, \"solution\": \"s2\", "
      "\"evaluation\": {\"status\": \"INCORRECT_SHAPE\", \"environment\": {\"hardware\": "
      "\"B200\"}, \"correctness\": {\"max_relative_error\": 0.25, \"max_absolute_error\": 0.5, "
      "\"extra\": {\"matched_ratio\": 0.75}}, \"performance\": {\"latency_ms\": 0.5, "
      "\"reference_latency_ms\": 2}}}\n"
      "{\"definition\": \"gemm\", \"workload\": {\"uuid\": \"w1\"}, \"solution\": \"s3\", "
      "\"evaluation\": {\"status\": \"INCORRECT_NUMERICAL\", \"environment\": {\"hardware\": "
      "\"B200\"}, \"correctness\": {\"has_nan\": true, \"max_relative_error\": 0}, "
      "\"performance\": {\"latency_ms\": 0.5, \"reference_latency_ms\": 2}}}\n"
      "{\"definition\": \"gemm\", \"workload\": {\"uuid\": \"w1\"}, \"solution\": \"s4\", "
      "\"evaluation\": {\"status\": \"INCORRECT_DTYPE\", \"environment\": {\"device\": \"H100\"}, "
      "\"correctness\": {\"max_relative_error\": 0.25, \"max_absolute_error\": 0.5, \"extra\": "
      "{\"matched_ratio\": 0.75}}, \"performance\": {\"latency_ms\": 0.5, "
      "\"reference_latency_ms\": 2}}}\n"
      "{\"definition\": \"gemm\", \"workload\": {\"uuid\": \"w1\"}, \"solution\": \"s5\", "
      "\"evaluation\": {\"status\": \"RUNTIME_ERROR\", \"environment\": {\"hardware\": \"B200\"}, "
      "\"correctness\": {\"max_relative_error\": 0.25, \"max_absolute_error\": 0.5, \"extra\": "
      "{\"matched_ratio\": 0.75}}, \"performance\": {\"latency_ms\": 0.5, "
      "\"reference_latency_ms\": 2}, \"log\": \"trace\\nend\"}}\n"
      "{\"definition\": \"gemm\", \"workload\": {\"uuid\": \"w1\"}, \"solution\": \"s6\", "
      "\"evaluation\": {\"status\": \"COMPILE_ERROR\", \"environment\": {\"hardware\": \"B200\"}, "
      "\"correctness\": {\"max_relative_error\": 0.25, \"max_absolute_error\": 0.5, \"extra\": "
      "{\"matched_ratio\": 0.75}}, \"performance\": {\"latency_ms\": 0.5, "
      "\"reference_latency_ms\": 2}}}\n"
      "{\"definition\": \"gemm\", \"workload\": {\"uuid\": \"w1\"}, \"solution\": \"s7\", "
      "\"evaluation\": {\"status\": \"TIMEOUT\", \"environment\": {\"hardware\": \"B200\"}, "
      "\"correctness\": {\"max_relative_error\": 0.25, \"max_absolute_error\": 0.5, \"extra\": "
      "{\"matched_ratio\": 0.75}}, \"performance\": {\"latency_ms\": 0.5, "
      "\"reference_latency_ms\": 2}}}\n"
      "{\"definition\": \"gemm\", \"workload\": {\"uuid\": \"w1\"}, \"solution\": \"s8\", "
      "\"evaluation\": {\"status\": \"REWARD_HACK\", \"environment\": {\"hardware\": \"B200\"}, "
      "\"correctness\": {\"max_relative_error\": 0.25, \"max_absolute_error\": 0.5, \"extra\": "
      "{\"matched_ratio\": 0.75}}, \"performance\": {\"latency_ms\": 0.5, "
      "\"reference_latency_ms\": 2}}}\n"
      "{\"definition\": \"gemm\", \"workload\": {\"uuid\": \"w1\"}, \"solution\": \"s9\", "
      "\"evaluation\": {\"status\": \"INVALID_REFERENCE\", \"environment\": {}, \"correctness\": "
      "{\"max_relative_error\": 0.25, \"max_absolute_error\": 0.5, \"extra\": {\"matched_ratio\": "
      "0.75}}, \"performance\": {\"latency_ms\": 0.5, \"reference_latency_ms\": 2}}}\n"
      "{\"definition\": \"gemm\", \"workload\": {\"uuid\": \"w1\"}, \"solution\": \"s10\", "
      "\"evaluation\": null}\n"
      "{\"definition\": \"gemm\", \"workload\": {\"uuid\": \"w1\"}, \"solution\": \"s11\"}\n"
      "{\"definition\": \"gemm\", \"workload\": {\"axes\": {\"m\": 1}}, \"solution\": \"s12\"}\n"
      "{\"definition\": \"gemm\", \"workload\": {\"uuid\": \"w1\"}, \"solution\": \"s13\", "
      "\"evaluation\": {\"status\": \"ODD\", \"environment\": {\"hardware\": \"B200\"}, "
      "\"correctness\": {\"max_relative_error\": 0.25, \"max_absolute_error\": 0.5, \"extra\": "
      "{\"matched_ratio\": 0.75}}, \"performance\": {\"latency_ms\": 0.5, "
      "\"reference_latency_ms\": 2}}}\n"
      "{\"definition\": \"gemm\", \"workload\": {\"uuid\": \"w1\"}, \"solution\": \"s1\", "
      "\"evaluation\": {}}\n"
      "{\"definition\": \"gemm\", \"workload\": {\"uuid\": \"w1\"}, \"solution\": \"\"}\n"
      "{\"definition\": \"gemm\", \"workload\": {}, \"solution\": \"s1\"}\n"
      "{\"workload\": {\"uuid\": \"w\"}}\n"
      "3\n"
      "{\"definition\": \"gemm\", \"workload\": {\"uuid\": \"w1\"}, \"solution\": \"s14\", "
      "\"evaluation\": {\"status\": \"PASSED\", \"environment\": {\"hardware\": \"B200\"}, "
      "\"correctness\": {\"has_inf\": true, \"max_relative_error\": 0}, \"performance\": "
      "{\"latency_ms\": 0.5, \"reference_latency_ms\": 2}}}\n",
      0, 0, "13,0,6,0,0",
      "line 13: status ODD is unknown\n"
      "line 14: its evaluation has no status\n"
      "line 15: the trace has a workload and no solution\n"
      "line 16: the trace has no workload with a uuid or axes\n"
      "line 17: the trace has no definition\n"
      "line 18: the trace has no definition\nsamples of more than one device: B200, H100\n",
      "b,gemm/w1,0,measured,-,1,1,500.0 - - - -,mean,2000,-,-,-,0.5 0.25,-\n"
      "b,gemm/w1,1,wrong_shape,-,1,0,500.0 - - - -,mean,2000,INCORRECT_SHAPE,-,-,0.5 0.25,-\n"
      "b,gemm/w1,2,nan,-,1,0,500.0 - - - -,mean,2000,INCORRECT_NUMERICAL,-,-,-,-\n"
      "b,gemm/w1,3,mismatch,-,1,0,500.0 - - - -,mean,2000,INCORRECT_DTYPE,-,-,0.5 0.25,-\n"
      "b,gemm/w1,4,crash,-,1,0,500.0 - - - -,mean,2000,RUNTIME_ERROR,trace\n"
      "end,-,0.5 0.25,-\n"
      "b,gemm/w1,5,compile,-,0,0,500.0 - - - -,mean,2000,COMPILE_ERROR,-,-,0.5 0.25,-\n"
      "b,gemm/w1,6,timeout,-,1,0,500.0 - - - -,mean,2000,TIMEOUT,-,-,0.5 0.25,-\n"
      "b,gemm/w1,7,cheat,reward_hack,1,0,500.0 - - - -,mean,2000,REWARD_HACK,-,-,0.5 0.25,-\n"
      "b,gemm/w1,8,infra,-,0,0,500.0 - - - -,mean,2000,INVALID_REFERENCE,-,-,0.5 0.25,-\n"
      "b,gemm/w1,9,-,-,-,-,-,-,-,-,-,-,-,-\n"
      "b,gemm/w1,10,-,-,-,-,-,-,-,-,-,-,-,-\n"
      "b,gemm/bb2123b9de8da9cf,0,-,-,-,-,-,-,-,-,-,-,-,-\n"
      "b,gemm/w1,11,measured,-,1,1,500.0 - - - -,mean,2000,-,-,-,-,-\n" },
    /* The first source of a time counts. */
    { "nvbench", "b/nv.json",
      "{\"devices\": [{\"id\": 0, \"name\": \"A100\"}, {\"id\": 1, \"name\": \"H100\"}, {\"name\": "
      "\"x\"}], \"benchmarks\": [{\"name\": \"copy\", \"states\": [{\"name\": \"n=1\", \"device\": "
      "1, \"summaries\": [{\"tag\": \"nv/cold/time/gpu/mean\", \"data\": [{\"value\": \"x\"}, "
      "{\"value\": \"0.002\"}]}, {\"tag\": \"nv/cold/sample_size\", \"data\": [{\"value\": "
      "\"10\"}]}, {\"tag\": \"nv/cold/time/gpu/stdev/relative\", \"data\": [{\"value\": 0.5}]}, "
      "{\"tag\": \"nv/cold/time/gpu/min\", \"data\": [{\"value\": 0.001}]}, {\"tag\": "
      "\"nv/cold/time/gpu/max\", \"data\": [{\"value\": 0.004}]}, {\"tag\": "
      "\"nv/batch/time/gpu/mean\", \"data\": [{\"value\": 9}]}]}, {\"name\": \"n=2\", \"device\": "
      "0, \"summaries\": [{\"tag\": \"nv/cold/time/gpu/mean\", \"data\": [{\"value\": 0}]}, "
      "{\"tag\": \"nv/batch/time/gpu/mean\", \"data\": [{\"value\": 0.003}]}, {\"tag\": "
      "\"nv/batch/sample_size\", \"data\": [{\"value\": 0}]}]}, {\"name\": \"n=3\", \"device\": 7, "
      "\"summaries\": [{\"tag\": \"nv/cpu_only/time/cpu/mean\", \"data\": [{\"value\": 0.005}]}]}, "
      "{\"name\": \"n=4\", \"is_skipped\": true, \"skip_reason\": \"too\\nlong\"}, {\"name\": "
      "\"n=5\", \"is_skipped\": true}, {\"name\": \"n=6\"}, {\"device\": 1}, 4]}, {\"name\": "
      "\"empty\"}, {\"states\": []}]}",
      0, 0, "6,0,4,0,0",
      "copy, state 6: the state has no name\n"
      "copy, state 7: the state has no name\n"
      "benchmark 1: the benchmark has no name or no states\n"
      "benchmark 2: the benchmark has no name or no states\n"
      "copy, state 5: the record has no time\nsamples of more than one device: A100, H100\n",
      "nv,copy n=1,0,measured,-,1,0,2000.0 1000.0 4000.0 1000.0 "
      "10,mean,-,nv/cold/time/gpu/mean,-,-,-,-\n"
      "nv,copy n=2,0,measured,-,1,0,3000.0 - - - -,mean,-,nv/batch/time/gpu/mean,-,-,-,-\n"
      "nv,copy n=3,0,measured,-,1,0,5000.0 - - - -,mean,-,nv/cpu_only/time/cpu/mean,-,-,-,-\n"
      "nv,copy n=4,0,infra,-,0,0,-,-,-,skipped: too,-,-,-,-\n"
      "nv,copy n=5,0,infra,-,0,0,-,-,-,skipped: no reason given,-,-,-,-\n"
      "nv,copy n=6,0,measured,-,1,0,-,-,-,the record has no time,-,-,-,-\n" },
    { "nvbench", "b/nv_none.json", "{\"benchmarks\": {}}", 0, ERR_INTEGRITY, "0,0,1,0,0",
      "b/nv_none.json: all 1 records were refused; the first, \"benchmarks\": not a result of "
      "nvbench: it has no list \"benchmarks\"\n",
      "" },
    /* Times in any unit; aggregates that are no time have none. */
    { "google-benchmark", "b/google.json",
      "{\"context\": {\"host_name\": \"box\"}, \"benchmarks\": [{\"name\": \"ns\", \"real_time\": "
      "2, \"time_unit\": \"ns\", \"iterations\": 10}, {\"name\": \"us\", \"real_time\": 2, "
      "\"time_unit\": \"us\", \"iterations\": 10}, {\"name\": \"ms\", \"real_time\": 2, "
      "\"time_unit\": \"ms\", \"iterations\": 10}, {\"name\": \"s\", \"real_time\": 2, "
      "\"time_unit\": \"s\", \"iterations\": 10}, {\"name\": \"plain\", \"real_time\": 5}, "
      "{\"name\": \"unit\", \"real_time\": 2, \"time_unit\": \"h\", \"iterations\": 10}, "
      "{\"name\": \"none\", \"real_time\": null, \"time_unit\": \"us\", \"iterations\": 10}, "
      "{\"name\": \"median\", \"real_time\": 2, \"time_unit\": \"us\", \"iterations\": 10, "
      "\"aggregate_name\": \"median\"}, {\"name\": \"mean\", \"real_time\": 2, \"time_unit\": "
      "\"us\", \"iterations\": 0, \"aggregate_name\": \"mean\"}, {\"name\": \"cv\", \"real_time\": "
      "null, \"time_unit\": \"us\", \"iterations\": 10, \"aggregate_name\": \"cv\"}, {\"name\": "
      "\"old\", \"real_time\": 2, \"time_unit\": \"us\", \"iterations\": 10, \"error_occurred\": "
      "true, \"error_message\": \"bad\\nx\"}, {\"name\": \"new\", \"real_time\": 2, \"time_unit\": "
      "\"us\", \"iterations\": 10, \"skipped\": \"ERROR_OCCURRED\", \"skip_message\": \"why\"}, "
      "{\"name\": \"not\", \"real_time\": 2, \"time_unit\": \"us\", \"iterations\": 10, "
      "\"skipped\": false, \"error_occurred\": false}, {\"name\": \"flag\", \"real_time\": 2, "
      "\"time_unit\": \"us\", \"iterations\": 10, \"skipped\": true}, {\"real_time\": 1}, "
      "{\"name\": \"x\", \"states\": []}]}",
      0, 0, "12,0,4,0,0",
      "entry 5: unit: its time_unit is none of ns, us, ms and s\n"
      "entry 6: none: has no real_time\n"
      "entry 14: the benchmark has no name\n"
      "entry 15: the entry has states, as nvbench writes them; use 'rollbook ingest nvbench "
      "FILE'\n",
      "google,ns,0,measured,-,1,0,0.002 - - - 10,mean,-,-,-,-,-,-\n"
      "google,us,0,measured,-,1,0,2.0 - - - 10,mean,-,-,-,-,-,-\n"
      "google,ms,0,measured,-,1,0,2000.0 - - - 10,mean,-,-,-,-,-,-\n"
      "google,s,0,measured,-,1,0,2000000.0 - - - 10,mean,-,-,-,-,-,-\n"
      "google,plain,0,measured,-,1,0,0.005 - - - -,mean,-,-,-,-,-,-\n"
      "google,median,0,measured,-,1,0,2.0 - - - 10,median,-,-,-,-,-,-\n"
      "google,mean,0,measured,-,1,0,2.0 - - - -,mean,-,-,-,-,-,-\n"
      "google,cv,0,measured,-,1,0,-,-,-,-,-,-,-,-\n"
      "google,old,0,infra,-,0,0,-,-,-,skipped: bad,-,-,-,-\n"
      "google,new,0,infra,-,0,0,-,-,-,skipped: why,-,-,-,-\n"
      "google,not,0,measured,-,1,0,2.0 - - - 10,mean,-,-,-,-,-,-\n"
      "google,flag,0,infra,-,0,0,-,-,-,skipped: no reason given,-,-,-,-\n" },
    { "google-benchmark", "b/google_list.json",
      "[{\"name\": \"a\", \"real_time\": 2, \"time_unit\": \"us\", \"iterations\": 10}]", 0,
      ERR_INTEGRITY, "0,0,1,0,0",
      "b/google_list.json: all 1 records were refused; the first, item 0: not a result of "
      "google-benchmark: "
      "it has no list \"benchmarks\"\n",
      "" },
    /* Ratios alone, which the source claims. */
    { "cuda-l2", "b/shapes.csv",
      "mnk,torch,cublas\n"
      "64_128_256,1.5,2\n"
      "1_2_3,0,x\n"
      "64_128,1,1\n"
      "64_128_2567890123,1,1\n"
      "64x128x256,1,1\n"
      "7_8_9,-1,0.5\n",
      0, 0, "2,0,4,0,0",
      "line 3: no cell contains a ratio\nline 4: the first cell is not a shape M_N_K, such as "
      "64_4096_128\nline 5: the first cell is not a shape M_N_K, such as 64_4096_128\nline 6: the "
      "first cell is not a shape M_N_K, such as 64_4096_128\n",
      "shapes,64_128_256,0,measured,-,1,1,-,-,-,claimed by the source,-,-,-,claimed_speedup=1.5 "
      "claimed_speedup=2.0\n"
      "shapes,7_8_9,0,measured,-,1,1,-,-,-,claimed by the source,-,-,-,claimed_speedup=- "
      "claimed_speedup=0.5\n" },
    { "cuda-l2", "b/other.csv",
      "N,torch\n"
      "1_2_3,1\n",
      0, ERR_INTEGRITY, "0,0,0,0,0", "b/other.csv: its first line is not a heading \"mnk,...\"\n",
      "" },
    /* A column a kernel, and rows that are no input. */
    { "tritonbench", "b/softmax.csv",
      "x_val;naive-latency;naive-speedup;triton-latency;triton-speedup\n"
      "(1, 2);0.5;1;0.25 (±1.25%);2\n"
      "(3, 4);out of memory;;None;\n"
      "(5, 6);;;;\n"
      "(7, 8);0;0;0.125;0\n"
      "average;1;1;1;1\n"
      "hashes;a;b;c;d\n",
      0, 0, "3,0,1,0,0", "line 4: the record has no time\n",
      "softmax/naive,softmax x_val (1, 2),0,measured,-,1,0,500.0 - - - "
      "-,mean,-,-,-,-,-,claimed_speedup=1.0\n"
      "softmax/triton,softmax x_val (1, 2),0,measured,-,1,0,250.0 - - - "
      "-,mean,-,-,-,-,-,claimed_speedup=2.0\n"
      "softmax/naive,softmax x_val (3, 4),0,infra,-,0,0,-,-,-,out of memory,-,-,-,-\n"
      "softmax/naive,softmax x_val (7, 8),0,infra,-,0,0,-,-,-,0,-,-,-,-\n"
      "softmax/triton,softmax x_val (7, 8),0,measured,-,1,0,125.0 - - - -,mean,-,-,-,-,-,-\n" },
    { "tritonbench", "b/none.csv",
      "x_val;a\n"
      "1;2\n",
      0, ERR_USAGE, "0,0,0,0,0",
      "b/none.csv: has no column that ends with -latency where ';' separates\n", "" },
    { "tritonbench", "b/model/sizes.json",
      "[{\"input_size\": [1, 2], \"ms\": 0.5, \"GB/s\": 1}, {\"input_size\": 3, \"ms\": 0}, "
      "{\"ms\": 1}]",
      0, 0, "1,0,2,0,0",
      "item 1: input_size is missing, or ms is not above 0\n"
      "item 2: input_size is missing, or ms is not above 0\n",
      "model,sizes [1,2],0,measured,-,1,0,500.0 - - - -,mean,-,-,-,-,-,-\n" },
    { "tritonbench", "b/predictions.jsonl",
      "{\"instruction\": \"do\", \"predict\": \"x\", \"file\": \"f.py\"}\n"
      "{\"instruction\": \"do\", \"predict\": \"y\"}\n"
      "{\"predict\": \"z\"}\n",
      0, 0, "2,0,1,0,0", "line 3: the record lacks instruction or predict\n",
      "predictions,f.py,0,-,-,-,-,-,-,-,-,-,x,-,-\n"
      "predictions,instruction ac0b52a2ae6ef999,0,-,-,-,-,-,-,-,-,-,y,-,-\n" },
};

static void times_of_benchmarks(void **state)
{
    (void)state;
    check_rows(benchmarks, ARRAY_LEN(benchmarks));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_of_benchmarks),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
