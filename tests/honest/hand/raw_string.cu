// task: l1/28
//@ launch act(x, y, n) grid=ceil_div(n, 256) block=256
__device__ const char about[] = R"doc(
#include <torch/extension.h>
The kernel below is launched from Python.
)doc";
extern "C" __global__ void act(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = fminf(fmaxf(x[i] / 6.0f + 0.5f, 0.0f), 1.0f);
}
