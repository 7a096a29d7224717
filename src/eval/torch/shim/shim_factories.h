// shim_factories.h - making and converting tensors.
#pragma once

#include "shim_operators.h"

namespace at {
inline Tensor empty_strided(IntArrayRef n, IntArrayRef s, const TensorOptions &o = {})
{
    rb_handle h;
    bool cuda = o.device().is_cuda();
    int32_t index = cuda && o.device().index() < 0 ? 0 : o.device().index();
    must(aoti_torch_empty_strided((int64_t)n.size(), n.data(), s.data(), (int32_t)o.dtype(),
                                  cuda ? aoti_torch_device_type_cuda() : aoti_torch_device_type_cpu(), cuda ? index : 0, &h),
         "empty (out of memory?)");
    return Tensor(h);
}
inline Tensor empty(IntArrayRef n, const TensorOptions &o = {}, MemoryFormat = MemoryFormat::Contiguous)
{
    return empty_strided(n, Tensor::dense(Sizes(n.data(), n.size())), o);
}
inline Tensor zeros(IntArrayRef n, const TensorOptions &o = {}) { Tensor t = empty(n, o); t.zero_(); return t; }
inline Tensor full(IntArrayRef n, Scalar v, const TensorOptions &o = {})
{
    Tensor t = empty(n, o.has_dtype() ? o : o.dtype(v.is_integer ? kLong : kFloat));
    t.fill_(v);
    return t;
}
inline Tensor ones(IntArrayRef n, const TensorOptions &o = {}) { Tensor t = empty(n, o); t.fill_(1); return t; }
inline Tensor empty_like(const Tensor &t, const TensorOptions &asked, MemoryFormat = MemoryFormat::Preserve)
{
    TensorOptions o = t.options();
    if (asked.has_dtype())
        o = o.dtype(asked.dtype());
    if (asked.has_device())
        o = o.device(asked.device());
    // A tensor without gaps keeps its layout, as torch's does.
    int64_t span = 1;
    for (size_t i = 0; i < (size_t)t.dim(); i++)
        span += (t.sizes()[i] - 1) * t.strides()[i];
    return span == t.numel() ? empty_strided(t.sizes(), t.strides(), o) : empty(t.sizes(), o);
}
inline Tensor empty_like(const Tensor &t) { return empty_like(t, TensorOptions()); }
inline Tensor zeros_like(const Tensor &t, const TensorOptions &o = {}) { Tensor r = empty_like(t, o); r.zero_(); return r; }
inline Tensor full_like(const Tensor &t, Scalar v, const TensorOptions &o = {}) { Tensor r = empty_like(t, o); r.fill_(v); return r; }
inline Tensor ones_like(const Tensor &t, const TensorOptions &o = {}) { return full_like(t, 1, o); }
inline Tensor Tensor::contiguous(MemoryFormat f) const
{
    if (is_contiguous(f == MemoryFormat::Preserve ? MemoryFormat::Contiguous : f))
        return *this;
    if (f == MemoryFormat::ChannelsLast || f == MemoryFormat::ChannelsLast3d)
        return rollbook::run("channels_last", *this);
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
inline Tensor arange(Scalar end, const TensorOptions &o = {}) { return rollbook::run("arange", end, o); }
inline Tensor arange(Scalar from, Scalar end, const TensorOptions &o = {}) { return rollbook::run("arange", from, end, o); }
inline Tensor rand(IntArrayRef n, const TensorOptions &o = {}) { return rollbook::run("rand", n, o); }
inline Tensor randn(IntArrayRef n, const TensorOptions &o = {}) { return rollbook::run("randn", n, o); }
inline Tensor eye(int64_t n, const TensorOptions &o = {}) { return rollbook::run("eye", n, o); }
inline Tensor scalar_tensor(Scalar v, const TensorOptions &o = {}) { return rollbook::run("scalar_tensor", v, o); }
inline Tensor tensor(Scalar v, const TensorOptions &o = {}) { return rollbook::run("tensor", v, o); }

struct NoGradGuard {
    NoGradGuard() {}
};
using AutoNonVariableTypeMode = NoGradGuard;
} // namespace at
