"""A scripted model that learns from feedback, behind an OpenAI-compatible server on this machine.

usage: turn_server.py PORT_FILE LOG_FILE

Writes its port to PORT_FILE and the messages of each request, as a line of JSON, to LOG_FILE.  What it
answers depends on the last message: code that does not compile to a first prompt, code that is wrong
when told so, then the reference kernel.  The model asked for says what else:

  learner  nothing else
  slow     it takes its time
  tight    at most five messages fit its context
  cramped  one message fits
  mute     no code, ever
  noisy    much text with characters that no message should have
  bodies   the statements of the prompt's last block
  torch    modules for a ReLU: one that cannot be read, one that is wrong, one that is right
"""
import json
import os
import re
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MODULE = "```python\nimport torch\nclass ModelNew(torch.nn.Module):\n    def forward(self, x):\n        return %s\n```"
lock = threading.Lock()
log = open(sys.argv[2], "a", buffering=1)
MOST_MESSAGES = {"tight": 5, "cramped": 1}


def last_block(prompt):
    return re.findall(r"```cuda\n(.*?)```", prompt, re.S)[-1]


def answer_of(request):
    first, last = request["messages"][0], request["messages"][-1]
    if first["role"] == "system":
        first = request["messages"][1]
    prompt, told = first["content"], last["content"] if last is not first else ""
    if first["role"] == "all":  # one text: what was said last decides
        prompt, told = re.match(r"(.*?)(Your answer was compiled.*)?$", prompt, re.S).groups(default="")
        told = told[told.rfind("Your answer was compiled") :] if told else ""
        prompt = re.split(r"// seed", prompt)[0].removesuffix("```cuda\n")
    if request["model"] == "torch":
        if not told:
            return MODULE.replace("(self, x)", "(self, x") % "x"
        return MODULE % ("x * 0" if "- status: mismatch" not in told else "torch.relu(x)")
    code = last_block(prompt)
    if request["model"] == "mute":
        return "I would not know."
    if request["model"] == "noisy":
        return "<think>" + "x" * 3000000 + "</think>" + "\0\x1b[31m\ud83d ``` \u202e" * 5000
    if request["model"] == "bodies" and not told:
        return "```\nundeclared = 1;\n```"
    if request["model"] == "bodies":
        return "Like this:\n```\n" + code + "```\n"
    if not told:
        code = code.replace("{", "{ undeclared = 1;", 1)
    elif "- status: compile" in told:
        code = re.sub(r"(\[[^]]*\]) = [^;]*;\n", r"\1 = 77.0f;\n", code)
    return "<think>a secret draft</think>\n```cuda\n// seed %d\n%s```<|im_end|>" % (request["seed"], code)


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
        if self.path == "/v1/models":
            self.answer(200, {"data": [{"id": "learner", "owned_by": "vllm"}]})
        else:
            self.answer(404, {"detail": "Not Found"})

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if "prompt" in request:
            request["messages"] = [{"role": "all", "content": request["prompt"]}]
        with lock:
            log.write(json.dumps({"seed": request["seed"], "messages": request["messages"]}) + "\n")
        messages = len(request["messages"])
        if messages > MOST_MESSAGES.get(request["model"], messages):
            text = "This model's maximum context length is 4096 tokens. However, you requested 5000."
            return self.answer(400, {"error": {"message": text, "type": "BadRequestError", "code": 400}})
        if request["model"] == "slow":
            time.sleep(0.2)
        text = answer_of(request)
        words = sum(len(m["content"].split()) for m in request["messages"])
        choice = {"index": 0, "message": {"role": "assistant", "content": text}, "text": text, "finish_reason": "stop"}
        usage = {"prompt_tokens": words, "completion_tokens": len(text.split())}
        self.answer(200, {"model": request["model"], "choices": [choice], "usage": usage})


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
with open(sys.argv[1] + ".new", "w") as f:
    f.write(str(server.server_address[1]))
os.rename(sys.argv[1] + ".new", sys.argv[1])
server.serve_forever()
