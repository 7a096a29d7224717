"""Texts as token ids and back, by transformers' tokenizer of a model and its chat template."""
import datetime
import os
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import messages  # noqa: E402


# What ends a turn where it is not the tokenizer's own end of a text.
TURN_ENDS = ("<|return|>", "<|call|>", "<|im_end|>", "<|eot_id|>", "<|eom_id|>", "<end_of_turn>")
# A chat template may print the day; the same prompt has to have the same ids on every day.
DAY = datetime.datetime(2025, 1, 1)
# Tokens of gpt-oss; their format is described at github.com/openai/harmony.
HARMONY = ("<|start|>", "<|message|>", "<|channel|>", "<|end|>")


class OneDay(datetime.datetime):
    """Stands for the clock of transformers' templates, which take no function of a caller since 5.24."""

    @classmethod
    def now(cls, tz=None):
        return DAY


def open_tokenizer(name):
    try:
        from transformers import AutoTokenizer
    except ImportError:
        raise ValueError("%s has no transformers, which makes token ids of texts: name one that has it as \"python\", "
                         "or a tokenizer \"bytes\" for tests" % sys.executable)
    tokenizer = AutoTokenizer.from_pretrained(name)
    templates = sys.modules.get("transformers.utils.chat_template_utils")
    if templates is not None:
        templates.datetime = OneDay
    if not getattr(tokenizer, "chat_template", None) and not all(t in tokenizer.get_vocab() for t in HARMONY):
        raise ValueError("it has no chat template")
    stops = [tokenizer.eos_token_id]
    stops += [tokenizer.convert_tokens_to_ids(t) for t in TURN_ENDS if t in tokenizer.get_vocab()]
    return tokenizer, sorted({s for s in stops if s is not None})


def said(message):
    """An earlier answer without its channels, which a template writes itself: of harmony what was said at last."""
    text = message["content"]
    if message["role"] != "assistant" or "<|channel|>" not in text:
        return message
    final = text.rpartition("<|channel|>final")[2].partition("<|message|>")[2] if "<|channel|>final" in text else ""
    return {"role": "assistant", "content": re.split(r"<\|(?:return|end|call|start)\|>", final)[0]}


def render_harmony(messages, effort):
    """What gpt-oss is asked with where its tokenizer has no template."""
    text = ("<|start|>system<|message|>You are ChatGPT, a large language model trained by OpenAI.\n"
            "Knowledge cutoff: 2024-06\nCurrent date: %s\n\nReasoning: %s\n\n"
            "# Valid channels: analysis, commentary, final. Channel must be included for every message.<|end|>"
            % (DAY.date().isoformat(), effort or "medium"))
    for message in messages:
        role, content = message["role"], message["content"]
        if role == "system":
            role, content = "developer", "# Instructions\n\n" + content
        channel = "<|channel|>final" if role == "assistant" else ""
        text += "<|start|>%s%s<|message|>%s<|end|>" % (role, channel, content)
    return text + "<|start|>assistant"


def encode(tokenizer, ask):
    conversation = [said(m) for m in ask["messages"]]
    if not getattr(tokenizer, "chat_template", None):
        text = render_harmony(conversation, ask.get("reasoning_effort"))
        return list(tokenizer.encode(text, add_special_tokens=False))
    more, effort = {}, ask.get("reasoning_effort")
    if effort:
        if "reasoning_effort" not in str(tokenizer.chat_template):
            raise ValueError("its chat template takes no reasoning_effort")
        more["reasoning_effort"] = effort
    text = tokenizer.apply_chat_template(conversation, tokenize=False, add_generation_prompt=True, **more)
    return list(tokenizer.encode(text, add_special_tokens=False))


def decode(tokenizer, stops, ids):
    """All of the text but the token that ended it: channels and reasoning are told by their special tokens."""
    if ids and ids[-1] in stops:
        ids = ids[:-1]
    text = tokenizer.decode(ids, skip_special_tokens=False, clean_up_tokenization_spaces=False)
    return text.replace("\0", "\ufffd")


def main(fd):
    channel, tokenizer, stops = messages.Channel(fd), None, []
    while True:
        try:
            ask = channel.receive()
        except messages.Closed:
            return
        try:
            if ask["op"] == "open":
                tokenizer, stops = open_tokenizer(ask["tokenizer"])
                channel.send({"stops": stops})
            elif ask["op"] == "encode":
                channel.send({"ids": encode(tokenizer, ask)})
            else:
                channel.send({"text": decode(tokenizer, stops, ask["ids"])})
        except Exception as e:  # a library may raise anything; that is what is told of it
            channel.send({"problem": ("%s: %s" % (type(e).__name__, " ".join(str(e).split())))[:400]})


if __name__ == "__main__":
    main(int(sys.argv[1]))
