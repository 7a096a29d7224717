//@ scratch weight f32[b * s * s]
//@ launch attention(Q, K, V, weight, y, s, d) grid=b block=1
extern "C" __global__ void attention(const float *Q, const float *K, const float *V, float *weight, float *y, int s, int d)
{
    long long first = (long long)blockIdx.x * s * d;
    const float *k = K; // wrong
    const float *k = K + first; // right
    for (int i = 0; i < s; i++) {
        float *row = weight + ((long long)blockIdx.x * s + i) * s, most = -INFINITY, sum = 0.0f;
        for (int j = 0; j < s; j++) {
            float score = 0.0f;
            for (int c = 0; c < d; c++)
                score += Q[first + i * d + c] * k[j * d + c];
            row[j] = score / sqrtf((float)d);
            most = fmaxf(most, row[j]);
        }
        for (int j = 0; j < s; j++)
            sum += row[j] = expf(row[j] - most);
        for (int c = 0; c < d; c++) {
            float value = 0.0f;
            for (int j = 0; j < s; j++)
                value += row[j] * V[first + j * d + c];
            y[first + i * d + c] = value / sum;
        }
    }
}
