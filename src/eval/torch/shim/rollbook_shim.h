// rollbook_shim.h - what inline extensions use of torch/extension.h, over the C functions that libtorch
// exports (aoti_torch_*).  PyTorch's own headers take 40 s of a compiler; this one takes half a second.
//
// libtorch does the work: memory comes from its allocators, streams are its streams.  What is missing
// here does not compile, and the build service then takes PyTorch's own headers.
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

extern "C" {
struct AtenTensorOpaque;
using rb_handle = AtenTensorOpaque *;
int32_t aoti_torch_get_data_ptr(rb_handle, void **);
int32_t aoti_torch_get_dim(rb_handle, int64_t *);
int32_t aoti_torch_get_numel(rb_handle, int64_t *);
int32_t aoti_torch_get_sizes(rb_handle, int64_t **);
int32_t aoti_torch_get_strides(rb_handle, int64_t **);
int32_t aoti_torch_get_dtype(rb_handle, int32_t *);
int32_t aoti_torch_get_device_type(rb_handle, int32_t *);
int32_t aoti_torch_get_device_index(rb_handle, int32_t *);
int32_t aoti_torch_get_storage_offset(rb_handle, int64_t *);
int32_t aoti_torch_is_contiguous(rb_handle, bool *);
int32_t aoti_torch_empty_strided(int64_t, const int64_t *, const int64_t *, int32_t, int32_t, int32_t, rb_handle *);
int32_t aoti_torch__reinterpret_tensor(rb_handle, int64_t, const int64_t *, const int64_t *, int64_t, rb_handle *);
int32_t aoti_torch_new_tensor_handle(rb_handle, rb_handle *);
int32_t aoti_torch_delete_tensor_object(rb_handle);
int32_t aoti_torch_clone(rb_handle, rb_handle *);
int32_t aoti_torch_copy_(rb_handle, rb_handle, int32_t);
int32_t aoti_torch_zero_(rb_handle);
int32_t aoti_torch_aten_fill__Scalar(rb_handle, double);
int32_t aoti_torch_mm_out(rb_handle, rb_handle, rb_handle);
int32_t aoti_torch_bmm_out(rb_handle, rb_handle, rb_handle);
int32_t aoti_torch_item_float64(rb_handle, double *);
int32_t aoti_torch_device_type_cpu();
int32_t aoti_torch_device_type_cuda();
#ifdef ROLLBOOK_SHIM_CUDA
int32_t aoti_torch_get_current_cuda_stream(int32_t, void **);
#endif
}

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

namespace at {
using namespace c10;

// Sizes for a tensor that need not be given as int64_t.
using Sizes = std::vector<int64_t>;

template <class T, size_t N> class Accessor {
  public:
    Accessor(T *data, const int64_t *sizes, const int64_t *strides) : data_(data), sizes_(sizes), strides_(strides) {}
    auto operator[](int64_t i) const
    {
        if constexpr (N == 1)
            return (data_[i * strides_[0]]);
        else
            return Accessor<T, N - 1>(data_ + i * strides_[0], sizes_ + 1, strides_ + 1);
    }
    int64_t size(int64_t d) const { return sizes_[d]; }
    T *data() const { return data_; }

  private:
    T *data_;
    const int64_t *sizes_, *strides_;
};

class Tensor {
  public:
    Tensor() = default;
    explicit Tensor(rb_handle h) : handle_(h) {} // takes it
    Tensor(const Tensor &o) { *this = o; }
    Tensor(Tensor &&o) noexcept : handle_(o.handle_) { o.handle_ = nullptr; }
    Tensor &operator=(const Tensor &o)
    {
        rb_handle h = nullptr;
        if (o.handle_ != nullptr)
            must(aoti_torch_new_tensor_handle(o.handle_, &h), "copying a tensor's handle");
        reset();
        handle_ = h;
        return *this;
    }
    Tensor &operator=(Tensor &&o) noexcept
    {
        std::swap(handle_, o.handle_);
        return *this;
    }
    ~Tensor() { reset(); }
    static Tensor borrowed(rb_handle h)
    {
        rb_handle mine = nullptr;
        must(aoti_torch_new_tensor_handle(h, &mine), "taking an argument");
        return Tensor(mine);
    }
    rb_handle handle() const { return handle_; }
    rb_handle release()
    {
        rb_handle h = handle_;
        handle_ = nullptr;
        return h;
    }

    bool defined() const { return handle_ != nullptr; }
    int64_t dim() const { int64_t v; must(aoti_torch_get_dim(handle_, &v), "dim"); return v; }
    int64_t ndimension() const { return dim(); }
    int64_t numel() const { int64_t v; must(aoti_torch_get_numel(handle_, &v), "numel"); return v; }
    IntArrayRef sizes() const { int64_t *v; must(aoti_torch_get_sizes(handle_, &v), "sizes"); return { v, (size_t)dim() }; }
    IntArrayRef strides() const { int64_t *v; must(aoti_torch_get_strides(handle_, &v), "strides"); return { v, (size_t)dim() }; }
    int64_t size(int64_t d) const { return sizes()[(size_t)index_of(d)]; }
    int64_t stride(int64_t d) const { return strides()[(size_t)index_of(d)]; }
    int64_t storage_offset() const { int64_t v; must(aoti_torch_get_storage_offset(handle_, &v), "storage_offset"); return v; }
    int64_t element_size() const
    {
        static const int sizes[] = { 1, 1, 2, 4, 8, 2, 4, 8, 4, 8, 16, 1, 0, 0, 0, 2 };
        return sizes[(int)scalar_type()];
    }
    int64_t itemsize() const { return element_size(); }
    int64_t nbytes() const { return numel() * element_size(); }
    ScalarType scalar_type() const { int32_t v; must(aoti_torch_get_dtype(handle_, &v), "dtype"); return (ScalarType)v; }
    ScalarType dtype() const { return scalar_type(); }
    ScalarType type() const { return scalar_type(); }
    Device device() const
    {
        int32_t type, index;
        must(aoti_torch_get_device_type(handle_, &type), "device");
        must(aoti_torch_get_device_index(handle_, &index), "device");
        return Device(type == aoti_torch_device_type_cuda() ? kCUDA : kCPU, index);
    }
    int64_t get_device() const { return device().index(); }
    bool is_cuda() const { return device().is_cuda(); }
    bool is_cpu() const { return device().is_cpu(); }
    bool is_contiguous(MemoryFormat = MemoryFormat::Contiguous) const
    {
        int64_t expected = 1;
        IntArrayRef n = sizes(), s = strides();
        for (size_t i = n.size(); i-- > 0; expected *= n[i])
            if (n[i] != 1 && s[i] != expected)
                return false;
        return true;
    }
    bool is_floating_point() const
    {
        ScalarType t = scalar_type();
        return t == kFloat || t == kDouble || t == kHalf || t == kBFloat16;
    }
    bool requires_grad() const { return false; }
    TensorOptions options() const { return TensorOptions(scalar_type()).device(device()); }
    void *data_ptr() const { void *v; must(aoti_torch_get_data_ptr(handle_, &v), "data_ptr"); return v; }
    template <class T> T *data_ptr() const
    {
        if (type_of<std::remove_const_t<T>>::value != scalar_type())
            throw Error(str("expected scalar type ", type_of<std::remove_const_t<T>>::value, " but found ", scalar_type()));
        return (T *)data_ptr();
    }
    template <class T> T *data() const { return data_ptr<T>(); }
    template <class T> const T *const_data_ptr() const { return data_ptr<T>(); }
    template <class T> T *mutable_data_ptr() const { return data_ptr<T>(); }
    template <class T, size_t N> Accessor<T, N> accessor() const { return { data_ptr<T>(), sizes().data(), strides().data() }; }

    Tensor as_strided(const Sizes &n, const Sizes &s, int64_t offset) const
    {
        rb_handle h;
        must(aoti_torch__reinterpret_tensor(handle_, (int64_t)n.size(), n.data(), s.data(), offset, &h), "as_strided");
        return Tensor(h);
    }
    Tensor clone() const { rb_handle h; must(aoti_torch_clone(handle_, &h), "clone"); return Tensor(h); }
    Tensor detach() const { return *this; }
    Tensor contiguous(MemoryFormat = MemoryFormat::Contiguous) const;
    Tensor to(ScalarType t) const;
    Tensor to(Device d) const;
    Tensor to(const TensorOptions &o) const { return to(o.device()).to(o.dtype()); }
    Tensor toType(ScalarType t) const { return to(t); }
    Tensor cpu() const { return to(Device(kCPU)); }
    Tensor cuda() const { return to(Device(kCUDA, 0)); }
    Tensor to_float() const { return to(kFloat); }
    Tensor view(IntArrayRef n) const
    {
        if (!is_contiguous())
            throw Error("view size is not compatible with input tensor's size and stride");
        Sizes full = n.vec();
        int64_t known = 1, open = -1;
        for (size_t i = 0; i < full.size(); i++) {
            if (full[i] == -1)
                open = (int64_t)i;
            else
                known *= full[i];
        }
        if (open >= 0)
            full[(size_t)open] = known == 0 ? 0 : numel() / known;
        int64_t count = 1;
        for (int64_t f : full)
            count *= f;
        if (count != numel())
            throw Error(str("shape '", n, "' is invalid for input of size ", numel()));
        return as_strided(full, dense(full), storage_offset());
    }
    Tensor reshape(IntArrayRef n) const { return contiguous().view(n); }
    Tensor view_as(const Tensor &o) const { return view(o.sizes()); }
    Tensor flatten() const { return reshape({ numel() }); }
    Tensor transpose(int64_t a, int64_t b) const
    {
        Sizes n = sizes().vec(), s = strides().vec();
        std::swap(n[(size_t)index_of(a)], n[(size_t)index_of(b)]);
        std::swap(s[(size_t)index_of(a)], s[(size_t)index_of(b)]);
        return as_strided(n, s, storage_offset());
    }
    Tensor t() const { return dim() < 2 ? *this : transpose(0, 1); }
    Tensor permute(IntArrayRef order) const
    {
        Sizes n, s;
        for (int64_t d : order) {
            n.push_back(size(d));
            s.push_back(stride(d));
        }
        return as_strided(n, s, storage_offset());
    }
    Tensor unsqueeze(int64_t d) const
    {
        Sizes n = sizes().vec(), s = strides().vec();
        size_t at = (size_t)(d < 0 ? d + dim() + 1 : d);
        s.insert(s.begin() + (long)at, at < n.size() ? n[at] * s[at] : 1);
        n.insert(n.begin() + (long)at, 1);
        return as_strided(n, s, storage_offset());
    }
    Tensor squeeze(int64_t d) const
    {
        Sizes n = sizes().vec(), s = strides().vec();
        size_t at = (size_t)index_of(d);
        if (n[at] != 1)
            return *this;
        n.erase(n.begin() + (long)at);
        s.erase(s.begin() + (long)at);
        return as_strided(n, s, storage_offset());
    }
    Tensor narrow(int64_t d, int64_t start, int64_t length) const
    {
        Sizes n = sizes().vec();
        n[(size_t)index_of(d)] = length;
        return as_strided(n, strides().vec(), storage_offset() + start * stride(d));
    }
    Tensor select(int64_t d, int64_t i) const { return narrow(d, i < 0 ? i + size(d) : i, 1).squeeze(d); }
    Tensor operator[](int64_t i) const { return select(0, i); }
    Tensor expand(IntArrayRef n) const
    {
        Sizes s(n.size(), 0), full = n.vec();
        size_t lead = n.size() - (size_t)dim();
        for (size_t i = lead; i < n.size(); i++) {
            int64_t mine = sizes()[i - lead];
            if (full[i] == -1)
                full[i] = mine;
            s[i] = mine == 1 && full[i] != 1 ? 0 : strides()[i - lead];
        }
        return as_strided(full, s, storage_offset());
    }
    Tensor &zero_() { must(aoti_torch_zero_(handle_), "zero_"); return *this; }
    Tensor &fill_(Scalar v) { must(aoti_torch_aten_fill__Scalar(handle_, v.value), "fill_"); return *this; }
    Tensor &copy_(const Tensor &src, bool non_blocking = false)
    {
        must(aoti_torch_copy_(handle_, src.handle_, non_blocking), "copy_");
        return *this;
    }
    template <class T> T item() const
    {
        double v;
        must(aoti_torch_item_float64(to(Device(kCPU)).to(kDouble).handle_, &v), "item");
        return (T)v;
    }
    static Sizes dense(const Sizes &n)
    {
        Sizes s(n.size(), 1);
        for (size_t i = n.size(); i-- > 1;)
            s[i - 1] = s[i] * (n[i] > 0 ? n[i] : 1);
        return s;
    }

  private:
    int64_t index_of(int64_t d) const
    {
        int64_t n = dim();
        if (d < -n || d >= n)
            throw Error(str("Dimension out of range (expected to be in range of [", -n, ", ", n - 1, "], but got ", d, ")"));
        return d < 0 ? d + n : d;
    }
    void reset()
    {
        if (handle_ != nullptr)
            aoti_torch_delete_tensor_object(handle_);
        handle_ = nullptr;
    }
    rb_handle handle_ = nullptr;
};

inline Tensor empty_strided(IntArrayRef n, IntArrayRef s, const TensorOptions &o = {})
{
    rb_handle h;
    bool cuda = o.device().is_cuda();
    int32_t index = cuda && o.device().index() < 0 ? 0 : o.device().index();
    must(aoti_torch_empty_strided((int64_t)n.size(), n.data(), s.data(), (int32_t)o.dtype(),
                                  cuda ? aoti_torch_device_type_cuda() : aoti_torch_device_type_cpu(), cuda ? index : 0, &h),
         "empty");
    return Tensor(h);
}
inline Tensor empty(IntArrayRef n, const TensorOptions &o = {}) { return empty_strided(n, Tensor::dense(n.vec()), o); }
inline Tensor zeros(IntArrayRef n, const TensorOptions &o = {}) { Tensor t = empty(n, o); t.zero_(); return t; }
inline Tensor full(IntArrayRef n, Scalar v, const TensorOptions &o = {}) { Tensor t = empty(n, o); t.fill_(v); return t; }
inline Tensor ones(IntArrayRef n, const TensorOptions &o = {}) { return full(n, 1, o); }
inline Tensor empty_like(const Tensor &t, const TensorOptions &o)
{
    // A tensor without gaps keeps its layout, as torch's does.
    int64_t span = 1;
    for (size_t i = 0; i < (size_t)t.dim(); i++)
        span += (t.sizes()[i] - 1) * t.strides()[i];
    return span == t.numel() ? empty_strided(t.sizes(), t.strides(), o) : empty(t.sizes(), o);
}
inline Tensor empty_like(const Tensor &t) { return empty_like(t, t.options()); }
inline Tensor zeros_like(const Tensor &t) { Tensor r = empty_like(t); r.zero_(); return r; }
inline Tensor zeros_like(const Tensor &t, const TensorOptions &o) { Tensor r = empty_like(t, o); r.zero_(); return r; }
inline Tensor full_like(const Tensor &t, Scalar v) { Tensor r = empty_like(t); r.fill_(v); return r; }
inline Tensor ones_like(const Tensor &t) { return full_like(t, 1); }
inline Tensor Tensor::contiguous(MemoryFormat) const
{
    if (is_contiguous())
        return *this;
    Tensor r = empty(sizes(), options());
    r.copy_(*this);
    return r;
}
inline Tensor Tensor::to(ScalarType t) const
{
    if (t == scalar_type())
        return *this;
    Tensor r = empty_like(*this, options().dtype(t));
    r.copy_(*this);
    return r;
}
inline Tensor Tensor::to(Device d) const
{
    if (d.type() == device().type() && (d.index() < 0 || d.index() == device().index()))
        return *this;
    Tensor r = empty_like(*this, options().device(d));
    r.copy_(*this);
    return r;
}
inline Tensor mm(const Tensor &a, const Tensor &b)
{
    Tensor r = empty({ a.size(0), b.size(1) }, a.options());
    must(aoti_torch_mm_out(r.handle(), a.handle(), b.handle()), "mm");
    return r;
}
inline Tensor bmm(const Tensor &a, const Tensor &b)
{
    Tensor r = empty({ a.size(0), a.size(1), b.size(2) }, a.options());
    must(aoti_torch_bmm_out(r.handle(), a.handle(), b.handle()), "bmm");
    return r;
}
using TensorList = ArrayRef<Tensor>;

struct NoGradGuard {
    NoGradGuard() {}
};
} // namespace at

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
inline Tensor device_of_dummy() { return Tensor(); }
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

// ---- bindings: PYBIND11_MODULE fills a table of functions that extension.py calls ----
namespace rollbook {

struct Value { // as extension.py has it
    int32_t kind, n;
    int64_t integer;
    double real;
    void *pointer;
};
enum Kind : int32_t { NONE, TENSOR, INT, DOUBLE, BOOL, TEXT, INT_LIST, DOUBLE_LIST, TENSOR_LIST, OTHER };

struct Mismatch : std::runtime_error {
    using std::runtime_error::runtime_error;
};

template <class T, class = void> struct Taken; // a Value as an argument of type T
template <> struct Taken<at::Tensor> {
    static at::Tensor from(const Value &v)
    {
        if (v.kind == NONE)
            return at::Tensor();
        if (v.kind != TENSOR)
            throw Mismatch("incompatible function arguments: a tensor is expected");
        return at::Tensor::borrowed((rb_handle)v.pointer);
    }
};
template <class T> struct Taken<T, std::enable_if_t<std::is_integral<T>::value>> {
    static T from(const Value &v)
    {
        if (v.kind != INT && v.kind != BOOL)
            throw Mismatch("incompatible function arguments: an integer is expected");
        return (T)v.integer;
    }
};
template <class T> struct Taken<T, std::enable_if_t<std::is_floating_point<T>::value>> {
    static T from(const Value &v)
    {
        if (v.kind != DOUBLE && v.kind != INT && v.kind != BOOL)
            throw Mismatch("incompatible function arguments: a number is expected");
        return (T)v.real;
    }
};
template <> struct Taken<std::string> {
    static std::string from(const Value &v)
    {
        if (v.kind != TEXT)
            throw Mismatch("incompatible function arguments: a str is expected");
        return std::string((const char *)v.pointer, (size_t)v.n);
    }
};
template <class T> struct Taken<std::vector<T>, std::enable_if_t<std::is_arithmetic<T>::value>> {
    static std::vector<T> from(const Value &v)
    {
        std::vector<T> out;
        for (int i = 0; i < v.n && (v.kind == INT_LIST || v.kind == DOUBLE_LIST); i++)
            out.push_back(v.kind == INT_LIST ? (T)((const int64_t *)v.pointer)[i] : (T)((const double *)v.pointer)[i]);
        if (v.kind != INT_LIST && v.kind != DOUBLE_LIST)
            throw Mismatch("incompatible function arguments: a list of numbers is expected");
        return out;
    }
};
template <> struct Taken<std::vector<at::Tensor>> {
    static std::vector<at::Tensor> from(const Value &v)
    {
        std::vector<at::Tensor> out;
        if (v.kind != TENSOR_LIST && !(v.kind == INT_LIST && v.n == 0))
            throw Mismatch("incompatible function arguments: a list of tensors is expected");
        for (int i = 0; i < v.n; i++)
            out.push_back(at::Tensor::borrowed(((rb_handle *)v.pointer)[i]));
        return out;
    }
};
template <class T> struct Taken<std::optional<T>> {
    static std::optional<T> from(const Value &v) { return v.kind == NONE ? std::nullopt : std::optional<T>(Taken<T>::from(v)); }
};
template <> struct Taken<at::IntArrayRef> {
    static std::vector<int64_t> from(const Value &v) { return Taken<std::vector<int64_t>>::from(v); }
};

inline int put(Value *out, int most, at::Tensor &&t)
{
    if (most < 1)
        return 0;
    *out = t.defined() ? Value{ TENSOR, 0, 0, 0.0, t.release() } : Value{ NONE, 0, 0, 0.0, nullptr };
    return 1;
}
template <class T> std::enable_if_t<std::is_arithmetic<T>::value, int> put(Value *out, int most, T &&v)
{
    using U = std::decay_t<T>;
    if (most < 1)
        return 0;
    *out = Value{ std::is_same<U, bool>::value ? BOOL : std::is_integral<U>::value ? INT : DOUBLE, 0, (int64_t)v, (double)v, nullptr };
    return 1;
}
inline int put(Value *out, int most, std::vector<at::Tensor> &&list)
{
    int n = 0;
    for (at::Tensor &t : list)
        n += put(out + n, most - n, std::move(t));
    return n;
}
template <class... T> int put(Value *out, int most, std::tuple<T...> &&list)
{
    int n = 0;
    std::apply([&](auto &...e) { (void)std::initializer_list<int>{ (n += put(out + n, most - n, std::move(e)), 0)... }; }, list);
    return n;
}

struct Entry {
    std::string name;
    int n;
    std::function<int(const Value *, Value *, int)> call;
};
inline std::vector<Entry> &entries()
{
    static std::vector<Entry> all;
    return all;
}

template <class R, class... A, size_t... I>
int apply(R (*f)(A...), const Value *a, Value *out, int most, std::index_sequence<I...>)
{
    (void)a;
    (void)out;
    (void)most;
    if constexpr (std::is_void<R>::value) {
        f(Taken<std::decay_t<A>>::from(a[I])...);
        return 0;
    } else {
        std::decay_t<R> result = f(Taken<std::decay_t<A>>::from(a[I])...);
        return put(out, most, std::move(result));
    }
}

class Module {
  public:
    template <class R, class... A, class... Extra> Module &def(const char *name, R (*f)(A...), const Extra &...)
    {
        entries().push_back({ name, (int)sizeof...(A), [f](const Value *a, Value *out, int most) {
                                 return apply(f, a, out, most, std::index_sequence_for<A...>());
                             } });
        return *this;
    }
    const char *&doc() { return doc_; }

  private:
    const char *doc_ = "";
};
} // namespace rollbook

namespace pybind11 {
using module_ = rollbook::Module;
struct arg {
    explicit arg(const char *) {}
    template <class T> arg &operator=(const T &) { return *this; }
};
} // namespace pybind11
namespace py = pybind11;

#ifdef ROLLBOOK_SHIM_MAIN
void rb_register(rollbook::Module &);
#define PYBIND11_MODULE(name, m) void rb_register(rollbook::Module &m)
extern "C" {
__attribute__((visibility("default"))) int rb_module_count()
{
    static bool done = false;
    static rollbook::Module module;
    if (!done)
        rb_register(module);
    done = true;
    return (int)rollbook::entries().size();
}
__attribute__((visibility("default"))) const char *rb_module_name(int i)
{
    return rollbook::entries()[(size_t)i].name.c_str();
}
__attribute__((visibility("default"))) void rb_delete(void *h)
{
    aoti_torch_delete_tensor_object((rb_handle)h);
}
// How many results stand in out; -1 the function failed, -2 the arguments do not fit: message says why.
__attribute__((visibility("default"))) int rb_module_call(int i, const rollbook::Value *a, int n, rollbook::Value *out, int most,
                                                          char *message, int size)
{
    try {
        const rollbook::Entry &e = rollbook::entries()[(size_t)i];
        if (n != e.n)
            throw rollbook::Mismatch(c10::str(e.name, "(): incompatible function arguments: ", e.n, " are expected, not ", n));
        return e.call(a, out, most);
    } catch (const rollbook::Mismatch &m) {
        std::snprintf(message, (size_t)size, "%s", m.what());
        return -2;
    } catch (const std::exception &x) {
        std::snprintf(message, (size_t)size, "%s", x.what());
        return -1;
    }
}
}
#else
#define PYBIND11_MODULE(name, m) [[maybe_unused]] static void rb_unused(rollbook::Module &m)
#endif
