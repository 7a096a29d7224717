// task: l1/89
//@ launch scan_kernel(x, y, n) grid=m block=256 smem=2048
template <typename T, int N>
__device__ void exclusive_scan(T *s, int tid)
{
    for (int d = N >> 1, offset = 1; d > 0; d >>= 1, offset <<= 1) {
        __syncthreads();
        if (tid < d)
            s[offset * (2 * tid + 2) - 1] += s[offset * (2 * tid + 1) - 1];
    }
    __syncthreads();
    if (tid == 0)
        s[N - 1] = T(0);
    for (int d = 1, offset = N / 2; d < N; d <<= 1, offset >>= 1) {
        __syncthreads();
        if (tid < d) {
            int a = offset * (2 * tid + 1) - 1, b = offset * (2 * tid + 2) - 1;
            T t = s[a];
            s[a] = s[b];
            s[b] += t;
        }
    }
    __syncthreads();
}

extern "C" __global__ void scan_kernel(const float *x, float *y, int n)
{
    extern __shared__ float s[];
    int tid = threadIdx.x;
    x += blockIdx.x * n;
    y += blockIdx.x * n;
    float carry = 0;
    for (int start = 0; start < n; start += 512) {
        int i = start + 2 * tid;
        float a = i < n ? x[i] : 0, b = i + 1 < n ? x[i + 1] : 0;
        s[2 * tid] = a;
        s[2 * tid + 1] = b;
        exclusive_scan<float, 512>(s, tid);
        if (i < n)
            y[i] = carry + s[2 * tid] + a;
        if (i + 1 < n)
            y[i + 1] = carry + s[2 * tid + 1] + b;
        __shared__ float last;
        if (tid == 255)
            last = carry + s[511] + b;
        __syncthreads();
        carry = last;
        __syncthreads();
    }
}
