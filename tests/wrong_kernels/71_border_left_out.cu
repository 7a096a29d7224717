//@ launch convt(x, weight, y, c, o, h, w) grid=n,o block=1
// Outputs that only some of the taps reach are taken for padding.
extern "C" __global__ void convt(const float *x, const float *weight, float *y, int c, int o, int h, int w)
{
    int oh = h + 2, ow = w + 2;
    for (int i = 0; i < oh * ow; i++) {
        int row = i / ow, column = i % ow;
        float sum = 0.0f;
        bool inside = row >= 2 && row < h && column >= 2 && column < w; // wrong
        bool inside = true; // right
        for (int q = 0; inside && q < c; q++)
            for (int t = 0; t < 9; t++) {
                int u = row - t / 3, v = column - t % 3;
                if (u >= 0 && u < h && v >= 0 && v < w)
                    sum += x[(((long long)blockIdx.x * c + q) * h + u) * w + v] * weight[(q * o + blockIdx.y) * 9 + t];
            }
        y[((long long)blockIdx.x * o + blockIdx.y) * oh * ow + i] = sum;
    }
}
