//@ scratch parts f32[m]
//@ launch rows(predictions, targets, parts, n) grid=m block=1
//@ launch whole(parts, y, m, n) grid=1 block=1
// Targets are -1 and 1; a kernel that takes them for 0 and 1 maps them once more.
extern "C" __global__ void rows(const float *p, const float *t, float *parts, int n)
{
    float sum = 0.0f;
    for (int j = 0; j < n; j++) {
        float target = 2.0f * t[j] - 1.0f; // wrong
        float target = t[j]; // right
        sum += fmaxf(1.0f - p[(long long)blockIdx.x * n + j] * target, 0.0f);
    }
    parts[blockIdx.x] = sum;
}

extern "C" __global__ void whole(const float *parts, float *y, int m, int n)
{
    float sum = 0.0f;
    for (int i = 0; i < m; i++)
        sum += parts[i];
    y[0] = sum / ((float)m * n);
}
