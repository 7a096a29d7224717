//@ launch attention(Q, K, V, y, s, d) grid=s,b block=1
// Exponentials of scores as they are: large ones overflow.
extern "C" __global__ void attention(const float *Q, const float *K, const float *V, float *y, int s, int d)
{
    long long first = (long long)blockIdx.y * s * d;
    const float *q = Q + first + (long long)blockIdx.x * d;
    float *out = y + first + (long long)blockIdx.x * d, most = -INFINITY, sum = 0.0f;
    for (int c = 0; c < d; c++)
        out[c] = 0.0f;
    for (int pass = 0; pass < 2; pass++)
        for (int j = 0; j < s; j++) {
            float score = 0.0f;
            for (int c = 0; c < d; c++)
                score += q[c] * K[first + (long long)j * d + c];
            score /= sqrtf((float)d);
            if (pass == 0) {
                most = fmaxf(most, score);
                continue;
            }
            float weight = expf(score); // wrong
            float weight = expf(score - most); // right
            sum += weight;
            for (int c = 0; c < d; c++)
                out[c] += weight * V[first + (long long)j * d + c];
        }
    for (int c = 0; c < d; c++)
        out[c] /= sum;
}
