//@ scratch weight ${dtype}[b * s * s]
//@ launch sdpa_scores(Q, K, weight, b * s, s, d) grid=ceil_div(b * s, ${side}),ceil_div(s, ${side}) block=${side},${side}
//@ launch sdpa_weights(weight, b * s, s) grid=ceil_div(b * s, ${block}) block=${block}
//@ launch sdpa_sums(weight, V, y, b * s, s, d) grid=ceil_div(b * s, ${side}),ceil_div(d, ${side}) block=${side},${side}
extern "C" __global__ void ${bounds}sdpa_scores(${in}Q, ${in}K, ${real} *weight, int rows, int s, int d)
{
    ${index} i = (${index})blockIdx.x * blockDim.y + threadIdx.y;
    int j = blockIdx.y * blockDim.x + threadIdx.x;
    if (i >= rows || j >= s)
        return;
    ${in}q = Q + (long long)i * d;
    ${in}k = K + ((long long)(i / s) * s + j) * d;
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

extern "C" __global__ void ${bounds}sdpa_sums(const ${real} *weight, ${in}V, ${out} *${restrict}y, int rows, int s, int d)
{
    ${index} i = (${index})blockIdx.x * blockDim.y + threadIdx.y;
    int c = blockIdx.y * blockDim.x + threadIdx.x;
    if (i >= rows || c >= d)
        return;
    const ${real} *line = weight + (long long)i * s;
    ${in}v = V + (long long)(i / s) * s * d + c;
    ${real} sum = 0.0${f};
    for (int j = 0; j < s; j++)
        sum += line[j] * v[(long long)j * d];
    y[(long long)i * d + c] = sum;
}
