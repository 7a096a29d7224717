// task: l1/19
//@ launch launch(x, y, n) grid=ceil_div(n, 256) block=256
__device__ float thread(float v) { return v > 0 ? v : 0; }
extern "C" __global__ void launch(const float *x, float *y, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x, last = n, l = first;
    if (l < last)
        y[l] = thread(x[l]);
}
