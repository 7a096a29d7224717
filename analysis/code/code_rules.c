#include "analysis/code/code_rules.h"

#include <string.h>

#include "src/base/chars.h"
#include "src/base/mem.h"

struct pattern_word {
    const char *text;
    size_t len;
};

/* A star at an end stands for letters; alone it is the operator. */
static bool matches_glob(struct pattern_word glob, struct pattern_word w)
{
    bool open_start = glob.len > 1 && glob.text[0] == '*';
    bool open_end = glob.len > 1 && glob.text[glob.len - 1] == '*';
    struct pattern_word core = { glob.text + open_start, glob.len - open_start - open_end };
    if (open_start && open_end) {
        for (size_t i = 0; i + core.len <= w.len; i++) {
            if (memcmp(w.text + i, core.text, core.len) == 0)
                return true;
        }
        return false;
    }
    if (w.len < core.len)
        return false;
    if (open_end)
        return memcmp(w.text, core.text, core.len) == 0;
    if (open_start)
        return memcmp(w.text + w.len - core.len, core.text, core.len) == 0;
    return core.len == w.len && memcmp(core.text, w.text, core.len) == 0;
}

static bool matches_one_of(struct pattern_word alternatives, struct pattern_word w)
{
    const char *end = alternatives.text + alternatives.len;
    for (const char *at = alternatives.text; at < end;) {
        const char *stop = at; /* alternatives are short: memchr takes longer */
        while (stop < end && *stop != '|')
            stop++;
        if (matches_glob((struct pattern_word){ at, (size_t)(stop - at) }, w))
            return true;
        at = stop + 1;
    }
    return false;
}

bool code_word_is_any(const char *words, size_t words_len, const char *word, size_t len)
{
    return matches_one_of((struct pattern_word){ words, words_len },
                          (struct pattern_word){ word, len });
}

bool code_scan_is(const struct code_scanner *s, size_t i, const char *word)
{
    return i < s->tokens.n && code_token_is(&s->tokens.items[i], word);
}

bool code_scan_is_any(const struct code_scanner *s, size_t i, const char *words)
{
    if (i >= s->tokens.n)
        return false;
    const struct code_token *t = &s->tokens.items[i];
    return code_word_is_any(words, strlen(words), t->text, t->len);
}

void code_scan_hit(struct code_scanner *s, enum code_kind kind, size_t token, const char *what)
{
    code_scan_hit_line(s, kind, token, s->tokens.items[token].line, what);
}

void code_scan_hit_line(struct code_scanner *s, enum code_kind kind, size_t token, size_t line,
                        const char *what)
{
    if (token >= s->skip_from && token < s->skip_to)
        return;
    for (size_t i = 0; i < s->n_hits; i++) {
        if (s->hits[i].kind == kind && s->hits[i].line == line)
            return;
    }
    if (s->n_hits < CODE_MAX_HITS)
        s->hits[s->n_hits++] = (struct code_hit){ kind, line, what };
}

bool code_scan_spend(const struct code_scanner *s, size_t n)
{
    if (*s->work < CODE_MAX_WORK)
        *s->work += n;
    return *s->work < CODE_MAX_WORK;
}

/*
 * What a text admits in words: parts that stand for something else.
 */

/* In lower case; a line that holds one in a comment or docstring is meant. */
static const char *const phrases[] = {
    "for the actual implementation",
    "in an actual implementation",
    "in a real implementation",
    "in practice, you would",
    "placeholder implementation",
    "placeholder for the actual",
    "placeholder for actual",
    "this is a placeholder",
    "just a placeholder",
    "as a placeholder",
    "placeholder kernel",
    "dummy implementation",
    "dummy kernel",
    "simplified implementation",
    "simplified version",
    "not a real implementation",
    "would be implemented here",
    "goes here",
    "not implemented yet",
    "not fully implemented",
    "full implementation would",
    "a real kernel would",
    "for brevity",
    "rest of the implementation",
    "omitted for",
    "we skip the actual",
};

static size_t line_end(const char *text, size_t len)
{
    const char *end = memchr(text, '\n', len);
    return end == NULL ? len : (size_t)(end - text);
}

static bool has_phrase(const char *lower)
{
    for (size_t i = 0; i < ARRAY_LEN(phrases); i++) {
        if (strstr(lower, phrases[i]) != NULL)
            return true;
    }
    return false;
}

/* Comments are no tokens, so a line is read for its mark, and the nearest token from there on says
 * whether it is of the candidate. */
void code_scan_remarks(struct code_scanner *s)
{
    enum { LINE_MOST = 400 };
    char lower[LINE_MOST + 1];
    size_t line = 1;
    size_t token = 0;
    size_t end = s->len < CODE_MAX_BYTES ? s->len : CODE_MAX_BYTES;
    for (size_t from = 0; from < end && s->tokens.n > 0; line++) {
        size_t n = line_end(s->text + from, end - from);
        size_t kept = n < LINE_MOST ? n : LINE_MOST;
        for (size_t i = 0; i < kept; i++)
            lower[i] = to_lower(s->text[from + i]);
        lower[kept] = '\0';
        while (token + 1 < s->tokens.n && s->tokens.items[token].line < line)
            token++;
        const char *mark = strpbrk(lower, "#/*");
        bool is_comment = mark != NULL && (*mark != '/' || mark[1] == '/' || mark[1] == '*');
        if (is_comment && has_phrase(mark))
            code_scan_hit_line(s, CODE_PLACEHOLDER, token, line,
                               "a comment says that this is a placeholder");
        from += n + 1;
    }
}

/*
 * Work on another stream, or thread, that the call does not wait for.
 *
 * A stream that is made and never used, or that the caller's stream or the host waits for, escapes
 * nothing.  Functions that warm up, capture or build are no timed work.
 */

#define DEEPEST_CALLER 4

#define PREPARES                                                                                   \
    "__init__|*warm*|*capture*|*init*|*setup*|*bench*|*profile*|*tune*|*test*|*graph*|*build*|"    \
    "*prepare*|*compile*"
#define GUARD_STATES                                                                               \
    "*warm*|*graph*|*captur*|*init*|*compiled*|*ready*|*first*|*tuned*|*prepared*|*built*"

enum stream_fate { RUNS_ON, WAITS, RETURNS };

static bool is(const struct code_scanner *s, size_t i, const char *word)
{
    return code_scan_is(s, i, word);
}

static const struct code_statement *at(const struct code_scanner *s, size_t statement)
{
    return &s->flow.statements[statement];
}

static bool same_word(const struct code_scanner *s, size_t a, size_t b)
{
    return code_token_same(&s->tokens.items[a], &s->tokens.items[b]);
}

/* The last name in the bracket that opens at i: "self.stream" gives "stream". */
static size_t last_name(const struct code_scanner *s, size_t i, size_t end)
{
    size_t name = i;
    for (i++; i < end && !is(s, i, ")") && !is(s, i, "[") && !is(s, i, "("); i++) {
        if (s->tokens.items[i].kind == TOKEN_WORD)
            name = i;
    }
    return name;
}

/* "current_stream().wait_stream": the receiver ends before the dot at i - 1. */
static bool receiver_is_current(const struct code_scanner *s, size_t i)
{
    size_t open = i - 2;
    while (open > 0 && !is(s, open, "("))
        open--;
    return is(s, i - 2, ")") && open > 0 && is(s, open - 1, "current_stream");
}

/* The host or another stream waits for the named one.  "s.wait_stream(current)" is the other way
 * round, and within the block of s the current stream is s. */
static bool waits(const struct code_scanner *s, const struct code_statement *st, size_t stream,
                  bool in_block)
{
    for (size_t i = st->from; i + 1 < st->to; i++) {
        if (!is(s, i + 1, "("))
            continue;
        if (code_scan_is_any(s, i, "synchronize|item|cpu|tolist|join"))
            return true;
        if (is(s, i, "wait") && is(s, i + 2, ")") && !in_block)
            return true;
        if (code_scan_is_any(s, i, "wait_stream|wait_event") && i >= st->from + 2 &&
            !same_word(s, i - 2, stream) && !(in_block && receiver_is_current(s, i)))
            return true;
    }
    return false;
}

/* "if not self.warmed_up": the block is run once. */
static bool is_preparing(const struct code_scanner *s, const struct code_statement *st)
{
    if (!is(s, st->from, "if") && !is(s, st->from, "elif"))
        return false;
    for (size_t k = st->from + 1; k < st->to; k++) {
        bool not_yet = is(s, k - 1, "not") || is(s, k - 3, "not") || is(s, k + 2, "None");
        if (not_yet && !is(s, k + 2, "not") && code_scan_is_any(s, k, GUARD_STATES))
            return true;
    }
    return false;
}

static bool is_prepared(const struct code_scanner *s, const struct code_function *f,
                        size_t statement)
{
    size_t column = at(s, statement)->column;
    for (size_t i = statement; i > f->first;) {
        i--;
        if (at(s, i)->column >= column)
            continue;
        column = at(s, i)->column;
        if (is_preparing(s, at(s, i)))
            return true;
    }
    return false;
}

/* What becomes of work that was given away before this statement, up to the end. */
static enum stream_fate follow(const struct code_scanner *s, size_t from, size_t end, size_t stream)
{
    size_t column = at(s, from)->column;
    size_t block_end = code_flow_block_end(&s->flow, from);
    for (size_t i = from + 1; i < end;) {
        if (!code_scan_spend(s, 1 + at(s, i)->to - at(s, i)->from))
            return WAITS;
        const struct code_statement *st = at(s, i);
        bool is_other_branch =
            (st->column < column && code_scan_is_any(s, st->from, "else|elif")) ||
            code_scan_is_any(s, st->from, "except|def") || is_preparing(s, st);
        if (st->column < column)
            column = st->column;
        if (is_other_branch) {
            i = code_flow_block_end(&s->flow, i);
            continue;
        }
        if (waits(s, st, stream, i < block_end))
            return WAITS;
        if (is(s, st->from, "return"))
            return RETURNS;
        i++;
    }
    return RUNS_ON;
}

static const struct code_function *function_of(const struct code_scanner *s, size_t statement)
{
    const struct code_function *found = NULL;
    for (size_t k = 0; k < s->flow.n_functions; k++) {
        const struct code_function *f = &s->flow.functions[k];
        if (statement >= f->first && statement < f->end)
            found = f;
    }
    return found;
}

static bool calls(const struct code_scanner *s, const struct code_statement *st, size_t name)
{
    for (size_t i = st->from; i + 1 < st->to; i++) {
        if (is(s, i + 1, "(") && i != name && same_word(s, i, name))
            return true;
    }
    return false;
}

static bool escapes(const struct code_scanner *s, size_t statement, size_t stream, int depth);

/* True when some caller that is timed does not wait either. */
static bool escapes_callers(const struct code_scanner *s, const struct code_function *f,
                            size_t stream, int depth)
{
    if (f->is_timed || code_scan_is_any(s, f->name, "forward|__call__") || depth == DEEPEST_CALLER)
        return true;
    for (size_t i = 0; i < s->flow.n_statements; i++) {
        if (!code_scan_spend(s, 1 + at(s, i)->to - at(s, i)->from))
            return false;
        if (calls(s, at(s, i), f->name) && !is(s, at(s, i)->from, "def") &&
            escapes(s, i, stream, depth + 1))
            return true;
    }
    return false;
}

static bool escapes(const struct code_scanner *s, size_t statement, size_t stream, int depth)
{
    const struct code_function *f = function_of(s, statement);
    if (f == NULL || !f->is_reached || code_scan_is_any(s, f->name, PREPARES) ||
        is_prepared(s, f, statement))
        return false;
    if (is(s, at(s, statement)->from, "return"))
        return escapes_callers(s, f, stream, depth);
    switch (follow(s, statement, f->end, stream)) {
    case WAITS:
        return false;
    case RETURNS:
    case RUNS_ON:
        break;
    }
    return escapes_callers(s, f, stream, depth);
}

/* "with torch.cuda.stream(X)": the token of the bracket; 0 without. */
static size_t stream_bracket(const struct code_scanner *s, const struct code_statement *st)
{
    bool is_with = is(s, st->from, "with");
    for (size_t i = st->from; i + 2 < st->to; i++) {
        bool enters = is_with && is(s, i, ".") && code_scan_is_any(s, i + 1, "stream|Stream");
        if ((enters || is(s, i + 1, "set_stream")) && is(s, i + 2, "("))
            return i + 2;
    }
    return 0;
}

static bool block_only_captures(const struct code_scanner *s, size_t statement)
{
    size_t end = code_flow_block_end(&s->flow, statement);
    for (size_t i = statement; i < end && code_scan_spend(s, at(s, i)->to - at(s, i)->from); i++) {
        for (size_t k = at(s, i)->from; k < at(s, i)->to; k++) {
            if (code_scan_is_any(s, k, "capture_begin|capture_end"))
                return true;
        }
    }
    return false;
}

static bool text_has(const struct code_scanner *s, const char *words)
{
    for (size_t i = 0; i < s->tokens.n; i++) {
        if (code_scan_is_any(s, i, words) && is(s, i + 1, "("))
            return true;
    }
    return false;
}

/* A stream of CUDA C is used when a launch, or another call, names it after it was made. */
static bool is_used(const struct code_scanner *s, size_t made)
{
    size_t name = made + 1;
    while (name < s->tokens.n && s->tokens.items[name].kind != TOKEN_WORD)
        name++;
    for (size_t i = name + 1; i < s->tokens.n && code_scan_spend(s, 1); i++) {
        if (same_word(s, i, name) &&
            !code_scan_is_any(s, i - 2, "cudaStreamDestroy|cudaStreamCreate*"))
            return true;
    }
    return false;
}

static void scan_cuda_streams(struct code_scanner *s)
{
    if (text_has(s, "cudaStreamSynchronize|cudaDeviceSynchronize|cudaStreamWaitEvent|"
                    "cudaEventSynchronize|cuStreamSynchronize|cuStreamWaitEvent|synchronize|"
                    "cudaStreamBeginCapture|cudaGraphLaunch|block"))
        return;
    for (size_t i = 0; i < s->tokens.n; i++) {
        if (s->tokens.items[i].language != CODE_CUDA)
            continue;
        bool makes =
            code_scan_is_any(s, i, "cudaStreamCreate*|cuStreamCreate*") && is(s, i + 1, "(");
        bool guards = is(s, i, "getStreamFromPool") && is(s, i + 1, "(");
        if ((makes && is_used(s, i + 1)) || guards || is(s, i, "cudaStreamPerThread"))
            code_scan_hit(s, CODE_STREAM, i, "work on a stream that nobody waits for");
    }
}

/* "s = torch.cuda.current_stream()", and nothing else is ever called s. */
static bool is_named_current(const struct code_scanner *s, size_t name)
{
    bool found = false;
    for (size_t i = 0; i < s->flow.n_statements && code_scan_spend(s, 1); i++) {
        const struct code_statement *st = at(s, i);
        size_t target = st->from;
        if (is(s, target, "self") && is(s, target + 1, "."))
            target += 2;
        if (target + 1 >= st->to || !same_word(s, target, name) || !is(s, target + 1, "="))
            continue;
        bool is_current = false;
        for (size_t k = target + 2; k < st->to; k++)
            is_current = is_current || (code_scan_is_any(s, k, "current_stream|default_stream") &&
                                        is(s, k + 1, "("));
        if (!is_current)
            return false;
        found = true;
    }
    return found;
}

void code_scan_streams(struct code_scanner *s)
{
    for (size_t i = 0; i < s->flow.n_statements; i++) {
        size_t bracket = stream_bracket(s, at(s, i));
        if (bracket == 0 || !code_scan_spend(s, s->flow.n_functions))
            continue;
        size_t name = last_name(s, bracket, at(s, i)->to);
        bool is_own = code_scan_is_any(s, name,
                                       "*current_stream|*default_stream|None|*original*|"
                                       "*prev*|*old*|*current*|*cur") ||
                      is_named_current(s, name);
        if (!is_own && !block_only_captures(s, i) && escapes(s, i, name, 0))
            code_scan_hit(s, CODE_STREAM, at(s, i)->from, "work on a stream that nobody waits for");
    }
    scan_cuda_streams(s);
    /* Threads are waited for by joining them or by taking their results. */
    bool joined = text_has(s, "join|result|as_completed|map|wait|get|shutdown");
    for (size_t i = 0; i < s->tokens.n && !joined; i++) {
        bool is_python = s->tokens.items[i].language == CODE_PYTHON;
        bool python =
            is_python && ((is(s, i, "Thread") && is(s, i + 2, "target")) ||
                          code_scan_is_any(s, i, "ThreadPoolExecutor|ProcessPoolExecutor") ||
                          (is(s, i, "threading") && code_scan_is_any(s, i + 2, "Thread|Timer")));
        bool cuda = !is_python && ((is(s, i, "std") && is(s, i + 1, "::") &&
                                    code_scan_is_any(s, i + 2, "thread|jthread|async")) ||
                                   is(s, i, "pthread_create"));
        bool opens = is(s, i + 1, "(") || is(s, i + 3, "(") || cuda;
        if ((python || cuda) && opens && !is(s, i + 3, "::"))
            code_scan_hit(s, CODE_STREAM, i, "a thread that nobody waits for");
    }
}
