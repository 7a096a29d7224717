// shim_cuda.h - streams, guards, checks, dispatch over types.
#pragma once

#include "shim_factories.h"

namespace c10 {
namespace cuda {
#ifdef ROLLBOOK_SHIM_CUDA
class CUDAStream {
  public:
    explicit CUDAStream(cudaStream_t s) : stream_(s) {}
    cudaStream_t stream() const { return stream_; }
    operator cudaStream_t() const { return stream_; }

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
class CUDAGuard {
  public:
    explicit CUDAGuard(int index)
    {
        cudaGetDevice(&before_);
        if (index >= 0)
            cudaSetDevice(index);
    }
    explicit CUDAGuard(Device d) : CUDAGuard(d.index()) {}
    ~CUDAGuard() { cudaSetDevice(before_); }

  private:
    int before_ = 0;
};
class OptionalCUDAGuard {
  public:
    OptionalCUDAGuard() = default;
    explicit OptionalCUDAGuard(int index) : guard_(std::make_unique<CUDAGuard>(index)) {}
    explicit OptionalCUDAGuard(Device d) : OptionalCUDAGuard(d.index()) {}
    explicit OptionalCUDAGuard(optional<Device> d) { if (d.has_value()) guard_ = std::make_unique<CUDAGuard>(*d); }

  private:
    std::unique_ptr<CUDAGuard> guard_;
};
inline void check(cudaError_t e, const char *file, int line)
{
    if (e != cudaSuccess)
        throw Error(str("CUDA error: ", cudaGetErrorString(e), " (", file, ":", line, ")"));
}
#endif
} // namespace cuda
} // namespace c10

namespace at {
namespace cuda {
using namespace c10::cuda;
} // namespace cuda
inline optional<Device> device_of(const Tensor &t) { return t.defined() ? optional<Device>(t.device()) : nullopt; }
} // namespace at

namespace torch {
using namespace at;
using Tensor = at::Tensor;
namespace cuda = c10::cuda;
inline TensorOptions dtype(ScalarType t) { return TensorOptions(t); }
inline TensorOptions device(Device d) { return TensorOptions(d); }
} // namespace torch

#define C10_CUDA_CHECK(e) ::c10::cuda::check((e), __FILE__, __LINE__)
#define AT_CUDA_CHECK(e) C10_CUDA_CHECK(e)
#define C10_CUDA_KERNEL_LAUNCH_CHECK() C10_CUDA_CHECK(cudaGetLastError())
#define TORCH_CHECK(condition, ...)                                                                                                \
    do {                                                                                                                           \
        if (!(condition))                                                                                                          \
            throw ::c10::Error(::c10::str("" __VA_ARGS__));                                                                        \
    } while (0)
#define TORCH_INTERNAL_ASSERT(condition, ...) TORCH_CHECK(condition, "internal assert failed")
#define TORCH_CHECK_EQ(a, b) TORCH_CHECK((a) == (b), "Check failed: " #a " == " #b)
#define AT_ASSERTM(condition, ...) TORCH_CHECK(condition, __VA_ARGS__)
#define AT_ASSERT(condition) TORCH_CHECK(condition, "assert failed: " #condition)
#define AT_ERROR(...) throw ::c10::Error(::c10::str(__VA_ARGS__))
#define TORCH_WARN(...) ((void)0)
#define C10_HOST_DEVICE __host__ __device__
#define C10_DEVICE __device__
#define C10_RESTRICT __restrict__

#define ROLLBOOK_CASE(name, T, ...)                                                                                                \
    case ::c10::ScalarType::name: {                                                                                                \
        using scalar_t = T;                                                                                                        \
        return __VA_ARGS__();                                                                                                      \
    }
#define ROLLBOOK_DISPATCH(type, label, cases)                                                                                      \
    [&] {                                                                                                                          \
        switch (type) {                                                                                                            \
            cases default : throw ::c10::Error(::c10::str("\"", label, "\" not implemented for '", (int)(type), "'"));            \
        }                                                                                                                          \
    }()
#define AT_DISPATCH_FLOATING_TYPES(type, label, ...)                                                                               \
    ROLLBOOK_DISPATCH(type, label, ROLLBOOK_CASE(Float, float, __VA_ARGS__) ROLLBOOK_CASE(Double, double, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES(type, label, ...)                                                                                    \
    ROLLBOOK_DISPATCH(type, label,                                                                                                 \
                      ROLLBOOK_CASE(Float, float, __VA_ARGS__) ROLLBOOK_CASE(Double, double, __VA_ARGS__)                          \
                          ROLLBOOK_CASE(Int, int32_t, __VA_ARGS__) ROLLBOOK_CASE(Long, int64_t, __VA_ARGS__)                       \
                              ROLLBOOK_CASE(Byte, uint8_t, __VA_ARGS__) ROLLBOOK_CASE(Char, int8_t, __VA_ARGS__)                   \
                                  ROLLBOOK_CASE(Short, int16_t, __VA_ARGS__))
