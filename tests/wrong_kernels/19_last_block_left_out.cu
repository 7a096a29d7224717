//@ launch relu(x, y, n) grid=n / 1024 block=256 // wrong
//@ launch relu(x, y, n) grid=ceil_div(n, 1024) block=256 // right
// Four elements a thread; the grid is rounded down.
extern "C" __global__ void relu(const float *x, float *y, int n)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    for (int i = first; i < first + 4 && i < n; i++)
        y[i] = fmaxf(x[i], 0.0f);
}
