// shim_operators.h - operators that Python calls by name: rarely on the path that is timed, and then as
// fast as a call from Python is.
#pragma once

#include "shim_tensor.h"

namespace rollbook {
using at::Tensor;

struct Arguments {
    Value values[16];
    int n = 0;
    const void *handles[64];
    int used = 0;
    void put(const Value &v)
    {
        if (n == 16)
            throw c10::Error(c10::str("more arguments than an operator has"));
        values[n++] = v;
    }
    void add(const Tensor &t)
    {
        put(t.defined() ? Value{ TENSOR, 0, 0, 0.0, t.handle() } : Value{ NONE, 0, 0, 0.0, nullptr });
    }
    template <class T> std::enable_if_t<std::is_arithmetic<T>::value> add(T v)
    {
        put(Value{ std::is_same<T, bool>::value ? BOOL : std::is_integral<T>::value ? INT : DOUBLE, 0, (int64_t)v, (double)v, nullptr });
    }
    void add(c10::Scalar s) { put(Value{ s.is_integer ? INT : DOUBLE, 0, s.integer, s.value, nullptr }); }
    void add(const char *s) { put(Value{ TEXT, (int32_t)std::strlen(s), 0, 0.0, s }); }
    void add(at::IntArrayRef a) { put(Value{ INT_LIST, (int32_t)a.size(), 0, 0.0, a.data() }); }
    void add(at::TensorList list)
    {
        int first = used;
        for (const Tensor &t : list)
            if (used < 64)
                handles[used++] = t.handle();
        if (used - first != (int)list.size())
            throw c10::Error(c10::str("a list of more than 64 tensors"));
        put(Value{ TENSOR_LIST, (int32_t)list.size(), 0, 0.0, handles + first });
    }
    void add(c10::ScalarType t) { put(Value{ DTYPE, 0, (int64_t)t, 0.0, nullptr }); }
    void add(c10::Device d) { put(Value{ DEVICE, d.index(), d.is_cuda(), 0.0, nullptr }); }
    void add(const c10::TensorOptions &o)
    {
        if (o.has_dtype())
            add(o.dtype());
        if (o.has_device())
            add(o.device());
    }
#ifdef ROLLBOOK_STD_VECTOR
    void add(const std::vector<int64_t> &v) { add(at::IntArrayRef(v)); }
    void add(const std::vector<Tensor> &v) { add(at::TensorList(v)); }
#endif
#ifdef ROLLBOOK_STD_OPTIONAL
    void add(std::nullopt_t) { put(Value{ NONE, 0, 0, 0.0, nullptr }); }
    template <class T> void add(const std::optional<T> &v)
    {
        if (v.has_value())
            add(*v);
        else
            add(std::nullopt);
    }
#endif
};

// The operator of that name of torch, of torch.nn.functional, or of the tensor itself.
template <class... A> Tensor run(const char *name, const A &...a)
{
    Arguments all;
    Value out;
    char message[1024] = "";
    (void)std::initializer_list<int>{ 0, (all.add(a), 0)... };
    if (the_operator == nullptr || the_operator(name, all.values, all.n, &out, 1, message, (int)sizeof(message)) < 0)
        throw c10::Error(c10::str(message));
    return out.kind == TENSOR ? Tensor((rb_handle)out.pointer) : Tensor();
}
template <class... A> int64_t ask(const char *name, const A &...a)
{
    Arguments all;
    Value out;
    char message[1024] = "";
    (void)std::initializer_list<int>{ 0, (all.add(a), 0)... };
    if (the_operator == nullptr || the_operator(name, all.values, all.n, &out, 1, message, (int)sizeof(message)) < 0)
        throw c10::Error(c10::str(message));
    return out.integer;
}
} // namespace rollbook

namespace at {
#define ROLLBOOK_MEMBER(name)                                                                                                      \
    template <class... A> Tensor Tensor::name(const A &...a) const { return rollbook::run(#name, *this, a...); }                   \
    template <class... A> Tensor name(const Tensor &self, const A &...a) { return rollbook::run(#name, self, a...); }
#define ROLLBOOK_INPLACE(name)                                                                                                     \
    template <class... A> Tensor Tensor::name(const A &...a) const { return rollbook::run(#name, *this, a...); }
#define ROLLBOOK_FUNCTION(name)                                                                                                    \
    template <class... A> Tensor name(const Tensor &self, const A &...a) { return rollbook::run(#name, self, a...); }
#define ROLLBOOK_REDUCE(name)                                                                                                      \
    inline Tensor Tensor::name() const { return rollbook::run(#name, *this); }                                                     \
    inline Tensor Tensor::name(IntArrayRef d, bool keep) const                                                                     \
    {                                                                                                                              \
        return d.size() == 1 ? rollbook::run(#name, *this, d[0], keep) : rollbook::run(#name, *this, d, keep);                     \
    }                                                                                                                              \
    inline Tensor name(const Tensor &t) { return t.name(); }                                                                       \
    inline Tensor name(const Tensor &t, IntArrayRef d, bool keep = false) { return t.name(d, keep); }
#include "shim_names.h"
ROLLBOOK_FUNCTION(addmm) ROLLBOOK_FUNCTION(linear) ROLLBOOK_FUNCTION(gelu) ROLLBOOK_FUNCTION(silu) ROLLBOOK_FUNCTION(elu)
ROLLBOOK_FUNCTION(leaky_relu) ROLLBOOK_FUNCTION(hardtanh) ROLLBOOK_FUNCTION(softplus) ROLLBOOK_FUNCTION(mish)
ROLLBOOK_FUNCTION(batch_norm) ROLLBOOK_FUNCTION(group_norm) ROLLBOOK_FUNCTION(instance_norm) ROLLBOOK_FUNCTION(dropout)
ROLLBOOK_FUNCTION(erf) ROLLBOOK_FUNCTION(sign) ROLLBOOK_FUNCTION(round) ROLLBOOK_FUNCTION(floor) ROLLBOOK_FUNCTION(ceil)
ROLLBOOK_FUNCTION(where) ROLLBOOK_FUNCTION(maximum) ROLLBOOK_FUNCTION(minimum) ROLLBOOK_FUNCTION(outer) ROLLBOOK_FUNCTION(baddbmm)
ROLLBOOK_FUNCTION(isnan) ROLLBOOK_FUNCTION(conv_tbc) ROLLBOOK_FUNCTION(sin) ROLLBOOK_FUNCTION(cos) ROLLBOOK_FUNCTION(diag)
ROLLBOOK_FUNCTION(rand_like) ROLLBOOK_FUNCTION(randn_like) ROLLBOOK_FUNCTION(flatten)
#undef ROLLBOOK_MEMBER
#undef ROLLBOOK_INPLACE
#undef ROLLBOOK_FUNCTION
#undef ROLLBOOK_REDUCE
inline Tensor Tensor::flip(IntArrayRef dims) const { return rollbook::run("flip", *this, dims); }
inline Tensor Tensor::repeat(IntArrayRef n) const { return rollbook::run("repeat", *this, n); }
inline Tensor flip(const Tensor &t, IntArrayRef dims) { return t.flip(dims); }
inline Tensor transpose(const Tensor &t, int64_t a, int64_t b) { return t.transpose(a, b); }
inline Tensor permute(const Tensor &t, IntArrayRef order) { return t.permute(order); }
inline Tensor reshape(const Tensor &t, IntArrayRef n) { return t.reshape(n); }
inline Tensor unsqueeze(const Tensor &t, int64_t d) { return t.unsqueeze(d); }
inline Tensor squeeze(const Tensor &t, int64_t d) { return t.squeeze(d); }
inline Tensor cat(TensorList list, int64_t d = 0) { return rollbook::run("cat", list, d); }
inline Tensor stack(TensorList list, int64_t d = 0) { return rollbook::run("stack", list, d); }
inline Tensor layer_norm(const Tensor &t, IntArrayRef shape, const Tensor &w = {}, const Tensor &b = {}, double eps = 1e-5)
{
    return rollbook::run("layer_norm", t, shape, w, b, eps);
}
#define ROLLBOOK_CONV(name)                                                                                                        \
    inline Tensor name(const Tensor &t, const Tensor &w, const Tensor &b = {}, IntArrayRef stride = 1, IntArrayRef padding = 0,    \
                       IntArrayRef dilation = 1, int64_t groups = 1)                                                               \
    {                                                                                                                              \
        return rollbook::run(#name, t, w, b, stride, padding, dilation, groups);                                                   \
    }
#define ROLLBOOK_CONV_TRANSPOSE(name)                                                                                              \
    inline Tensor name(const Tensor &t, const Tensor &w, const Tensor &b = {}, IntArrayRef stride = 1, IntArrayRef padding = 0,    \
                       IntArrayRef output_padding = 0, int64_t groups = 1, IntArrayRef dilation = 1)                               \
    {                                                                                                                              \
        return rollbook::run(#name, t, w, b, stride, padding, output_padding, groups, dilation);                                   \
    }
#define ROLLBOOK_POOL(name)                                                                                                        \
    inline Tensor name(const Tensor &t, IntArrayRef size, IntArrayRef stride = {}, IntArrayRef padding = 0)                        \
    {                                                                                                                              \
        return rollbook::run(#name, t, size, stride.empty() ? size : stride, padding);                                             \
    }
ROLLBOOK_CONV(conv1d) ROLLBOOK_CONV(conv2d) ROLLBOOK_CONV(conv3d)
ROLLBOOK_CONV_TRANSPOSE(conv_transpose1d) ROLLBOOK_CONV_TRANSPOSE(conv_transpose2d) ROLLBOOK_CONV_TRANSPOSE(conv_transpose3d)
ROLLBOOK_POOL(max_pool1d) ROLLBOOK_POOL(max_pool2d) ROLLBOOK_POOL(max_pool3d) ROLLBOOK_POOL(avg_pool1d) ROLLBOOK_POOL(avg_pool2d)
ROLLBOOK_POOL(avg_pool3d)
#undef ROLLBOOK_CONV
#undef ROLLBOOK_CONV_TRANSPOSE
#undef ROLLBOOK_POOL
inline Tensor adaptive_avg_pool2d(const Tensor &t, IntArrayRef n) { return rollbook::run("adaptive_avg_pool2d", t, n); }
inline Tensor adaptive_avg_pool3d(const Tensor &t, IntArrayRef n) { return rollbook::run("adaptive_avg_pool3d", t, n); }
#define ROLLBOOK_SIGN(sign, name)                                                                                                  \
    inline Tensor operator sign(const Tensor &a, const Tensor &b) { return rollbook::run(name, a, b); }                            \
    inline Tensor operator sign(const Tensor &a, Scalar b) { return rollbook::run(name, a, b); }
ROLLBOOK_SIGN(+, "add") ROLLBOOK_SIGN(-, "sub") ROLLBOOK_SIGN(*, "mul") ROLLBOOK_SIGN(/, "div")
ROLLBOOK_SIGN(>, "gt") ROLLBOOK_SIGN(<, "lt") ROLLBOOK_SIGN(>=, "ge") ROLLBOOK_SIGN(<=, "le")
#undef ROLLBOOK_SIGN
inline Tensor operator+(Scalar a, const Tensor &b) { return b + a; }
inline Tensor operator*(Scalar a, const Tensor &b) { return b * a; }
inline Tensor operator-(Scalar a, const Tensor &b) { return b.neg() + a; }
inline Tensor operator/(Scalar a, const Tensor &b) { return b.reciprocal() * a; }
inline Tensor operator-(const Tensor &a) { return a.neg(); }
} // namespace at
