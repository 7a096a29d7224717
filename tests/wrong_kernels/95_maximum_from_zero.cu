//@ scratch parts f32[m]
//@ launch rows(predictions, targets, parts, n) grid=m block=1
//@ launch whole(parts, y, m) grid=1 block=1
extern "C" __global__ void rows(const float *p, const long long *t, float *parts, int n)
{
    const float *v = p + (long long)blockIdx.x * n;
    float most = 0.0f, sum = 0.0f; // wrong
    float most = -INFINITY, sum = 0.0f; // right
    for (int j = 0; j < n; j++)
        most = fmaxf(most, v[j]);
    for (int j = 0; j < n; j++)
        sum += expf(v[j] - most);
    parts[blockIdx.x] = most + logf(sum) - v[t[blockIdx.x]];
}

extern "C" __global__ void whole(const float *parts, float *y, int m)
{
    float sum = 0.0f;
    for (int i = 0; i < m; i++)
        sum += parts[i];
    y[0] = sum / m;
}
