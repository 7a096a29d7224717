//@ launch scan(x, mask, y, n) grid=m block=1
extern "C" __global__ void scan(const float *x, const unsigned char *mask, float *y, int n)
{
    float total = 0.0f;
    for (int j = 0; j < n; j++) {
        long long at = (long long)blockIdx.x * n + j;
        total += mask[max(at - 1, (long long)blockIdx.x * n)] != 0 ? x[at] : 0.0f; // wrong
        total += mask[at] != 0 ? x[at] : 0.0f; // right
        y[at] = total;
    }
}
