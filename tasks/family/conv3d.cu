//@ launch conv3d(x, weight${bias_name}, y, n, c, o, d, h, w, ${od}, ${oh}, ${ow}) grid=ceil_div(n * ${g} * o * (${od}) * (${oh}) * (${ow}), ${block}) block=${block}
extern "C" __global__ void ${bounds}conv3d(${in}x, ${in}weight${bias_parameter}, ${out} *${restrict}y, int n, int c, int o, int d, int h, int w, int depth, int height, int width)
{
    ${index} i = (${index})blockIdx.x * blockDim.x + threadIdx.x;
    long long plane = i / width / height / depth;
    if (plane >= (long long)n * ${g} * o)
        return;
    int out = (int)(plane % (${g} * o)), group = out / o;
    int t0 = (int)(i / width / height % depth) * ${s0} - ${p0};
    int u0 = (int)(i / width % height) * ${s1} - ${p1};
    int v0 = (int)(i % width) * ${s2} - ${p2};
    ${in}image = x + (${images}) * c * d * h * w;
    ${real} sum = ${start};
    for (int q = 0; q < c; q++) {
        ${in}in = image + (long long)q * d * h * w;
        ${in}filter = weight + ((long long)out * c + q) * (${k0} * ${k1} * ${k2});
        for (int a = 0; a < ${k0}; a++) {
            int t = t0 + a * ${d0};
            if (t < 0 || t >= d)
                continue;
            for (int b = 0; b < ${k1}; b++) {
                int u = u0 + b * ${d1};
                if (u < 0 || u >= h)
                    continue;
                for (int e = 0; e < ${k2}; e++) {
                    int v = v0 + e * ${d2};
                    if (v < 0 || v >= w)
                        continue;
                    sum += (${real})in[(t * h + u) * w + v] * filter[${tap}];
                }
            }
        }
    }
    y[i] = sum;
}
