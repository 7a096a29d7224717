//@ scratch sums f32[(${runs}) * (${sets}) * ceil_div(${length}, 16384)]
//@ scratch squares f32[(${runs}) * (${sets}) * ceil_div(${length}, 16384)]
//@ scratch mean f32[${sets}]
//@ scratch scale f32[${sets}]
//@ launch norm_parts(x, sums, squares, ${sets}, ${length}, ceil_div(${length}, 16384)) grid=(${runs}) * (${sets}) * ceil_div(${length}, 16384) block=256
//@ launch norm_scale(x, sums, squares, mean, scale, ${runs}, ${sets}, ${length}, ceil_div(${length}, 16384)) grid=${sets} block=256
//@ launch norm_apply(x, mean, scale${names}, y, ${sets}, ${length}, ${channels}, ${inner}, ${total}) grid=ceil_div(${total}, 1024) block=256
// Sums of what exceeds the set's first element, and of its squares, lose no digits to a large mean. One reading for them, one for the
// result, from the end, of which some is still in the cache.
static __device__ float block_sum(float sum)
{
    __shared__ float parts[8];
    __syncthreads();
    for (int apart = 16; apart > 0; apart /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, apart);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = sum;
    __syncthreads();
    sum = 0.0f;
    for (int k = 0; k < 8; k++)
        sum += parts[k];
    return sum;
}

extern "C" __global__ void norm_parts(const float *x, float *sums, float *squares, int sets, long long length, int pieces)
{
    int line = blockIdx.x / pieces;
    long long first = (long long)(blockIdx.x % pieces) * 16384, last = min(first + 16384, length);
    const float *in = x + line * length;
    float shift = x[line % sets * length], sum = 0.0f, square = 0.0f;
#pragma unroll 8
    for (long long i = first + threadIdx.x; i < last; i += 256) {
        float v = in[i] - shift;
        sum += v;
        square += v * v;
    }
    sum = block_sum(sum);
    square = block_sum(square);
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = sum;
        squares[blockIdx.x] = square;
    }
}

extern "C" __global__ void norm_scale(const float *x, const float *sums, const float *parts, float *mean, float *scale, int runs, int sets, long long length, int pieces)
{
    int set = blockIdx.x;
    float sum = 0.0f, squares = 0.0f, n = (float)runs * length;
    for (int i = threadIdx.x; i < runs * pieces; i += 256) {
        long long at = ((long long)(i / pieces) * sets + set) * pieces + i % pieces;
        sum += sums[at];
        squares += parts[at];
    }
    sum = block_sum(sum);
    squares = block_sum(squares);
    squares = fmaxf(squares - sum * (sum / n), 0.0f);
    if (threadIdx.x == 0) {
        mean[set] = x[set * length] + sum / n;
        scale[set] = 1.0f / sqrtf(squares / n + 1e-5f);
    }
}

// Four elements of one set at once where lengths allow.
extern "C" __global__ void norm_apply(const float *x, const float *mean, const float *scale${parameters}, float *y, int sets, long long length, int channels, long long inner, long long total)
{
    long long first = (long long)(gridDim.x - 1 - blockIdx.x) * 1024 + threadIdx.x * 4;
    int step = inner == 1 ? 1 : 0;
    int at_once = length % 4 == 0 && (step == 1 || inner % 4 == 0) ? 4 : 1;
    for (long long i = first; i < min(first + 4, total); i += at_once) {
        int set = (int)((unsigned long long)i / (unsigned long long)length % sets);
        int channel = (int)((unsigned long long)i / (unsigned long long)inner % channels);
        float m = mean[set], by = scale[set];
        if (at_once == 1) {
            y[i] = (x[i] - m) * by${affine};
            continue;
        }
        float4 v = *(const float4 *)(x + i);
        v.x = (v.x - m) * by${affine};
        channel += step;
        v.y = (v.y - m) * by${affine};
        channel += step;
        v.z = (v.z - m) * by${affine};
        channel += step;
        v.w = (v.w - m) * by${affine};
        *(float4 *)(y + i) = v;
    }
}
