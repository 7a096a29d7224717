//@ scratch sums f32[(${runs}) * (${sets}) * ceil_div(${length}, 4096)]
//@ scratch squares f32[(${runs}) * (${sets}) * ceil_div(${length}, 4096)]
//@ scratch mean f32[${sets}]
//@ scratch scale f32[${sets}]
//@ launch norm_parts(x, sums, squares, ${sets}, ${length}, ceil_div(${length}, 4096)) grid=(${runs}) * (${sets}) * ceil_div(${length}, 4096) block=256
//@ launch norm_scale(x, sums, squares, mean, scale, ${runs}, ${sets}, ${length}, ceil_div(${length}, 4096)) grid=${sets} block=256
//@ launch norm_apply(x, mean, scale${names}, y, (${runs}) * (${sets}), ${sets}, ${length}, ${channels}, ${inner}, ceil_div(${length}, 2048)) grid=ceil_div((${runs}) * (${sets}), ${lines}) * ceil_div(${length}, 2048) block=256
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
    long long line = blockIdx.x / pieces, first = blockIdx.x % pieces * 4096ll;
    int count = (int)min(4096ll, length - first) - (int)threadIdx.x;
    const float *in = x + line * length + first + threadIdx.x;
    float v[16], shift = x[line % sets * length], sum = 0.0f, square = 0.0f;
#pragma unroll
    for (int j = 0; j < 16; j++)
        v[j] = j * 256 < count ? in[j * 256] : shift;
#pragma unroll
    for (int j = 0; j < 16; j++) {
        sum += v[j] - shift;
        square += (v[j] - shift) * (v[j] - shift);
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

static __device__ float one(float v, float m, float by, long long channel${parameters})
{
    return (v - m) * by${affine};
}

// A block has one place of ${lines} lines, so that what belongs to the place is read once for them.
extern "C" __global__ void norm_apply(const float *__restrict__ x, const float *__restrict__ mean, const float *__restrict__ scale${parameters}, float *__restrict__ y, int all, int sets, long long length, int channels, long long inner, int pieces)
{
    int block = gridDim.x - 1 - blockIdx.x, begin = block / pieces * ${lines};
    long long first = block % pieces * 2048ll + threadIdx.x;
    for (int line = min(begin + ${lines}, all) - 1; line >= begin; line--) {
        long long at = line * length + first, channel = at / inner % channels, left = length - first;
        float v[8], m = mean[line % sets], by = scale[line % sets];
#pragma unroll
        for (int j = 0; j < 8; j++)
            v[j] = j * 256 < left ? __ldcs(x + at + j * 256) : 0.0f;
        bool plain = inner == 1 ? length == channels : first % inner + 1792 < inner;
#pragma unroll
        for (int j = 0; j < 8; j++)
            if (j * 256 < left)
                __stcs(y + at + j * 256, one(v[j], m, by, plain ? channel + (inner == 1 ? j * 256 : 0) : (at + j * 256) / inner % channels${names}));
    }
}
