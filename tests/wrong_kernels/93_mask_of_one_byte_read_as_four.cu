//@ launch scan(x, mask, y, n, m * n) grid=m block=1
extern "C" __global__ void scan(const float *x, const unsigned char *mask, float *y, int n, int all)
{
    float sum = 0.0f;
    for (int j = 0; j < n; j++) {
        long long i = (long long)blockIdx.x * n + j;
        bool taken = ((const int *)mask)[i / 4] != 0; // wrong
        bool taken = mask[i] != 0; // right
        sum += taken ? x[i] : 0.0f;
        y[i] = sum;
    }
}
