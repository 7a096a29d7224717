// task: l1/28
//@ scratch seen u64[1]
//@ launch clear(seen) grid=1 block=1
//@ launch act(x, y, seen, n) grid=ceil_div(n, 256) block=256
extern "C" __global__ void clear(unsigned long long *seen) { seen[0] = 0ULL; }
extern "C" __global__ void act(const float *x, float *y, unsigned long long int *seen, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    atomicAdd(seen, 1ULL);
    y[i] = fminf(fmaxf(x[i] / 6.0f + 0.5f, 0.0f), 1.0f);
}
