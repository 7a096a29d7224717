// task: l1/53
//@ scratch key u32[b * c]
//@ launch fill(key, b * c) grid=ceil_div(b * c, 128) block=128
//@ launch least(x, key, r, c) grid=ceil_div(c, 64),r,b block=64
//@ launch decode(key, y, b * c) grid=ceil_div(b * c, 128) block=128
__device__ unsigned int encode(float f) { unsigned int u = __float_as_uint(f); return (u & 0x80000000u) ? ~u : u | 0x80000000u; }
__device__ float decode_one(unsigned int u) { return __uint_as_float((u & 0x80000000u) ? u & 0x7fffffffu : ~u); }
__global__ void fill(unsigned int *key, int n) { int i = blockIdx.x * 128 + threadIdx.x; if (i < n) key[i] = 0xffffffffu; }
__global__ void least(const float *x, unsigned int *key, int r, int c)
{
    int j = blockIdx.x * 64 + threadIdx.x;
    if (j < c)
        atomicMin(&key[blockIdx.z * c + j], encode(x[((size_t)blockIdx.z * r + blockIdx.y) * c + j]));
}
__global__ void decode(const unsigned int *key, float *y, int n) { int i = blockIdx.x * 128 + threadIdx.x; if (i < n) y[i] = decode_one(key[i]); }
