# Prompts of a Tinker server's policy are encoded once, by the tokenizer that belongs to its model.
command -v python3 >/dev/null 2>&1 || { echo "python3 is not installed"; exit 77; }
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
. "$ROLLBOOK_SOURCE_DIR/tests/support/tinker.sh"

run best-of-n base --name bon --k 1 --temperature 1

# Texts and ids pass through the tokenizer of transformers; this one stands in for it.
mkdir -p stand_in/transformers/utils
touch stand_in/transformers/utils/__init__.py
cat >stand_in/transformers/utils/chat_template_utils.py <<'PYTHON'
from datetime import datetime


def strftime_now(form):
    return datetime.now().strftime(form)
PYTHON
cat >stand_in/transformers/__init__.py <<'PYTHON'
from transformers.utils.chat_template_utils import strftime_now


class AutoTokenizer:
    eos_token_id = 256
    chat_template = "{{ strftime_now }} {{ reasoning_effort }}"

    @classmethod
    def from_pretrained(cls, name):
        if name != "toy":
            raise OSError("no tokenizer " + name)
        return cls()

    def get_vocab(self):
        return {}

    def apply_chat_template(self, messages, tokenize, add_generation_prompt, reasoning_effort="none"):
        assert strftime_now("%Y-%m-%d") == "2025-01-01"
        return "".join("%s %s: %s\n" % (m["role"], reasoning_effort, m["content"]) for m in messages)

    def encode(self, text, add_special_tokens):
        with open("encoded", "a", encoding="utf-8") as f:
            f.write("once\n")
        return list(text.encode())

    def decode(self, ids, skip_special_tokens, clean_up_tokenization_spaces):
        assert not skip_special_tokens and not clean_up_tokenization_spaces and 256 not in ids
        return bytes(ids).decode()
PYTHON
ours=$(config base | sed 's/"bytes"/"toy"/; s/}$/,"reasoning_effort":"low"}/')
PYTHONPATH=$PWD/stand_in expect_status 0 run best-of-n --db a.db --policy tinker --tasks 4 --case tiny -q --name toy --k 1 --policy-config "$ours"
is "SELECT correct, prompt_tokens FROM v_rollout WHERE run = 'toy'" \
    "1,$(sql "SELECT prompt_tokens + length('user low: ') - 1 FROM v_rollout WHERE run = 'bon' LIMIT 1")"
# A prompt is encoded once: not for a second sample, for an update, for a score, nor by another process.
PYTHONPATH=$PWD/stand_in expect_status 0 run sdpo --db a.db --policy tinker --tasks 4 --case tiny -q --name toys --k 3 --steps 1 --temperature 1 --policy-config "$ours"
PYTHONPATH=$PWD/stand_in expect_status 0 run score --db a.db --run toy --checkpoints-of toys
[ "$(wc -l <encoded)" -eq "$(sql "SELECT count(*) FROM prompt_tokens WHERE tokenizer = 'toy'")" ] || fail "$(wc -l <encoded) prompts were encoded"
is "SELECT count(*), count(DISTINCT sha256), min(n_tokens * 4 = length(token_ids)), min(n_tokens = prompt_tokens) FROM v_rollout
    JOIN v_prompt_tokens ON sha256 = extra ->> 'prompt_tokens_sha256' WHERE run IN ('toy', 'toys')" "7,1,1,1"

# gpt-oss without a template, and with earlier answers: harmony's messages, and of an answer what its final channel said.
cat >render.py <<'PYTHON'
import json
import sys

sys.path.insert(0, sys.argv[1])
import tokens


class Vocabulary:
    chat_template = None

    def encode(self, text, add_special_tokens):
        return [text]


conversation = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "2 + 2?"},
                {"role": "assistant", "content": "<|channel|>analysis<|message|>Easy.<|end|><|start|>assistant<|channel|>final<|message|>4<|return|>"},
                {"role": "user", "content": "And 3?"}, {"role": "assistant", "content": "<|channel|>analysis<|message|>So"},
                {"role": "user", "content": "Well?"}]
print(tokens.encode(Vocabulary(), {"messages": conversation, "reasoning_effort": "low"})[0])
PYTHON
python3 render.py "$ROLLBOOK_SOURCE_DIR/src/eval/torch/beside" >rendered
cat >wanted <<'TEXT'
<|start|>system<|message|>You are ChatGPT, a large language model trained by OpenAI.
Knowledge cutoff: 2024-06
Current date: 2025-01-01

Reasoning: low

# Valid channels: analysis, commentary, final. Channel must be included for every message.<|end|><|start|>developer<|message|># Instructions

Be brief.<|end|><|start|>user<|message|>2 + 2?<|end|><|start|>assistant<|channel|>final<|message|>4<|end|><|start|>user<|message|>And 3?<|end|><|start|>assistant<|channel|>final<|message|><|end|><|start|>user<|message|>Well?<|end|><|start|>assistant
TEXT
diff wanted rendered || fail "harmony is rendered otherwise"
! grep -q very-secret a.db a.db-wal 2>/dev/null || fail "the key is in the database"
