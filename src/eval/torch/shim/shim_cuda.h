// shim_cuda.h - streams, guards and checks: what the headers of c10/cuda and ATen/cuda bring.
#pragma once

#include <cuda_runtime_api.h>

#include "shim_checks.h"

extern "C" int32_t aoti_torch_get_current_cuda_stream(int32_t, void **);

namespace c10 {
namespace cuda {
class CUDAStream {
  public:
    explicit CUDAStream(cudaStream_t s) : stream_(s) {}
    cudaStream_t stream() const { return stream_; }
    operator cudaStream_t() const { return stream_; }
    void synchronize() const { cudaStreamSynchronize(stream_); }

  private:
    cudaStream_t stream_;
};
inline CUDAStream getCurrentCUDAStream(int index = -1)
{
    int device = index;
    void *stream = nullptr;
    if (device < 0)
        cudaGetDevice(&device);
    must(aoti_torch_get_current_cuda_stream(device, &stream), "getCurrentCUDAStream");
    return CUDAStream((cudaStream_t)stream);
}
inline CUDAStream getDefaultCUDAStream(int = -1) { return CUDAStream(nullptr); }
inline int current_device()
{
    int device = 0;
    cudaGetDevice(&device);
    return device;
}
class CUDAGuard {
  public:
    explicit CUDAGuard(int index)
    {
        cudaGetDevice(&before_);
        if (index >= 0 && index != before_)
            cudaSetDevice(index);
    }
    explicit CUDAGuard(Device d) : CUDAGuard(d.index()) {}
    explicit CUDAGuard(at::DeviceOf d) : CUDAGuard(d.index) {}
    CUDAGuard(const CUDAGuard &) = delete;
    ~CUDAGuard()
    {
        int now = before_;
        cudaGetDevice(&now);
        if (now != before_)
            cudaSetDevice(before_);
    }
    void set_index(int index) { cudaSetDevice(index); }

  private:
    int before_ = 0;
};
class OptionalCUDAGuard : public CUDAGuard {
  public:
    OptionalCUDAGuard() : CUDAGuard(-1) {}
    using CUDAGuard::CUDAGuard;
#ifdef ROLLBOOK_STD_OPTIONAL
    explicit OptionalCUDAGuard(std::optional<Device> d) : CUDAGuard(d.has_value() ? d->index() : -1) {}
#endif
};
inline void check(cudaError_t e, const char *file, int line)
{
    if (e != cudaSuccess)
        throw Error(str("CUDA error: ", cudaGetErrorString(e), " (", file, ":", line, ")"));
}
} // namespace cuda
} // namespace c10

namespace at {
namespace cuda {
inline cudaDeviceProp *getCurrentDeviceProperties()
{
    static cudaDeviceProp properties;
    cudaGetDeviceProperties(&properties, c10::cuda::current_device());
    return &properties;
}
#ifdef CUBLAS_VER_MAJOR
inline cublasHandle_t getCurrentCUDABlasHandle() { return (cublasHandle_t)rollbook::ask("current_blas_handle"); }
#endif
} // namespace cuda
} // namespace at

#define C10_CUDA_CHECK(e) ::c10::cuda::check((e), __FILE__, __LINE__)
#define AT_CUDA_CHECK(e) C10_CUDA_CHECK(e)
#define CUDA_CHECK_ERRORS() C10_CUDA_CHECK(cudaGetLastError())
#define C10_CUDA_KERNEL_LAUNCH_CHECK() C10_CUDA_CHECK(cudaGetLastError())
#define TORCH_CUDABLAS_CHECK(e) TORCH_CHECK((e) == 0, "CUDA error: cuBLAS status ", (int)(e))
