//@ scratch parts f32[m]
//@ launch rows(anchor, positive, negative, parts, n) grid=m block=1
//@ launch whole(parts, y, m) grid=1 block=1
// The distance is the root of the sum, not of the mean.
extern "C" __global__ void rows(const float *a, const float *p, const float *q, float *parts, int n)
{
    float near = 0.0f, far = 0.0f;
    for (int j = 0; j < n; j++) {
        long long at = (long long)blockIdx.x * n + j;
        float u = a[at] - p[at] + 1e-6f, v = a[at] - q[at] + 1e-6f;
        near += u * u;
        far += v * v;
    }
    parts[blockIdx.x] = fmaxf(sqrtf(near / n) - sqrtf(far / n) + 1.0f, 0.0f); // wrong
    parts[blockIdx.x] = fmaxf(sqrtf(near) - sqrtf(far) + 1.0f, 0.0f); // right
}

extern "C" __global__ void whole(const float *parts, float *y, int m)
{
    float sum = 0.0f;
    for (int i = 0; i < m; i++)
        sum += parts[i];
    y[0] = sum / m;
}
