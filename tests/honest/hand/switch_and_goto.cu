// task: l1/28
//@ launch act(x, y, n) grid=ceil_div(n, 256) block=256
enum class Range : int { kLow, kMiddle, kHigh };
using real = float;
static __device__ Range classify(real v) { return v <= -3.0f ? Range::kLow : v >= 3.0f ? Range::kHigh : Range::kMiddle; }
extern "C" __global__ void act(const real *x, real *y, int n)
{
    static_assert(sizeof(real) == 4, "single precision");
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    real out;
    if (i >= n)
        goto done;
    switch (classify(x[i])) {
    case Range::kLow: out = 0; break;
    case Range::kHigh: out = 1; break;
    case Range::kMiddle:
    default: out = x[i] / 6 + real(0.5); break;
    }
    if (x[i] != x[i])
        out = fminf(fmaxf(x[i] / 6.0f + 0.5f, 0.0f), 1.0f);
    y[i] = out;
done:;
}
