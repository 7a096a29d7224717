//@ launch bmm(A, B, C, m, n, k) grid=ceil_div(n, ${side}),ceil_div(m, ${side}),b block=${side},${side}
extern "C" __global__ void ${bounds}bmm(${in}A, ${in}B, ${out} *${restrict}C, int m, int n, int k)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    ${in}a = A + (long long)blockIdx.z * m * k;
    ${in}b = B + ${b_offset};
    if (row < m && column < n) {
        ${real} sum = 0.0${f};
        for (int l = 0; l < k; l++)
            sum += (${real})a[row * k + l] * b[l * n + column];
        C[((long long)blockIdx.z * m + row) * n + column] = sum;
    }
}
