//@ launch reduce_dim(x, y, b, r, c) grid=ceil_div(b * c, ${block}) block=${block}
extern "C" __global__ void ${bounds}reduce_dim(${in}x, ${out} *${restrict}y, int b, int r, int c)
{
    ${index} i = (${index})blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= b * c)
        return;
    ${in}v = x + (long long)(i / c) * r * c + i % c;
    ${real} result = v[0];
    for (int j = 1; j < ${length}; j++) {
        ${real} next = v[(long long)j * c];
        ${step}
    }
    y[i] = ${value};
}
