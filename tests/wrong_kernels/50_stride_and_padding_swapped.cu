//@ launch conv(x, weight, bias, y, c, o, h, w, (h - 7) / 4 + 1, (w - 7) / 4 + 1) grid=n,o block=1
extern "C" __global__ void conv(const float *x, const float *weight, const float *bias, float *y, int c, int o, int h, int w, int oh, int ow)
{
    for (int i = 0; i < oh * ow; i++) {
        float sum = bias[blockIdx.y];
        for (int t = 0; t < c * 121; t++) {
            int u = i / ow * 2 - 4 + t / 11 % 11, v = i % ow * 2 - 4 + t % 11; // wrong
            int u = i / ow * 4 - 2 + t / 11 % 11, v = i % ow * 4 - 2 + t % 11; // right
            if (u >= 0 && u < h && v >= 0 && v < w)
                sum += x[(((long long)blockIdx.x * c + t / 121) * h + u) * w + v] * weight[blockIdx.y * c * 121 + t];
        }
        y[((long long)blockIdx.x * o + blockIdx.y) * oh * ow + i] = sum;
    }
}
