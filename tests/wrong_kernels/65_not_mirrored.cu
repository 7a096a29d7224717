//@ launch convt(x, weight, y, c, o, h, w) grid=n,o block=1
// A convolution over the padded input, with the filter as it lies there and not mirrored.
extern "C" __global__ void convt(const float *x, const float *weight, float *y, int c, int o, int h, int w)
{
    int oh = h + 2, ow = w + 6;
    for (int i = 0; i < oh * ow; i++) {
        float sum = 0.0f;
        for (int q = 0; q < c; q++)
            for (int t = 0; t < 21; t++) {
                int u = i / ow - 2 + t / 7, v = i % ow - 6 + t % 7;
                if (u >= 0 && u < h && v >= 0 && v < w)
                    sum += x[(((long long)blockIdx.x * c + q) * h + u) * w + v] * weight[(q * o + blockIdx.y) * 21 + t]; // wrong
                    sum += x[(((long long)blockIdx.x * c + q) * h + u) * w + v] * weight[(q * o + blockIdx.y) * 21 + 20 - t]; // right
            }
        y[((long long)blockIdx.x * o + blockIdx.y) * oh * ow + i] = sum;
    }
}
