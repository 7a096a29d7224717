"""Texts as token ids and back, by transformers' tokenizer of a model and its chat template."""
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import messages  # noqa: E402


def open_tokenizer(name):
    try:
        from transformers import AutoTokenizer
    except ImportError:
        raise ValueError("%s has no transformers, which makes token ids of texts: name one that has it as \"python\", "
                         "or a tokenizer \"bytes\" for tests" % sys.executable)
    tokenizer = AutoTokenizer.from_pretrained(name)
    stops = [tokenizer.eos_token_id]
    stops += [tokenizer.convert_tokens_to_ids(t) for t in ("<|return|>", "<|call|>") if t in tokenizer.get_vocab()]
    return tokenizer, sorted({s for s in stops if s is not None})


def encode(tokenizer, ask):
    effort = ask.get("reasoning_effort")
    more = {"reasoning_effort": effort} if effort else {}
    text = tokenizer.apply_chat_template(ask["messages"], tokenize=False, add_generation_prompt=True, **more)
    return list(tokenizer.encode(text, add_special_tokens=False))


def main(fd):
    channel, tokenizer = messages.Channel(fd), None
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
                channel.send({"text": tokenizer.decode(ask["ids"], skip_special_tokens=True)})
        except Exception as e:  # a library may raise anything; that is what is told of it
            channel.send({"problem": ("%s: %s" % (type(e).__name__, " ".join(str(e).split())))[:400]})


if __name__ == "__main__":
    main(int(sys.argv[1]))
