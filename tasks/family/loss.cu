//@ scratch parts ${dtype}[ceil_div(m * n, 4096)]
//@ launch loss_parts(predictions, targets, parts, m, n) grid=ceil_div(ceil_div(m * n, 4096), ${block}) block=${block}
//@ launch loss_mean(parts, y, ceil_div(m * n, 4096), m, n) grid=1 block=1
extern "C" __global__ void ${bounds}loss_parts(${in}predictions, ${in}targets, ${real} *parts, int m, int n)
{
    long long t = (long long)blockIdx.x * blockDim.x + threadIdx.x, count = (long long)m * n;
    ${real} sum = 0.0${f};
    for (long long i = t * 4096; i < count && i < (t + 1) * 4096; i++) {
        ${real} p = predictions[i], q = targets[${target}];
        sum += ${term};
    }
    if (t * 4096 < count)
        parts[t] = sum;
}

extern "C" __global__ void ${bounds}loss_mean(const ${real} *parts, ${out} *${restrict}y, int count, int m, int n)
{
    ${real} sum = 0.0${f};
    for (int i = 0; i < count; i += 1024) {
        ${real} part = 0.0${f};
        for (int k = i; k < count && k < i + 1024; k++)
            part += parts[k];
        sum += part;
    }
    y[0] = sum / ${divisor};
}
