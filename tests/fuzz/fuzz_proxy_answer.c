/*
 * fuzz_proxy_answer.c - libFuzzer target: bytes as a server's answer, however framed.
 *
 * They give completions or a problem in words, and log-probs fit their tokens.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/mem.h"
#include "src/sample/policy.h"
#include "src/server/spool/exchange.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const content_types[] = { "text/event-stream", "application/x-ndjson",
                                             "application/json", NULL };
static const char *const apis[] = { "chat", "completions", "responses", "generate", "ollama-chat" };

static void check(const struct exchange_answer *answer)
{
    bool mute = answer->n == 0 && answer->problem[0] == '\0';
    for (size_t i = 0; i < answer->n && !mute; i++)
        mute = answer->completions[i].text == NULL ||
               strlen(answer->completions[i].text) != answer->completions[i].text_len ||
               answer->completions[i].extra == NULL;
    if (mute) {
        fprintf(stderr, "%zu completions, problem '%s'\n", answer->n, answer->problem);
        abort();
    }
}

/* The fuzzer meets one of the ways for each input, by what the input is; the tests all of them. */
static bool is_due(const uint8_t *data, size_t size, size_t way, size_t n_ways)
{
#ifdef ROLLBOOK_FUZZ
    size_t sum = size;
    for (size_t i = 0; i < size; i++)
        sum += data[i];
    return sum % n_ways == way;
#else
    (void)data;
    (void)size;
    return way < n_ways;
#endif
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const size_t n_ways = ARRAY_LEN(content_types) * ARRAY_LEN(apis);
    char *text = mem_alloc(size + 1);
    if (size > 0)
        memcpy(text, data, size);
    for (size_t i = 0; i < ARRAY_LEN(content_types); i++)
        for (size_t k = 0; k < ARRAY_LEN(apis); k++) {
            struct arena arena = { 0 };
            struct exchange_answer answer;
            if (!is_due(data, size, i * ARRAY_LEN(apis) + k, n_ways))
                continue;
            const struct transcript x = { .id = "0123456789abcdef0123456789abcdef",
                                          .api = apis[k],
                                          .path = "/v1",
                                          .tags = tags_none,
                                          .request = text,
                                          .request_len = size,
                                          .status = 200,
                                          .content_type = content_types[i],
                                          .response = text,
                                          .response_len = size,
                                          .detail = "" };
            exchange_read(&x, &arena, &answer);
            check(&answer);
            arena_release(&arena);
        }
    free(text);
    return 0;
}
