#include "src/eval/torch/torch_python.h"

#include <stdint.h>
#include <stdio.h>

#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/torch/torch_host.h"
#include "src/json/json.h"

#define ASK_LIMIT_NS INT64_C(60000000000)

static void copy_text(const struct json *from, const char *key, char *out, size_t size)
{
    const char *text = "";
    (void)json_string(json_get(from, key), &text);
    (void)snprintf(out, size, "%s", text);
}

int torch_python_ask(const char *python, struct torch_python *out, struct err *err)
{
    struct torch_host *tool CLEANUP(torch_host_close_ptr) = NULL;
    struct json *ask CLEANUP(json_free_ptr) = json_new_object();
    struct json *answer CLEANUP(json_free_ptr) = NULL;
    json_add_string(ask, "op", "hello");
    int rc = torch_host_open_tool(python, "describe.py", &tool, err);
    if (rc == 0)
        rc = torch_ask_reference(tool, ask, clock_monotonic_ns() + ASK_LIMIT_NS, &answer, err);
    if (rc < 0)
        return rc;
    copy_text(answer, "program", out->program, sizeof out->program);
    copy_text(answer, "python", out->python, sizeof out->python);
    copy_text(answer, "torch", out->torch, sizeof out->torch);
    copy_text(answer, "triton", out->triton, sizeof out->triton);
    copy_text(answer, "cuda", out->cuda, sizeof out->cuda);
    return 0;
}
