//@ launch convt(x, weight, y, c, o, h, w) grid=n,o block=1
// A transposed convolution's weight has the inputs first.
extern "C" __global__ void convt(const float *x, const float *weight, float *y, int c, int o, int h, int w)
{
    int oh = h + 2, ow = w + 2;
    for (int i = 0; i < oh * ow; i++) {
        float sum = 0.0f;
        for (int q = 0; q < c; q++)
            for (int t = 0; t < 9; t++) {
                int u = i / ow - t / 3, v = i % ow - t % 3;
                if (u >= 0 && u < h && v >= 0 && v < w)
                    sum += x[(((long long)blockIdx.x * c + q) * h + u) * w + v] *
                           weight[(blockIdx.y * c + q) * 9 + t]; // wrong
                           weight[(q * o + blockIdx.y) * 9 + t]; // right
            }
        y[((long long)blockIdx.x * o + blockIdx.y) * oh * ow + i] = sum;
    }
}
