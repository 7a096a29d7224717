//@ scratch weight ${dtype}[ceil_div(b, 2) * s * s]
//@ launch sdpa_scores(Q, K, weight, 0, ceil_div(b, 2) * s, s, d) grid=ceil_div(ceil_div(b, 2) * s, ${side}),ceil_div(s, ${side}) block=${side},${side}
//@ launch sdpa_weights(weight, ceil_div(b, 2) * s, s) grid=ceil_div(ceil_div(b, 2) * s, ${block}) block=${block}
//@ launch sdpa_sums(weight, V, y, 0, ceil_div(b, 2) * s, s, d) grid=ceil_div(ceil_div(b, 2) * s, ${side}),ceil_div(d, ${side}) block=${side},${side}
//@ launch sdpa_scores(Q, K, weight, ceil_div(b, 2) * s, (b - ceil_div(b, 2)) * s, s, d) grid=ceil_div(max((b - ceil_div(b, 2)) * s, 1), ${side}),ceil_div(s, ${side}) block=${side},${side}
//@ launch sdpa_weights(weight, (b - ceil_div(b, 2)) * s, s) grid=ceil_div(max((b - ceil_div(b, 2)) * s, 1), ${block}) block=${block}
//@ launch sdpa_sums(weight, V, y, ceil_div(b, 2) * s, (b - ceil_div(b, 2)) * s, s, d) grid=ceil_div(max((b - ceil_div(b, 2)) * s, 1), ${side}),ceil_div(d, ${side}) block=${side},${side}
// One half of the samples after the other, so that the weights have room.
extern "C" __global__ void ${bounds}sdpa_scores(${in}Q, ${in}K, ${real} *weight, long long first, int rows, int s, int d)
{
    ${index} i = (${index})blockIdx.x * blockDim.y + threadIdx.y;
    int j = blockIdx.y * blockDim.x + threadIdx.x;
    if (i >= rows || j >= s)
        return;
    ${in}q = Q + (first + i) * d;
    ${in}k = K + ((first + i) / s * s + j) * d;
    ${real} score = 0.0${f};
    for (int c = 0; c < d; c++)
        score += (${real})q[c] * k[c];
    weight[(long long)i * s + j] = score * ${scale};
}

extern "C" __global__ void ${bounds}sdpa_weights(${real} *weight, int rows, int s)
{
    ${index} i = (${index})blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows)
        return;
    ${real} *line = weight + (long long)i * s;
    ${real} most = line[0], sum = 0.0${f};
    for (int j = 1; j < ${keys}; j++)
        most = fmax${f}(most, line[j]);
    for (int j = 0; j < s; j++) {
        line[j] = j < ${keys} ? exp${f}(line[j] - most) : 0.0${f};
        sum += line[j];
    }
    for (int j = 0; j < s; j++)
        line[j] /= sum;
}

extern "C" __global__ void ${bounds}sdpa_sums(const ${real} *weight, ${in}V, ${out} *${restrict}y, long long first, int rows, int s, int d)
{
    ${index} i = (${index})blockIdx.x * blockDim.y + threadIdx.y;
    int c = blockIdx.y * blockDim.x + threadIdx.x;
    if (i >= rows || c >= d)
        return;
    const ${real} *line = weight + (long long)i * s;
    ${in}v = V + (first + i) / s * s * d + c;
    ${real} sum = 0.0${f};
    for (int j = 0; j < s; j++)
        sum += line[j] * v[(long long)j * d];
    y[(first + i) * d + c] = sum;
}
