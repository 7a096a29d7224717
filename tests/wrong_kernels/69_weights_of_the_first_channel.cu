//@ launch convt(x, weight, y, c, o, h, w) grid=ceil_div((h + 2) * (w + 4), 128),o,n block=128
// Shared memory gets the filter of one channel, once.
extern "C" __global__ void convt(const float *x, const float *weight, float *y, int c, int o, int h, int w)
{
    __shared__ float filter[15];
    int i = blockIdx.x * 128 + threadIdx.x, oh = h + 2, ow = w + 4;
    float sum = 0.0f;
    for (int q = 0; q < c; q++) {
        __syncthreads();
        if (q == 0 && threadIdx.x < 15) // wrong
        if (threadIdx.x < 15) // right
            filter[threadIdx.x] = weight[(q * o + blockIdx.y) * 15 + threadIdx.x];
        __syncthreads();
        for (int t = 0; t < 15; t++) {
            int u = i / ow - t / 5, v = i % ow - t % 5;
            if (u >= 0 && u < h && v >= 0 && v < w)
                sum += x[(((long long)blockIdx.z * c + q) * h + u) * w + v] * filter[t];
        }
    }
    if (i < oh * ow)
        y[((long long)blockIdx.z * o + blockIdx.y) * oh * ow + i] = sum;
}
