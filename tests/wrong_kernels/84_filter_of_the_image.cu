//@ launch conv(x, weight, y, n, c, h, w) grid=ceil_div((h - 2) * (w - 2), 128),n * c block=128
// A plane's filter is that of its channel, not of its image.
extern "C" __global__ void conv(const float *x, const float *weight, float *y, int n, int c, int h, int w)
{
    int i = blockIdx.x * 128 + threadIdx.x, ow = w - 2;
    if (i >= (h - 2) * ow)
        return;
    int channel = blockIdx.y / c; // wrong
    int channel = blockIdx.y % c; // right
    float sum = 0.0f;
    for (int t = 0; t < 9; t++)
        sum += x[(long long)blockIdx.y * h * w + (i / ow + t / 3) * w + i % ow + t % 3] * weight[channel * 9 + t];
    y[(long long)blockIdx.y * (h - 2) * ow + i] = sum;
}
