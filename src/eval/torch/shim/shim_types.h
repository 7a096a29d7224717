// shim_types.h - what c10 names: types, devices, sizes, options.
//
// Every line here is read twice by nvcc, so the standard library's large headers come in only where the
// candidate's own text names something of them: rollbook_std.h, which the build service writes.
#pragma once

#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <initializer_list>
#include <limits>
#include <new>
#include <type_traits>
#include <utility>

#include "rollbook_std.h"

#include "shim_libtorch.h"

namespace c10 {

enum class ScalarType : int8_t {
    Byte = 0, Char = 1, Short = 2, Int = 3, Long = 4, Half = 5, Float = 6, Double = 7, ComplexHalf = 8, ComplexFloat = 9,
    ComplexDouble = 10, Bool = 11, BFloat16 = 15, Undefined = 45
};
constexpr ScalarType kByte = ScalarType::Byte, kUInt8 = kByte, kChar = ScalarType::Char, kInt8 = kChar, kShort = ScalarType::Short,
                     kInt16 = kShort, kInt = ScalarType::Int, kInt32 = kInt, kLong = ScalarType::Long, kInt64 = kLong,
                     kHalf = ScalarType::Half, kFloat16 = kHalf, kFloat = ScalarType::Float, kFloat32 = kFloat,
                     kDouble = ScalarType::Double, kFloat64 = kDouble, kBool = ScalarType::Bool, kBFloat16 = ScalarType::BFloat16;
inline const char *toString(ScalarType t)
{
    static const char *const names[] = { "Byte", "Char", "Short", "Int", "Long", "Half", "Float", "Double", "ComplexHalf",
                                         "ComplexFloat", "ComplexDouble", "Bool", "", "", "", "BFloat16" };
    return t == ScalarType::Undefined ? "Undefined" : names[(int)t];
}

enum class DeviceType : int8_t { CPU = 0, CUDA = 1 };
constexpr DeviceType kCPU = DeviceType::CPU, kCUDA = DeviceType::CUDA;

class Device {
  public:
    Device(DeviceType type, int index = -1) : type_(type), index_(index) {}
    Device(const char *name) : type_(std::strncmp(name, "cuda", 4) == 0 ? kCUDA : kCPU), index_(-1)
    {
        const char *colon = std::strchr(name, ':');
        if (colon != nullptr)
            index_ = std::atoi(colon + 1);
    }
#ifdef ROLLBOOK_STD_STRING
    Device(const std::string &name) : Device(name.c_str()) {}
#endif
    DeviceType type() const { return type_; }
    int index() const { return index_; }
    bool has_index() const { return index_ >= 0; }
    bool is_cuda() const { return type_ == kCUDA; }
    bool is_cpu() const { return type_ == kCPU; }
    bool operator==(const Device &o) const { return type_ == o.type_ && index_ == o.index_; }
    bool operator!=(const Device &o) const { return !(*this == o); }

  private:
    DeviceType type_;
    int index_;
};

// Sizes that are ours: no tensor has more dimensions.
struct Sizes {
    int64_t data_[64];
    size_t n = 0;
    Sizes() = default;
    Sizes(const int64_t *from, size_t count) : n(count < 64 ? count : 64) { std::memcpy(data_, from, n * sizeof(*data_)); }
    size_t size() const { return n; }
    const int64_t *data() const { return data_; }
    int64_t &operator[](size_t i) { return data_[i]; }
    const int64_t &operator[](size_t i) const { return data_[i]; }
    void insert(size_t at, int64_t v)
    {
        std::memmove(data_ + at + 1, data_ + at, (n - at) * sizeof(*data_));
        data_[at] = v;
        n++;
    }
    void erase(size_t at)
    {
        std::memmove(data_ + at, data_ + at + 1, (n - at - 1) * sizeof(*data_));
        n--;
    }
};

template <class T> class ArrayRef {
  public:
    ArrayRef() : data_(nullptr), n_(0) {}
    ArrayRef(const T *data, size_t n) : data_(data), n_(n) {}
    ArrayRef(const std::initializer_list<T> &v) : data_(v.begin()), n_(v.size()) {}
    ArrayRef(const T &one) : data_(&one), n_(1) {}
    template <class U, class = std::enable_if_t<std::is_same<U, Sizes>::value && std::is_same<T, int64_t>::value>>
    ArrayRef(const U &v) : data_(v.data()), n_(v.size())
    {
    }
    template <size_t N> ArrayRef(const T (&v)[N]) : data_(v), n_(N) {}
#ifdef ROLLBOOK_STD_VECTOR
    ArrayRef(const std::vector<T> &v) : data_(v.data()), n_(v.size()) {}
    std::vector<T> vec() const { return std::vector<T>(data_, data_ + n_); }
    operator std::vector<T>() const { return vec(); }
#endif
#ifdef ROLLBOOK_STD_ARRAY
    template <size_t N> ArrayRef(const std::array<T, N> &v) : data_(v.data()), n_(N) {}
#endif
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
    bool equals(ArrayRef o) const
    {
        for (size_t i = 0; i < n_ && n_ == o.n_; i++)
            if (!(data_[i] == o.data_[i]))
                return false;
        return n_ == o.n_;
    }
    bool operator==(const ArrayRef &o) const { return equals(o); }
    bool operator!=(const ArrayRef &o) const { return !equals(o); }

  private:
    const T *data_;
    size_t n_;
};
using IntArrayRef = ArrayRef<int64_t>;

enum class MemoryFormat { Contiguous, Preserve, ChannelsLast, ChannelsLast3d };
enum class Layout { Strided };
constexpr Layout kStrided = Layout::Strided;

// What a message is made of; longer ones are cut.
class Text {
  public:
    Text &operator<<(const char *s) { return put("%s", s); }
    Text &operator<<(char c) { return put("%c", c); }
    Text &operator<<(ScalarType t) { return put("%s", toString(t)); }
    Text &operator<<(DeviceType t) { return put("%s", t == kCPU ? "cpu" : "cuda"); }
    Text &operator<<(const Device &d)
    {
        *this << d.type();
        return d.has_index() ? put(":%d", d.index()) : *this;
    }
    template <class T> std::enable_if_t<std::is_integral<T>::value, Text &> operator<<(T v) { return put("%lld", (long long)v); }
    template <class T> std::enable_if_t<std::is_floating_point<T>::value, Text &> operator<<(T v) { return put("%g", (double)v); }
    template <class T> Text &operator<<(const ArrayRef<T> &a)
    {
        *this << "[";
        for (size_t i = 0; i < a.size(); i++)
            *this << (i > 0 ? ", " : "") << a[i];
        return *this << "]";
    }
#ifdef ROLLBOOK_STD_STRING
    Text &operator<<(const std::string &s) { return put("%s", s.c_str()); }
    operator std::string() const { return std::string(text_); }
#endif
    const char *c_str() const { return text_; }

  private:
    template <class T> Text &put(const char *format, T v)
    {
        int more = std::snprintf(text_ + n_, sizeof(text_) - n_, format, v);
        n_ += more > 0 ? (size_t)more : 0;
        n_ = n_ < sizeof(text_) ? n_ : sizeof(text_) - 1;
        return *this;
    }
    char text_[1024] = "";
    size_t n_ = 0;
};
template <class... A> Text str(const A &...a)
{
    Text out;
    (void)std::initializer_list<int>{ 0, ((void)(out << a), 0)... };
    return out;
}

class Error : public std::exception {
  public:
    explicit Error(const Text &t) : text_(t) {}
    const char *what() const noexcept override { return text_.c_str(); }

  private:
    Text text_;
};

inline void must(int32_t status, const char *what)
{
    if (status != 0)
        throw Error(str("torch: ", what, " failed"));
}

class TensorOptions {
  public:
    TensorOptions() = default;
    TensorOptions(ScalarType t) : dtype_(t) {}
    TensorOptions(Device d) : device_(d), has_device_(true) {}
    TensorOptions(DeviceType d) : TensorOptions(Device(d)) {}
    TensorOptions dtype(ScalarType t) const { TensorOptions o = *this; o.dtype_ = t; return o; }
    TensorOptions device(Device d) const { TensorOptions o = *this; o.device_ = d; o.has_device_ = true; return o; }
    TensorOptions device(DeviceType d, int index = -1) const { return device(Device(d, index)); }
    TensorOptions requires_grad(bool) const { return *this; }
    TensorOptions layout(Layout) const { return *this; }
    TensorOptions memory_format(MemoryFormat) const { return *this; }
    ScalarType dtype() const { return has_dtype() ? dtype_ : kFloat; }
    Device device() const { return device_; }
    bool has_dtype() const { return dtype_ != ScalarType::Undefined; }
    bool has_device() const { return has_device_; }

  private:
    ScalarType dtype_ = ScalarType::Undefined;
    Device device_ = Device(kCPU);
    bool has_device_ = false;
};

} // namespace c10
