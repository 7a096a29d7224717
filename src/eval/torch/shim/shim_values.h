// shim_values.h - values that cross between C++ and Python: numbers, Half, arguments of operators.
#pragma once

#include "shim_types.h"

namespace c10 {
struct Scalar {
    double value;
    bool is_integer;
    int64_t integer;
    template <class T, class = std::enable_if_t<std::is_arithmetic<T>::value>>
    Scalar(T v) : value((double)v), is_integer(std::is_integral<T>::value), integer((int64_t)v)
    {
    }
    template <class T> T to() const { return is_integer ? (T)integer : (T)value; }
    double toDouble() const { return value; }
    float toFloat() const { return (float)value; }
    int64_t toLong() const { return integer; }
};

#ifdef ROLLBOOK_STD_HALF
struct Half {
    __half value;
    Half() = default;
    __host__ __device__ Half(float v) : value(__float2half(v)) {}
    __host__ __device__ Half(__half v) : value(v) {}
    __host__ __device__ operator float() const { return __half2float(value); }
    __host__ __device__ Half &operator+=(float v) { return *this = Half((float)*this + v); }
    __host__ __device__ Half &operator-=(float v) { return *this = Half((float)*this - v); }
    __host__ __device__ Half &operator*=(float v) { return *this = Half((float)*this * v); }
    __host__ __device__ Half &operator/=(float v) { return *this = Half((float)*this / v); }
};
struct BFloat16 {
    __nv_bfloat16 value;
    BFloat16() = default;
    __host__ __device__ BFloat16(float v) : value(__float2bfloat16(v)) {}
    __host__ __device__ operator float() const { return __bfloat162float(value); }
    __host__ __device__ BFloat16 &operator+=(float v) { return *this = BFloat16((float)*this + v); }
    __host__ __device__ BFloat16 &operator*=(float v) { return *this = BFloat16((float)*this * v); }
};
#endif

template <class T> struct type_of;
#define ROLLBOOK_TYPE(T, name) template <> struct type_of<T> { static constexpr ScalarType value = ScalarType::name; }
ROLLBOOK_TYPE(uint8_t, Byte);
ROLLBOOK_TYPE(int8_t, Char);
ROLLBOOK_TYPE(int16_t, Short);
ROLLBOOK_TYPE(int32_t, Int);
ROLLBOOK_TYPE(int64_t, Long);
ROLLBOOK_TYPE(long long, Long);
ROLLBOOK_TYPE(float, Float);
ROLLBOOK_TYPE(double, Double);
ROLLBOOK_TYPE(bool, Bool);
#ifdef ROLLBOOK_STD_HALF
ROLLBOOK_TYPE(Half, Half);
ROLLBOOK_TYPE(BFloat16, BFloat16);
#endif
#undef ROLLBOOK_TYPE
template <class T> struct CppTypeToScalarType : type_of<T> {};
} // namespace c10

namespace rollbook {
struct Value { // as extension.py has it
    int32_t kind, n;
    int64_t integer;
    double real;
    const void *pointer;
};
enum Kind : int32_t { NONE, TENSOR, INT, DOUBLE, BOOL, TEXT, INT_LIST, DOUBLE_LIST, TENSOR_LIST, DTYPE, DEVICE };

// How an operator that has no C function is called: Python does it.  How many results, or -1 and a message.
using Operator = int (*)(const char *name, const Value *arguments, int n, Value *out, int most, char *message, int size);
extern Operator the_operator;
} // namespace rollbook
