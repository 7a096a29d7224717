// shim_factories.h - making and converting tensors.
#pragma once

#include "shim_tensor.h"

namespace at {
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
