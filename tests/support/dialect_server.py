"""Servers of several dialects on this machine, each below a path of its own.

usage: dialect_server.py PORT_FILE LOG_FILE

/vllm/v1, /sglang/v1, /llamacpp/v1, /llamapy/v1, /ollama/v1, /trt/v1 and /plain/v1 are base URLs.  Words are tokens; the
log-prob of a token depends on the token alone, so that what was sampled can be scored again.  The model asked for says
how it answers:

  honest    the reference kernel of the prompt
  shifted   scores other tokens than it was given
  short     leaves out the first half of what it was given
  hole      one given token has no log-prob
  logits    positive numbers
  merged    its tokenizer joins the end of the prompt with what follows
  no-ids    tells no token ids, neither of prompts nor by /tokenize
  half      gives half of the choices it was asked for
  bare      tells nothing about tokens
  judge-X   answers as a judge: X is fair, fenced, words, range, broken, late, slow, refuse
"""
import hashlib
import json
import os
import re
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

lock = threading.Lock()
asked = {}  # how often each question was asked
seen = set()  # ids of all words so far
log = open(sys.argv[2], "a", buffering=1)
OWNERS = {"vllm": "vllm", "sglang": "sglang", "llamacpp": "llamacpp", "llamapy": "me", "ollama": "library",
          "trt": "tensorrt_llm", "plain": "nobody"}


def words(text):
    return re.findall(r"\S+\s*|\s+", text)


def id_of(word):
    return int(hashlib.sha256(word.encode()).hexdigest()[:6], 16)


def logprob(number):
    return -(number % 97 + 1) / 32


def ids_of(text):
    ids = [id_of(w) for w in words(text)]
    seen.update(ids)
    return ids


def kernel_of(prompt):
    blocks = re.findall(r"```cuda\n(.*?)```", prompt, re.S)
    return "```cuda\n" + blocks[-1] + "```\n" if blocks else "nothing"


def judgement(kind, prompt, seed):
    with lock:
        times = asked[kind, prompt] = asked.get((kind, prompt), 0) + 1
    good = {"correctness": 0.9, "compilability": 1, "speed": 0.25, "reasoning": "reads well"}
    if kind == "slow":
        time.sleep(0.3)
        return json.dumps(good)
    if kind == "fair":
        draw = hashlib.sha256(prompt.encode()).digest()
        good["speed"] = draw[0] / 255
        return json.dumps(good)
    if kind == "fenced":
        good["correctness"] = "0.75"
        return "<think>{\"correctness\": 0}</think>Here you are:\n```json\n" + json.dumps(good, indent=1) + "\n```\nDone."
    if kind == "words":
        return "I am quite sure that it is correct."
    if kind == "range":
        return json.dumps(dict(good, speed=7))
    if kind == "broken":
        return "{\"correctness\": 0.5, \"compilability\": "
    return json.dumps(good) if times > 1 else "Let me think."  # late


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *args):
        pass

    def answer(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        _, kind, path = self.path.split("/", 2)
        if path == "v1/models":
            model = {"id": "honest", "object": "model", "owned_by": OWNERS[kind], "created": os.getpid()}
            if kind == "vllm":
                model.update(max_model_len=4096, root="org/honest", parent=None)
            if kind == "llamapy":
                model = {"id": "honest", "object": "model", "owned_by": "me", "permissions": []}
            self.answer(200, {"object": "list", "data": [model]})
        elif kind == "llamacpp" and path == "props":
            self.answer(200, {"default_generation_settings": {"n_ctx": 2048}, "total_slots": 4, "build_info": "b6000-abc"})
        elif (kind, path) in (("vllm", "version"), ("trt", "version"), ("ollama", "api/version"), ("sglang", "get_server_info")):
            self.answer(200, {"version": "1.2.3"})
        else:
            self.answer(404, {"detail": "Not Found"})

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        _, kind, path = self.path.split("/", 2)
        with lock:
            log.write(json.dumps({"path": self.path, "request": request}) + "\n")
        model = request.get("model", "honest")
        if path == "tokenize":
            self.tokenize(model, request)
        elif path == "generate" and kind == "sglang":
            self.generate(request)
        elif path == "completion" and kind == "llamacpp":
            self.step(request)
        elif path == "apply-template" and kind == "llamacpp":
            self.answer(200, {"prompt": "<chat>" + request["messages"][-1]["content"] + " <answer>"})
        elif path == "v1/completions" and ("prompt_logprobs" in request or request.get("echo")):
            self.score(kind, model, request)
        elif path in ("v1/completions", "v1/chat/completions"):
            self.sample(kind, model, request)
        else:
            self.answer(404, {"detail": "Not Found"})

    def tokenize(self, model, request):
        if model == "no-ids":
            self.answer(404, {"detail": "Not Found"})
        else:
            key = "content" if "content" in request else "prompt"
            text = request[key] if key in request else "<chat>" + request["messages"][-1]["content"] + " <answer>"
            self.answer(200, {"tokens": ids_of(text), "count": 0})

    def sample(self, kind, model, request):
        chat = "messages" in request
        prompt = request["messages"][-1]["content"] if chat else request["prompt"]
        seen = "<chat>" + prompt + " <answer>" if chat else prompt
        if model == "judge-refuse":
            self.answer(400, {"error": {"message": "I judge nobody", "code": 400}})
            return
        choices = []
        n = request.get("n", 1)
        for index in reversed(range((n + 1) // 2 if model == "half" else n)):
            text = judgement(model[6:], prompt, request.get("seed")) if model.startswith("judge-") else kernel_of(prompt)
            tokens = words(text)[: request.get("max_tokens", 4096)]
            text = "".join(tokens)
            choice = {"index": index, "finish_reason": "stop"}
            choice.update({"message": {"role": "assistant", "content": text}} if chat else {"text": text})
            numbers = ids_of(text)
            if request.get("return_token_ids") and model not in ("no-ids", "bare"):
                choice["token_ids"] = numbers
                if kind == "sglang" and request.get("return_prompt_token_ids"):
                    choice["prompt_token_ids"] = ids_of(seen)
            if model == "bare":
                choices.append(choice)
                continue
            choice["logprobs"] = {"content": [dict({"token": t, "logprob": logprob(i)}, **({"id": i} if kind == "llamacpp" else {}))
                                              for t, i in zip(tokens, numbers)]}
            choices.append(choice)
        answer = {"model": model, "choices": choices,
                  "usage": {"prompt_tokens": len(words(seen)), "completion_tokens": sum(len(words(c.get("text", "") or
                            c.get("message", {}).get("content", ""))) for c in choices)}}
        if kind == "vllm" and request.get("return_token_ids") and model != "no-ids":
            answer["prompt_token_ids"] = ids_of(seen)
        self.answer(200, answer)

    def given(self, model, prompt):
        """Tokens of what is scored, as (id, word or None, log-prob)."""
        if isinstance(prompt, list):
            rows = [(i, None, logprob(i)) for i in prompt]
        elif model == "merged":
            rows = [(id_of(w), w, logprob(id_of(w))) for w in re.findall(r"[^`]+`|[^`]+$|`", prompt)]
        else:
            rows = [(id_of(w), w, logprob(id_of(w))) for w in words(prompt)]
        if model == "shifted":
            rows = [(i + 1, w and w.upper() + "!", p) for i, w, p in rows]
        if model == "short":
            rows = rows[-2:]
        if model == "hole":
            rows[-3] = (rows[-3][0], rows[-3][1], None)
        if model == "logits":
            rows = [(i, w, -p) for i, w, p in rows]
        return rows

    def score(self, kind, model, request):
        if kind not in ("vllm", "llamapy", "plain"):
            self.answer(400, {"error": {"message": "Only no echo is supported", "code": 400}})
            return
        rows = self.given(model, request["prompt"])
        choice = {"index": 0, "text": "x", "finish_reason": "length"}
        usage = {"prompt_tokens": len(rows), "completion_tokens": 1}
        if "prompt_logprobs" in request:
            choice["prompt_logprobs"] = [None] + [
                {str(i + 7): {"logprob": -0.01, "rank": 1, "decoded_token": "other"},
                 str(i): {"logprob": p, "rank": 2, "decoded_token": w}} if model == "honest" and w is None
                else {str(i): {"logprob": p, "rank": 2, "decoded_token": w}} for i, w, p in rows[1:]]
        else:
            text = request["prompt"]
            offsets, at = [], 0
            for _, w, _ in rows:
                offsets.append(at)
                at += len(w)
            choice["text"] = text + "x"
            choice["logprobs"] = {"tokens": [w for _, w, _ in rows] + ["x"], "top_logprobs": None,
                                  "token_logprobs": [None] + [p for _, _, p in rows[1:]] + [-0.5],
                                  "text_offset": offsets + [at]}
        self.answer(200, {"model": model, "choices": [choice], "usage": usage})

    def step(self, request):
        """All tokens that were ever asked for could follow; the 64 likeliest are the first ones of their kind."""
        known = [{"id": i, "token": "", "logprob": logprob(i)} for i in range(90, 90 + min(request["n_probs"], 64))]
        if request["n_probs"] > 64:
            known += [{"id": i, "token": "", "logprob": logprob(i)} for i in sorted(seen)]
        self.answer(200, {"content": "x", "completion_probabilities": [{"id": 90, "logprob": logprob(90), "top_logprobs": known}]})

    def generate(self, request):
        prompt = request.get("input_ids", request.get("text"))
        rows = self.given("honest", prompt)[request.get("logprob_start_len", 0):]
        triples = [[p, i, w] for i, w, p in rows]
        triples[0][0] = None
        self.answer(200, {"text": "x", "output_ids": [1], "meta_info": {
            "finish_reason": {"type": "length", "length": 1}, "prompt_tokens": len(rows), "completion_tokens": 1,
            "input_token_logprobs": triples, "output_token_logprobs": [[-0.5, 1, "x"]]}})


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
with open(sys.argv[1] + ".new", "w") as f:
    f.write(str(server.server_address[1]))
os.rename(sys.argv[1] + ".new", sys.argv[1])
server.serve_forever()
