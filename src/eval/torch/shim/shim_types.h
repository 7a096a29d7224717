// shim_types.h - what c10 names: types, devices, sizes, options.
#pragma once

#include <array>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#ifdef ROLLBOOK_SHIM_CUDA
#include <cuda.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#endif

#include "shim_libtorch.h"

namespace c10 {

class Error : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

template <class... A> std::string str(const A &...a)
{
    std::ostringstream out;
    (void)std::initializer_list<int>{ (out << a, 0)... };
    return out.str();
}

inline void must(int32_t status, const char *what)
{
    if (status != 0)
        throw Error(str("torch: ", what, " failed"));
}

enum class ScalarType : int8_t {
    Byte = 0, Char = 1, Short = 2, Int = 3, Long = 4, Half = 5, Float = 6, Double = 7, ComplexHalf = 8, ComplexFloat = 9,
    ComplexDouble = 10, Bool = 11, BFloat16 = 15, Undefined = 45
};
inline std::ostream &operator<<(std::ostream &out, ScalarType t)
{
    return out << "ScalarType " << (int)t;
}
constexpr ScalarType kByte = ScalarType::Byte, kUInt8 = kByte, kChar = ScalarType::Char, kInt8 = kChar, kShort = ScalarType::Short,
                     kInt16 = kShort, kInt = ScalarType::Int, kInt32 = kInt, kLong = ScalarType::Long, kInt64 = kLong,
                     kHalf = ScalarType::Half, kFloat16 = kHalf, kFloat = ScalarType::Float, kFloat32 = kFloat,
                     kDouble = ScalarType::Double, kFloat64 = kDouble, kBool = ScalarType::Bool, kBFloat16 = ScalarType::BFloat16;

enum class DeviceType : int8_t { CPU = 0, CUDA = 1 };
constexpr DeviceType kCPU = DeviceType::CPU, kCUDA = DeviceType::CUDA;
inline std::ostream &operator<<(std::ostream &out, DeviceType t)
{
    return out << (t == DeviceType::CPU ? "cpu" : "cuda");
}

class Device {
  public:
    Device(DeviceType type, int index = -1) : type_(type), index_(index) {}
    Device(const std::string &name)
        : type_(name.rfind("cuda", 0) == 0 ? kCUDA : kCPU),
          index_(name.find(':') == std::string::npos ? -1 : std::stoi(name.substr(name.find(':') + 1)))
    {
    }
    Device(const char *name) : Device(std::string(name)) {}
    DeviceType type() const { return type_; }
    int index() const { return index_; }
    bool is_cuda() const { return type_ == kCUDA; }
    bool is_cpu() const { return type_ == kCPU; }
    bool operator==(const Device &o) const { return type_ == o.type_ && index_ == o.index_; }
    bool operator!=(const Device &o) const { return !(*this == o); }
    std::string str() const { return c10::str(*this); }
    friend std::ostream &operator<<(std::ostream &out, const Device &d)
    {
        out << d.type_;
        return d.index_ >= 0 ? out << ':' << d.index_ : out;
    }

  private:
    DeviceType type_;
    int index_;
};

template <class T> class ArrayRef {
  public:
    ArrayRef() : data_(nullptr), n_(0) {}
    ArrayRef(const T *data, size_t n) : data_(data), n_(n) {}
    ArrayRef(const std::vector<T> &v) : data_(v.data()), n_(v.size()) {}
    ArrayRef(const std::initializer_list<T> &v) : data_(v.begin()), n_(v.size()) {}
    ArrayRef(const T &one) : data_(&one), n_(1) {}
    template <size_t N> ArrayRef(const std::array<T, N> &v) : data_(v.data()), n_(N) {}
    const T *data() const { return data_; }
    size_t size() const { return n_; }
    bool empty() const { return n_ == 0; }
    const T &operator[](size_t i) const { return data_[i]; }
    const T &at(size_t i) const { return data_[i]; }
    const T &front() const { return data_[0]; }
    const T &back() const { return data_[n_ - 1]; }
    const T *begin() const { return data_; }
    const T *end() const { return data_ + n_; }
    ArrayRef slice(size_t from, size_t n) const { return { data_ + from, n }; }
    ArrayRef slice(size_t from) const { return { data_ + from, n_ - from }; }
    std::vector<T> vec() const { return std::vector<T>(data_, data_ + n_); }
    bool equals(ArrayRef o) const { return n_ == o.n_ && std::equal(begin(), end(), o.begin()); }
    bool operator==(const ArrayRef &o) const { return equals(o); }
    bool operator!=(const ArrayRef &o) const { return !equals(o); }
    operator std::vector<T>() const { return vec(); }
    friend std::ostream &operator<<(std::ostream &out, const ArrayRef &a)
    {
        out << '[';
        for (size_t i = 0; i < a.n_; i++)
            out << (i ? ", " : "") << a.data_[i];
        return out << ']';
    }

  private:
    const T *data_;
    size_t n_;
};
using IntArrayRef = ArrayRef<int64_t>;

template <class T> using optional = std::optional<T>;
constexpr std::nullopt_t nullopt = std::nullopt;
enum class MemoryFormat { Contiguous, Preserve, ChannelsLast, ChannelsLast3d };
enum class Layout { Strided };
constexpr Layout kStrided = Layout::Strided;

class TensorOptions {
  public:
    TensorOptions() = default;
    TensorOptions(ScalarType t) : dtype_(t) {}
    TensorOptions(Device d) : device_(d) {}
    TensorOptions(DeviceType d) : device_(Device(d)) {}
    TensorOptions dtype(ScalarType t) const { TensorOptions o = *this; o.dtype_ = t; return o; }
    TensorOptions device(Device d) const { TensorOptions o = *this; o.device_ = d; return o; }
    TensorOptions device(DeviceType d, int index = -1) const { return device(Device(d, index)); }
    TensorOptions requires_grad(bool) const { return *this; }
    TensorOptions layout(Layout) const { return *this; }
    TensorOptions memory_format(MemoryFormat) const { return *this; }
    ScalarType dtype() const { return dtype_; }
    Device device() const { return device_; }

  private:
    ScalarType dtype_ = kFloat;
    Device device_ = Device(kCPU);
};

struct Scalar {
    double value;
    template <class T, class = std::enable_if_t<std::is_arithmetic<T>::value>> Scalar(T v) : value((double)v) {}
    template <class T> T to() const { return (T)value; }
    double toDouble() const { return value; }
    float toFloat() const { return (float)value; }
    int64_t toLong() const { return (int64_t)value; }
};
struct Half {
    uint16_t x;
};
struct BFloat16 {
    uint16_t x;
};

template <class T> struct type_of;
#define ROLLBOOK_TYPE(T, name) template <> struct type_of<T> { static constexpr ScalarType value = ScalarType::name; }
ROLLBOOK_TYPE(uint8_t, Byte);
ROLLBOOK_TYPE(int8_t, Char);
ROLLBOOK_TYPE(int16_t, Short);
ROLLBOOK_TYPE(int32_t, Int);
ROLLBOOK_TYPE(int64_t, Long);
ROLLBOOK_TYPE(long long, Long);
ROLLBOOK_TYPE(Half, Half);
ROLLBOOK_TYPE(float, Float);
ROLLBOOK_TYPE(double, Double);
ROLLBOOK_TYPE(bool, Bool);
ROLLBOOK_TYPE(BFloat16, BFloat16);
#ifdef ROLLBOOK_SHIM_CUDA
ROLLBOOK_TYPE(__half, Half);
#endif
#undef ROLLBOOK_TYPE
template <class T> struct CppTypeToScalarType : type_of<T> {};

} // namespace c10
