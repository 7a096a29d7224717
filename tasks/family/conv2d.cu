//@ launch conv2d(x, weight${bias_name}, y, n, c, o, h, w, ${oh}, ${ow}) grid=ceil_div(n * ${g} * o * (${oh}) * (${ow}), ${block}) block=${block}
extern "C" __global__ void ${bounds}conv2d(${in}x, ${in}weight${bias_parameter}, ${out} *${restrict}y, int n, int c, int o, int h, int w, int height, int width)
{
    ${index} i = (${index})blockIdx.x * blockDim.x + threadIdx.x;
    long long plane = i / width / height;
    if (plane >= (long long)n * ${g} * o)
        return;
    int out = (int)(plane % (${g} * o)), group = out / o;
    int u0 = (int)(i / width % height) * ${s0} - ${p0};
    int v0 = (int)(i % width) * ${s1} - ${p1};
    ${in}image = x + (${images}) * c * h * w;
    ${real} sum = ${start};
    for (int q = 0; q < c; q++) {
        ${in}in = image + (long long)q * h * w;
        ${in}filter = weight + ((long long)out * c + q) * (${k0} * ${k1});
        for (int a = 0; a < ${k0}; a++) {
            int u = u0 + a * ${d0};
            if (u < 0 || u >= h)
                continue;
            for (int b = 0; b < ${k1}; b++) {
                int v = v0 + b * ${d1};
                if (v < 0 || v >= w)
                    continue;
                sum += (${real})in[u * w + v] * filter[${tap}];
            }
        }
    }
    y[i] = sum;
}
