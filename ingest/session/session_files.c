/*
 * session_files.c - what the calls of a session wrote.
 *
 * The shape of a call's arguments tells what it does, not the tool's name: a path with content
 * writes, a path with an old and a new text edits, a text that begins with "*** Begin Patch" is a
 * patch, a command may hold a here-document, and code may be an argument itself.  Every change
 * gives the file's whole text, or is counted where the file was never seen whole.
 */
#include <string.h>
#include <strings.h>

#include "ingest/session/session_draft.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/base/str.h"
#include "src/json/json.h"

#define MAX_CODE_BYTES ((size_t)1 << 20)
#define MAX_KEPT_BYTES ((size_t)256 << 20) /* of all texts; what follows is not known */
#define MAX_FILES      ((size_t)2000)
#define PATCH_BEGIN    "*** Begin Patch"

/* Members' names by what they mean, in the order of trying. */
static const char *const path_keys[] = { "file_path", "filePath", "path", "filename", "file" };
static const char *const content_keys[] = { "content", "contents", "file_text", "text" };
static const char *const old_keys[] = { "old_string", "old_str", "oldText", "old_text",
                                        "oldString" };
static const char *const new_keys[] = { "new_string", "new_str", "newText", "new_text",
                                        "newString" };
static const char *const command_keys[] = { "command", "cmd", "script", "keystrokes" };
static const char *const patch_keys[] = { "input", "patch", "patchText" };
static const char *const code_keys[] = { "code", "kernel", "completion", "solution", "source" };

static const char *string_of(const struct json *object, const char *const *keys, size_t n)
{
    const char *s = NULL;
    for (size_t i = 0; i < n; i++)
        if (json_string(json_get(object, keys[i]), &s))
            return s;
    return NULL;
}
#define STRING_OF(object, keys) string_of(object, keys, ARRAY_LEN(keys))

/* ---- files ---- */

/* "/work/k.cu" ends with the path "k.cu". */
static bool ends_path(const char *path, const char *end)
{
    const size_t n = strlen(path);
    while (str_starts_with(end, "./"))
        end += 2;
    const size_t m = strlen(end);
    return m > 0 && n > m && path[n - m - 1] == '/' && strcmp(path + n - m, end) == 0;
}

static struct draft_file *find_file(struct session_draft *d, const char *path)
{
    struct draft_file *like = NULL;
    for (struct draft_file *f = d->files; f != NULL; f = f->next) {
        if (strcmp(f->path, path) == 0)
            return f;
        if (like == NULL && (ends_path(f->path, path) || ends_path(path, f->path)))
            like = f;
    }
    return like;
}

static bool is_full(const struct session_draft *d)
{
    return d->kept_bytes > MAX_KEPT_BYTES;
}

static struct ingest_text kept(struct session_draft *d, const char *text, size_t len)
{
    d->kept_bytes += len;
    return (struct ingest_text){ .data = arena_strndup(d->arena, text, len), .len = len };
}

static struct ingest_text taken(struct session_draft *d, struct buf *text)
{
    struct ingest_text t = kept(d, buf_text(text), text->len);
    buf_release(text);
    return t;
}

/* NULL: too large, or one of too many. */
static struct draft_file *set_file(struct session_draft *d, const char *path,
                                   struct ingest_text text)
{
    struct draft_file *f = find_file(d, path);
    if (f == NULL && d->n_files < MAX_FILES && text.len <= MAX_CODE_BYTES) {
        f = arena_alloc(d->arena, sizeof(*f));
        *f = (struct draft_file){ .path = arena_strdup(d->arena, path), .next = d->files };
        d->files = f;
        d->n_files++;
    }
    if (f != NULL)
        f->text = text.len <= MAX_CODE_BYTES ? text : ingest_text("");
    return f == NULL || text.len > MAX_CODE_BYTES ? NULL : f;
}

void draft_file_is(struct session_draft *d, const char *path, const char *text)
{
    if (path != NULL && text != NULL && strlen(text) <= MAX_CODE_BYTES && !is_full(d))
        set_file(d, path, kept(d, text, strlen(text)));
}

/* A candidate may be: other files of a project are none. */
static bool may_be_code(const char *path, const struct ingest_text *text)
{
    static const char *const endings[] = { ".cu",  ".cuh", ".cpp", ".cc",   ".c", ".h",
                                           ".hip", ".py",  ".ptx", ".mojo", ".cl" };
    static const char *const marks[] = { "__global__", "//@ launch", "ModelNew", "triton.jit",
                                         "custom_kernel" };
    if (text->len == 0 || text->len > MAX_CODE_BYTES)
        return false;
    for (size_t i = 0; i < ARRAY_LEN(endings); i++)
        if (str_ends_with(path, endings[i]))
            return true;
    for (size_t i = 0; i < ARRAY_LEN(marks); i++)
        if (strstr(text->data, marks[i]) != NULL)
            return true;
    return false;
}

static void add_code(struct session_draft *d, struct ingest_call *call, const char *path,
                     const char *how, struct ingest_text text)
{
    struct draft_file *f = set_file(d, path, text);
    char hex[65];
    if (f == NULL)
        d->n_unseen_edits++;
    if (f == NULL || !may_be_code(path, &text))
        return;
    sha256_hex(text.data, text.len, hex);
    d->last_file = f;
    struct ingest_code *codes = ingest_room(d->arena, (void *)(uintptr_t)call->codes, call->n_codes,
                                            &call->capacity_codes, sizeof(*codes));
    codes[call->n_codes++] =
        (struct ingest_code){ f->path, how, arena_strdup(d->arena, hex), text };
    call->codes = codes;
}

/* ---- edits ---- */

/* False: the old text is not in it. */
static bool replace(struct session_draft *d, struct ingest_text *text, const char *old,
                    const char *new, bool all)
{
    struct buf out = { .max = 2 * MAX_CODE_BYTES };
    const char *at = text->data;
    const size_t n = strlen(old);
    const char *hit = n == 0 || is_full(d) ? NULL : strstr(at, old);
    if (hit == NULL)
        return false;
    while (hit != NULL) {
        buf_add(&out, at, (size_t)(hit - at));
        buf_puts(&out, new);
        at = hit + n;
        hit = all ? strstr(at, old) : NULL;
    }
    buf_puts(&out, at);
    const bool fits = !out.overflow;
    if (fits)
        *text = taken(d, &out);
    buf_release(&out);
    return fits;
}

static bool edit(struct session_draft *d, struct ingest_text *text, const struct json *how)
{
    const char *old = STRING_OF(how, old_keys);
    const char *new = STRING_OF(how, new_keys);
    bool all = false;
    if (old == NULL)
        return false;
    if (!json_bool(json_get(how, "replace_all"), &all))
        json_bool(json_get(how, "replaceAll"), &all);
    return replace(d, text, old, new == NULL ? "" : new, all);
}

static void apply_edits(struct session_draft *d, struct ingest_call *call, const struct json *args,
                        const char *path)
{
    const struct json *edits = json_get(args, "edits");
    const struct draft_file *f = find_file(d, path);
    const char *old = STRING_OF(args, old_keys);
    struct ingest_text text = f == NULL ? ingest_text(NULL) : f->text;
    bool known = f != NULL;
    if (old != NULL && *old == '\0') { /* makes the file */
        const char *new = STRING_OF(args, new_keys);
        text = ingest_text(arena_strdup(d->arena, new == NULL ? "" : new));
        known = true;
    } else if (json_type(edits) == JSON_ARRAY) {
        for (const struct json *e = json_first(edits); e != NULL && known; e = json_next(e))
            known = edit(d, &text, e);
    } else {
        known = known && edit(d, &text, args);
    }
    if (known)
        add_code(d, call, path, "edit", text);
    else
        d->n_unseen_edits++;
}

/* ---- patches ---- */

struct patch_line {
    const char *at;
    size_t len;
};

static bool next_line(const char **at, struct patch_line *out)
{
    const char *end = strchr(*at, '\n');
    if (**at == '\0')
        return false;
    out->at = *at;
    out->len = end == NULL ? strlen(*at) : (size_t)(end - *at);
    *at = end == NULL ? *at + out->len : end + 1;
    return true;
}

static bool begins(const struct patch_line *l, const char *word)
{
    return l->len >= strlen(word) && memcmp(l->at, word, strlen(word)) == 0;
}

static const char *rest_of(struct session_draft *d, const struct patch_line *l, const char *word)
{
    return arena_strndup(d->arena, l->at + strlen(word), l->len - strlen(word));
}

/* A hunk's old lines and new lines, which stand in the file where the old ones do. */
struct hunk {
    struct buf old, new;
};

static void release_hunk(struct hunk *h)
{
    buf_release(&h->old);
    buf_release(&h->new);
}

/* Where the hunk's old lines begin at or behind from; NULL: nowhere. */
static const char *find_lines(const char *text, const char *from, const char *lines)
{
    for (const char *hit = strstr(from, lines); hit != NULL; hit = strstr(hit + 1, lines))
        if (hit == text || hit[-1] == '\n')
            return hit;
    return NULL;
}

static bool put_hunk(struct session_draft *d, struct ingest_text *text, size_t *from,
                     struct hunk *h)
{
    struct buf out = { 0 };
    bool ends = false;
    if (h->old.len == 0 && h->new.len == 0)
        return true;
    if (is_full(d))
        return false;
    const char *hit = h->old.len == 0
                          ? text->data + text->len
                          : find_lines(text->data, text->data + *from, buf_text(&h->old));
    size_t n = h->old.len;
    if (hit == NULL && n > 0) { /* the file's last line has no end */
        h->old.data[--n] = '\0';
        h->old.len = n;
        hit = find_lines(text->data, text->data + *from, buf_text(&h->old));
        ends = true;
    }
    if (hit == NULL || (ends && hit[n] != '\0'))
        return false;
    buf_add(&out, text->data, (size_t)(hit - text->data));
    buf_add(&out, buf_text(&h->new), h->new.len);
    *from = out.len;
    buf_puts(&out, hit + n);
    *text = taken(d, &out);
    release_hunk(h);
    return true;
}

struct patching {
    struct session_draft *d;
    struct ingest_call *call;
    const char *path, *moved; /* of the file at hand; NULL: none */
    struct ingest_text text;
    struct buf added; /* of a new file */
    bool adds, known;
    size_t from;
    struct hunk hunk;
};

static void end_file(struct patching *p)
{
    if (p->path == NULL)
        return;
    if (p->adds)
        p->text = taken(p->d, &p->added);
    else
        p->known = p->known && put_hunk(p->d, &p->text, &p->from, &p->hunk);
    if (p->known)
        add_code(p->d, p->call, p->moved != NULL ? p->moved : p->path, "patch", p->text);
    else
        p->d->n_unseen_edits++;
    buf_release(&p->added);
    release_hunk(&p->hunk);
    p->path = p->moved = NULL;
}

static void begin_file(struct patching *p, const char *path, bool adds)
{
    end_file(p);
    const struct draft_file *f = adds ? NULL : find_file(p->d, path);
    p->path = path;
    p->adds = adds;
    p->known = adds || f != NULL;
    p->text = f == NULL ? ingest_text("") : f->text;
    p->from = 0;
}

static void patch_line(struct patching *p, const struct patch_line *l)
{
    if (p->adds) {
        if (begins(l, "+")) {
            buf_add(&p->added, l->at + 1, l->len - 1);
            buf_putc(&p->added, '\n');
        }
        return;
    }
    if (begins(l, "@@")) {
        p->known = p->known && put_hunk(p->d, &p->text, &p->from, &p->hunk);
        return;
    }
    const char sign = l->len == 0 ? ' ' : l->at[0];
    const char *rest = l->len == 0 ? "" : l->at + 1;
    const size_t n = l->len == 0 ? 0 : l->len - 1;
    if (sign == ' ' || sign == '-') {
        buf_add(&p->hunk.old, rest, n);
        buf_putc(&p->hunk.old, '\n');
    }
    if (sign == ' ' || sign == '+') {
        buf_add(&p->hunk.new, rest, n);
        buf_putc(&p->hunk.new, '\n');
    }
}

static void apply_patch(struct session_draft *d, struct ingest_call *call, const char *patch)
{
    static const char add[] = "*** Add File: ", update[] = "*** Update File: ",
                      delete[] = "*** Delete File: ", move[] = "*** Move to: ";
    struct patching p = { .d = d, .call = call };
    struct patch_line l;
    while (next_line(&patch, &l) && !begins(&l, "*** End Patch")) {
        if (begins(&l, add))
            begin_file(&p, rest_of(d, &l, add), true);
        else if (begins(&l, update))
            begin_file(&p, rest_of(d, &l, update), false);
        else if (begins(&l, move))
            p.moved = rest_of(d, &l, move);
        else if (begins(&l, delete))
            end_file(&p);
        else if (p.path != NULL && !begins(&l, "*** "))
            patch_line(&p, &l);
    }
    end_file(&p);
}

/* ---- commands of a shell ---- */

/* The word behind the mark, without quotes; NULL: none. */
static const char *word_after(struct session_draft *d, const char *line, const char *end,
                              const char *mark)
{
    const char *at = line;
    const size_t n = strlen(mark);
    for (; at + n <= end && memcmp(at, mark, n) != 0; at++)
        continue;
    if (at + n > end)
        return NULL;
    at += n;
    at += strspn(at, " -");
    const size_t quote = strspn(at, "'\"\\");
    at += quote;
    const size_t len = strcspn(at, "'\" \t\n;|&<>)");
    return len == 0 || at + len > end ? NULL : arena_strndup(d->arena, at, len);
}

/* Of "cat > FILE <<'EOF'" and "tee FILE <<EOF" the path; NULL: what is made of the text is not a
 * file. */
static const char *target_of(struct session_draft *d, const char *line, const char *end)
{
    const char *path = NULL;
    for (const char *at = line; at < end && path == NULL; at++)
        if (*at == '>' && at[1] != '>' && at[1] != '&' && (at == line || at[-1] != '>'))
            path = word_after(d, at, end, ">");
    return path != NULL ? path : word_after(d, line, end, "tee ");
}

static void apply_command(struct session_draft *d, struct ingest_call *call, const char *command)
{
    const char *at = command;
    for (const char *mark = strstr(at, "<<"); mark != NULL; mark = strstr(at, "<<")) {
        const char *line = mark;
        while (line > command && line[-1] != '\n')
            line--;
        const char *end = strchr(mark, '\n');
        if (end == NULL)
            return;
        const char *word = mark[2] == '<' ? NULL : word_after(d, mark, end, "<<");
        const char *path = target_of(d, line, end);
        struct buf text = { 0 };
        struct patch_line l;
        bool closed = false;
        at = end + 1;
        while (word != NULL && !closed && next_line(&at, &l)) {
            closed = l.len == strlen(word) && memcmp(l.at, word, l.len) == 0;
            if (!closed) {
                buf_add(&text, l.at, l.len);
                buf_putc(&text, '\n');
            }
        }
        if (closed && str_starts_with(buf_text(&text), PATCH_BEGIN))
            apply_patch(d, call, buf_text(&text));
        else if (closed && path != NULL)
            add_code(d, call, path, "shell", taken(d, &text));
        buf_release(&text);
    }
}

/* A list is the words of a command; the last of "bash -lc TEXT" is the script. */
static const char *command_of(const struct json *args)
{
    const char *s = STRING_OF(args, command_keys);
    const struct json *list = json_get(args, "command");
    if (s == NULL && json_type(list) == JSON_ARRAY)
        for (const struct json *w = json_first(list); w != NULL; w = json_next(w))
            json_string(w, &s);
    return s;
}

/* ---- what was read ---- */

/* A file that is shown whole, and was not known: by a tool with a path and no range, or by cat. */
static void take_shown(struct session_draft *d, const struct ingest_call *call,
                       const struct json *args, const char *path, const char *command)
{
    static const char *const ranges[] = { "offset", "limit",      "start_line", "end_line",
                                          "range",  "view_range", "pattern" };
    static const char *const readers[] = { "read", "Read", "view", "View", "cat", "open" };
    const char *text = call->result.data;
    bool reads = false;
    for (size_t i = 0; i < ARRAY_LEN(readers); i++)
        reads |= str_starts_with(call->tool, readers[i]);
    for (size_t i = 0; i < ARRAY_LEN(ranges); i++)
        reads &= json_get(args, ranges[i]) == NULL;
    if (command != NULL) {
        path = command + strlen("cat ");
        reads = str_starts_with(command, "cat ") && strpbrk(path, " \t\n|;&<>*?$`'\"") == NULL;
    }
    const size_t blank = strspn(text, " ");
    const size_t digits = strspn(text + blank, "0123456789"); /* of lines that are numbered */
    if (reads && path != NULL && *path != '\0' && call->result.len > 0 && digits == 0 &&
        find_file(d, path) == NULL)
        draft_file_is(d, path, text);
}

static void apply_args(struct session_draft *d, struct ingest_call *call, const struct json *args)
{
    const char *path = STRING_OF(args, path_keys);
    const char *content = STRING_OF(args, content_keys);
    const char *command = command_of(args);
    const char *patch = STRING_OF(args, patch_keys);
    const char *code = STRING_OF(args, code_keys);
    if (path != NULL && (STRING_OF(args, old_keys) != NULL || json_get(args, "edits") != NULL))
        apply_edits(d, call, args, path);
    else if (path != NULL && content != NULL)
        add_code(d, call, path, "write", kept(d, content, strlen(content)));
    else if (patch != NULL && strstr(patch, PATCH_BEGIN) != NULL)
        apply_patch(d, call, strstr(patch, PATCH_BEGIN));
    else if (command != NULL && str_starts_with(command, PATCH_BEGIN))
        apply_patch(d, call, command);
    else if (command != NULL)
        apply_command(d, call, command);
    else if (code != NULL)
        add_code(d, call, "", "argument", kept(d, code, strlen(code)));
    if (call->n_codes == 0)
        take_shown(d, call, args, path, command);
}

/* Behind the JSON value that begins here; NULL: none does, or it has no end. */
static const char *value_end(const char *at)
{
    int depth = 0;
    if (*at != '{' && *at != '"')
        return NULL;
    do {
        if (*at == '{' || *at == '[')
            depth++;
        else if (*at == '}' || *at == ']')
            depth--;
        else if (*at == '"')
            for (at++; *at != '"'; at++)
                if (*at == '\0' || (*at == '\\' && *++at == '\0'))
                    return NULL;
        if (*at++ == '\0')
            return NULL;
    } while (depth > 0);
    return at;
}

/* A script that calls tools: "await tools.exec_command({...})". */
static void apply_script(struct session_draft *d, struct ingest_call *call, const char *script,
                         struct arena *a)
{
    static const char mark[] = "tools.";
    const char *text = NULL;
    for (const char *at = strstr(script, mark); at != NULL; at = strstr(at, mark)) {
        struct err ignored = { 0 };
        at += strlen(mark);
        at += strspn(at, "abcdefghijklmnopqrstuvwxyz_");
        at += strspn(at, "( \n");
        const char *end = value_end(at);
        const struct json *args =
            end == NULL ? NULL : json_parse_arena("script", 1, at, (size_t)(end - at), a, &ignored);
        if (json_type(args) == JSON_OBJECT)
            apply_args(d, call, args);
        else if (json_string(args, &text) && str_starts_with(text, PATCH_BEGIN))
            apply_patch(d, call, text);
    }
}

void draft_apply(struct session_draft *d, struct ingest_call *call)
{
    struct arena CLEANUP(arena_release) scratch = { 0 };
    struct err ignored = { 0 };
    const char *text = call->arguments.data;
    if (text == NULL || is_full(d)) {
        d->n_unseen_edits += text != NULL;
        return;
    }
    if (str_starts_with(text, PATCH_BEGIN)) {
        apply_patch(d, call, text);
        return;
    }
    const struct json *args =
        json_parse_arena("arguments", 1, text, call->arguments.len, &scratch, &ignored);
    if (json_type(args) == JSON_OBJECT)
        apply_args(d, call, args);
    else if (args == NULL && strstr(text, "tools.") != NULL)
        apply_script(d, call, text, &scratch);
    else if (args == NULL)
        apply_command(d, call, text);
}
