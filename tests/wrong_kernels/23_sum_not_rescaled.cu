//@ launch softmax(x, y, m, n) grid=m block=1
// One pass over the row: when the maximum grows, what was summed has to shrink.
extern "C" __global__ void softmax(const float *x, float *y, int m, int n)
{
    const float *v = x + (long long)blockIdx.x * n;
    float most = -INFINITY, sum = 0.0f;
    for (int j = 0; j < n; j++) {
        if (v[j] > most) {
            sum *= expf(most - v[j]); // right
            most = v[j];
        }
        sum += expf(v[j] - most);
    }
    for (int j = 0; j < n; j++)
        y[(long long)blockIdx.x * n + j] = expf(v[j] - most) / sum;
}
