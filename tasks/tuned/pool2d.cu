//@ launch pool2d(x, y, h, w, ${oh}, ${ow}, ceil_div(${oh}, ${rows})) grid=r * ceil_div(${oh}, ${rows}) block=256 smem=4 * ${rows} * w
// A block has ${rows} rows of outputs: first the rows of their windows, column by column, then the columns of each window. What lies
// outside of the image counts as the result of an empty window.
#define SPAN ((${rows} - 1) * ${s0} + (${k0} - 1) * ${d0} + 1)
extern "C" __global__ void __launch_bounds__(256) pool2d(const float *x, float *y, int h, int w, int height, int width, int tiles)
{
    extern __shared__ float columns[];
    int plane = blockIdx.x / tiles, from = blockIdx.x % tiles * ${rows}, top = from * ${s0} - ${p0};
    const float *image = x + (long long)plane * h * w;
    float *out = y + ((long long)plane * height + from) * width;
    for (int j = threadIdx.x; j < w; j += 256) {
        float own[SPAN];
#pragma unroll
        for (int a = 0; a < SPAN; a++)
            own[a] = top + a >= 0 && top + a < h ? image[(top + a) * w + j] : ${start};
#pragma unroll
        for (int i = 0; i < ${rows}; i++) {
            float result = ${start};
#pragma unroll
            for (int a = 0; a < ${k0}; a++) {
                float v = own[i * ${s0} + a * ${d0}];
                ${step}
            }
            columns[i * w + j] = result;
        }
    }
    __syncthreads();
    for (int j = threadIdx.x; j < width; j += 256) {
        int left = j * ${s1} - ${p1};
#pragma unroll
        for (int i = 0; i < ${rows}; i++) {
            if (from + i >= height)
                break;
            float result = ${start};
#pragma unroll
            for (int b = 0; b < ${k1}; b++) {
                int column = left + b * ${d1};
                if (column >= 0 && column < w) {
                    float v = columns[i * w + column];
                    ${step}
                }
            }
            __stcs(out + i * width + j, ${value});
        }
    }
}
