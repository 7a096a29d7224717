"""What the process that makes token ids needs of transformers, for models of base_model.py: it starts in a fifth of a second."""
import json
import pathlib

import jinja2
from tokenizers import Tokenizer


class AutoTokenizer:
    @classmethod
    def from_pretrained(cls, folder):
        made, folder = cls(), pathlib.Path(folder)
        made.tokens = Tokenizer.from_file(str(folder / "tokenizer.json"))
        made.chat_template = (folder / "chat_template.jinja").read_text()
        made.eos_token_id = made.tokens.token_to_id(json.loads((folder / "tokenizer_config.json").read_text())["eos_token"])
        return made

    def get_vocab(self):
        return self.tokens.get_vocab()

    def convert_tokens_to_ids(self, token):
        return self.tokens.token_to_id(token)

    def apply_chat_template(self, messages, tokenize=False, add_generation_prompt=True, **more):
        return jinja2.Template(self.chat_template, trim_blocks=True, lstrip_blocks=True).render(
            messages=messages, add_generation_prompt=add_generation_prompt, **more)

    def encode(self, text, add_special_tokens=False):
        return self.tokens.encode(text, add_special_tokens=add_special_tokens).ids

    def decode(self, ids, skip_special_tokens=False, clean_up_tokenization_spaces=False):
        return self.tokens.decode(ids, skip_special_tokens=skip_special_tokens)
