"""What a Python has of PyTorch, step by step: a line of "key value" for each; a failure is Python's own on standard error."""
import importlib.util
import platform
import sys

print("program", sys.executable, flush=True)
print("python", platform.python_version(), flush=True)
try:
    spec = importlib.util.find_spec("torch")
except (ImportError, ValueError):
    spec = None
print("found", spec.origin or list(spec.submodule_search_locations or ["?"])[0] if spec is not None else "no", flush=True)
if spec is None:
    sys.exit(0)
import torch  # noqa: E402

print("torch", torch.__version__, flush=True)
print("sum", torch.ones(3).sum().item(), flush=True)
print("cuda", torch.version.cuda or "none", flush=True)
print("gpus", torch.cuda.device_count(), flush=True)
if torch.cuda.device_count() > 0:
    print("gpu", torch.cuda.get_device_name(0), flush=True)
    print("gpu_sum", torch.ones(3, device="cuda").sum().item(), flush=True)
