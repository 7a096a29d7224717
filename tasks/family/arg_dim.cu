//@ launch arg_dim(x, y, b, r, c) grid=ceil_div(b * c, ${block}) block=${block}
extern "C" __global__ void ${bounds}arg_dim(${in}x, ${integer} *${restrict}y, int b, int r, int c)
{
    ${index} i = (${index})blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= b * c)
        return;
    ${in}v = x + (long long)(i / c) * r * c + i % c;
    int best = 0;
    for (int j = 1; j < ${length}; j++)
        if (v[(long long)j * c] ${order} v[(long long)best * c])
            best = j;
    y[i] = best;
}
