// task: l1/97
//@ scratch scores f32[b * s * s]
//@ launch dots(Q, K, scores, s, d) grid=ceil_div(s, 16),ceil_div(s, 16),b block=16,16
//@ launch soften(scores, s) grid=s,b block=64
//@ launch mix(scores, V, y, s, d) grid=ceil_div(d, 16),ceil_div(s, 16),b block=16,16
__global__ void dots(const float *Q, const float *K, float *scores, int s, int d)
{
    int j = blockIdx.x * 16 + threadIdx.x, i = blockIdx.y * 16 + threadIdx.y;
    if (i >= s || j >= s)
        return;
    float v = 0.f;
    for (int k = 0; k < d; k++)
        v += Q[(blockIdx.z * s + i) * d + k] * K[(blockIdx.z * s + j) * d + k];
    scores[(blockIdx.z * s + i) * s + j] = v / sqrtf(d);
}
__global__ void soften(float *scores, int s)
{
    __shared__ float red[64];
    float *row = scores + ((size_t)blockIdx.y * s + blockIdx.x) * s;
    float v = -INFINITY;
    for (int j = threadIdx.x; j < s; j += 64)
        v = max(v, row[j]);
    red[threadIdx.x] = v;
    __syncthreads();
    for (int h = 32; h; h /= 2) {
        if (threadIdx.x < h)
            red[threadIdx.x] = max(red[threadIdx.x], red[threadIdx.x + h]);
        __syncthreads();
    }
    float top = red[0];
    __syncthreads();
    v = 0;
    for (int j = threadIdx.x; j < s; j += 64)
        v += row[j] = expf(row[j] - top);
    red[threadIdx.x] = v;
    __syncthreads();
    for (int h = 32; h; h /= 2) {
        if (threadIdx.x < h)
            red[threadIdx.x] += red[threadIdx.x + h];
        __syncthreads();
    }
    for (int j = threadIdx.x; j < s; j += 64)
        row[j] /= red[0];
}
__global__ void mix(const float *scores, const float *V, float *y, int s, int d)
{
    int k = blockIdx.x * 16 + threadIdx.x, i = blockIdx.y * 16 + threadIdx.y;
    if (i >= s || k >= d)
        return;
    float v = 0.f;
    for (int j = 0; j < s; j++)
        v += scores[(blockIdx.z * s + i) * s + j] * V[(blockIdx.z * s + j) * d + k];
    y[(blockIdx.z * s + i) * d + k] = v;
}
