// shim_views.h - members of Tensor that convert it or view its memory in another way (inside of the class).
//
// No guard against inclusion in other places: it is a part of shim_tensor.h.
// A view of the same memory, from so many elements further on.
Tensor view_of(const Sizes &n, const Sizes &s, int64_t further) const
{
    rb_handle h;
    must(aoti_torch__reinterpret_tensor(held(), (int64_t)n.size(), n.data(), s.data(), further, &h), "a view");
    return Tensor(h);
}
Tensor clone() const { rb_handle h; must(aoti_torch_clone(held(), &h), "clone (out of memory?)"); return Tensor(h); }
Tensor detach() const { return *this; }
Tensor contiguous(MemoryFormat = MemoryFormat::Contiguous) const;
Tensor to(ScalarType t) const;
Tensor to(Device d) const;
Tensor to(const TensorOptions &o) const
{
    Tensor there = o.has_device() ? to(o.device()) : *this;
    return o.has_dtype() ? there.to(o.dtype()) : there;
}
Tensor to(Device d, ScalarType t) const { return to(d).to(t); }
Tensor toType(ScalarType t) const { return to(t); }
Tensor to_type(ScalarType t) const { return to(t); }
Tensor cpu() const { return to(Device(kCPU)); }
Tensor cuda() const { return to(Device(kCUDA, 0)); }
Tensor view(IntArrayRef shape) const
{
    if (!is_contiguous())
        throw Error(str("view size is not compatible with input tensor's size and stride (at least one dimension spans across two "
                        "contiguous subspaces). Use .reshape(...) instead."));
    Sizes full(shape.data(), shape.size());
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
    for (size_t i = 0; i < full.size(); i++)
        count *= full[i];
    if (count != numel())
        throw Error(str("shape '", shape, "' is invalid for input of size ", numel()));
    return view_of(full, dense(full), 0);
}
Tensor reshape(IntArrayRef n) const { return contiguous().view(n); }
Tensor view_as(const Tensor &o) const { return view(o.sizes()); }
Tensor reshape_as(const Tensor &o) const { return reshape(o.sizes()); }
Tensor flatten(int64_t from = 0, int64_t to = -1) const
{
    Sizes n;
    size_t first = (size_t)index_of(from), last = (size_t)index_of(to);
    for (size_t i = 0; i < (size_t)dim(); i++) {
        if (i > first && i <= last)
            n[n.n - 1] *= size((int64_t)i);
        else
            n.insert(n.n, size((int64_t)i));
    }
    return reshape(n);
}
Tensor transpose(int64_t a, int64_t b) const
{
    Sizes n = own(sizes()), s = own(strides());
    size_t i = (size_t)index_of(a), j = (size_t)index_of(b);
    n[i] = sizes()[j], n[j] = sizes()[i];
    s[i] = strides()[j], s[j] = strides()[i];
    return view_of(n, s, 0);
}
Tensor t() const { return dim() < 2 ? *this : transpose(0, 1); }
Tensor permute(IntArrayRef order) const
{
    Sizes n, s;
    for (int64_t d : order) {
        n.insert(n.n, size(d));
        s.insert(s.n, stride(d));
    }
    return view_of(n, s, 0);
}
Tensor unsqueeze(int64_t d) const
{
    Sizes n = own(sizes()), s = own(strides());
    size_t at = (size_t)(d < 0 ? d + dim() + 1 : d);
    s.insert(at, at < n.size() ? n[at] * s[at] : 1);
    n.insert(at, 1);
    return view_of(n, s, 0);
}
Tensor squeeze(int64_t d) const
{
    Sizes n = own(sizes()), s = own(strides());
    size_t at = (size_t)index_of(d);
    if (n[at] != 1)
        return *this;
    n.erase(at);
    s.erase(at);
    return view_of(n, s, 0);
}
Tensor squeeze() const
{
    Tensor all = *this;
    for (int64_t d = dim(); d-- > 0;)
        all = all.squeeze(d);
    return all;
}
Tensor narrow(int64_t d, int64_t start, int64_t length) const
{
    Sizes n = own(sizes());
    n[(size_t)index_of(d)] = length;
    return view_of(n, own(strides()), start * stride(d));
}
Tensor slice(int64_t d, int64_t start, int64_t end) const
{
    int64_t most = size(d);
    start = start < 0 ? start + most : start > most ? most : start;
    end = end < 0 ? end + most : end > most ? most : end;
    return narrow(d, start, end > start ? end - start : 0);
}
Tensor select(int64_t d, int64_t i) const { return narrow(d, i < 0 ? i + size(d) : i, 1).squeeze(d); }
Tensor operator[](int64_t i) const { return select(0, i); }
Tensor expand(IntArrayRef shape) const
{
    Sizes full(shape.data(), shape.size()), s = full;
    size_t lead = shape.size() - (size_t)dim();
    for (size_t i = 0; i < full.size(); i++) {
        int64_t mine = i < lead ? 1 : sizes()[i - lead];
        full[i] = full[i] == -1 ? mine : full[i];
        s[i] = i < lead || (mine == 1 && full[i] != 1) ? 0 : strides()[i - lead];
    }
    return view_of(full, s, 0);
}
Tensor expand_as(const Tensor &o) const { return expand(o.sizes()); }
