"""A language model of 26,000 random weights and a tokenizer whose tokens are bytes, with an answer in those tokens.

usage: tiny_model.py FOLDER ROLLBOOK

Writes the model to FOLDER and replays of l1/4's own reference kernel to FOLDER/answers.json.
"""
import json
import re
import subprocess
import sys

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast, Qwen3Config, Qwen3ForCausalLM

folder, program = sys.argv[1:]
tokens = Tokenizer(models.BPE(vocab={c: i for i, c in enumerate(sorted(pre_tokenizers.ByteLevel.alphabet()))}, merges=[]))
tokens.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
tokens.decoder = decoders.ByteLevel()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=tokens, eos_token="<|im_end|>", additional_special_tokens=["<|im_start|>"])
tokenizer.chat_template = (
    "{% for m in messages %}<|im_start|>{{ m.role }} {{ reasoning_effort }} {{ strftime_now('%Y') }}\n{{ m.content }}<|im_end|>\n"
    "{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
tokenizer.save_pretrained(folder)

torch.manual_seed(0)
config = Qwen3Config(
    vocab_size=264,
    hidden_size=32,
    intermediate_size=64,
    num_hidden_layers=1,
    num_attention_heads=2,
    num_key_value_heads=1,
    head_dim=16,
    max_position_embeddings=4096,
    tie_word_embeddings=False,
    eos_token_id=tokenizer.eos_token_id,
    dtype="float32",
)
Qwen3ForCausalLM(config).save_pretrained(folder)

prompt = subprocess.run([program, "prompt", "show", "l1/4"], capture_output=True, text=True, check=True).stdout
answer = "```cuda\n" + re.findall(r"```cuda\n(.*?)```", prompt, re.S)[-1] + "```\n"
ids = tokenizer.encode(answer, add_special_tokens=False) + [tokenizer.eos_token_id]
replay = {"task": "l1/4", "text": answer, "token_ids": ids, "logprobs": [-1.0] * len(ids), "temperature": 1.0, "finish_reason": "stop"}
with open(folder + "/answers.json", "w") as f:
    json.dump({"rollouts": [dict(replay, sample=i) for i in range(2)]}, f)
