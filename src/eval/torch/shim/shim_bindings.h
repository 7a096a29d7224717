// shim_bindings.h - PYBIND11_MODULE fills a table of functions that extension.py calls.
#pragma once

#include "shim_cuda.h"

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
