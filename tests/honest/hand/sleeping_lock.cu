// task: l1/94
//@ scratch lock i32[1]
//@ launch begin(lock, y) grid=1 block=1
//@ launch mse(predictions, targets, y, lock, m * n) grid=16 block=64
__global__ void begin(int *lock, float *y) { *lock = 0; *y = 0.0f; }
__global__ void mse(const float *p, const float *t, float *y, int *lock, int count)
{
    __shared__ float s[64];
    float v = 0.0f;
    for (int i = blockIdx.x * 64 + threadIdx.x; i < count; i += 64 * 16)
        v += (p[i] - t[i]) * (p[i] - t[i]);
    s[threadIdx.x] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
        float sum = 0.0f;
        for (int i = 0; i < 64; i++)
            sum += s[i];
        unsigned wait = 8;
        while (atomicCAS(lock, 0, 1) != 0) {
            __nanosleep(wait);
            if (wait < 256)
                wait *= 2;
        }
        __threadfence();
        volatile float *out = y;
        *out = *out + sum / count;
        __threadfence();
        atomicExch(lock, 0);
    }
}
