# What honest kernels leave in or use on a GPU: printf and assert, device lambdas, groups, std; and
# the second draw of inputs.
# part of: kernels
set -eu
. "$ROLLBOOK_SOURCE_DIR/tests/support/gpu.sh"
body() { # name, includes, statements that use v and give r
    cat > "$1.cu" << KERNEL
$2
//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
extern "C" __global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i < n ? x[i] : 0.0f, r;
    $3
    if (i < n)
        y[i] = r;
}
KERNEL
}
right='r = fminf(fmaxf(v, -1.0f), 1.0f);'
body printed '#include <cstdio>' "$right if (i % 7 == 0) printf(\"thread %d\\n\", i);"
body asserted '#include <cassert>' "assert(n > 0); $right"
body lambda '' 'auto f = [=] __device__ (float a) { return fminf(fmaxf(a, -1.0f), 1.0f); }; r = f(v);'
body groups '#include <cooperative_groups.h>' \
    "auto t = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block()); t.sync(); $right"
body standard '#include <algorithm>
#include <limits>' \
    'r = std::min(std::max(v, -1.0f), 1.0f); if (r > std::numeric_limits<float>::max()) r = 0;'
for name in printed asserted lambda groups standard; do
    "$ROLLBOOK_BIN" eval "$name.cu" --task l1/32 --case cpu --backend cuda --json > "$name.json" 2> "$name.err"
    grep -q '"outcome":"measured"' "$name.json" || {
        echo "$name:"
        cat "$name.json" "$name.err"
        exit 1
    }
    grep -o '"kind":"second_draw"[^}]*' "$name.json" | grep -q '"pass":true'
    ! grep -q 'thread [0-9]' "$name.json" "$name.err"
done
body fails '#include <cassert>' "assert(v < -1e30f); $right"
"$ROLLBOOK_BIN" eval fails.cu --task l1/32 --case cpu --backend cuda --json > fails.json 2> fails.err || true
grep -q '"outcome":"crash"' fails.json
! grep -q 'Assertion' fails.err
"$ROLLBOOK_BIN" eval "$ROLLBOOK_SOURCE_DIR/tests/cheats/nan_semantics.cu" --task l1/32 --backend cuda --json > cheat.json || true
grep -q '"outcome":"mismatch"' cheat.json
grep -q 'another scale' cheat.json
"$ROLLBOOK_BIN" eval "$ROLLBOOK_SOURCE_DIR/tests/cheats/nan_semantics_honest.cu" --task l1/32 --backend cuda --json > honest.json
grep -q '"outcome":"measured"' honest.json
