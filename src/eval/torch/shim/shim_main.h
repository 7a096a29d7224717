// shim_main.h - the functions by which extension.py knows a library; the last lines of main.cpp.
#pragma once

#include "shim_bindings.h"

namespace rollbook {
Operator the_operator = nullptr;
static Module module;
} // namespace rollbook

extern "C" {
// Registers the functions; how many there are, or -1 and a message.
__attribute__((visibility("default"))) int rb_module_open(rollbook::Operator o, char *message, int size)
{
    rollbook::the_operator = o;
    try {
        if (rollbook::module.n == 0)
            rb_register(rollbook::module);
    } catch (const std::exception &x) {
        std::snprintf(message, (size_t)size, "%s", x.what());
        return -1;
    }
    return rollbook::module.n;
}
__attribute__((visibility("default"))) const char *rb_module_name(int i) { return rollbook::module.entries[i].name; }
__attribute__((visibility("default"))) int rb_module_shape(int i) { return rollbook::module.entries[i].shape; }
// The name of an argument, nullptr past the last one, and what it is when it is not given.
__attribute__((visibility("default"))) const char *rb_module_argument(int i, int a, int *has_default, rollbook::Value *value)
{
    const rollbook::Entry &e = rollbook::module.entries[i];
    if (a >= e.n_named)
        return nullptr;
    *has_default = e.named[a]->has_default;
    *value = e.named[a]->value;
    return e.named[a]->name;
}
__attribute__((visibility("default"))) void rb_delete(void *h) { aoti_torch_delete_tensor_object((rb_handle)h); }
// How many results stand in out; -1 the function failed, -2 the arguments do not fit: message says why.
__attribute__((visibility("default"))) int rb_module_call(int i, const rollbook::Value *a, int n, rollbook::Value *out, int most,
                                                          char *message, int size)
{
    const rollbook::Entry &e = rollbook::module.entries[i];
    try {
        if (n != e.n)
            throw rollbook::Mismatch(
                c10::str(e.name, "(): incompatible function arguments: ", e.n, " are expected, not ", n));
        return e.call(e.function, a, out, most);
    } catch (const rollbook::Mismatch &m) {
        std::snprintf(message, (size_t)size, "%s", m.what());
        return -2;
    } catch (const std::exception &x) {
        std::snprintf(message, (size_t)size, "%s", x.what());
        return -1;
    } catch (...) {
        std::snprintf(message, (size_t)size, "something that is no std::exception was thrown");
        return -1;
    }
}
}
