// rollbook_shim.h - what inline extensions use of torch/extension.h, over the C functions that libtorch
// exports (aoti_torch_*).  PyTorch's own headers take 40 s of a compiler; this one takes a tenth of one.
//
// libtorch does the work: memory comes from its allocators, streams are its streams.  What is missing
// here does not compile, and the build service then takes PyTorch's own headers.
#pragma once

#include "shim_bindings.h"
