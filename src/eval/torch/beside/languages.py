"""The languages of kernels that a Python package compiles for a GPU when they are first called."""
import importlib.metadata
import os
import re
import sys

# Module, name, distribution.
LANGUAGES = [("triton", "Triton", "triton"), ("tilelang", "TileLang", "tilelang"), ("cutlass", "CuTe DSL", "nvidia-cutlass-dsl"),
             ("cuda.tile", "cuTile", "cuda-tile"), ("helion", "Helion", "helion")]


def languages_of(text):
    """Rows of LANGUAGES that a text imports; a solution.json has its line ends escaped."""
    lines = text.replace("\\n", "\n").replace("from cuda import tile", "import cuda.tile")
    return [row for row in LANGUAGES if re.search(r"\b(?:import|from)\s[^\n#\"]*\b%s\b" % re.escape(row[0]), lines)]


def versions_of(text):
    """"Triton 3.9.0, TileLang 0.1.15"; None: no such language."""
    said = []
    for _, name, distribution in languages_of(text):
        try:
            said.append("%s %s" % (name, importlib.metadata.version(distribution)))
        except importlib.metadata.PackageNotFoundError:
            said.append("%s, not installed (%s)" % (name, distribution))
    return ", ".join(said) or None


def folders_of_languages():
    """Where the libraries lie that launch such kernels, of those that are loaded."""
    files = [getattr(sys.modules.get(m), "__file__", None) for m in [row[0] for row in LANGUAGES] + ["tvm_ffi"]]
    found = [os.path.dirname(os.path.realpath(f)) for f in files if f]
    return found + [f[:f.index(part) + len(part)] for f in found for part in ["nvidia_cutlass_dsl"] if os.sep + part + os.sep in f]
