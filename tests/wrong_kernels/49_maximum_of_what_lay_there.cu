//@ launch most(x, y, r, c) grid=c,b block=128
// Only as many threads as there are rows write their part, and the tree takes all parts.
extern "C" __global__ void most(const float *x, float *y, int r, int c)
{
    __shared__ float parts[256];
    const float *v = x + (long long)blockIdx.y * r * c + blockIdx.x;
    for (int t = threadIdx.x; t < 256; t += 128) {
        if (t < r) // wrong
        {
            parts[t] = -INFINITY;
            for (int k = t; k < r; k += 256)
                parts[t] = fmaxf(parts[t], v[(long long)k * c]);
        }
    }
    __syncthreads();
    for (int apart = 128; apart > 0; apart /= 2) {
        for (int t = threadIdx.x; t < apart; t += 128)
            parts[t] = fmaxf(parts[t], parts[t + apart]);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        y[blockIdx.y * c + blockIdx.x] = parts[0];
}
