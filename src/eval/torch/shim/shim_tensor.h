// shim_tensor.h - a tensor: a handle of libtorch's.  Accessors and views; operators are in shim_operators.h.
#pragma once

#include "shim_values.h"

namespace at {
using namespace c10;

template <class T, size_t N> class Accessor {
  public:
    Accessor(T *data, const int64_t *sizes, const int64_t *strides) : data_(data)
    {
        for (size_t i = 0; i < N; i++) {
            sizes_[i] = sizes[i];
            strides_[i] = strides[i];
        }
    }
#ifdef __CUDACC__
    __host__ __device__
#endif
    decltype(auto) operator[](int64_t i) const
    {
        if constexpr (N == 1)
            return (data_[i * strides_[0]]);
        else
            return Accessor<T, N - 1>(*this, i);
    }
#ifdef __CUDACC__
    __host__ __device__
#endif
    Accessor(const Accessor<T, N + 1> &whole, int64_t i) : data_(whole.data_ + i * whole.strides_[0])
    {
        for (size_t d = 0; d < N; d++) {
            sizes_[d] = whole.sizes_[d + 1];
            strides_[d] = whole.strides_[d + 1];
        }
    }
#ifdef __CUDACC__
    __host__ __device__
#endif
    int64_t size(int64_t d) const { return sizes_[d]; }
#ifdef __CUDACC__
    __host__ __device__
#endif
    T *data() const { return data_; }
    T *data_;
    int64_t sizes_[N], strides_[N];
};
template <class T> struct RestrictPtrTraits {};
template <class T> struct DefaultPtrTraits {};
template <class T, size_t N, template <class> class P = DefaultPtrTraits> using PackedTensorAccessor32 = Accessor<T, N>;
template <class T, size_t N, template <class> class P = DefaultPtrTraits> using PackedTensorAccessor64 = Accessor<T, N>;

struct Type { // what x.type() gives: compared, asked, dispatched on
    ScalarType scalar;
    bool cuda;
    bool is_cuda() const { return cuda; }
    ScalarType scalarType() const { return scalar; }
    operator ScalarType() const { return scalar; }
};

class Tensor {
  public:
    Tensor() = default;
    explicit Tensor(rb_handle h) : handle_(h) {} // takes it
    Tensor(const Tensor &o) { *this = o; }
    Tensor(Tensor &&o) noexcept : handle_(o.handle_) { o.handle_ = nullptr; }
#ifdef ROLLBOOK_STD_OPTIONAL
    Tensor(std::nullopt_t) {}
#endif
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
        rb_handle mine = handle_;
        handle_ = o.handle_;
        o.handle_ = mine;
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
    int64_t dim() const { int64_t v; must(aoti_torch_get_dim(held(), &v), "dim"); return v; }
    int64_t ndimension() const { return dim(); }
    int64_t numel() const { int64_t v; must(aoti_torch_get_numel(held(), &v), "numel"); return v; }
    IntArrayRef sizes() const { int64_t *v; must(aoti_torch_get_sizes(held(), &v), "sizes"); return { v, (size_t)dim() }; }
    IntArrayRef strides() const { int64_t *v; must(aoti_torch_get_strides(held(), &v), "strides"); return { v, (size_t)dim() }; }
    int64_t size(int64_t d) const { return sizes()[(size_t)index_of(d)]; }
    int64_t stride(int64_t d) const { return strides()[(size_t)index_of(d)]; }
    int64_t storage_offset() const { int64_t v; must(aoti_torch_get_storage_offset(held(), &v), "storage_offset"); return v; }
    int64_t element_size() const
    {
        static const int sizes[] = { 1, 1, 2, 4, 8, 2, 4, 8, 4, 8, 16, 1, 0, 0, 0, 2 };
        return sizes[(int)scalar_type()];
    }
    int64_t itemsize() const { return element_size(); }
    int64_t nbytes() const { return numel() * element_size(); }
    ScalarType scalar_type() const { int32_t v; must(aoti_torch_get_dtype(held(), &v), "dtype"); return (ScalarType)v; }
    ScalarType dtype() const { return scalar_type(); }
    Type type() const { return { scalar_type(), is_cuda() }; }
    Device device() const
    {
        int32_t type, index;
        must(aoti_torch_get_device_type(held(), &type), "device");
        must(aoti_torch_get_device_index(held(), &index), "device");
        return Device(type == aoti_torch_device_type_cuda() ? kCUDA : kCPU, index);
    }
    int64_t get_device() const { return device().index(); }
    bool is_cuda() const { return device().is_cuda(); }
    bool is_cpu() const { return device().is_cpu(); }
    bool is_contiguous(MemoryFormat f = MemoryFormat::Contiguous) const
    {
        IntArrayRef n = sizes(), s = strides();
        if (f == MemoryFormat::ChannelsLast || f == MemoryFormat::ChannelsLast3d) {
            if (n.size() != (f == MemoryFormat::ChannelsLast ? 4u : 5u))
                return false;
            int64_t expected = 1;
            for (size_t k = 0; k < n.size(); k++) {
                size_t i = k == 0 ? 1 : k + 1 < n.size() ? n.size() - k : 0;
                if (n[i] != 1 && s[i] != expected)
                    return false;
                expected *= n[i];
            }
            return true;
        }
        int64_t expected = 1;
        for (size_t i = n.size(); i-- > 0; expected *= n[i])
            if (n[i] != 1 && s[i] != expected)
                return numel() == 0;
        return true;
    }
    bool is_floating_point() const
    {
        ScalarType t = scalar_type();
        return t == kFloat || t == kDouble || t == kHalf || t == kBFloat16;
    }
    bool is_same(const Tensor &o) const { return handle_ == o.handle_ || (defined() && o.defined() && data_ptr() == o.data_ptr()); }
    bool requires_grad() const { return false; }
    TensorOptions options() const { return TensorOptions(scalar_type()).device(device()); }
    void *data_ptr() const { void *v; must(aoti_torch_get_data_ptr(held(), &v), "data_ptr"); return v; }
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
    template <class T, size_t N, template <class> class P = DefaultPtrTraits> Accessor<T, N> packed_accessor32() const { return accessor<T, N>(); }
    template <class T, size_t N, template <class> class P = DefaultPtrTraits> Accessor<T, N> packed_accessor64() const { return accessor<T, N>(); }

#include "shim_views.h"
    Tensor &zero_() { must(aoti_torch_zero_(held()), "zero_"); return *this; }
    Tensor &fill_(Scalar v) { must(aoti_torch_aten_fill__Scalar(held(), v.value), "fill_"); return *this; }
    Tensor &copy_(const Tensor &src, bool non_blocking = false)
    {
        must(aoti_torch_copy_(held(), src.held(), non_blocking), "copy_");
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
        Sizes s = n;
        for (size_t i = n.size(); i-- > 0;)
            s[i] = i + 1 == n.size() ? 1 : s[i + 1] * (n[i + 1] > 0 ? n[i + 1] : 1);
        return s;
    }
#include "shim_members.h"

  private:
    static Sizes own(IntArrayRef a) { return Sizes(a.data(), a.size()); }
    rb_handle held() const
    {
        if (handle_ == nullptr)
            throw Error(str("an undefined tensor has no contents"));
        return handle_;
    }
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
using TensorList = ArrayRef<Tensor>;
} // namespace at
