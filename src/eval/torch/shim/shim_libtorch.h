// shim_libtorch.h - the C functions of libtorch that stand behind it.
#pragma once

#include <cstdint>

extern "C" {
struct AtenTensorOpaque;
using rb_handle = AtenTensorOpaque *;
int32_t aoti_torch_get_data_ptr(rb_handle, void **);
int32_t aoti_torch_get_dim(rb_handle, int64_t *);
int32_t aoti_torch_get_numel(rb_handle, int64_t *);
int32_t aoti_torch_get_sizes(rb_handle, int64_t **);
int32_t aoti_torch_get_strides(rb_handle, int64_t **);
int32_t aoti_torch_get_dtype(rb_handle, int32_t *);
int32_t aoti_torch_get_device_type(rb_handle, int32_t *);
int32_t aoti_torch_get_device_index(rb_handle, int32_t *);
int32_t aoti_torch_get_storage_offset(rb_handle, int64_t *);
int32_t aoti_torch_is_contiguous(rb_handle, bool *);
int32_t aoti_torch_empty_strided(int64_t, const int64_t *, const int64_t *, int32_t, int32_t, int32_t, rb_handle *);
int32_t aoti_torch__reinterpret_tensor(rb_handle, int64_t, const int64_t *, const int64_t *, int64_t, rb_handle *);
int32_t aoti_torch_new_tensor_handle(rb_handle, rb_handle *);
int32_t aoti_torch_delete_tensor_object(rb_handle);
int32_t aoti_torch_clone(rb_handle, rb_handle *);
int32_t aoti_torch_copy_(rb_handle, rb_handle, int32_t);
int32_t aoti_torch_zero_(rb_handle);
int32_t aoti_torch_aten_fill__Scalar(rb_handle, double);
int32_t aoti_torch_item_float64(rb_handle, double *);
int32_t aoti_torch_device_type_cpu();
int32_t aoti_torch_device_type_cuda();
}
