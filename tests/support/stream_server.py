"""A scripted server of language models on this machine, for the proxy.

usage: stream_server.py PORT_FILE LOG_FILE

Speaks chat completions, completions, Responses, SGLang's /generate, llama.cpp's /completion and
Ollama's /api, whole and in pieces.  Writes its port to PORT_FILE and for each request a line of JSON
to LOG_FILE: method, path, header lines, sha256 of the body that came and of the bytes that went.

The model asked for says what else happens:

  slow         a pause of 0.2 s between pieces
  step         each piece waits for the file step.N, which whoever got the piece before makes
  cut          the connection is closed in the middle
  error        an error in the stream, after a piece of it
  echo-key     the request's Authorization in the answer's text
  limited      429 twice for each body, then an answer
  refuse       400
  hang         no answer until the client goes away
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
log = open(sys.argv[2], "a", buffering=1)
seen = {}

KERNEL = """//@ launch copy(A, C) grid=1 block=1
extern "C" __global__ void copy(const float *A, float *C) { C[0] = A[0]; }
"""


def pieces_of(request):
    text = "Here: \u00e9\U0001f600\n```cuda\n" + KERNEL + "```\n"
    prompt = json.dumps(request.get("messages", request.get("prompt", request.get("input", request.get("text", "")))))
    m = re.search(r"say:(\S+?)[\"\\]", prompt)
    if m:
        text = m.group(1)
    return re.findall(r"\S+\s*|\s+", text)


def logprob(i, choice):
    return -(i + 1) / 8 - choice / 64


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *args):
        pass

    def begin(self, status, content_type, length=None, more=()):
        self.sent = hashlib.sha256()
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("X-Request-Id", "req-7")
        self.send_header("X-Twice", "one")
        self.send_header("X-Twice", "two")
        for name, value in more:
            self.send_header(name, value)
        if length is None:
            self.send_header("Transfer-Encoding", "chunked")
        else:
            self.send_header("Content-Length", str(length))
        self.end_headers()
        self.chunked = length is None

    def put(self, data):
        self.sent.update(data)
        if self.chunked:
            data = b"%x\r\n%s\r\n" % (len(data), data)
        self.wfile.write(data)
        self.wfile.flush()

    def end(self):
        if self.chunked:
            self.wfile.write(b"0\r\n\r\n")

    def whole(self, status, value, more=()):
        body = json.dumps(value).encode()
        self.begin(status, "application/json", len(body), more)
        if self.command != "HEAD":
            self.put(body)

    def note(self, body):
        entry = {
            "method": self.command,
            "path": self.path,
            "headers": self.headers.items(),
            "body": hashlib.sha256(body).hexdigest(),
            "sent": self.sent.hexdigest(),
        }
        with lock:
            log.write(json.dumps(entry) + "\n")

    def do_GET(self):
        if self.path.startswith("/v1/models"):
            self.whole(200, {"data": [{"id": "m", "owned_by": "vllm"}]})
        elif self.path.startswith("/big"):
            n = int(self.path.partition("?")[2] or 8)
            self.begin(200, "application/octet-stream", n << 20)
            for i in range(n):
                self.put(bytes([i]) * (1 << 20))
        else:
            self.whole(404, {"detail": "Not Found"})
        self.note(b"")

    do_HEAD = do_GET

    def events(self, events, model, done=b"data: [DONE]\n\n"):
        self.begin(200, "text/event-stream; charset=utf-8")
        for i, event in enumerate(events):
            if model == "slow":
                time.sleep(0.2)
            while model == "step" and not os.path.exists("step.%d" % i):
                time.sleep(0.01)
            if i == 2 and model == "cut":
                self.wfile.flush()
                self.close_connection = True
                self.connection.close()
                return
            if i == 2 and model == "error":
                self.put(b'data: {"error":{"message":"out of memory"}}\n\n')
                break
            data = b"data: " + json.dumps(event).encode() + b"\n\n"
            half = len(data) // 2
            self.put(data[:half])
            self.put(data[half:])
        self.put(b": ping\n\n" + done)
        self.end()

    def lines(self, values):
        self.begin(200, "application/x-ndjson")
        for v in values:
            self.put(json.dumps(v).encode() + b"\n")
        self.end()

    def do_POST(self):
        length = self.headers["Content-Length"]
        body = self.rfile.read(int(length)) if length else b""
        try:
            request = json.loads(body)
        except ValueError:
            self.whole(200, {"choices": [{"index": 0, "text": "no json", "finish_reason": "stop"}]})
            self.note(body)
            return
        model = request.get("model", "m")
        if model == "hang":
            self.sent = hashlib.sha256()
            while self.connection.recv(1024):
                pass
            self.close_connection = True
        elif model == "refuse":
            self.whole(400, {"error": {"message": "maximum context length is 10", "code": 400}})
        elif model == "limited" and self.limit(body):
            self.whole(429, {"error": {"message": "slow down"}}, [("Retry-After", "0")])
        else:
            self.answer(request, model)
        self.note(body)

    def limit(self, body):
        with lock:
            seen[body] = seen.get(body, 0) + 1
            return seen[body] <= 2

    def answer(self, request, model):
        path = self.path.split("?")[0]
        pieces = pieces_of(request)
        if model == "echo-key":
            pieces = ["Your key is ", self.headers["Authorization"], "."]
        stream = request.get("stream", path.startswith("/api/"))
        if path.endswith("/chat/completions"):
            self.chat(request, pieces, stream, model)
        elif path.endswith("/completions"):
            self.completions(request, pieces, stream, model)
        elif path.endswith("/responses"):
            self.response_api(pieces, stream, model)
        elif path.endswith("/api/chat") or path.endswith("/api/generate"):
            self.ollama(path, pieces, stream)
        elif path.endswith("/generate"):
            self.sglang(pieces, stream, model)
        elif path.endswith("/completion"):
            self.llama(pieces, stream, model)
        else:
            self.whole(404, {"detail": "Not Found"})

    def usage(self, n, pieces):
        return {"prompt_tokens": 11, "completion_tokens": n * len(pieces), "total_tokens": 11 + n * len(pieces)}

    def chat(self, request, pieces, stream, model):
        n = request.get("n", 1)
        entry = lambda i, c: {"token": pieces[i], "logprob": logprob(i, c), "bytes": list(pieces[i].encode())}
        if not stream:
            choices = [
                {
                    "index": c,
                    "message": {"role": "assistant", "content": "".join(pieces), "reasoning_content": "think %d" % c},
                    "logprobs": {"content": [entry(i, c) for i in range(len(pieces))]},
                    "token_ids": [1000 + i for i in range(len(pieces))],
                    "finish_reason": "stop",
                }
                for c in range(n)
            ]
            answer = {"id": "x", "model": model, "choices": choices, "usage": self.usage(n, pieces), "prompt_logprobs": None}
            self.whole(200, answer)
            return
        base = {"id": "x", "object": "chat.completion.chunk", "model": model}
        events = [dict(base, choices=[{"index": c, "delta": {"role": "assistant", "content": ""}}]) for c in range(n)]
        events += [dict(base, choices=[{"index": c, "delta": {"reasoning_content": "think "}}]) for c in range(n)]
        events += [dict(base, choices=[{"index": c, "delta": {"reasoning_content": str(c)}}]) for c in range(n)]
        for i, piece in enumerate(pieces):
            for c in range(n):
                choice = {"index": c, "delta": {"content": piece}, "logprobs": {"content": [entry(i, c)]}}
                choice.update({"token_ids": [1000 + i], "stop_reason": None})
                events.append(dict(base, choices=[choice]))
        events += [dict(base, choices=[{"index": c, "delta": {}, "finish_reason": "stop"}]) for c in range(n)]
        events.append(dict(base, choices=[], usage=self.usage(n, pieces)))
        self.events(events, model)

    def completions(self, request, pieces, stream, model):
        lps = lambda part, at: {"tokens": part, "token_logprobs": [logprob(at + i, 0) for i in range(len(part))]}
        if not stream:
            choice = {"index": 0, "text": "".join(pieces), "logprobs": lps(pieces, 0), "finish_reason": "length"}
            self.whole(200, {"model": model, "choices": [choice], "usage": self.usage(1, pieces)})
            return
        events = [
            {"model": model, "choices": [{"index": 0, "text": p, "logprobs": lps([p], i), "finish_reason": None}]}
            for i, p in enumerate(pieces)
        ]
        events.append({"model": model, "choices": [{"index": 0, "text": "", "finish_reason": "length"}]})
        self.events(events, model)

    def response_api(self, pieces, stream, model):
        text = {"type": "output_text", "text": "".join(pieces)}
        output = [
            {"type": "reasoning", "summary": [{"type": "summary_text", "text": "think"}]},
            {"type": "message", "role": "assistant", "content": [text]},
        ]
        usage = {"input_tokens": 11, "output_tokens": len(pieces)}
        response = {"model": model, "status": "completed", "output": output, "usage": usage}
        if not stream:
            self.whole(200, response)
            return
        events = [{"type": "response.created", "response": {"status": "in_progress"}}]
        events += [{"type": "response.output_text.delta", "delta": p} for p in pieces]
        events.append({"type": "response.completed", "response": response})
        self.events(events, model, b"")

    def sglang(self, pieces, stream, model):
        def state(n):
            meta = {
                "finish_reason": {"type": "stop"} if n == len(pieces) else None,
                "prompt_tokens": 11,
                "completion_tokens": n,
                "output_token_logprobs": [[logprob(i, 0), 50 + i, pieces[i]] for i in range(n)],
            }
            return {"text": "".join(pieces[:n]), "output_ids": [50 + i for i in range(n)], "meta_info": meta}

        if not stream:
            self.whole(200, state(len(pieces)))
            return
        self.events([state(n) for n in range(1, len(pieces) + 1)], model)

    def llama(self, pieces, stream, model):
        probability = lambda i: {"token": pieces[i], "logprob": logprob(i, 0), "id": 70 + i}
        last = {"stop": True, "stop_type": "eos", "tokens_evaluated": 11, "tokens_predicted": len(pieces)}
        if not stream:
            probabilities = [probability(i) for i in range(len(pieces))]
            self.whole(200, dict(last, content="".join(pieces), completion_probabilities=probabilities))
            return
        events = [
            {"content": p, "stop": False, "tokens": [70 + i], "completion_probabilities": [probability(i)]}
            for i, p in enumerate(pieces)
        ]
        self.events(events + [dict(last, content="")], model, b"")

    def ollama(self, path, pieces, stream):
        def value(text, **more):
            if path.endswith("/api/chat"):
                return dict({"model": "m", "message": {"role": "assistant", "content": text}}, **more)
            return dict({"model": "m", "response": text}, **more)

        end = {"done": True, "done_reason": "stop", "prompt_eval_count": 11, "eval_count": len(pieces)}
        if not stream:
            self.whole(200, value("".join(pieces), **end))
            return
        self.lines([value(p, done=False) for p in pieces] + [value("", **end)])


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def handle_error(self, request, client_address):
        pass  # clients that leave are part of the tests


server = Server(("127.0.0.1", 0), Handler)
with open(sys.argv[1] + ".new", "w") as f:
    f.write(str(server.server_address[1]))
os.rename(sys.argv[1] + ".new", sys.argv[1])
server.serve_forever()
