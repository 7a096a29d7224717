# What the runner asks of the system: it and all its threads are confined before anything of the
# candidate is mapped, and a handful of calls is left.
command -v strace >/dev/null || { echo "strace is not installed"; exit 77; }
strace -o none true 2>/dev/null || { echo "processes cannot be traced here"; exit 77; }
cat >k.cu <<'K'
//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
__device__ float scale = 6.0f;
__global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = fminf(fmaxf(x[i] / scale + 0.5f, 0.0f), 1.0f);
}
K
export ROLLBOOK_CACHE_DIR=$PWD/cache
strace -ff -s 4096 -o trace "$ROLLBOOK_BIN" eval k.cu --task l1/28 --case tiny --threads 2 --json >out.json
grep -q '"measured"' out.json
held=$(grep -o '"kind":"sandbox"[^}]*' out.json)

runners=0
for file in $(grep -l 'execve(.*"runner", "exec"' trace.*); do
    runners=$((runners + 1))
    awk -v held="$held" -v file="$file" '
        function fail(why) { print file ":" NR ": " why ": " $0; bad = 1; exit 1 }
        /execve\(/ { object = $0; sub(/.*"exec", "/, "", object); sub(/".*/, "", object) }
        /^(setns|unshare)\(.*= 0/ { entered++ }
        /^prctl\(PR_SET_NO_NEW_PRIVS, 1/ { privileges = 1 }
        /^landlock_restrict_self\(.*= 0/ { landlock = 1 }
        /^clone3?\(/ { if (held ~ /landlock/ && !landlock) fail("a thread before Landlock"); if (filters > 0) fail("a thread behind the filter") }
        /^seccomp\(SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, {.*= 0/ { filters++; next }
        index($0, "\"" object "\"") && /^openat\(/ && !/O_PATH/ {
            if (!privileges || filters != 1 || (held ~ /landlock/ && !landlock))
                fail("the object is opened before the process is confined")
            fd = $NF
            seen = 1
        }
        /^mmap\(.*PROT_WRITE.*PROT_EXEC|^mprotect\(.*PROT_WRITE.*PROT_EXEC/ { fail("memory that is writable and executable") }
        filters == 1 && !/^(openat|read|pread64|newfstatat|fstat|mmap|mprotect|munmap|close|brk|futex|seccomp|write|clock_gettime|rt_sigprocmask)\(|^---|^\+\+\+/ {
            fail("not a call that mapping takes") }
        filters == 2 && !/^(read\(5,|write\(5,|futex\(|clock_gettime\(CLOCK_MONOTONIC|exit|\+\+\+|---|strace:)/ {
            fail("a call that a candidate could make") }
        END { if (!bad && (!seen || filters != 2)) { print file ": not the trace of a runner"; exit 1 } if (!bad && held ~ /net_ns/ && entered != 4) { print file ": entered " entered; exit 1 } exit bad }
    ' "$file"
done
echo "$runners runners"
[ "$runners" -ge 3 ] # the oracle, the baseline and the kernel

# The threads of a runner make no other calls either.
for file in $(grep -L 'execve(' trace.*); do
    head -1 "$file" | grep -q '^rseq\|^set_robust_list' || continue
    grep -q 'FUTEX_WAIT_PRIVATE' "$file" || continue
    ! grep -Ev '^(rseq|set_robust_list|rt_sigprocmask|sigaltstack|mmap|munmap|mprotect|madvise|sched_setaffinity|futex|clock_gettime|exit|brk)\(|^(---|\+\+\+|<)' "$file"
done
