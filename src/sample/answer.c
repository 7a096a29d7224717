#define _GNU_SOURCE /* memrchr */
#include "src/sample/answer.h"

#include <stdbool.h>
#include <string.h>

#include "src/base/chars.h"
#include "src/base/mem.h"

static const char *const reasoning_ends[] = {
    "</think>",     "</thinking>",        "</thought>",    "</thoughts>",
    "</reasoning>", "</reflection>",      "</scratchpad>", "</analysis>",
    "[/THINK]",     "<|end_of_thought|>", "<|/think|>",    "\xE2\x97\x81/think\xE2\x96\xB7",
};

/* Tokens that end a message; some servers leave them in the text. */
static const char *const message_ends[] = {
    "<|return|>",    "<|end|>",    "<|call|>",      "<|im_end|>",
    "<|eot_id|>",    "<|eom_id|>", "<|endoftext|>", "<|end_of_text|>",
    "<end_of_turn>", "</s>",       "<|EOT|>",       "<|end_of_turn|>",
};

static const char *const channel_ends[] = { "<|return|>", "<|end|>", "<|call|>", "<|start|>" };

#define FINAL   "<|channel|>final"
#define MESSAGE "<|message|>"
/* What is left once a server has dropped the control tokens. */
#define BARE_ANALYSIS "analysis"
#define BARE_FINAL    "assistantfinal"

static const char *find_last(const char *text, size_t len, const char *word)
{
    size_t n = strlen(word);
    while (len >= n) {
        const char *at = memrchr(text, word[0], len - n + 1);
        if (at == NULL)
            return NULL;
        if (memcmp(at, word, n) == 0)
            return at;
        len = (size_t)(at - text) + n - 1;
    }
    return NULL;
}

static const char *find_first(const char *text, size_t len, const char *word)
{
    size_t n = strlen(word);
    const char *end = text + len;
    for (const char *s = text; (size_t)(end - s) >= n; s++) {
        s = memchr(s, word[0], (size_t)(end - s) - n + 1);
        if (s == NULL)
            return NULL;
        if (memcmp(s, word, n) == 0)
            return s;
    }
    return NULL;
}

static bool starts(const char *text, size_t len, const char *word)
{
    return len >= strlen(word) && memcmp(text, word, strlen(word)) == 0;
}

struct mark {
    const char *start, *end; /* NULL: none */
};

static struct mark find_final(const char *text, size_t len)
{
    const char *at = find_last(text, len, FINAL);
    if (at != NULL) {
        const char *name_end = at + strlen(FINAL);
        const char *message = find_first(name_end, (size_t)(text + len - name_end), MESSAGE);
        return (struct mark){ at, message == NULL ? name_end : message + strlen(MESSAGE) };
    }
    at = starts(text, len, BARE_ANALYSIS) ? find_last(text, len, BARE_FINAL) : NULL;
    return (struct mark){ at, at == NULL ? NULL : at + strlen(BARE_FINAL) };
}

static struct mark find_reasoning_end(const char *text, size_t len)
{
    struct mark best = { NULL, NULL };
    for (size_t i = 0; i < ARRAY_LEN(reasoning_ends); i++) {
        const char *from = best.end == NULL ? text : best.end;
        const char *at = find_last(from, (size_t)(text + len - from), reasoning_ends[i]);
        if (at != NULL)
            best = (struct mark){ at, at + strlen(reasoning_ends[i]) };
    }
    return best;
}

static size_t ended_by(const char *text, size_t len)
{
    for (size_t i = 0; i < ARRAY_LEN(message_ends); i++) {
        size_t n = strlen(message_ends[i]);
        if (len >= n && memcmp(text + len - n, message_ends[i], n) == 0)
            return n;
    }
    return 0;
}

static void cut_end(struct text_part *answer)
{
    for (;;) {
        size_t len = answer->len;
        while (len > 0 && is_space(answer->text[len - 1]))
            len--;
        size_t n = ended_by(answer->text, len);
        if (n == 0)
            return;
        answer->len = len - n;
    }
}

static void cut_channel(struct text_part *answer)
{
    for (size_t i = 0; i < ARRAY_LEN(channel_ends); i++) {
        const char *end = find_first(answer->text, answer->len, channel_ends[i]);
        if (end != NULL)
            answer->len = (size_t)(end - answer->text);
    }
}

void answer_split(const char *text, size_t len, struct text_part *out_reasoning,
                  struct text_part *out_answer)
{
    struct mark mark = find_final(text, len);
    bool harmony = mark.start != NULL;
    if (!harmony)
        mark = find_reasoning_end(text, len);
    if (mark.start == NULL)
        mark = (struct mark){ text, text };
    *out_reasoning = (struct text_part){ text, (size_t)(mark.start - text) };
    *out_answer = (struct text_part){ mark.end, len - (size_t)(mark.end - text) };
    if (harmony)
        cut_channel(out_answer);
    cut_end(out_answer);
}
