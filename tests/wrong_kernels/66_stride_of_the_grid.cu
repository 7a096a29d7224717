//@ launch conv(x, weight, y, n, c, o, d, h, w) grid=8 block=128
// A fixed grid, whose threads go on by the size of a block and not of the grid: what is beyond stays as it was.
extern "C" __global__ void conv(const float *x, const float *weight, float *y, int n, int c, int o, int d, int h, int w)
{
    int od = d - 2, oh = h - 4, ow = w - 6, volume = od * oh * ow;
    for (int i = blockIdx.x * 128 + threadIdx.x; i < min(n * o * volume, (int)(blockIdx.x + 2) * 128); i += 128) { // wrong
    for (int i = blockIdx.x * 128 + threadIdx.x; i < n * o * volume; i += gridDim.x * 128) { // right
        int image = i / volume / o, out = i / volume % o, p = i / ow / oh % od, q = i / ow % oh, r = i % ow;
        float sum = 0.0f;
        for (int k = 0; k < c; k++)
            for (int t = 0; t < 105; t++)
                sum += x[((((long long)image * c + k) * d + p + t / 35) * h + q + t / 7 % 5) * w + r + t % 7] * weight[(out * c + k) * 105 + t];
        y[i] = sum;
    }
}
