//@ launch pool3d(x, y, d, h, w, ${od}, ${oh}, ${ow}, ceil_div(${oh}, 4)) grid=r * (${od}) * ceil_div(${oh}, 4) block=128 smem=16 * min(w, 14336)
// A block has four rows of outputs: first the layers and rows of their windows, column by column, then the columns of each window.
extern "C" __global__ void pool3d(const float *x, float *y, int d, int h, int w, int depth, int height, int width, int tiles)
{
    extern __shared__ float columns[];
    int volume = blockIdx.x / tiles / depth, from = blockIdx.x % tiles * 4, rows = min(4, height - from);
    int layer = blockIdx.x / tiles % depth, front = layer * ${s0} - ${p0};
    const float *in = x + (long long)volume * d * h * w;
    bool inside = front >= 0 && front + (${k0} - 1) * ${d0} < d && from * ${s1} - ${p1} >= 0 && (from + 3) * ${s1} - ${p1} + (${k1} - 1) * ${d1} < h;
    for (int j = threadIdx.x; j < w; j += 128) {
#pragma unroll
        for (int i = 0; i < 4; i++) {
            int top = (from + i) * ${s1} - ${p1};
            float result = ${start};
#pragma unroll
            for (int t = 0; t < ${k0} * ${k1}; t++) {
                int at = front + t / ${k1} * ${d0}, row = top + t % ${k1} * ${d1};
                if (inside || (at >= 0 && at < d && row >= 0 && row < h)) {
                    float v = in[(at * h + row) * w + j];
                    ${step}
                }
            }
            columns[i * w + j] = result;
        }
    }
    __syncthreads();
    float *out = y + (((long long)volume * depth + layer) * height + from) * width;
    for (int j = threadIdx.x; j < rows * width; j += 128) {
        int left = j % width * ${s2} - ${p2};
        const float *line = columns + j / width * w;
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
