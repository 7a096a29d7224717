// shim_members.h - members of Tensor that Python calls (inside of the class).
//
// No guard against inclusion in other places: it is a part of shim_tensor.h.
#define ROLLBOOK_MEMBER(name) template <class... A> Tensor name(const A &...a) const;
#define ROLLBOOK_REDUCE(name)                                                                                                      \
    Tensor name() const;                                                                                                           \
    Tensor name(IntArrayRef dims, bool keep = false) const;
ROLLBOOK_REDUCE(sum) ROLLBOOK_REDUCE(mean) ROLLBOOK_REDUCE(amax) ROLLBOOK_REDUCE(amin) ROLLBOOK_REDUCE(prod)
ROLLBOOK_MEMBER(var) ROLLBOOK_MEMBER(std) ROLLBOOK_MEMBER(norm) ROLLBOOK_MEMBER(argmax) ROLLBOOK_MEMBER(argmin)
ROLLBOOK_MEMBER(max) ROLLBOOK_MEMBER(min) ROLLBOOK_MEMBER(all) ROLLBOOK_MEMBER(any)
ROLLBOOK_MEMBER(sqrt) ROLLBOOK_MEMBER(rsqrt) ROLLBOOK_MEMBER(exp) ROLLBOOK_MEMBER(log) ROLLBOOK_MEMBER(abs) ROLLBOOK_MEMBER(neg)
ROLLBOOK_MEMBER(tanh) ROLLBOOK_MEMBER(sigmoid) ROLLBOOK_MEMBER(relu) ROLLBOOK_MEMBER(square) ROLLBOOK_MEMBER(reciprocal)
ROLLBOOK_MEMBER(add) ROLLBOOK_MEMBER(sub) ROLLBOOK_MEMBER(mul) ROLLBOOK_MEMBER(div) ROLLBOOK_MEMBER(pow) ROLLBOOK_MEMBER(clamp)
ROLLBOOK_MEMBER(clamp_min) ROLLBOOK_MEMBER(clamp_max) ROLLBOOK_MEMBER(matmul) ROLLBOOK_MEMBER(mm) ROLLBOOK_MEMBER(bmm)
ROLLBOOK_MEMBER(mv) ROLLBOOK_MEMBER(dot) ROLLBOOK_MEMBER(softmax) ROLLBOOK_MEMBER(log_softmax) ROLLBOOK_MEMBER(logsumexp)
ROLLBOOK_MEMBER(cumsum) ROLLBOOK_MEMBER(cumprod) ROLLBOOK_MEMBER(masked_fill) ROLLBOOK_MEMBER(index_select) ROLLBOOK_MEMBER(gather)
ROLLBOOK_MEMBER(triu) ROLLBOOK_MEMBER(tril) ROLLBOOK_MEMBER(eq) ROLLBOOK_MEMBER(ne) ROLLBOOK_MEMBER(lt) ROLLBOOK_MEMBER(gt)
ROLLBOOK_MEMBER(add_) ROLLBOOK_MEMBER(sub_) ROLLBOOK_MEMBER(mul_) ROLLBOOK_MEMBER(div_) ROLLBOOK_MEMBER(relu_)
ROLLBOOK_MEMBER(clamp_) ROLLBOOK_MEMBER(pin_memory) ROLLBOOK_MEMBER(set_) ROLLBOOK_MEMBER(half) ROLLBOOK_MEMBER(unfold)
ROLLBOOK_MEMBER(scatter_add_) ROLLBOOK_MEMBER(masked_fill_) ROLLBOOK_MEMBER(as_strided)
#undef ROLLBOOK_MEMBER
#undef ROLLBOOK_REDUCE
Tensor flip(IntArrayRef dims) const;
Tensor repeat(IntArrayRef n) const;
