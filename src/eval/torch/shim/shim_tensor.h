// shim_tensor.h - a tensor: a handle of libtorch's.
#pragma once

#include "shim_types.h"

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
    Tensor &operator=(Tensor &&o) noexcept { std::swap(handle_, o.handle_); return *this; }
    ~Tensor() { reset(); }
    static Tensor borrowed(rb_handle h)
    {
        rb_handle mine = nullptr;
        must(aoti_torch_new_tensor_handle(h, &mine), "taking an argument");
        return Tensor(mine);
    }
    rb_handle handle() const { return handle_; }
    rb_handle release() { return std::exchange(handle_, nullptr); }

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

} // namespace at
