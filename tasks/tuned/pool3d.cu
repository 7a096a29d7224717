//@ launch pool3d(x, y, d, h, w, ${od}, ${oh}, ${ow}, ceil_div(${oh}, 4)) grid=r * ceil_div(${oh}, 4) block=ceil_div(w, 32) * 32 smem=32 * w
// A block has four rows of outputs of every layer, a thread a column of their inputs. It keeps what the rows' windows found in the
// layers of a window, and reads those of the next outputs while it works on these. What lies outside counts as the result of an
// empty window.
#define DEPTH ((${k0} - 1) * ${d0} + 1)
#define SPAN (3 * ${s1} + (${k1} - 1) * ${d1} + 1)
static __device__ void load(const float *in, int layer, int d, int h, int w, int top, float *rows)
{
    bool inside = layer >= 0 && layer < d && threadIdx.x < w;
    const float *column = in + (long long)layer * h * w + threadIdx.x;
#pragma unroll
    for (int a = 0; a < SPAN; a++)
        rows[a] = inside && top + a >= 0 && top + a < h ? column[(top + a) * w] : ${start};
}

static __device__ void reduce(const float *rows, float *results)
{
#pragma unroll
    for (int i = 0; i < 4; i++) {
        float result = ${start};
#pragma unroll
        for (int a = 0; a < ${k1}; a++) {
            float v = rows[i * ${s1} + a * ${d1}];
            ${step}
        }
        results[i] = result;
    }
}

extern "C" __global__ void pool3d(const float *x, float *y, int d, int h, int w, int depth, int height, int width, int tiles)
{
    extern __shared__ float columns[];
    int volume = blockIdx.x / tiles, from = blockIdx.x % tiles * 4, rows = min(4, height - from);
    int top = from * ${s1} - ${p1}, next = -${p0};
    const float *in = x + (long long)volume * d * h * w;
    float kept[DEPTH][4], fresh[${s0}][SPAN];
#pragma unroll
    for (int z = ${s0}; z < DEPTH; z++) {
        load(in, next++, d, h, w, top, fresh[0]);
        reduce(fresh[0], kept[z]);
    }
#pragma unroll
    for (int z = 0; z < ${s0}; z++)
        load(in, next++, d, h, w, top, fresh[z]);
    for (int layer = 0; layer < depth; layer++) {
        float *own = columns + layer % 2 * 4 * w;
#pragma unroll
        for (int z = 0; z < DEPTH - ${s0}; z++)
#pragma unroll
            for (int i = 0; i < 4; i++)
                kept[z][i] = kept[z + ${s0}][i];
#pragma unroll
        for (int z = 0; z < ${s0}; z++)
            reduce(fresh[z], kept[DEPTH - ${s0} + z]);
        if (layer + 1 < depth)
#pragma unroll
            for (int z = 0; z < ${s0}; z++)
                load(in, next++, d, h, w, top, fresh[z]);
        if (threadIdx.x < w)
#pragma unroll
            for (int i = 0; i < 4; i++) {
                float result = ${start};
#pragma unroll
                for (int a = 0; a < ${k0}; a++) {
                    float v = kept[a * ${d0}][i];
                    ${step}
                }
                own[i * w + threadIdx.x] = result;
            }
        __syncthreads();
        float *out = y + (((long long)volume * depth + layer) * height + from) * width;
        for (int j = threadIdx.x; j < rows * width; j += blockDim.x) {
            int left = j % width * ${s2} - ${p2};
            const float *line = own + j / width * w;
            float result = ${start};
#pragma unroll
            for (int c = 0; c < ${k2}; c++) {
                int column = left + c * ${d2};
                if (column >= 0 && column < w) {
                    float v = line[column];
                    ${step}
                }
            }
            __stcs(out + j, ${value});
        }
    }
}
