# A sum by atomic additions differs in its last bits from run to run: that is noted, and right.
# part of: kernels
set -eu
. "$ROLLBOOK_SOURCE_DIR/tests/support/gpu.sh"
cat > sum.cu << 'KERNEL'
//@ launch zero(y, m) grid=ceil_div(m, 256) block=256
//@ launch matvec(A, x, y, m, k) grid=m,8 block=256
extern "C" __global__ void zero(float *y, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m)
        y[i] = 0.0f;
}
extern "C" __global__ void matvec(const float *A, const float *x, float *y, int m, int k)
{
    float sum = 0.0f;
    for (int j = blockIdx.y * blockDim.x + threadIdx.x; j < k; j += 8 * blockDim.x)
        sum += A[(long long)blockIdx.x * k + j] * x[j];
    atomicAdd(&y[blockIdx.x], sum);
}
KERNEL
"$ROLLBOOK_BIN" eval sum.cu --task l1/4 --case cpu --backend cuda --json > out
grep -q '"outcome":"measured"' out
grep -o '"kind":"repeated_inputs"[^}]*' out | tee line
grep -q '"pass":true' line
grep -q '; [1-9][0-9]* differ from the first in bits' line
