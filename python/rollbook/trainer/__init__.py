"""A trainer of one GPU (or of processors) that speaks the Tinker protocol: `python -m rollbook.trainer --model DIR`.

`rollbook run ttt|sdpo|sft|train --policy tinker` and other clients of the protocol sample and train LoRA adapters."""
