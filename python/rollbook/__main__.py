"""`python -m rollbook`: import and export of formats that need Python, and everything else by the program."""

import sys

from rollbook._program import main as program

if len(sys.argv) > 1 and sys.argv[1] in ("import", "export") and len(sys.argv) > 2 and sys.argv[2] in (
        "huggingface", "inspect", "ncu", "parquet", "trackio", "verifiers", "wandb"):
    from rollbook.io import main
    sys.exit(main(sys.argv[1:]))
program()
