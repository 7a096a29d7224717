//@ launch conv(x, weight, y, c, h, w) grid=ceil_div((h - 2) * w, 128),c,n block=128
// Filters of 3 x 1, taken for 1 x 3.
extern "C" __global__ void conv(const float *x, const float *weight, float *y, int c, int h, int w)
{
    int i = blockIdx.x * 128 + threadIdx.x;
    if (i >= (h - 2) * w)
        return;
    const float *plane = x + ((long long)blockIdx.z * c + blockIdx.y) * h * w;
    float sum = 0.0f;
    for (int t = 0; t < 3; t++)
        sum += plane[i + t] * weight[blockIdx.y * 3 + t]; // wrong
        sum += plane[i + t * w] * weight[blockIdx.y * 3 + t]; // right
    y[((long long)blockIdx.z * c + blockIdx.y) * (h - 2) * w + i] = sum;
}
