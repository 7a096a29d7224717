//@ launch conv(x, weight, y, c, o, d, h, w) grid=n,o block=1
// The loop over channels is unrolled by two, and the last one of an odd count has no turn.
extern "C" __global__ void conv(const float *x, const float *weight, float *y, int c, int o, int d, int h, int w)
{
    int od = d - 2, oh = h - 2, ow = w - 2;
    for (int i = 0; i < od * oh * ow; i++) {
        int p = i / ow / oh, q = i / ow % oh, r = i % ow;
        float sum = 0.0f;
        for (int k = 0; k < c / 2 * 2; k++) // wrong
        for (int k = 0; k < c; k++) // right
            for (int t = 0; t < 27; t++)
                sum += x[((((long long)blockIdx.x * c + k) * d + p + t / 9) * h + q + t / 3 % 3) * w + r + t % 3] * weight[(blockIdx.y * c + k) * 27 + t];
        y[((long long)blockIdx.x * o + blockIdx.y) * od * oh * ow + i] = sum;
    }
}
