//@ launch scan(x, y, n) grid=m block=1
// A row in tiles of 256, each of which starts anew.
extern "C" __global__ void scan(const float *x, float *y, int n)
{
    float total = 0.0f;
    for (int j = 0; j < n; j++) {
        if (j % 256 == 0) // wrong
            total = 0.0f; // wrong
        total += x[(long long)blockIdx.x * n + j];
        y[(long long)blockIdx.x * n + j] = total;
    }
}
