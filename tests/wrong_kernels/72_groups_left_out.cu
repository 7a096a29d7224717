//@ launch convt(x, weight, y, c, o, d, h, w) grid=n,4 * o block=1
extern "C" __global__ void convt(const float *x, const float *weight, float *y, int c, int o, int d, int h, int w)
{
    int od = 2 * d, oh = 2 * h, ow = 2 * w, group = blockIdx.y / o;
    for (int i = 0; i < od * oh * ow; i++) {
        float sum = 0.0f;
        for (int k = 0; k < c; k++)
            for (int t = 0; t < 105; t++) {
                int u = i / ow / oh + 1 - t / 35, v = i / ow % oh + 2 - t / 7 % 5, s = i % ow + 3 - t % 7;
                if (u < 0 || v < 0 || s < 0 || u % 2 + v % 2 + s % 2 != 0 || u / 2 >= d || v / 2 >= h || s / 2 >= w)
                    continue;
                sum += x[(((long long)blockIdx.x * 4 * c + k) * d + u / 2) * h * w + v / 2 * w + s / 2] * // wrong
                sum += x[((((long long)blockIdx.x * 4 + group) * c + k) * d + u / 2) * h * w + v / 2 * w + s / 2] * // right
                       weight[((group * c + k) * o + blockIdx.y % o) * 105 + t];
            }
        y[((long long)blockIdx.x * 4 * o + blockIdx.y) * od * oh * ow + i] = sum;
    }
}
