//@ launch conv(x, weight, y, c, h, w) grid=n,c block=1
// Groups left out: a channel's filter over all channels.
extern "C" __global__ void conv(const float *x, const float *weight, float *y, int c, int h, int w)
{
    int oh = h - 2, ow = w - 2;
    for (int i = 0; i < oh * ow; i++) {
        float sum = 0.0f;
        for (int q = 0; q < c; q++) // wrong
        for (int q = blockIdx.y; q <= blockIdx.y; q++) // right
            for (int t = 0; t < 9; t++)
                sum += x[(((long long)blockIdx.x * c + q) * h + i / ow + t / 3) * w + i % ow + t % 3] * weight[blockIdx.y * 9 + t];
        y[((long long)blockIdx.x * c + blockIdx.y) * oh * ow + i] = sum;
    }
}
