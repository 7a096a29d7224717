"""A scripted OpenAI-compatible server on this machine.

usage: llm_server.py PORT_FILE LOG_FILE

Writes its port to PORT_FILE and a line of JSON for each completion request to LOG_FILE.  The model
asked for says how it answers:

  honest     the reference kernel or module of the prompt, with token ids and log-probs
  plain      the same without ids and log-probs, as a server that gives none
  logits     positive "log-probs"
  sentinels  some log-probs are -9999
  empty      no code in the answer
  flaky      every third request fails: 503, a cut body, garbage, in turn
  refuse     400, context length exceeded
  echo-key   401 with the request's headers in the body
  slow       honest after a quarter of a second
  gate       honest, but the first request waits until there is a file "go" in the current folder
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
counter = 0
seen = set()  # models that were asked for
log = open(sys.argv[2], "a", buffering=1)


def kernel_of(prompt):
    blocks = re.findall(r"```cuda\n(.*?)```", prompt, re.S)
    if blocks:
        return "```cuda\n" + blocks[-1] + "```\n"
    modules = [b for b in re.findall(r"```python\n(.*?)```", prompt, re.S) if "class Model(" in b]
    return "```python\n" + modules[-1].replace("class Model(", "class ModelNew(") + "```\n" if modules else "nothing"


def choice_of(model, prompt, seed):
    text = "I would not know." if model == "empty" else kernel_of(prompt)
    tokens = re.findall(r"\S+\s*", text)
    draw = hashlib.sha256(str(seed).encode()).digest()
    logprobs = [-(draw[i % 32] + 1) / 64 for i in range(len(tokens))]
    if model == "logits":
        logprobs = [-v for v in logprobs]
    if model == "sentinels":
        logprobs[0] = -9999.0
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
    if model != "plain":
        choice["token_ids"] = [len(t) for t in tokens]
        choice["logprobs"] = {
            "content": [{"token": t, "logprob": v, "bytes": list(t.encode())} for t, v in zip(tokens, logprobs)]
        }
    return choice, len(tokens)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *args):
        pass

    def answer(self, status, body, length=None):
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("X-Request-Id", "req-%d" % counter)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        if status == 503:
            self.send_header("Retry-After", "0")
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        if self.path == "/v1/models":
            self.answer(200, json.dumps({"data": [{"id": "honest", "owned_by": "vllm"}]}).encode())
        else:
            self.answer(404, b'{"detail":"Not Found"}')

    def fault(self, number):
        if number % 3 == 0:
            self.answer(503, b'{"error":{"message":"loading"}}')
        elif number % 3 == 1:
            self.answer(200, b'{"choices":[{"mess', 100000)
            self.close_connection = True
        else:
            self.answer(500, b"<html>oops</html>")

    def do_POST(self):
        global counter
        body = self.rfile.read(int(self.headers["Content-Length"]))
        request = json.loads(body)
        model = request["model"]
        with lock:
            number = counter
            counter += 1
            first = model not in seen
            seen.add(model)
        ended = "answered"
        prompt = request["messages"][-1]["content"]
        if self.headers["Content-Type"] != "application/json":
            self.answer(415, b'{"error":{"message":"what kind of body is this?"}}')
        elif model == "flaky" and number % 3 == 0:
            ended = "fault"
            self.fault(number // 3)
        elif model == "refuse":
            self.answer(400, b'{"error":{"message":"maximum context length is 10","code":400}}')
        elif model == "echo-key":
            self.answer(401, json.dumps({"error": {"message": str(self.headers)}}).encode())
        else:
            if model == "slow":
                time.sleep(0.25)
            while model == "gate" and first and not os.path.exists("go"):
                time.sleep(0.02)
            choice, n = choice_of(model, prompt, request["seed"])
            usage = {"prompt_tokens": len(prompt.split()), "completion_tokens": n}
            answer = {"model": model, "choices": [choice], "usage": usage}
            self.answer(200, json.dumps(answer).encode())
        with lock:
            log.write(json.dumps({"seed": request["seed"], "end": ended, "key": self.headers["Authorization"]}) + "\n")


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
with open(sys.argv[1] + ".new", "w") as f:
    f.write(str(server.server_address[1]))
os.rename(sys.argv[1] + ".new", sys.argv[1])
server.serve_forever()
