// shim_checks.h - checks, dispatch over types, and the names that torch gives to all of it.
#pragma once

#include "shim_factories.h"

namespace c10 {
#ifdef ROLLBOOK_STD_OPTIONAL
template <class T> using optional = std::optional<T>;
constexpr std::nullopt_t nullopt = std::nullopt;
#endif
namespace cuda {}
} // namespace c10

namespace at {
namespace cuda {
using namespace c10::cuda;
}
// The device of a tensor, for a guard; none for an undefined one.
struct DeviceOf {
    int index;
};
inline DeviceOf device_of(const Tensor &t) { return { t.defined() && t.is_cuda() ? t.device().index() : -1 }; }
} // namespace at

namespace torch {
using namespace at;
using Tensor = at::Tensor;
namespace cuda {
using namespace c10::cuda;
}
inline TensorOptions dtype(ScalarType t) { return TensorOptions(t); }
inline TensorOptions device(Device d) { return TensorOptions(d); }
inline TensorOptions device(DeviceType d, int index) { return TensorOptions(Device(d, index)); }
} // namespace torch

#define TORCH_CHECK(condition, ...)                                                                                                \
    do {                                                                                                                           \
        if (!(condition))                                                                                                          \
            throw ::c10::Error(::c10::str(__VA_ARGS__));                                                                           \
    } while (0)
#define TORCH_INTERNAL_ASSERT(condition, ...) TORCH_CHECK(condition, "internal assert failed")
#define TORCH_CHECK_EQ(a, b) TORCH_CHECK((a) == (b), "Check failed: " #a " == " #b)
#define TORCH_CHECK_NE(a, b) TORCH_CHECK((a) != (b), "Check failed: " #a " != " #b)
#define TORCH_CHECK_LT(a, b) TORCH_CHECK((a) < (b), "Check failed: " #a " < " #b)
#define TORCH_CHECK_LE(a, b) TORCH_CHECK((a) <= (b), "Check failed: " #a " <= " #b)
#define TORCH_CHECK_GT(a, b) TORCH_CHECK((a) > (b), "Check failed: " #a " > " #b)
#define TORCH_CHECK_GE(a, b) TORCH_CHECK((a) >= (b), "Check failed: " #a " >= " #b)
#define TORCH_CHECK_VALUE(condition, ...) TORCH_CHECK(condition, __VA_ARGS__)
#define TORCH_CHECK_INDEX(condition, ...) TORCH_CHECK(condition, __VA_ARGS__)
#define AT_ASSERTM(condition, ...) TORCH_CHECK(condition, __VA_ARGS__)
#define AT_ASSERT(condition) TORCH_CHECK(condition, "assert failed: " #condition)
#define AT_ERROR(...) throw ::c10::Error(::c10::str(__VA_ARGS__))
#define TORCH_WARN(...) ((void)0)
#define TORCH_API
#ifdef __CUDACC__
#define C10_HOST_DEVICE __host__ __device__
#define C10_DEVICE __device__
#define C10_HOST __host__
#else
#define C10_HOST_DEVICE
#define C10_DEVICE
#define C10_HOST
#endif
#define C10_RESTRICT __restrict__
#define C10_ALWAYS_INLINE inline __attribute__((always_inline))
#define C10_LAUNCH_BOUNDS_1(n) __launch_bounds__(n)
#define C10_WARP_SIZE 32
#define C10_LIKELY(e) (__builtin_expect(static_cast<bool>(e), 1))
#define C10_UNLIKELY(e) (__builtin_expect(static_cast<bool>(e), 0))

#define ROLLBOOK_CASE(name, T, ...)                                                                                                \
    case ::c10::ScalarType::name: {                                                                                                \
        using scalar_t = T;                                                                                                        \
        return __VA_ARGS__();                                                                                                      \
    }
#define ROLLBOOK_DISPATCH(type, label, cases)                                                                                      \
    [&] {                                                                                                                          \
        const ::c10::ScalarType rb_type = (type);                                                                                  \
        switch (rb_type) {                                                                                                         \
            cases default : throw ::c10::Error(::c10::str("\"", label, "\" not implemented for '", rb_type, "'"));                 \
        }                                                                                                                          \
    }()
#define ROLLBOOK_FLOATING(...) ROLLBOOK_CASE(Float, float, __VA_ARGS__) ROLLBOOK_CASE(Double, double, __VA_ARGS__)
#define ROLLBOOK_INTEGRAL(...)                                                                                                     \
    ROLLBOOK_CASE(Int, int32_t, __VA_ARGS__) ROLLBOOK_CASE(Long, int64_t, __VA_ARGS__) ROLLBOOK_CASE(Byte, uint8_t, __VA_ARGS__)   \
        ROLLBOOK_CASE(Char, int8_t, __VA_ARGS__) ROLLBOOK_CASE(Short, int16_t, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES(type, label, ...) ROLLBOOK_DISPATCH(type, label, ROLLBOOK_FLOATING(__VA_ARGS__))
#define AT_DISPATCH_INTEGRAL_TYPES(type, label, ...) ROLLBOOK_DISPATCH(type, label, ROLLBOOK_INTEGRAL(__VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES(type, label, ...)                                                                                    \
    ROLLBOOK_DISPATCH(type, label, ROLLBOOK_FLOATING(__VA_ARGS__) ROLLBOOK_INTEGRAL(__VA_ARGS__))
#ifdef ROLLBOOK_STD_HALF
#define AT_DISPATCH_FLOATING_TYPES_AND_HALF(type, label, ...)                                                                      \
    ROLLBOOK_DISPATCH(type, label, ROLLBOOK_FLOATING(__VA_ARGS__) ROLLBOOK_CASE(Half, ::c10::Half, __VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND2(a, b, type, label, ...)                                                                    \
    ROLLBOOK_DISPATCH(type, label,                                                                                                 \
                      ROLLBOOK_FLOATING(__VA_ARGS__) ROLLBOOK_CASE(Half, ::c10::Half, __VA_ARGS__)                                 \
                          ROLLBOOK_CASE(BFloat16, ::c10::BFloat16, __VA_ARGS__))
#endif
