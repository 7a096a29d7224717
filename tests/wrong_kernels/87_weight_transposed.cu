//@ launch conv(x, weight, y, c, o, h * w) grid=n,o block=1
extern "C" __global__ void conv(const float *x, const float *weight, float *y, int c, int o, int area)
{
    for (int i = 0; i < area; i++) {
        float sum = 0.0f;
        for (int q = 0; q < c; q++)
            sum += x[((long long)blockIdx.x * c + q) * area + i] * weight[q * o + blockIdx.y]; // wrong
            sum += x[((long long)blockIdx.x * c + q) * area + i] * weight[blockIdx.y * c + q]; // right
        y[((long long)blockIdx.x * o + blockIdx.y) * area + i] = sum;
    }
}
