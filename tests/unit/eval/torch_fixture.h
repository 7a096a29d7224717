/* torch_fixture.h - a Python with PyTorch, a problem, and the pieces of candidates for it. */
#ifndef ROLLBOOK_TESTS_TORCH_FIXTURE_H
#define ROLLBOOK_TESTS_TORCH_FIXTURE_H

#include <stdio.h>
#include <stdlib.h>

#include "src/base/err.h"
#include "src/eval/torch/torch_host.h"

/* ROLLBOOK_PYTHON alone where it is set; else Debian's torch needs Debian's Python, which may not
 * be first in the path.  False: it has said why. */
static inline bool open_torch_host(struct torch_host **out)
{
    struct err err = { 0 };
    if (torch_host_open(NULL, "cpu", out, &err) == 0 ||
        (getenv("ROLLBOOK_PYTHON") == NULL &&
         torch_host_open("/usr/bin/python3", "cpu", out, &err) == 0))
        return true;
    printf("no Python with torch: %s\n", err.msg);
    return false;
}

/* Inline extensions need functions of libtorch since 2.11. */
static inline bool has_short_header(const struct torch_host *h)
{
    int major = 0, minor = 0;
    return sscanf(torch_host_facts(h)->torch, "%d.%d", &major, &minor) == 2 &&
           (major > 2 || (major == 2 && minor >= 11));
}

/* For tests that look at no times: where noise asks for more, a run of one becomes 32 and one of
 * five 160. */
#define TIMED_ONCE 1

static const char problem[] = "import torch\n"
                              "import torch.nn as nn\n"
                              "class Model(nn.Module):\n"
                              "    def __init__(self, n):\n"
                              "        super().__init__()\n"
                              "        self.linear = nn.Linear(n, n)\n"
                              "    def forward(self, x):\n"
                              "        return torch.relu(self.linear(x))\n"
                              "def get_inputs():\n"
                              "    return [torch.rand(64, 32)]\n"
                              "def get_init_inputs():\n"
                              "    return [32]\n";

/* The body of forward: self.linear is there, x is the input. */
#define HEAD                                                                                       \
    "import torch, os, time\n"                                                                     \
    "class ModelNew(torch.nn.Module):\n"                                                           \
    "    def __init__(self, n):\n"                                                                 \
    "        super().__init__()\n"                                                                 \
    "        self.linear = torch.nn.Linear(n, n)\n"                                                \
    "    def forward(self, x):\n"
#define RIGHT "torch.nn.functional.linear(x, self.linear.weight, self.linear.bias).clamp(min=0)\n"

#endif
