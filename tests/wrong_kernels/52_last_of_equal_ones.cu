//@ launch argmin(x, y, b, r, c) grid=ceil_div(b * c, 256) block=256
// Two halves of the rows, merged with the second one before the first.
extern "C" __global__ void argmin(const float *x, long long *y, int b, int r, int c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= b * c)
        return;
    const float *v = x + (long long)(i / c) * r * c + i % c;
    int first = 0, second = r / 2;
    for (int j = 1; j < r / 2; j++)
        if (v[(long long)j * c] < v[(long long)first * c])
            first = j;
    for (int j = r / 2 + 1; j < r; j++)
        if (v[(long long)j * c] < v[(long long)second * c])
            second = j;
    y[i] = v[(long long)first * c] < v[(long long)second * c] ? first : second; // wrong
    y[i] = v[(long long)second * c] < v[(long long)first * c] ? second : first; // right
}
