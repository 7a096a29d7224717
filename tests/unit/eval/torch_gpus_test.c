/* Which GPU the processes of PyTorch modules see.  A Python without torch stands for one with GPUs:
 * it answers what is asked at the start and tells what it was given to see. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/eval/contract/evaluation.h"
#include "src/eval/torch_evaluator.h"

/* Called as PYTHON -s FILES/reference.py 3. */
static const char python[] =
    "#!/usr/bin/python3\n"
    "import os, sys\n"
    "sys.path.insert(0, os.path.dirname(sys.argv[2]))\n"
    "import messages\n"
    "seen = os.environ.get('CUDA_VISIBLE_DEVICES', '0,1,2')\n"
    "channel = messages.Channel(int(sys.argv[3]))\n"
    "while True:\n"
    "    try:\n"
    "        channel.receive()\n"
    "        channel.send({'torch': '1', 'python': '3', 'gpu': 'none', 'uuid': seen.replace(',', "
    "'+'),\n"
    "                      'gpus': len([g for g in seen.split(',') if g])})\n"
    "    except messages.Closed:\n"
    "        sys.exit()\n";

static void set(const char *name, const char *value)
{
    assert_int_equal(value != NULL ? setenv(name, value, 1) : unsetenv(name), 0);
}

static void a_place_is_counted_among_the_visible_ones(void **state)
{
    static const struct {
        const char *chosen, *visible, *seen;
        int n;
    } rows[] = {
        { NULL, NULL, "GPU-0+1+2", 3 }, { NULL, "1,2", "GPU-1+2", 2 },
        { "2", NULL, "GPU-2", 1 },      { "0", "5,7", "GPU-5", 1 },
        { "1", "5,7", "GPU-7", 1 },     { "1", "GPU-ab,GPU-cd,GPU-ef", "GPU-GPU-cd", 1 },
        { "x", "5,7", "GPU-5+7", 2 },   { "2", "5,7", NULL, 0 },
        { "0", "", NULL, 0 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct torch_evaluator *e = NULL;
        struct device_info d;
        struct err err = { 0 };
        set("ROLLBOOK_GPU", rows[i].chosen);
        set("CUDA_VISIBLE_DEVICES", rows[i].visible);
        int rc = torch_evaluator_open("cuda", &e, &err);
        if (rows[i].n == 0) {
            assert_int_equal(rc, ERR_USAGE);
            assert_non_null(strstr(err.msg, "sees no GPU"));
            continue;
        }
        if (rc != 0)
            fail_msg("row %zu: %s", i, err.msg);
        torch_evaluator_describe(e, &d);
        assert_string_equal(d.uuid, rows[i].seen);
        assert_int_equal(d.n_devices, rows[i].n);
        torch_evaluator_close(e);
    }
}

static void processors_are_one_device(void **state)
{
    struct torch_evaluator *e = NULL;
    struct device_info d;
    struct err err = { 0 };
    (void)state;
    set("ROLLBOOK_GPU", NULL);
    set("CUDA_VISIBLE_DEVICES", NULL);
    if (torch_evaluator_open("cpu", &e, &err) != 0)
        fail_msg("%s", err.msg);
    torch_evaluator_describe(e, &d);
    assert_int_equal(d.n_devices, 1);
    torch_evaluator_close(e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_place_is_counted_among_the_visible_ones),
        cmocka_unit_test(processors_are_one_device),
    };
    char folder[] = "/tmp/rollbook-gpus-XXXXXX", path[64];
    struct err err = { 0 };
    if (mkdtemp(folder) == NULL)
        return 1;
    (void)snprintf(path, sizeof path, "%s/python3", folder);
    int rc = file_write_atomic(path, python, sizeof python - 1, &err) == 0 &&
                     chmod(path, 0700) == 0 && setenv("ROLLBOOK_PYTHON", path, 1) == 0
                 ? 0
                 : 1;
    if (rc == 0)
        rc = cmocka_run_group_tests(tests, NULL, NULL);
    (void)unlink(path);
    (void)rmdir(folder);
    return rc;
}
