//@ scratch parts ${dtype}[ceil_div(m * n, 1024)]
//@ scratch middle ${dtype}[ceil_div(m * n, 65536)]
//@ launch loss_parts(predictions, targets, parts, m, n, ceil_div(m * n, 1024)) grid=ceil_div(ceil_div(m * n, 1024), ${block}) block=${block}
//@ launch loss_middle(parts, middle, ceil_div(m * n, 1024), ceil_div(m * n, 65536)) grid=ceil_div(ceil_div(m * n, 65536), ${block}) block=${block}
//@ launch loss_mean(middle, y, ceil_div(m * n, 65536), m, n) grid=1 block=1
extern "C" __global__ void ${bounds}loss_parts(${in}predictions, ${in}targets, ${real} *parts, int m, int n, int pieces)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= pieces)
        return;
    ${real} sum = 0.0${f};
    for (long long i = t; i < (long long)m * n; i += pieces) {
        ${real} p = predictions[i], q = targets[${target}];
        sum += ${term};
    }
    parts[t] = sum;
}

extern "C" __global__ void ${bounds}loss_middle(const ${real} *parts, ${real} *middle, int count, int pieces)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= pieces)
        return;
    ${real} sum = 0.0${f};
    for (int i = t; i < count; i += pieces)
        sum += parts[i];
    middle[t] = sum;
}

extern "C" __global__ void ${bounds}loss_mean(const ${real} *middle, ${out} *${restrict}y, int count, int m, int n)
{
    ${real} sum = 0.0${f};
    for (int i = 0; i < count; i++)
        sum += middle[i];
    y[0] = sum / ${divisor};
}
