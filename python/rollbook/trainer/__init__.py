"""A trainer of one GPU (or of processors) that speaks the Tinker protocol: `python -m rollbook.trainer --model DIR`.

`rollbook run ttt|sdpo|sft|train --policy tinker` samples from it and trains LoRA adapters in it; so can any other
client of the protocol.  Needs torch, transformers and peft; the folder of a model is one that transformers reads.
"""
