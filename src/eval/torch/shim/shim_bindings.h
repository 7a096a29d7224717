// shim_bindings.h - PYBIND11_MODULE fills a table of functions that extension.py calls.
#pragma once

#include "shim_checks.h"

namespace rollbook {
struct Mismatch : c10::Error {
    using c10::Error::Error;
};
inline void refuse(const char *what)
{
    throw Mismatch(c10::str("incompatible function arguments: ", what, " is expected"));
}

template <class T, class = void> struct Taken; // a Value as an argument of type T
template <> struct Taken<at::Tensor> {
    static at::Tensor from(const Value &v)
    {
        if (v.kind == NONE)
            return at::Tensor();
        if (v.kind != TENSOR)
            refuse("a tensor");
        return at::Tensor::borrowed((rb_handle)v.pointer);
    }
};
template <class T> struct Taken<T, std::enable_if_t<std::is_integral<T>::value>> {
    static T from(const Value &v)
    {
        if (v.kind != INT && v.kind != BOOL)
            refuse("an integer");
        return (T)v.integer;
    }
};
template <class T> struct Taken<T, std::enable_if_t<std::is_floating_point<T>::value>> {
    static T from(const Value &v)
    {
        if (v.kind == TENSOR)
            return Taken<at::Tensor>::from(v).item<T>();
        if (v.kind != DOUBLE && v.kind != INT && v.kind != BOOL)
            refuse("a number");
        return v.kind == DOUBLE ? (T)v.real : (T)v.integer;
    }
};
template <> struct Taken<at::Scalar> {
    static at::Scalar from(const Value &v)
    {
        if (v.kind != DOUBLE && v.kind != INT && v.kind != BOOL)
            refuse("a number");
        return v.kind == DOUBLE ? at::Scalar(v.real) : at::Scalar(v.integer);
    }
};
template <> struct Taken<c10::ScalarType> {
    static c10::ScalarType from(const Value &v)
    {
        if (v.kind != DTYPE)
            refuse("a dtype");
        return (c10::ScalarType)v.integer;
    }
};
template <> struct Taken<at::IntArrayRef> {
    static at::IntArrayRef from(const Value &v)
    {
        if (v.kind != INT_LIST)
            refuse("a list of integers");
        return at::IntArrayRef((const int64_t *)v.pointer, (size_t)v.n);
    }
};
#ifdef ROLLBOOK_STD_STRING
template <> struct Taken<std::string> {
    static std::string from(const Value &v)
    {
        if (v.kind != TEXT)
            refuse("a str");
        return std::string((const char *)v.pointer, (size_t)v.n);
    }
};
#endif
#ifdef ROLLBOOK_STD_VECTOR
template <class T> struct Taken<std::vector<T>, std::enable_if_t<std::is_arithmetic<T>::value>> {
    static std::vector<T> from(const Value &v)
    {
        std::vector<T> out;
        if (v.kind != INT_LIST && !(v.kind == DOUBLE_LIST && std::is_floating_point<T>::value))
            refuse("a list of numbers");
        for (int i = 0; i < v.n; i++)
            out.push_back(v.kind == INT_LIST ? (T)((const int64_t *)v.pointer)[i] : (T)((const double *)v.pointer)[i]);
        return out;
    }
};
template <> struct Taken<std::vector<at::Tensor>> {
    static std::vector<at::Tensor> from(const Value &v)
    {
        std::vector<at::Tensor> out;
        if (v.kind != TENSOR_LIST && !(v.kind == INT_LIST && v.n == 0))
            refuse("a list of tensors");
        for (int i = 0; i < v.n; i++)
            out.push_back(at::Tensor::borrowed(((rb_handle *)v.pointer)[i]));
        return out;
    }
};
#endif
#ifdef ROLLBOOK_STD_OPTIONAL
template <class T> struct Taken<std::optional<T>> {
    static std::optional<T> from(const Value &v) { return v.kind == NONE ? std::nullopt : std::optional<T>(Taken<T>::from(v)); }
};
#endif

inline int put(Value *out, int most, at::Tensor &&t)
{
    if (most < 1)
        return 0;
    *out = t.defined() ? Value{ TENSOR, 0, 0, 0.0, t.release() } : Value{ NONE, 0, 0, 0.0, nullptr };
    return 1;
}
template <class T> std::enable_if_t<std::is_arithmetic<T>::value, int> put(Value *out, int most, T &&v)
{
    if (most < 1)
        return 0;
    *out = Value{ std::is_same<T, bool>::value ? BOOL : std::is_integral<T>::value ? INT : DOUBLE, 0, (int64_t)v, (double)v, nullptr };
    return 1;
}
#ifdef ROLLBOOK_STD_VECTOR
inline int put(Value *out, int most, std::vector<at::Tensor> &&list)
{
    int n = 0;
    for (at::Tensor &t : list)
        n += put(out + n, most - n, std::move(t));
    return n;
}
#endif
#ifdef ROLLBOOK_STD_TUPLE
template <class... T> int put(Value *out, int most, std::tuple<T...> &&list)
{
    int n = 0;
    std::apply([&](auto &...e) { (void)std::initializer_list<int>{ (n += put(out + n, most - n, std::move(e)), 0)... }; }, list);
    return n;
}
template <class A, class B> int put(Value *out, int most, std::pair<A, B> &&two)
{
    int n = put(out, most, std::move(two.first));
    return n + put(out + n, most - n, std::move(two.second));
}
#endif
// How many results stand for a sequence, which Python gives back as a list or a tuple even when it is of one.
enum Shape : int { ONE, LIST, MANY };
template <class T> struct shape_of { static constexpr Shape value = ONE; };
#ifdef ROLLBOOK_STD_VECTOR
template <class T> struct shape_of<std::vector<T>> { static constexpr Shape value = LIST; };
#endif
#ifdef ROLLBOOK_STD_TUPLE
template <class... T> struct shape_of<std::tuple<T...>> { static constexpr Shape value = MANY; };
template <class A, class B> struct shape_of<std::pair<A, B>> { static constexpr Shape value = MANY; };
#endif
} // namespace rollbook

namespace pybind11 {
struct arg { // arg("x"), arg("x") = 1
    const char *name;
    bool has_default = false;
    rollbook::Value value = {};
    explicit arg(const char *n) : name(n) {}
    template <class T> arg operator=(const T &v) const
    {
        arg with = *this;
        with.has_default = true;
        rollbook::Arguments one;
        one.add(v);
        with.value = one.values[0];
        return with;
    }
    arg &none(bool = true) { return *this; }
    arg &noconvert(bool = true) { return *this; }
};
struct none {};
} // namespace pybind11

namespace rollbook {
struct Entry {
    const char *name;
    int n, shape, n_named;
    void (*function)();
    int (*call)(void (*)(), const Value *, Value *, int);
    pybind11::arg *named[16];
};

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
template <class R, class... A> int call_as(void (*f)(), const Value *a, Value *out, int most)
{
    return apply((R(*)(A...))f, a, out, most, std::index_sequence_for<A...>());
}

class Module {
  public:
    Entry entries[64];
    int n = 0;

    template <class R, class... A, class... Extra> Module &def(const char *name, R (*f)(A...), const Extra &...extra)
    {
        if (n == 64)
            throw c10::Error(c10::str("more than 64 functions"));
        Entry &e = entries[n++];
        e = Entry{ name, (int)sizeof...(A), shape_of<std::decay_t<R>>::value, 0, (void (*)())f, call_as<R, A...>, {} };
        (void)std::initializer_list<int>{ 0, (note(e, extra), 0)... };
        return *this;
    }
    template <class F, class... Extra> auto def(const char *name, F f, const Extra &...extra) -> decltype(+f, *this)
    {
        return def(name, +f, extra...);
    }
    const char *&doc() { return doc_; }

  private:
    void note(Entry &e, const pybind11::arg &a)
    {
        if (e.n_named < 16)
            e.named[e.n_named++] = new pybind11::arg(a);
    }
    template <class T> void note(Entry &, const T &) {}
    const char *doc_ = "";
};
} // namespace rollbook

namespace pybind11 {
using module_ = rollbook::Module;
}
namespace py = pybind11;

// Wherever it stands, main.cpp finds it.
void rb_register(rollbook::Module &);
#define PYBIND11_MODULE(name, m) void rb_register(rollbook::Module &m)
