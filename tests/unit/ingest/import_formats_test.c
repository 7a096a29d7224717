/*
 * import_formats_test.c - small files of servers, profilers, trainers and searches: every kind of
 * record, the limits of each number, and what is refused.
 */
#include <math.h>

#include "tests/unit/ingest/imported.h"

#define X20 "xxxxxxxxxxxxxxxxxxxx"

/* ---- answers of servers ---- */

static const struct story answers[] = {
    { NULL,
      { .run_name = "chat" },
      { { "a/chat.json",
          "{'model': 'm', 'id': 'c1', 'prompt': 'asked', 'usage': {'prompt_tokens': 5, "
          "'completion_tokens': 2}, 'choices': [{'index': 3, 'finish_reason': 'stop', 'message': "
          "{'content': 'ab'}, 'logprobs': {'content': [{'token': 'a', 'logprob': -0.5}, {'token': "
          "'b', 'logprob': -0.25}]}}]}",
          0 } },
      NULL,
      NULL },
    { "completions",
      { .run_name = "choices" },
      { { "a/choices.jsonl",
          "{'model': 'm', 'usage': {'prompt_tokens': 0, 'completion_tokens': 3}, 'choices': "
          "[{'text': "
          "'x', 'logprobs': {'tokens': ['x'], 'token_logprobs': [-1]}}, {'index': -1, 'text': 'y', "
          "'finish_reason': 'length', 'logprobs': {'tokens': ['y'], 'token_logprobs': [null]}}, 4, "
          "{'text': 'none'}]}\n"
          "{'custom_id': 'batch', 'response': {'body': {'model': 'other', 'choices': [{'text': "
          "'z', "
          "'logprobs': {'tokens': ['z', 'w'], 'token_logprobs': [0.5, -1]}}]}}}\n"
          "{'key': 'k', 'request': 1, 'response': {'candidates': [{'content': {'parts': [{'text': "
          "'g'}, {'text': 'h'}]}, 'finishReason': 'STOP', 'logprobsResult': {'chosenCandidates': "
          "[{'token': 'g', 'logProbability': -0.125}, {'token': 'h', 'logProbability': -9999}]}}], "
          "'usageMetadata': {'promptTokenCount': 4, 'candidatesTokenCount': 2}, 'modelVersion': "
          "'v'}}\n"
          "{'custom_id': 'top', 'candidates': [{'index': 2, 'content': {'parts': []}}, 3], "
          "'usage_metadata': {'prompt_token_count': 6, 'candidates_token_count': 9}}\n"
          "{'key': 'no task', 'choices': []}\n"
          "{'outputs': [{'index': 1, 'text': 'o', 'token_ids': [7, 8], 'cumulative_logprob': -3, "
          "'logprobs': null}], 'prompt': 'p'}\n"
          "{'choices': 3}\n"
          "{'usage': {'completion_tokens': 5}, 'choices': [{'text': 'xy', 'logprobs': {'tokens': "
          "['x', 'y'], 'token_logprobs': [-0.5, 1e-9]}}]}\n"
          "[{'text': 'listed', 'choices': [{'text': 'l'}]}, 3]\n3\n{}\n[]\n{'candidates': []}\n",
          0 } },
      NULL,
      NULL },
    /* A stream of tokens is one answer, which a line that is none leaves without a sum. */
    { NULL,
      { .run_name = "stream" },
      { { "a/stream.jsonl",
          "{'token': 'a', 'logprob': -0.5, 'token_id': 4}\n{'token': 'b', 'logprob': -1.5, 'id': "
          "5}\n",
          0 } },
      NULL,
      NULL },
    { "completions",
      { .run_name = "stream" },
      { { "a/cut.jsonl",
          "{'token': 'a', 'logprob': -0.5, 'token_id': 4}\n{'token': 'b', 'logprob': "
          "-1.5}\n{'odd': "
          "1}\n",
          0 } },
      NULL,
      NULL },
    /* Pieces until one is done; another that is not. */
    { NULL,
      { .run_name = "pieces" },
      { { "a/pieces.jsonl",
          "{'model': 'o', 'response': 'ab', 'done': false, 'logprobs': [{'token': 'ab', 'logprob': "
          "-0.5}]}\n{'model': 'o', 'response': 'c', 'done': false, 'logprobs': [{'token': 'c', "
          "'logprob': -1}]}\n{'model': 'o', 'response': '', 'done': true, 'done_reason': 'stop', "
          "'prompt_eval_count': 3, 'eval_count': 2}\n{'model': 'o', 'response': 'whole', 'done': "
          "true, 'done_reason': 'length', 'logprobs': [{'token': 'whole', 'logprob': -2}]}\n"
          "{'model': 'o', 'response': 'lost', 'done': false}\n",
          0 } },
      NULL,
      NULL },
    { "completions",
      { .run_name = "none" },
      { { "a/none.json", "{'choices': []}", 0 } },
      NULL,
      NULL },
    { NULL,
      { .run_name = "others" },
      { { "a/others.jsonl",
          "{'text': 's', 'meta_info': {'finish_reason': {'type': 'stop'}, 'prompt_tokens': 2, "
          "'completion_tokens': 1, 'output_token_logprobs': [[-0.5, 9, 's']]}}\n"
          "{'content': 'l', 'completion_probabilities': [{'token': 'l', 'id': 3, 'logprob': "
          "-0.25}]}\n",
          0 } },
      NULL,
      NULL },
};

static void answers_of_servers(void **state)
{
    (void)state;
    check_stories("import_answers", answers, ARRAY_LEN(answers));
}

/* ---- samples that passed or not ---- */

static const struct story samples[] = {
    { NULL,
      { .level = 0 },
      { { "s/crux.json",
          "{'pass_at_1': 0.5, 'pass_at_5': 'x', 'raw_generations': {'sample_1': ['a', 'b'], "
          "'sample_2': 'no list', 'sample_3': ['d', 4]}, 'raw_scored_generations': {'sample_1': "
          "[true, false, true], 'sample_2': [0], 'sample_3': [1, 'passed'], 'other': 3, 'empty': "
          "[]}, "
          "'more': [1]}",
          0 } },
      NULL,
      NULL },
    { "samples",
      { .level = 0 },
      { { "s/list.json",
          "[{'raw_scored_generations': {'sample_7': [true]}, 'pass_at_3': 0.25}, {'x_1': [true, "
          "2.5]}, 3]",
          0 } },
      NULL,
      NULL },
    { NULL,
      { .level = 0 },
      { { "s/alone.json", "{'raw_generations': {'sample_1': ['a']}}", 0 } },
      NULL,
      NULL },
    { NULL,
      { .level = 0 },
      { { "s/eval_results.json",
          "{'date': 'd', 'hash': 'h', 'eval': {'HumanEval/0': [{'solution': 'c', 'base_status': "
          "'pass', 'plus_status': 'fail', 'base_fail_tests': []}, {'solution': 'd', 'base_status': "
          "'fail', 'plus_status': 'pass'}, {'solution': 'e', 'base_status': 'pass', 'plus_status': "
          "null}, {'base_status': 'timeout', 'plus_status': null}, {'plus_status': 'pass'}, 3], "
          "'HumanEval/1': [], 'Mbpp/2': [{'solution': 'f', 'base_status': 'pass', 'plus_status': "
          "'pass', 'result': 'it timed out'}]}}",
          0 } },
      NULL,
      NULL },
    { "samples",
      { .level = 0 },
      { { "s/lists.jsonl",
          "{'eval': {'A/1': [{'base_status': 'pass'}]}}\n{'a/1': [[0, {'passed': true, 'program': "
          "'p'}], [1, {'score': 0.5, 'error': 'timeout'}], {'x': 1}]}\n{'a/2': [], 'a/3': [true]}\n"
          "{'id': 4, 'status': 'ok', 'sample_idx': 2147483647, 'generation': 'g'}\n{'id': 'a-5-6', "
          "'resolved': false, 'sample_id': 2147483648, 'message': 'it timed out'}\n{'id': "
          "'" X20 X20 "yy/7', 'success': 1, 'language': '" X20 "zz'}\n{'problem_id': "
          "'9999999999', 'is_correct': 'no'}\n{'id': 'q/2147483647', 'correct': true}\n{'id': "
          "'q/2147483648', 'correct': true}\n",
          0 } },
      NULL,
      NULL },
};

static void samples_that_passed_or_not(void **state)
{
    (void)state;
    check_stories("import_samples", samples, ARRAY_LEN(samples));
}

/* ---- logs of inspect ---- */

static const struct story logs[] = {
    { NULL,
      { .level = 0 },
      { { "i/log.json",
          "{'version': 2, 'status': 'success', 'eval': {'task': 'T', 'task_id': 'x', 'model': "
          "'mm'}, "
          "'plan': {}, 'samples': ["
          "{'id': 1, 'epoch': 1, 'input': 'in', 'output': {'choices': [{'message': {'content': "
          "'out'}, 'stop_reason': 'stop'}], 'usage': {'input_tokens': 3, 'output_tokens': 4}}, "
          "'scores': {'match': {'value': 'C', 'explanation': 'why\\nnot'}}, 'store': {}, 'more': "
          "1},"
          "{'id': 'two', 'epoch': 2, 'input': [{'content': [{'text': 'a'}, {'image': 1}, {'text': "
          "'b'}]}, {'content': 'later'}], 'scores': {'s': {'value': 'P'}}},"
          "{'id': 3, 'epoch': 0, 'scores': {'s': {'value': 'I'}}},"
          "{'id': 3, 'scores': {'s': {'value': 'N'}}},"
          "{'id': 4, 'scores': {'s': {'value': 'CC'}}},"
          "{'id': 5, 'scores': {'s': {'value': true}}},"
          "{'id': 6, 'scores': {'s': {'value': 'fail'}}},"
          "{'id': 7, 'scores': {'s': {'value': 1.5}}},"
          "{'id': 8, 'scores': {'s': {'value': '0.75'}}},"
          "{'id': 9, 'scores': {'s': {'value': 'nan'}}},"
          "{'id': 10, 'scores': {'s': {'value': 1}, 't': {'value': 'I'}}},"
          "{'id': 11, 'scores': {}}, {'id': 12, 'scores': [1]},"
          "{'id': 13, 'error': {'message': 'it broke\\nthere'}, 'scores': {'s': {'value': 'C'}}},"
          "{'id': 14, 'error': {'code': 5}}, {'id': 15, 'error': null, 'scores': {'s': {'value': "
          "0.999}}}, {'id': true}, {}, 3, {'id': null}]}",
          0 } },
      NULL,
      NULL },
    { "inspect", { .level = 0 }, { { "i/none.json", "{'samples': [{'id': 1}]}", 0 } }, NULL, NULL },
    { "inspect",
      { .model = "asked" },
      { { "i/late.json",
          "{'version': 2, 'samples': [{'id': 1, 'scores': {'s': {'value': 'C'}}}], 'eval': "
          "{'model': "
          "'late'}, 'reductions': [{'id': 7}]}",
          0 } },
      NULL,
      NULL },
};

static void logs_of_inspect(void **state)
{
    (void)state;
    check_stories("import_inspect", logs, ARRAY_LEN(logs));
}

/* ---- programs of a search ---- */

static const struct story programs[] = {
    { NULL,
      { .level = 0 },
      { { "p/task/best/best_program_info.json",
          "{'generation': 3, 'iteration': 12, 'saved_at': 1, 'metrics': {'runtime_us': 5, "
          "'combined_score': 0.5, 'correct': 1}}",
          0 },
        { "p/task/best/best_program.cu", "the code", 0 } },
      NULL,
      NULL },
    { "openevolve",
      { .level = 0 },
      { { "p/task/bare_info.json", "{'iteration': 1, 'metrics': {'score': 1}}", 0 } },
      NULL,
      NULL },
    { NULL,
      { .level = 0 },
      { { "p/task/openevolve_output/trace.jsonl",
          "{'iteration': 1, 'child_code': 'a', 'parent_code': 'z', 'child_metrics': {'mean_ms': 2, "
          "'correctness': true}, 'metrics': {'runtime_us': 9}}\n"
          "{'iteration_found': 4, 'iteration': 9, 'code': 'b', 'metrics': {'geomean_ns': 1500, "
          "'speedup': 2.5}}\n"
          "{'iteration': 0, 'code': 'c', 'metrics': {'error': 'bad\\nline', 'combined_score': 0}}\n"
          "{'code': 'd', 'metrics': {'score': 3}}\n"
          "{'code': 'e', 'metrics': {'speedup_score': 1.5, 'combined_score': 'nan', 'score': 2}}\n"
          "{'code': 'f', 'metrics': {'error': 'late', 'runtime_us': 3}}\n"
          "{'code': 'g', 'metrics': {'correctness_score': 0.5}}\n"
          "{'code': 'h', 'metrics': {'is_correct': 1.5, 'speedup': 0}}\n"
          "{'code': 'i', 'metrics': {'passed': 'no', 'speedup': -1, 'time_us': -4, 'duration_us': "
          "6}}\n"
          "{'code': 'j', 'metrics': {'avg_latency_us': 0.5, 'success': 'maybe'}}\n"
          "{'code': 'k', 'metrics': {}, 'prompts': {'a': {'user': 'u1', 'responses': ['r1', "
          "'r2']}, "
          "'b': {'system': 'S', 'user': 'u2', 'responses': []}, 'c': {'system': 'T'}, 'd': 3}}\n"
          "{'code': 'k', 'metrics': {}}\n{'code': 'l'}\n{'metrics': {}}\n{'code': 'm', 'metrics': "
          "[1]}\n3\n",
          0 } },
      NULL,
      NULL },
    { NULL,
      { .level = 0 },
      { { "p/found/checkpoints/checkpoint_5/programs/x.json",
          "{'code': 'x', 'iteration_found': 5, 'metrics': {'runtime_us': 4}}", 0 },
        { "p/found/checkpoints/checkpoint_10/programs/x.json",
          "{'code': 'x', 'iteration_found': 5, 'metrics': {'runtime_us': 4}}", 0 },
        { "p/found/checkpoints/checkpoint_10/programs/y.json", "{'code': 'y', 'metrics': {", 0 },
        { "p/found/checkpoints/checkpoint_10/programs/z.json", "[]", 0 },
        { "p/found/checkpoints/checkpoint_10/other/w.json", "{'code': 'w', 'metrics': {}}", 0 },
        { "p/found/best/b.json", "{'code': 'w', 'metrics': {}}", 0 } },
      "p/found",
      NULL },
    { "openevolve",
      { .run_name = "named" },
      { { "p/empty/checkpoints/checkpoint_1/metadata.json", "{}", 0 } },
      "p/empty",
      NULL },
    { NULL,
      { .level = 0 },
      { { "p/all.json",
          "{'programs': {'a': {'code': 'a', 'iteration_found': 1, 'metrics': {'time_ms': 1}}, 'b': "
          "{'code': 'b', 'metrics': {'passed': false}}}, 'other': {'c': {'code': 'c', 'metrics': "
          "{}}}}",
          0 } },
      NULL,
      NULL },
    { "openevolve",
      { .level = 0 },
      { { "p/all/programs.json",
          "{'last_iteration': 3, 'programs': {'a': {'code': 'a', 'metrics': {'time_ms': 1}}, 'b': "
          "{'code': 'b', 'metrics': {'passed': false}}}, 'other': {'c': {'code': 'c', 'metrics': "
          "{}}}}",
          0 } },
      NULL,
      NULL },
};

static void programs_of_a_search(void **state)
{
    (void)state;
    check_stories("import_programs", programs, ARRAY_LEN(programs));
}

/* ---- launches of a profiler ---- */

#define HEAD                                                                                       \
    "'ID','Process ID','Kernel Name','Block Size','Grid Size','CC','Section Name','Metric "        \
    "Name','Metric Unit','Metric Value'\n"
#define RAW_HEAD                                                                                   \
    "'ID','Process ID','Process Name','Kernel Name','Block Size','Grid "                           \
    "Size','Device','CC','gpu__time_duration.sum','dram__bytes.sum','note'\n"

#define ONE_LAUNCH HEAD "'0','1','k','','','','','Duration','us','4'\n"
#define TWO_RESULTS                                                                                \
    "{'3': [{'compiled': true, 'correctness': true, 'metadata': {}, 'runtime': 1}, {'compiled': "  \
    "true, 'correctness': false, 'metadata': {}, 'runtime': -1}]}"

static const struct story launches[] = {
    { NULL,
      { .level = 0 },
      { { "n/trace.csv",
          "==PROF== Connected to process 1\n" HEAD
          "'0','1','k(int)','(256, 1, 1)','(0008, 02, 0)','9.0','Command line profiler "
          "metrics','gpu__time_duration.sum','usecond','1,205.50'\n"
          "'0','1','k(int)','(256, 1, 1)','(0008, 02, 0)','9.0','Speed Of Light','SM','%','n/a'\n"
          "'0','1','k(int)','(256, 1, 1)','(0008, 02, 0)','9.0','','','%','3'\n"
          "'0','1','k(int)','(256, 1, 1)','(0008, 02, 0)','9.0','','empty','%',''\n"
          "'0','2','l','','',"
          "'','','Duration','nsecond','2000'\n"
          "'0','2','l','','','','','Duration','msecond','2'\n"
          "'1','2','m','(1,2,3,4)','(123456789012, 5)','8','','Duration','second','0.5'\n"
          "'2','2','n','','','','','Duration','cycle','7'\n"
          "'2','2','n','','','','','gpu__time_duration.avg','ns','-7'\n"
          "'2','2','n','','','','','gpu__time_duration.max','ns','0'\n"
          "'3','2','','','','','','Duration','ns','7'\n"
          "'4','2','o','','','','','x','','"
          "0012345678901234567890123456789012345678901234567890123456789012'\n"
          "'4','2','o','','','','','y','','"
          "001234567890123456789012345678901234567890123456789012345678901'\n"
          "'4','2','o','','','','','z','',','\n"
          "'4','2','o','','','','','inf','','1e999'\n",
          0 } },
      NULL,
      NULL },
    { NULL,
      { .level = 0 },
      { { "n/raw.csv",
          RAW_HEAD "'','','','','','','','','ms','byte','inst'\n"
                   "'0','7','p','a','(8, 1, 1)','(16, 1, 1)','0','9.0','0.5','1,000','text'\n"
                   "'0','7','p','a','(8, 1, 1)','(16, 1, 1)','0','9.0','0.25','','2'\n"
                   "'1','7','p','','','','0','','1','2','3'\n",
          0 } },
      NULL,
      NULL },
    { "ncu",
      { .level = 0 },
      { { "n/unitless.csv",
          RAW_HEAD "'0','7','p','a','','','0','','0.5','1,000','text'\n'','','','','','','','','ms'"
                   ",'byte','inst'\n",
          0 } },
      NULL,
      NULL },
    /* Of a sample, which is not there. */
    { "ncu",
      { .level = 0 },
      { { "n/run/level_2_problem_3_sample_0.csv",
          HEAD "'0','1','k','','','','','Duration','us','4'\n", 0 } },
      NULL,
      NULL },
    { "ncu",
      { .run_name = "asked", .level = 4 },
      { { "n/run/problem_3_sample_1.csv", HEAD "'0','1','k','','','','','Duration','us','4'\n",
          0 } },
      NULL,
      NULL },
    { "ncu",
      { .level = 0 },
      { { "n/run/problem_0_sample_1.csv", HEAD "'0','1','k','','','','','Duration','us','4'\n",
          0 } },
      NULL,
      NULL },
    { "ncu", { .level = 0 }, { { "n/run/problem_1.csv", HEAD, 0 } }, NULL, NULL },
    /* Of a sample that is there, by its level in the name, asked for, or of the path. */
    { .files = { { "n/run/level_1_problem_3_sample_1.csv", ONE_LAUNCH, 0 },
                 { "n/run/eval_results.json", TWO_RESULTS, 0 } },
      .options = { .level = 1 },
      .first = "n/run/eval_results.json" },
    { .files = { { "n/run/problem_3_sample_0.csv", ONE_LAUNCH, 0 },
                 { "n/run/eval_results.json", TWO_RESULTS, 0 } },
      .options = { .level = 1 },
      .first = "n/run/eval_results.json" },
    { .files = { { "n/run/level_1/problem_3_sample_0.csv", ONE_LAUNCH, 0 },
                 { "n/run/level_1/eval_results.json", TWO_RESULTS, 0 } },
      .first = "n/run/level_1/eval_results.json" },
    { .files = { { "n/run/level_1/level_2_problem_3_sample_0.csv", ONE_LAUNCH, 0 },
                 { "n/run/level_1/eval_results.json", TWO_RESULTS, 0 } },
      .first = "n/run/level_1/eval_results.json" },
    { "ncu",
      { .level = 0 },
      { { "n/run/problem_1_times.csv", HEAD "'0','1','k','','','','','Duration','us','4'\n", 0 } },
      NULL,
      NULL },
    { "ncu",
      { .level = 0 },
      { { "n/run/sample_1.csv", HEAD "'0','1','k','','','','','Duration','us','4'\n", 0 } },
      NULL,
      NULL },
    { "ncu", { .level = 0 }, { { "n/none.csv", "a,b\n1,2\n", 0 } }, NULL, NULL },
};

static void launches_of_a_profiler(void **state)
{
    (void)state;
    check_stories("import_launches", launches, ARRAY_LEN(launches));
}

/* ---- events of a trainer ---- */

static uint32_t masked_crc(const char *at, size_t n)
{
    uint32_t c = 0xffffffffU;
    for (size_t i = 0; i < n; i++) {
        c ^= (unsigned char)at[i];
        for (int k = 0; k < 8; k++)
            c = c & 1 ? c >> 1 ^ 0x82f63b78U : c >> 1;
    }
    c ^= 0xffffffffU;
    return (c >> 15 | c << 17) + 0xa282ead8U;
}

static void put_little(struct buf *out, uint64_t v, int n)
{
    for (int i = 0; i < n; i++)
        buf_putc(out, (char)(v >> 8 * i & 0xff));
}

static void put_record(struct buf *out, const struct buf *event)
{
    const size_t at = out->len;
    put_little(out, event->len, 8);
    put_little(out, masked_crc(out->data + at, 8), 4);
    buf_add(out, buf_text(event), event->len);
    put_little(out, masked_crc(buf_text(event), event->len), 4);
}

static void put_varint(struct buf *out, uint64_t v)
{
    for (; v >= 0x80; v >>= 7)
        buf_putc(out, (char)((v & 0x7f) | 0x80));
    buf_putc(out, (char)v);
}

static void put_part(struct buf *out, int field, const struct buf *part)
{
    put_varint(out, (uint64_t)(field << 3 | 2));
    put_varint(out, part->len);
    buf_add(out, buf_text(part), part->len);
}

struct scalar {
    uint64_t step;
    const char *tag; /* NULL: none */
    char kind; /* f: simple_value; d, D, t, T: a tensor with its content or values; n: none; x:
                  damaged */
    double value;
};

static void put_number(struct buf *out, bool is_double, double value)
{
    const float low = (float)value;
    uint64_t bits = 0;
    if (is_double)
        memcpy(&bits, &value, 8);
    else
        memcpy(&bits, &low, 4);
    put_little(out, bits, is_double ? 8 : 4);
}

static void put_event(struct buf *out, const struct scalar *s)
{
    struct buf event = { 0 }, summary = { 0 }, value = { 0 }, part = { 0 }, number = { 0 };
    const bool is_double = s->kind == 'd' || s->kind == 'D';
    if (s->tag != NULL) {
        buf_puts(&part, s->tag);
        put_part(&value, 1, &part);
        buf_clear(&part);
    }
    put_number(&number, is_double, s->value);
    if (s->kind == 'f') {
        put_varint(&value, 2 << 3 | 5);
        buf_add(&value, buf_text(&number), number.len);
    } else if (s->kind != 'n' && s->kind != 'x') {
        put_varint(&part, 1 << 3);
        put_varint(&part, is_double ? 2 : 1);
        put_part(&part, s->kind == 'd' || s->kind == 't' ? 4 : is_double ? 6 : 5, &number);
        put_part(&value, 8, &part);
    }
    if (s->kind == 'x')
        put_varint(&value, 9 << 3 | 3);
    put_part(&summary, 1, &value);
    put_varint(&event, 1 << 3 | 1); /* the wall time */
    put_little(&event, 0, 8);
    put_varint(&event, 2 << 3);
    put_varint(&event, s->step);
    put_part(&event, 5, &summary);
    put_record(out, &event);
    buf_release(&event);
    buf_release(&summary);
    buf_release(&value);
    buf_release(&part);
    buf_release(&number);
}

static void tell_events(struct buf *out, const struct buf *file, const char *name)
{
    const struct story s = { .files = { { name, buf_text(file), file->len } } };
    tell_story(out, &s);
}

static void events_of_a_trainer(void **state)
{
    static const struct scalar scalars[] = {
        { 0, "loss", 'f', 0.5 },
        { 0, "lr", 'd', 0.001 },
        { 1, "loss", 'D', 1.0 / 3 },
        { 1, "z", 't', 0.25 },
        { 1, "a", 'T', 0.1 },
        { 2147483647, "loss", 'f', 3 },
        { 2147483648, "late", 'f', 3 },
        { (uint64_t)-1, "before", 'f', 3 },
        { 3, NULL, 'f', 3 },
        { 3, "text", 'n', 3 },
        { 2, "loss", 'f', 2 },
        { 1, "loss", 'f', 4 },
        { 1, "loss", 'f', (double)NAN },
        { 2, "inf", 'd', (double)INFINITY },
        { 2, "damaged", 'x', 1 },
        { 300, "a \"b\"", 'f', 16777216 },
        { 2, "\xff", 'f', 1 },
    };
    struct buf out = { 0 }, file = { 0 }, first = { 0 };
    (void)state;
    put_varint(&first, 1 << 3 | 1);
    put_little(&first, 0, 8);
    struct buf version = { 0 };
    buf_puts(&version, "brain.Event:2");
    put_part(&first, 3, &version);
    put_record(&file, &first);
    const size_t begin = file.len;
    for (size_t i = 0; i < ARRAY_LEN(scalars); i++)
        put_event(&file, &scalars[i]);
    tell_events(&out, &file, "e/events.out.tfevents.1");
    /* A byte of the second record, and of its length, is another; the file is cut. */
    file.data[begin + 13] ^= 1;
    tell_events(&out, &file, "e/run/events.out.tfevents.2");
    file.data[begin + 13] ^= 1;
    file.len -= 1;
    tell_events(&out, &file, "e/run/events.out.tfevents.3");
    file.data[begin + 1] ^= 1;
    tell_events(&out, &file, "e/run/events.out.tfevents.4");
    file.len = begin + 11;
    tell_events(&out, &file, "e/run/events.out.tfevents.5");
    file.len = begin;
    tell_events(&out, &file, "e/run/events.out.tfevents.6");
    check_told("import_events", &out);
    buf_release(&out);
    buf_release(&file);
    buf_release(&first);
    buf_release(&version);
}

/* ---- rollouts and metrics of trainers ---- */

static const struct story trainers[] = {
    { NULL,
      { .level = 0 },
      { { "t/999999999.jsonl",
          "{'input': 'q', 'output': 'a', 'score': 0.5, 'gts': 'x'}\n{'input': {'q': 1}, 'output': "
          "[1], 'score': 'x', 'step': 3}\n{'input': null, 'output': 'a'}\n{'input': 'q'}\n",
          0 } },
      NULL,
      NULL },
    { NULL,
      { .level = 0 },
      { { "t/1000000000.jsonl",
          "{'prompt': 'p', 'completion': 'c', 'step': 4, 'accuracy': 1, 'advantage': "
          "-0.5}\n{'prompt': "
          "'p', 'completion': 'c', 'step': 4, 'accuracy': 1, 'format': 2, 'advantage': 0.5}\n"
          "{'prompt': 'p', 'completion': 'd', 'accuracy': 1, 'reward': 3, 'z': 4}\n{'prompt': 'p', "
          "'completion': 'e', 'name': 'x', 'advantage': 'nan'}\n{'prompt': null, 'completion': "
          "'e'}\n{'prompt': 'p', 'completion': null}\n",
          0 } },
      NULL,
      NULL },
    { NULL,
      { .level = 0 },
      { { "t/12x.jsonl",
          "{'group_idx': 0, 'traj_idx': 0, 'iteration': 3, 'split': 'test', 'total_reward': 0.5, "
          "'steps': [{'ob_len': 4, 'ac_len': 2}, {'ob_len': 9, 'ac_len': 3}]}\n{'group_idx': 2, "
          "'traj_idx': 1, 'steps': [{'ac_len': 2}, {'ac_len': -1}]}\n{'group_idx': 2, 'traj_idx': "
          "2, "
          "'steps': []}\n{'group_idx': 2, 'traj_idx': 3, 'steps': 5}\n{'group_idx': -1, "
          "'traj_idx': "
          "1}\n{'traj_idx': 1}\n",
          0 } },
      NULL,
      NULL },
    /* A seed and a step of 0 are said. */
    { NULL,
      { .level = 0 },
      { { "t/mixed/3.jsonl",
          "{'input': 'q', 'output': 'a', 'score': 1, 'seed': 0, 'step': 0, 'model': "
          "'m'}\n{'input': "
          "'q', 'output': 'b', 'score': 1, 'seed': -1}\n{'input': 'q', 'output': 'c', 'score': 1, "
          "'seed': 1, 'run_id': 'other', 'strategy': 'ttt'}\n",
          0 } },
      NULL,
      NULL },
    { NULL,
      { .level = 0 },
      { { "t/trainer_state.json",
          "{'global_step': 3, 'best': {'step': 9}, 'log_history': [{'step': 0, 'loss': 1}, "
          "{'step': "
          "0, 'loss': 1, 'eval': {'x': [1]}}, {'step': 0, 'loss': 2}, {'epoch': 1}, {'step': 2, "
          "'_step': 2, 'global_step': 2, 'train/global_step': 2}, {'_step': 1, 'a': null}]}",
          0 } },
      NULL,
      NULL },
    { NULL,
      { .level = 0 },
      { { "t/wandb.jsonl",
          "{'_step': 1, '_runtime': 2, 'x': 'NaN'}\n{'_step': 1, 'x': 'NaN', 'y': "
          "1e400}\n{'_step': "
          "2147483647, 'data': {'z': 1}, 'w': 2}\n{'_step': 2147483648}\n{'_step': -1}\n[{'step': "
          "4}]\n",
          0 } },
      NULL,
      NULL },
};

static void rollouts_and_metrics_of_trainers(void **state)
{
    (void)state;
    check_stories("import_trainers", trainers, ARRAY_LEN(trainers));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_of_servers),
        cmocka_unit_test(samples_that_passed_or_not),
        cmocka_unit_test(logs_of_inspect),
        cmocka_unit_test(programs_of_a_search),
        cmocka_unit_test(launches_of_a_profiler),
        cmocka_unit_test(events_of_a_trainer),
        cmocka_unit_test(rollouts_and_metrics_of_trainers),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
