//@ launch conv1d(x, weight${bias_name}, y, n, c, o, l, ${ol}) grid=ceil_div(n * ${g} * o * (${ol}), ${block}) block=${block}
extern "C" __global__ void ${bounds}conv1d(${in}x, ${in}weight${bias_parameter}, ${out} *${restrict}y, int n, int c, int o, int l, int length)
{
    ${index} i = (${index})blockIdx.x * blockDim.x + threadIdx.x;
    long long plane = i / length;
    if (plane >= (long long)n * ${g} * o)
        return;
    int out = (int)(plane % (${g} * o)), group = out / o;
    int u0 = (int)(i % length) * ${s0} - ${p0};
    ${in}image = x + (${images}) * c * l;
    ${real} sum = ${start};
    for (int q = 0; q < c; q++) {
        ${in}in = image + (long long)q * l;
        ${in}filter = weight + ((long long)out * c + q) * (${k0});
        for (int a = 0; a < ${k0}; a++) {
            int u = u0 + a * ${d0};
            if (u < 0 || u >= l)
                continue;
            sum += (${real})in[u] * filter[${tap}];
        }
    }
    y[i] = sum;
}
