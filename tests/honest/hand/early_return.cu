// task: l1/28
//@ launch act(x, y, n) grid=ceil_div(n, 256) block=256
extern "C" __global__ void act(const float *x, float *y, int n)
{
    __shared__ float tile[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;          // threads past the end leave before the barrier
    tile[threadIdx.x] = x[i];
    __syncthreads();
    float v = tile[threadIdx.x];
    y[i] = fminf(fmaxf(v / 6.0f + 0.5f, 0.0f), 1.0f);
}
