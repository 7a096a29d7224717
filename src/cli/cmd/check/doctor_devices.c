/*
 * doctor_devices.c - GPU, PyTorch and queue.
 */
#include <string.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/cli/cmd/check/doctor.h"
#include "src/eval/device_report.h"
#include "src/eval/torch/torch_host.h"
#include "src/queue/queue_client.h"

static const char *fact_of(const struct device_report *r, const char *device, const char *property)
{
    for (size_t i = 0; i < r->n; i++)
        if (strcmp(r->facts[i].device, device) == 0 && strcmp(r->facts[i].property, property) == 0)
            return r->facts[i].text;
    return NULL;
}

static void add_counters(struct doctor_findings *f, const struct device_report *r,
                         const char *device)
{
    const char *counters = fact_of(r, device, "counters_permitted");
    bool has = counters != NULL && strcmp(counters, "yes") == 0;
    finding_add(f,
                (struct doctor_finding){
                    "gpu", arena_printf(f->arena, "counters of %s", device),
                    has ? HEALTH_OK : HEALTH_MISSING, false,
                    counters == NULL ? "not known" : arena_strdup(f->arena, counters),
                    has ? "" : "--counters gives no numbers; verdicts and times do not need them",
                    has ? NULL : "options nvidia NVreg_RestrictProfilingToAdminUsers=0" });
}

static void add_gpus(struct doctor_findings *f, const struct device_report *r)
{
    const char *held, *said;
    size_t n = 0;
    for (size_t i = 0; i < r->n; i++) {
        const struct device_fact *x = &r->facts[i];
        if (!str_starts_with(x->device, "cuda:"))
            continue;
        if (strcmp(x->property, "available") == 0)
            finding_add(f, (struct doctor_finding){ "gpu", arena_strdup(f->arena, x->device),
                                                    HEALTH_FAILED, false,
                                                    arena_strdup(f->arena, x->text),
                                                    "this GPU cannot be used", "nvidia-smi" });
        if (strcmp(x->property, "name") != 0)
            continue;
        n++;
        finding_add(f, (struct doctor_finding){ "gpu", arena_strdup(f->arena, x->device), HEALTH_OK,
                                                false, arena_strdup(f->arena, x->text), "", NULL });
        add_counters(f, r, x->device);
    }
    if (n == 0)
        return;
    bool runs = doctor_evaluate(f, "cuda", &held, &said);
    finding_add(f, (struct doctor_finding){
                       "gpu", "a kernel", runs ? HEALTH_OK : HEALTH_FAILED, false, said,
                       runs ? "" : "a right kernel of the program's own is not measured",
                       runs ? NULL : "rollbook eval FILE --task l1/28 --backend cuda" });
}

void doctor_gpu(struct doctor_findings *f)
{
    struct device_report *r = arena_alloc(f->arena, sizeof *r);
    device_report(false, r);
    const char *available = fact_of(r, "cuda", "available");
    const char *compiler = fact_of(r, "cuda", "compiler");
    const char *library = fact_of(r, "cuda", "compiler_library");
    bool has = available != NULL && strcmp(available, "yes") == 0;
    bool absent = !has && available != NULL && strstr(available, "not found") != NULL;
    finding_add(
        f, (struct doctor_finding){
               "gpu", "driver",
               has      ? HEALTH_OK
               : absent ? HEALTH_MISSING
                        : HEALTH_FAILED,
               false,
               has ? fact_of(r, "cuda", "driver") : (available == NULL ? "not known" : available),
               has ? "" : "--backend cuda cannot be used here; --backend cpu can",
               has ? NULL
                   : (absent ? "install NVIDIA's driver, on a machine with such a GPU"
                             : "nvidia-smi") });
    finding_add(f, (struct doctor_finding){
                       "gpu", "NVRTC", library != NULL ? HEALTH_OK : HEALTH_MISSING, false,
                       compiler == NULL ? "not known" : compiler,
                       library != NULL ? "" : "kernel files cannot be compiled for a GPU",
                       library != NULL ? NULL
                                       : "install the CUDA Toolkit (cuda-nvrtc), or "
                                         "pip install nvidia-cuda-nvrtc-cu12" });
    if (has)
        add_gpus(f, r);
}

static void add_torch(struct doctor_findings *f, const struct torch_probe *p)
{
    const char *where = arena_printf(f->arena, "%s (Python %s)", p->program, p->python);
    if (strcmp(p->found, "no") == 0) {
        finding_add(f, (struct doctor_finding){
                           "pytorch", "torch", HEALTH_MISSING, false,
                           arena_printf(f->arena, "%s has no torch", where),
                           "PyTorch modules cannot be evaluated; kernel files can",
                           arena_printf(f->arena, "%s -m pip install torch", p->program) });
        return;
    }
    if (!p->works) {
        finding_add(f,
                    (struct doctor_finding){
                        "pytorch", "torch", HEALTH_FAILED, false, arena_strdup(f->arena, p->cause),
                        arena_printf(f->arena, "torch is at %s and does not start", p->found),
                        arena_printf(f->arena, "%s -c 'import torch'", p->program) });
        return;
    }
    finding_add(f, (struct doctor_finding){ "pytorch", "torch", HEALTH_OK, false,
                                            arena_printf(f->arena, "%s in %s", p->torch, where), "",
                                            NULL });
    bool broken = p->cause[0] != '\0' || (p->gpus > 0 && !p->gpu_works);
    enum health health = p->gpu_works && !broken ? HEALTH_OK
                         : broken                ? HEALTH_FAILED
                                                 : HEALTH_MISSING;
    finding_add(f, (struct doctor_finding){
                       "pytorch", "GPU", health, false,
                       broken ? arena_strdup(f->arena, p->cause)
                       : p->gpu_works
                           ? arena_strdup(f->arena, p->gpu)
                           : arena_printf(f->arena, "this PyTorch (CUDA %s) sees no GPU", p->cuda),
                       health == HEALTH_OK ? "" : "modules can be evaluated on the processor only",
                       health == HEALTH_FAILED ? "nvidia-smi" : NULL });
}

void doctor_torch(struct doctor_findings *f, const struct doctor_asked *asked)
{
    struct torch_probe p;
    struct err err = { .msg = "" };
    if (torch_host_probe(asked->python, &p, &err) == 0 && p.python[0] != '\0') {
        add_torch(f, &p);
        return;
    }
    bool started = err.msg[0] == '\0', absent = str_starts_with(err.msg, "cannot start");
    finding_add(
        f, (struct doctor_finding){ "pytorch", "python", absent ? HEALTH_MISSING : HEALTH_FAILED,
                                    false, arena_strdup(f->arena, started ? p.cause : err.msg),
                                    "PyTorch modules cannot be evaluated; kernel files can",
                                    absent    ? "apt-get install python3, or name one with --python"
                                    : started ? "name another interpreter with --python"
                                              : NULL });
}

void doctor_queue(struct doctor_findings *f, const struct doctor_asked *asked)
{
    struct queue_client *c = NULL;
    struct err err = { .msg = "" };
    if (asked->queue == NULL)
        return;
    bool works = queue_connect(asked->queue, &c, &err) == 0;
    queue_disconnect(c);
    finding_add(f, (struct doctor_finding){ "queue", "server", works ? HEALTH_OK : HEALTH_FAILED,
                                            false,
                                            works ? "answers, with a queue of this version"
                                                  : arena_strdup(f->arena, err.msg),
                                            works ? "" : "jobs cannot be sent to other hosts",
                                            works ? NULL : "rollbook queue init ADDRESS" });
}
