//@ launch conv(x, weight, y, c, o, h, w) grid=ceil_div((h - 4) * (w - 8), 128),o block=128 // wrong
//@ launch conv(x, weight, y, c, o, h, w) grid=ceil_div((h - 4) * (w - 8), 128),o,n block=128 // right
// The grid has no blocks for images after the first.
extern "C" __global__ void conv(const float *x, const float *weight, float *y, int c, int o, int h, int w)
{
    int i = blockIdx.x * 128 + threadIdx.x, oh = h - 4, ow = w - 8;
    if (i >= oh * ow)
        return;
    float sum = 0.0f;
    for (int q = 0; q < c; q++)
        for (int t = 0; t < 45; t++)
            sum += x[(((long long)blockIdx.z * c + q) * h + i / ow + t / 9) * w + i % ow + t % 9] * weight[(blockIdx.y * c + q) * 45 + t];
    y[((long long)blockIdx.z * o + blockIdx.y) * oh * ow + i] = sum;
}
