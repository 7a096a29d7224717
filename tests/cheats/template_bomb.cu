// Templates without an end.
//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
template <int N> struct bomb { static constexpr int value = bomb<N + 1>::value + bomb<N + 2>::value; };
extern "C" __global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = bomb<0>::value;
}
