//@ scratch parts ${dtype}[m]
//@ launch row_loss(${names}, parts, m, n) grid=ceil_div(m, ${block}) block=${block}
//@ launch row_loss_mean(parts, y, m) grid=1 block=1
extern "C" __global__ void ${bounds}row_loss(${parameters}, ${real} *parts, int m, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m)
        return;
    long long first = (long long)row * n;
    ${body}
    parts[row] = ${value};
}

extern "C" __global__ void ${bounds}row_loss_mean(const ${real} *parts, ${out} *${restrict}y, int m)
{
    ${real} sum = 0.0${f};
    for (int i = 0; i < m; i += 1024) {
        ${real} part = 0.0${f};
        for (int k = i; k < m && k < i + 1024; k++)
            part += parts[k];
        sum += part;
    }
    y[0] = sum / m;
}
