//@ launch row_norm(x, y, m, n) grid=ceil_div(m, ${block}) block=${block}
extern "C" __global__ void ${bounds}row_norm(${in}x, ${out} *${restrict}y, int m, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m)
        return;
    ${in}line = x + (long long)row * n;
    ${real} sum = 0.0${f};
    for (int from = 0; from < n; from += 1024) {
        ${real} part = 0.0${f};
        for (int j = from; j < n && j < from + 1024; j++) {
            ${real} v = line[j];
            part += ${term};
        }
        sum += part;
    }
    for (int j = 0; j < n; j++)
        y[(long long)row * n + j] = line[j] / (${divisor});
}
