"""A model of random weights that writes whole kernels: study_model.py FOLDER KERNEL...

Each kernel file is one token of its vocabulary beside the bytes, and only these and the end have a chance worth naming.  So it
is right, wrong and slow as often as its files are, and learns which of them to write from a few samples.
"""
import pathlib
import sys

import torch
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast, Qwen3Config, Qwen3ForCausalLM

folder, *files = sys.argv[1:]
answers = ["```cuda\n" + pathlib.Path(f).read_text().rstrip() + "\n```\n" for f in files]
tokens = Tokenizer(models.BPE(vocab={c: i for i, c in enumerate(sorted(pre_tokenizers.ByteLevel.alphabet()))}, merges=[]))
tokens.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
tokens.decoder = decoders.ByteLevel()
tokens.add_special_tokens(["<|im_start|>", "<|im_end|>"])
tokens.add_tokens([AddedToken(a, normalized=False) for a in answers])
tokenizer = PreTrainedTokenizerFast(tokenizer_object=tokens, eos_token="<|im_end|>")
tokenizer.chat_template = (
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}")
tokenizer.save_pretrained(folder)
torch.manual_seed(0)
model = Qwen3ForCausalLM(Qwen3Config(
    vocab_size=len(tokenizer), hidden_size=32, intermediate_size=64, num_hidden_layers=1, num_attention_heads=2, num_key_value_heads=1, head_dim=16,
    max_position_embeddings=8192, tie_word_embeddings=False, eos_token_id=tokenizer.eos_token_id, dtype="float32"))
with torch.no_grad():  # what every token has in common chooses kernels at the first place, and the end behind them
    first, last = torch.zeros(32), torch.zeros(32)
    first[0] = last[1] = 1
    weights = model.model.embed_tokens.weight
    weights.mul_(0.5).add_(first)
    weights[-len(answers):] += 4 * last - first
    model.lm_head.weight.mul_(0.2)
    model.lm_head.weight[-len(answers):] += 2 * first
    model.lm_head.weight[tokenizer.eos_token_id] += 3 * last - first
model.save_pretrained(folder)
