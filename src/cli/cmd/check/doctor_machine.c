/*
 * doctor_machine.c - compiler, sandbox, clocks and disk.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/cli/cmd/check/doctor.h"
#include "src/eval/eval.h"
#include "src/eval/process/cpu_cache.h"
#include "src/eval/process/toolchain.h"
#include "src/store/db.h"
#include "tasks/task.h"

#define TRIED_TASK "l1/28"
#define GIB        1073741824.0
#define LEAST_GIB  2.0
#define SPIN_NS    ((int64_t)30 * 1000000)

void finding_add(struct doctor_findings *f, struct doctor_finding x)
{
    if (f->n == f->capacity) {
        f->capacity = f->capacity == 0 ? 32 : 2 * f->capacity;
        struct doctor_finding *more = arena_array(f->arena, f->capacity, sizeof *more);
        if (f->n > 0)
            memcpy(more, f->items, f->n * sizeof *more);
        f->items = more;
    }
    f->items[f->n++] = x;
}

static const char *sandbox_evidence(const struct eval_result *r)
{
    for (size_t i = 0; i < r->n_evidence; i++)
        if (strcmp(r->evidence[i].kind, "sandbox") == 0)
            return r->evidence[i].detail;
    return "";
}

bool doctor_evaluate(struct doctor_findings *f, const char *backend, const char **out_sandbox,
                     const char **out_said)
{
    struct evaluator *e = NULL;
    struct err err = { .msg = "" };
    struct eval_result r;
    const struct task *task;
    int rc = task_find(TRIED_TASK, f->arena, &task, &err);
    *out_sandbox = "";
    if (rc == 0)
        rc = evaluator_open(backend, &e, &err);
    if (rc == 0) {
        const struct eval_job job = { .task_id = task->id,
                                      .task = task,
                                      .task_case = CASE_TINY,
                                      .input_seed = 1,
                                      .threads = 1,
                                      .kernel_text = task->baseline,
                                      .kernel_len = strlen(task->baseline) };
        rc = evaluator_run(e, &job, f->arena, &r, &err);
    }
    if (rc == 0) {
        *out_sandbox = sandbox_evidence(&r);
        *out_said = arena_printf(f->arena, "%s%s%s", outcome_name(r.outcome),
                                 r.message != NULL ? ": " : "", r.message != NULL ? r.message : "");
    } else {
        *out_said = arena_strdup(f->arena, err.msg);
    }
    evaluator_close(e);
    return rc == 0 && r.correct;
}

/* Which of them exists depends on the distribution. */
#define ALLOW_NAMESPACES                                                                           \
    "allow user namespaces: sysctl user.max_user_namespaces, kernel.unprivileged_userns_clone, "   \
    "kernel.apparmor_restrict_unprivileged_userns"

static const struct layer {
    const char *name;
    bool needed;
    const char *meaning, *next;
} layers[] = {
    { "no_new_privs", true, "candidates could gain rights through programs of the system",
      "run on Linux 3.5 or later" },
    { "rlimit", true, "candidates could use all memory and processor time",
      "raise the hard limits of this user (ulimit -H)" },
    { "landlock", true, "candidates could read this user's files",
      "run on Linux 5.13 or later with landlock in the kernel's list of security modules (lsm=)" },
    { "seccomp", true, "candidates could make any system call",
      "run on a kernel with CONFIG_SECCOMP_FILTER; in a container allow seccomp" },
    { "no_clock", false,
      "candidates can read the time stamp counter; their times are still bounded", NULL },
    { "user_ns", false, "candidates share this user's identity; files and calls stay denied",
      ALLOW_NAMESPACES },
    { "net_ns", false, "candidates share the network namespace; sockets stay denied",
      ALLOW_NAMESPACES },
    { "ipc_ns", false, "candidates share shared memory segments; the calls stay denied",
      ALLOW_NAMESPACES },
    { "mount_ns", false, "candidates share the mounts; files stay denied", ALLOW_NAMESPACES },
};

/* Whether a list of words between commas, up to a semicolon, has the word. */
static bool has_layer(const char *list, const char *name)
{
    size_t len = strlen(name);
    for (const char *s = list; *s != '\0' && *s != ';'; s += *s == ',') {
        size_t n = strcspn(s, ",;");
        if (n == len && memcmp(s, name, n) == 0)
            return true;
        s += n;
    }
    return false;
}

static void add_layers(struct doctor_findings *f, const char *held)
{
    for (size_t i = 0; i < ARRAY_LEN(layers); i++) {
        const struct layer *l = &layers[i];
        bool has = has_layer(held, l->name);
        finding_add(f,
                    (struct doctor_finding){ "sandbox", l->name, has ? HEALTH_OK : HEALTH_MISSING,
                                             l->needed, has ? "holds" : "is not there",
                                             has ? "" : l->meaning, has ? NULL : l->next });
    }
}

static bool add_compiler(struct doctor_findings *f)
{
    struct toolchain tools;
    struct err err = { .msg = "" };
    bool has = toolchain_find(&tools, &err) == 0;
    finding_add(
        f, (struct doctor_finding){ "compiler", "g++", has ? HEALTH_OK : HEALTH_MISSING, true,
                                    arena_strdup(f->arena, has ? tools.version : err.msg),
                                    has ? "" : "kernel files cannot be compiled for the processor",
                                    has ? NULL : "apt-get install g++, or set CXX to a g++" });
    if (has)
        toolchain_release(&tools);
    return has;
}

void doctor_processor(struct doctor_findings *f)
{
    const char *held, *said;
    if (!add_compiler(f))
        return;
    bool runs = doctor_evaluate(f, "cpu", &held, &said);
    finding_add(f,
                (struct doctor_finding){
                    "processor", "a kernel", runs ? HEALTH_OK : HEALTH_FAILED, true, said,
                    runs ? "" : "a correct kernel that the program brings cannot be measured",
                    runs ? NULL : "mend the fault named above; the other lines may show where" });
    if (held[0] != '\0')
        add_layers(f, held);
    else
        finding_add(f, (struct doctor_finding){ "sandbox", "layers", HEALTH_FAILED, true,
                                                "not known: no kernel came so far",
                                                "nothing is run without a sandbox",
                                                "mend the kernel's fault, then run doctor again" });
}

static double spin_share(void)
{
    struct timespec from, to;
    int64_t start_ns = clock_monotonic_ns(), end_ns = start_ns;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
    while (end_ns - start_ns < SPIN_NS)
        end_ns = clock_monotonic_ns();
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to);
    double used = (double)(to.tv_sec - from.tv_sec) * 1e9 + (double)(to.tv_nsec - from.tv_nsec);
    return used / (double)(end_ns - start_ns);
}

static int64_t least_step_ns(void)
{
    int64_t least = INT64_MAX, before = clock_monotonic_ns();
    for (int i = 0; i < 2000; i++) {
        int64_t now = clock_monotonic_ns();
        if (now > before && now - before < least)
            least = now - before;
        before = now;
    }
    return least;
}

void doctor_clocks(struct doctor_findings *f)
{
    double load[3] = { (double)NAN, 0, 0 };
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int64_t step_ns = least_step_ns();
    bool is_fine = step_ns < 10000;
    finding_add(f, (struct doctor_finding){
                       "clocks", "resolution", is_fine ? HEALTH_OK : HEALTH_FAILED, false,
                       arena_printf(f->arena, "%lld ns between two readings", (long long)step_ns),
                       is_fine ? "" : "times of short kernels are rounded to this",
                       is_fine ? NULL : "look at /sys/devices/system/clocksource/clocksource0" });
    double share = spin_share();
    bool agrees = share <= 1.02;
    finding_add(
        f, (struct doctor_finding){
               "clocks", "processor time", agrees ? HEALTH_OK : HEALTH_FAILED, false,
               arena_printf(f->arena, "%.0f %% of 30 ms of work", 100.0 * share),
               agrees ? "" : "processor time exceeds wall time: forged times cannot be detected",
               NULL });
    bool known = getloadavg(load, 3) > 0 && cores > 0;
    bool quiet = known && load[0] < 0.5 * (double)cores && share > 0.9;
    finding_add(f, (struct doctor_finding){
                       "clocks", "quiet machine", quiet ? HEALTH_OK : HEALTH_MISSING, false,
                       arena_printf(f->arena, "load %.1f on %ld cores", load[0], cores),
                       quiet ? "" : "other work disturbs times; verdicts stay right",
                       quiet ? NULL : "wait until the load is below half of the cores" });
}

static void add_folder(struct doctor_findings *f, const char *what, const char *path, bool needed)
{
    struct statvfs s;
    const char *tried = arena_printf(f->arena, "%s/rollbook-doctor-%ld", path, (long)getpid());
    static const char block[65536];
    struct err err = { .msg = "" };
    if (file_write_atomic(tried, block, sizeof block, &err) != 0) {
        finding_add(f, (struct doctor_finding){ "disk", what, HEALTH_FAILED, needed,
                                                arena_printf(f->arena, "%s: %s", path, err.msg),
                                                "nothing can be written there",
                                                strcmp(path, "/dev/shm") == 0
                                                    ? "mount -t tmpfs -o mode=1777 tmpfs /dev/shm; "
                                                      "or free space there"
                                                    : "make it writable, or free space" });
        return;
    }
    (void)unlink(tried);
    double free_gib =
        statvfs(path, &s) == 0 ? (double)s.f_bavail * (double)s.f_frsize / GIB : (double)NAN;
    bool enough = !(free_gib < LEAST_GIB);
    finding_add(
        f, (struct doctor_finding){ "disk", what, enough ? HEALTH_OK : HEALTH_MISSING, false,
                                    arena_printf(f->arena, "%s: %.1f GiB free", path, free_gib),
                                    enough ? "" : "less than 2 GiB: large runs may not fit",
                                    enough ? NULL : "free space" });
}

static const char *folder_of(struct arena *a, const char *path)
{
    const char *slash = strrchr(path, '/');
    if (slash == NULL)
        return ".";
    return slash == path ? "/" : arena_strndup(a, path, (size_t)(slash - path));
}

/* One that is there: whether it can be read, and written by a later command. */
static void add_database(struct doctor_findings *f, const char *path)
{
    struct db *db = NULL;
    struct err err = { .msg = "" };
    bool readable = db_open(path, DB_READ, &db, &err) == 0;
    db_close(db);
    bool writable = readable && access(path, W_OK) == 0;
    finding_add(f, (struct doctor_finding){
                       "disk", "its rows",
                       writable   ? HEALTH_OK
                       : readable ? HEALTH_MISSING
                                  : HEALTH_FAILED,
                       false,
                       !readable  ? arena_strdup(f->arena, err.msg)
                       : writable ? arena_printf(f->arena, "%s can be read and written", path)
                                  : arena_printf(f->arena, "%s can be read but not written", path),
                       writable ? "" : "no verdict can be stored there",
                       writable ? NULL
                       : readable
                           ? arena_printf(f->arena, "chmod u+w %s, or name another with --db", path)
                           : "name another database with --db" });
}

void doctor_disk(struct doctor_findings *f, const struct doctor_asked *asked)
{
    struct cache cache;
    struct err err = { .msg = "" };
    if (cache_open(&cache, &err) == 0)
        add_folder(f, "cache", arena_strdup(f->arena, cache.dir), true);
    else
        finding_add(f, (struct doctor_finding){
                           "disk", "cache", HEALTH_FAILED, true, arena_strdup(f->arena, err.msg),
                           "compiled kernels cannot be kept",
                           "set ROLLBOOK_CACHE_DIR to a folder that can be written" });
    add_folder(f, "temporary files", "/tmp", true);
    add_folder(f, "shared memory", "/dev/shm", false);
    const char *temporary = getenv("TMPDIR");
    if (temporary != NULL && temporary[0] != '\0' && strcmp(temporary, "/tmp") != 0)
        add_folder(f, "TMPDIR", temporary, false);
    add_folder(f, "database", folder_of(f->arena, asked->db), false);
    if (access(asked->db, F_OK) == 0)
        add_database(f, asked->db);
}
