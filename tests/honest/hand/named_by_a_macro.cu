// task: l1/19
//@ launch relu_forward_kernel(x, y, n) grid=ceil_div(n, 256) block=256
#define FORWARD(op) extern "C" __global__ void op##_forward_kernel
#define FOR_EACH_ELEMENT(i, n) for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (n); i += blockDim.x * gridDim.x)
FORWARD(relu)(const float *x, float *y, int n)
{
    FOR_EACH_ELEMENT(i, n) { y[i] = x[i] > 0.0f ? x[i] : 0.0f; }
}
