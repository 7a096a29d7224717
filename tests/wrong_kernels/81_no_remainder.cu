//@ launch convt(x, weight, y, c, o, h, w) grid=n,o block=1
// A division without its remainder: the input is stretched instead of spread.
extern "C" __global__ void convt(const float *x, const float *weight, float *y, int c, int o, int h, int w)
{
    int oh = 5 * h - 2, ow = 5 * w - 2;
    for (int i = 0; i < oh * ow; i++) {
        float sum = 0.0f;
        for (int q = 0; q < c; q++)
            for (int t = 0; t < 9; t++) {
                int u = i / ow + 1 - t / 3 * 2, v = i % ow + 1 - t % 3 * 2;
                if (u < 0 || v < 0 || u / 5 >= h || v / 5 >= w) // wrong
                if (u < 0 || v < 0 || u % 5 + v % 5 != 0 || u / 5 >= h || v / 5 >= w) // right
                    continue;
                sum += x[(((long long)blockIdx.x * c + q) * h + u / 5) * w + v / 5] * weight[(q * o + blockIdx.y) * 9 + t];
            }
        y[((long long)blockIdx.x * o + blockIdx.y) * oh * ow + i] = sum;
    }
}
