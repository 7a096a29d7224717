// Templates with an end.
//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
template <int N> struct sum { static constexpr int value = N + sum<N - 1>::value; };
template <> struct sum<0> { static constexpr int value = 0; };
extern "C" __global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && sum<20>::value == 210)
        y[i] = fminf(fmaxf(x[i] * (1.0f / 6.0f) + 0.5f, 0.0f), 1.0f);
}
