//@ launch matmul(A, B, C, ${m}, ${n}, ${k}) grid=ceil_div(${m}, ${side}),ceil_div(${n}, ${side}) block=${side},${side}
extern "C" __global__ void ${bounds}matmul(${in}A, ${in}B, ${out} *${restrict}C, int m, int n, int k)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    int column = blockIdx.y * blockDim.x + threadIdx.x;
    if (row < m && column < n) {
        ${real} sum = 0.0${f};
        for (int l = 0; l < ${length}; l++)
            sum += (${real})A[${a}] * B[${b}];
        C[(long long)row * n + column] = sum;
    }
}
