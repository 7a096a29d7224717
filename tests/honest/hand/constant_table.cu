// task: l1/28
//@ launch act(x, y, n) grid=ceil_div(n, 256) block=256
__constant__ float coefficients[4] = {0.0f, 1.0f, 0.16666667f, 0.5f};
__device__ const int unused = 3;
static __device__ __constant__ float high = 1.0f;
extern "C" __global__ void act(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = fminf(fmaxf(x[i] * coefficients[2] + coefficients[3], coefficients[0]), high);
}
