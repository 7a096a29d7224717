//@ launch convt(x, weight, y, c, o, d, h, w) grid=n,o block=1
// Which taps meet an input is asked before the padding is added.
extern "C" __global__ void convt(const float *x, const float *weight, float *y, int c, int o, int d, int h, int w)
{
    int od = 2 * d - 1, oh = 2 * h - 1, ow = 2 * w - 1;
    for (int i = 0; i < od * oh * ow; i++) {
        int p = i / ow / oh, q = i / ow % oh, r = i % ow;
        float sum = 0.0f;
        for (int k = 0; k < c; k++)
            for (int t = 0; t < 27; t++) {
                int u = p - t / 9, v = q - t / 3 % 3, s = r - t % 3;
                if (u % 2 != 0 || v % 2 != 0 || s % 2 != 0) // wrong
                if ((u + 1) % 2 != 0 || (v + 1) % 2 != 0 || (s + 1) % 2 != 0) // right
                    continue;
                u = u + 1, v = v + 1, s = s + 1;
                if (u >= 0 && u / 2 < d && v >= 0 && v / 2 < h && s >= 0 && s / 2 < w)
                    sum += x[((((long long)blockIdx.x * c + k) * d + u / 2) * h + v / 2) * w + s / 2] * weight[(k * o + blockIdx.y) * 27 + t];
            }
        y[((long long)blockIdx.x * o + blockIdx.y) * od * oh * ow + i] = sum;
    }
}
