//@ launch softmax(x, y, m, n) grid=ceil_div(m, ${block}) block=${block}
extern "C" __global__ void ${bounds}softmax(${in}x, ${out} *${restrict}y, int m, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m)
        return;
    ${in}v = x + (long long)row * n;
    ${real} most = ${most}, sum = 0.0${f};
    for (int j = 1; j < ${length}; j++)
        most = fmax${f}(most, (${real})v[j]);
    for (int j = 0; j < n; j++)
        sum += exp${f}(v[j] - most);
    for (int j = 0; j < n; j++)
        y[(long long)row * n + j] = ${value};
}
