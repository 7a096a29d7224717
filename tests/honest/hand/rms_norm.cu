// task: l1/36
//@ launch rms(x, y, c, h * w) grid=ceil_div(h * w, 64),n block=64
namespace {
constexpr float kEps = 1e-5f;
template <class T> __device__ T square(T v) { return v * v; }
}
extern "C" __global__ void rms(const float *__restrict__ x, float *__restrict__ y, int c, int hw)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= hw)
        return;
    const size_t base = (size_t)blockIdx.y * c * hw + p;
    float sum = 0.f;
    for (int k = 0; k < c; ++k)
        sum += square(x[base + (size_t)k * hw]);
    float inv = 1.0f / sqrtf(sum / (float)c + kEps);
    for (int k = 0; k < c; ++k)
        y[base + (size_t)k * hw] = x[base + (size_t)k * hw] * inv;
}
