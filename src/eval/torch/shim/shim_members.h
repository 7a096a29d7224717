// shim_members.h - members of Tensor that Python calls (inside of the class).
//
// No guard against inclusion in other places: it is a part of shim_tensor.h.
#define ROLLBOOK_MEMBER(name) template <class... A> Tensor name(const A &...a) const;
#define ROLLBOOK_INPLACE(name) ROLLBOOK_MEMBER(name)
#define ROLLBOOK_REDUCE(name)                                                                                                      \
    Tensor name() const;                                                                                                           \
    Tensor name(IntArrayRef dims, bool keep = false) const;
#include "shim_names.h"
#undef ROLLBOOK_MEMBER
#undef ROLLBOOK_INPLACE
#undef ROLLBOOK_REDUCE
Tensor flip(IntArrayRef dims) const;
Tensor repeat(IntArrayRef n) const;
