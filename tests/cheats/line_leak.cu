// A line directive that makes the compiler quote a file.
//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
#line 1 "/etc/passwd"
extern "C" __global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = this_is_not_declared;
}
