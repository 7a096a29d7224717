// task: l1/89
//@ launch scan_rows(x, y, n) grid=m block=32
extern "C" __global__ void scan_rows(const float *x, float *y, int n)
{
    const int lane = threadIdx.x;
    const float *in = x + (size_t)blockIdx.x * n;
    float *out = y + (size_t)blockIdx.x * n;
    float carry = 0.f;
    for (int start = 0; start < n; start += 32) {
        float v = start + lane < n ? in[start + lane] : 0.f;
        #pragma unroll
        for (int d = 1; d < 32; d *= 2) {
            float t = __shfl_up_sync(0xffffffff, v, d);
            if (lane >= d)
                v += t;
        }
        if (start + lane < n)
            out[start + lane] = carry + v;
        carry += __shfl_sync(0xffffffff, v, 31);
    }
}
