#!/usr/bin/env python3
"""Servers behind the proxy and clients before it that keep to no rule: hostile_http.py server PORT_FILE | clients PORT

The server answers each request by the name in its body ("say": NAME) with the bytes of that name.
"""
import gzip
import json
import os
import re
import socket
import sys
import threading
import time
import zlib

TEXT = "int x = 1;"


def chat(text=TEXT, more=""):
    return ('{"id": "c", "object": "chat.completion", "model": "m", "choices": [{"index": 0, "message": {"role": "assistant", "content": %s}, '
            '"finish_reason": "stop"}], "usage": {"prompt_tokens": 3, "completion_tokens": 4}%s}' % (json.dumps(text), more)).encode()


def whole(body, lines=b"", status=b"200 OK"):
    return b"HTTP/1.1 " + status + b"\r\nContent-Type: application/json\r\n" + lines + b"Content-Length: %d\r\n\r\n" % len(body) + body


def chunks(*parts, end=b"0\r\n\r\n", lines=b"Content-Type: application/json\r\n"):
    return b"HTTP/1.1 200 OK\r\n" + lines + b"Transfer-Encoding: chunked\r\n\r\n" + b"".join(b"%x\r\n%s\r\n" % (len(p), p) for p in parts) + end


def delta(text):
    return '{"id": "c", "object": "chat.completion.chunk", "model": "m", "choices": [{"index": 0, "delta": {"content": %s}}]}' % text


SSE = b"Content-Type: text/event-stream\r\n"
LAST = '{"id": "c", "object": "chat.completion.chunk", "model": "m", "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}'


def stream(end, *texts):
    return "".join("data: %s%s%s" % (t, end, end) for t in [delta(json.dumps(t)) if not t.startswith("{") else t for t in texts] + [LAST, "[DONE]"]).encode()


def each_byte(data):
    return [data[i:i + 1] for i in range(len(data))]


gzipper = zlib.compressobj(9, zlib.DEFLATED, 31)
BOMB = gzipper.compress(b" " * (200 << 20)) + gzipper.flush()
surrogate = chat().replace(b'"int x = 1;"', b'"int \\ud800 x \\udc00\\ud83d; \\u0000"')
twice = chat().replace(b'"choices"', b'"choices": 3, "choices"').replace(b'"content"', b'"content": "other", "content"')

# Bytes, or a list of pieces that are sent one by one; the number is how many rollouts are stored at least.
ANSWERS = {
    "plain": (whole(chat()), 1),
    "100 flood": (b"HTTP/1.1 100 Continue\r\n\r\n" * 2000 + whole(chat()), 0),
    "103 flood": (b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" * 500 + whole(chat()), 0),
    "101": (b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n\x81\x05hello", 0),
    "204 with a body": (b"HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello", 0),
    "304": (b"HTTP/1.1 304 Not Modified\r\nContent-Length: 500\r\n\r\n", 0),
    "gzip": (whole(gzip.compress(chat()), b"Content-Encoding: gzip\r\n"), 0),
    "gzip bomb": (whole(BOMB, b"Content-Encoding: gzip\r\n"), 0),
    "no gzip": (whole(chat(), b"Content-Encoding: gzip\r\n"), 0),
    "br": (whole(b"\x0b\x02\x80abc\x03", b"Content-Encoding: br\r\n"), 0),
    "chunk extensions": (chunks(chat()).replace(b"\r\n{", b";a=b;c=\"d\"\r\n{", 1), 1),
    "trailers": (chunks(chat(), end=b"0\r\nX-Sum: 1\r\nTransfer-Encoding: chunked\r\n\r\n"), 1),
    "bad chunk": (chunks(chat(), end=b"zz\r\n"), 0),
    "huge chunk": (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n{", 0),
    "negative chunk": (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\nhello\r\n0\r\n\r\n", 0),
    "short": (whole(chat()).replace(b"Content-Length: ", b"Content-Length: 9", 1), 0),
    "long": (whole(chat()) + b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc", 1),
    "two lengths": (whole(chat(), b"Content-Length: 3\r\n"), 0),
    "length and chunks": (chunks(chat(), lines=b"Content-Length: 3\r\n"), 0),
    "nothing": (b"", 0),
    "garbage": (os.urandom(4096), 0),
    "http 0.9": (chat(), 0),
    "status 999": (whole(chat(), status=b"999 Odd"), 0),
    "status 20": (b"HTTP/1.1 20\r\n\r\n", 0),
    "status -1": (b"HTTP/1.1 -1 Odd\r\nContent-Length: 0\r\n\r\n", 0),
    "split status": (whole(chat()).replace(b"200 OK", b"200 OK\x00\x1b[31m"), 0),
    "many lines": (whole(chat(), b"".join(b"X-%d: 1\r\n" % i for i in range(20000))), 0),
    "long line": (whole(chat(), b"X: " + b"a" * (1 << 20) + b"\r\n"), 0),
    "nul line": (whole(chat(), b"X-\x00Y: a\x00b\r\n"), 0),
    "folded": (whole(chat(), b"X-A: 1\r\n folded: 2\r\n"), 0),
    "bare lf": (whole(chat()).replace(b"\r\n", b"\n"), 0),
    "injected": (whole(chat(), b"X-Rollbook-Exchange: ../../etc\r\nConnection: keep-alive, X-A\r\n"), 1),
    "redirect": (b"HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n", 0),
    "byte by byte": (each_byte(whole(chat())), 1),
    "crlf stream": (chunks(*each_byte(stream("\r\n", "int ", "x;")), lines=SSE), 1),
    "cr stream": (chunks(*each_byte(stream("\r", "int ", "x;")), lines=SSE), 0),
    "lf stream": (chunks(stream("\n", "int ", "x;"), lines=SSE), 1),
    "surrogates in a stream": (chunks(*each_byte(stream("\n", delta('"\\ud83d"'), delta('"\\ude00"'), delta('"\\ud800"'))), lines=SSE), 1),
    "stream without an end": (chunks(stream("\n", "int ", "x;")[:-60], end=b"", lines=SSE), 0),
    "comment stream": (chunks(b": ping\n\n" * 20000 + stream("\n", "x"), lines=SSE), 1),
    "one long event": (chunks(b"data: " + b"a" * (4 << 20), lines=SSE), 0),
    "surrogates": (whole(surrogate), 1),
    "members twice": (whole(twice), 0),
    "deep": (whole(b'{"choices": ' + b"[" * 200000 + b"]" * 200000 + b"}"), 0),
    "no utf-8": (whole(chat().replace(b"int x", b"\xff\xfe\xc0\x80")), 0),
    "big number": (whole(chat(more=', "created": 1e999, "n": 123456789012345678901234567890')), 1),
    "wrong types": (whole(b'{"choices": [{"message": {"content": 5}, "index": "x", "finish_reason": []}, null, 7], "usage": []}'), 0),
    "many choices": (whole(b'{"model": "m", "choices": [' + b", ".join(b'{"index": 0, "message": {"content": "a"}}' for _ in range(3000)) + b"]}"), 0),
    "odd counts": (whole(chat().replace(b'"prompt_tokens": 3', b'"prompt_tokens": -9223372036854775808').replace(b": 4}", b": 1e300}")), 1),
    "logprobs": (whole(chat().replace(b'"finish_reason"', b'"logprobs": {"content": [{"token": "a", "logprob": 1e400}, {"token": null}, 3]}, "finish_reason"')), 1),
}


def serve(port_file):
    s = socket.create_server(("127.0.0.1", 0), backlog=512)
    with open(port_file + ".new", "w") as f:
        f.write(str(s.getsockname()[1]))
    os.rename(port_file + ".new", port_file)

    def one(c):
        try:
            data = b""
            while b"\r\n\r\n" not in data:
                piece = c.recv(65536)
                if not piece:
                    return
                data += piece
            head, body = data.split(b"\r\n\r\n", 1)
            m = re.search(rb"(?i)content-length: *(\d+)", head)
            while m and len(body) < int(m.group(1)):
                body += c.recv(65536)
            m = re.search(rb'"say": "([^"]*)"', body)
            answer = ANSWERS[m.group(1).decode() if m else "plain"][0]
            c.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for piece in answer if isinstance(answer, list) else [answer]:
                c.sendall(piece)
            if m and m.group(1) == b"stream without an end":
                time.sleep(0.2)
            c.shutdown(socket.SHUT_WR)
            c.settimeout(0.5)
            while c.recv(65536):
                pass
        except OSError:
            pass
        finally:
            c.close()

    while True:
        c, _ = s.accept()
        threading.Thread(target=one, args=(c,), daemon=True).start()


def request(body, lines=b"", method=b"POST", path=b"/run/h/v1/chat/completions", version=b"HTTP/1.1"):
    return method + b" " + path + b" " + version + b"\r\nHost: 127.0.0.1\r\n" + lines + b"Content-Length: %d\r\n\r\n" % len(body) + body


def say(name, more=""):
    return json.dumps({"model": "m", "say": name, "stream": "stream" in name or "event" in name, "messages": [{"role": "user", "content": "hi"}]}).encode()[:-1] + more.encode() + b"}"


def read(s, wait, may=()):
    """What comes, and whether the other side closed; a little longer than it takes for the statuses that may come."""
    data = b""
    try:
        while True:
            s.settimeout(0.3 if " ".join(statuses(data)) in may else wait)
            piece = s.recv(1 << 16)
            if not piece:
                return data, True
            data += piece
    except (socket.timeout, ConnectionResetError):
        pass
    return data, False


def statuses(data):
    return [m.decode() for m in re.findall(rb"HTTP/1\.1 (\d{3})", data)]


def ask(port, pieces, may=(), wait=10.0):
    s = socket.create_connection(("127.0.0.1", port), timeout=20)
    s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        for p in pieces if isinstance(pieces, list) else [pieces]:
            s.sendall(p)
    except OSError:
        pass
    data, closed = read(s, wait, may)
    s.close()
    return data, closed


def is_healthy(port):
    return statuses(ask(port, b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")[0]) == ["200"]


P = say("plain")
HEAD = b"POST /run/c/v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1\r\n"


def chunked(data, *lines):
    return HEAD + b"".join(lines) + b"Transfer-Encoding: chunked\r\n\r\n" + data


hexed = b"%x" % len(P)
# Name, bytes, statuses that may come, how many exchanges are stored (None: as the library pleases).  Values and targets end at a
# NUL, and a head comes twice, where libmicrohttpd answers or reads by itself.
CLIENTS = [
    ("pipelined", request(P, path=b"/run/c/v1/chat/completions") * 3, ["200 200 200"], 3),
    ("pipelined with health", request(P, path=b"/run/c/v1/chat/completions") + b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", ["200 200"], 1),
    ("byte by byte", each_byte(request(P, path=b"/run/c/v1/chat/completions")), ["200"], 1),
    ("chunk extensions", chunked(hexed + b';a=b;c="d\r"\r\n' + P + b"\r\n0\r\n\r\n"), ["400", "200", ""], None),
    ("plain extension", chunked(hexed + b";a=b\r\n" + P + b"\r\n0;c\r\n\r\n"), ["200", "400"], None),
    ("trailers", chunked(hexed + b"\r\n" + P + b"\r\n0\r\nX-A: 1\r\nContent-Length: 4\r\n\r\n"), ["200", "400"], None),
    ("chunks of a byte", chunked(b"".join(b"1\r\n%c\r\n" % b for b in P) + b"0\r\n\r\n"), ["200"], 1),
    ("chunk too large", chunked(b"FFFFFFFFFFFFFFFFF\r\n" + P), ["400", "413"], 0),
    ("chunk of minus", chunked(b"-1\r\n" + P + b"\r\n0\r\n\r\n"), ["400"], 0),
    ("chunk without an end", chunked(hexed + b"\r\n" + P + b"XX0\r\n\r\n"), ["400", ""], 0),
    ("0x chunk", chunked(b"0x" + hexed + b"\r\n" + P + b"\r\n0\r\n\r\n"), ["400"], 0),
    ("continue", request(P, b"Expect: 100-continue\r\n", path=b"/run/c/v1/chat/completions"), ["200", "100 200"], 1),
    ("continue, odd", request(P, b"Expect: 200-ok\r\n", path=b"/run/c/v1/chat/completions"), ["417", "400", "200", "100 200"], None),
    ("head", b"HEAD /v1/models HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", ["200"], None),
    ("options", b"OPTIONS /v1/models HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", ["200", "405"], None),
    ("options *", b"OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", ["400", "405", "404", "200"], None),
    ("trace", b"TRACE / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", ["400", "405", "501", "200"], None),
    ("connect", b"CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", ["400", "405", "501"], 0),
    ("upgrade", request(P, b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n", path=b"/run/c/v1/chat/completions"), ["200", "400"], None),
    ("5,000 lines", request(P, b"".join(b"X-%d: 1\r\n" % i for i in range(5000))), ["431", "400"], 0),
    ("1 MB line", request(P, b"X: " + b"a" * (1 << 20) + b"\r\n"), ["431", "400", "413"], 0),
    ("1 MB target", b"GET /" + b"a" * (1 << 20) + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", ["414", "431", "400"], 0),
    ("nul in a name", request(P, b"X\0Y: 1\r\n"), ["400"], 0),
    ("nul in a value", request(P, b"X: 1\0002\r\n"), ["400", "200"], None),
    ("nul in the target", b"GET /v1/\0models HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", ["400", "200"], None),
    ("cr in a value", request(P, b"X: 1\rY: 2\r\n"), ["400"], 0),
    ("fold", request(P, b"X: 1\r\n\tY: 2\r\n"), ["400"], 0),
    ("bare lf", request(P, path=b"/run/c/v1/chat/completions").replace(b"\r\n", b"\n"), ["400", "200"], None),
    ("blank lines first", b"\r\n\r\n" + request(P, path=b"/run/c/v1/chat/completions"), ["200", "400"], None),
    ("no host", b"GET /health HTTP/1.1\r\n\r\n", ["403", "400"], 0),
    ("http 1.0", request(P, path=b"/run/c/v1/chat/completions", version=b"HTTP/1.0"), ["200", "400", "505"], None),
    ("http 2", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", ["400", "505", ""], 0),
    ("http 9.9", request(P, version=b"HTTP/9.9"), ["400", "505", ""], 0),
    ("tls", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + os.urandom(500), ["400", ""], 0),
    ("huge length", HEAD + b"Content-Length: 99999999999999999999\r\n\r\n{", ["413 413", "413", "400"], 0),
    ("1 EB", HEAD + b"Content-Length: 1000000000000000000\r\n\r\n{", ["413", "400", ""], 0),
    ("length with text", HEAD + b"Content-Length: 5a\r\n\r\nhello", ["400 400", "400"], 0),
    ("length list", HEAD + b"Content-Length: 5, 5\r\n\r\nhello", ["400 400", "400"], 0),
    ("lower case", request(P, method=b"post", path=b"/run/c/v1/chat/completions"), ["200", "400", "405", "501"], None),
    ("empty method", b" / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", ["400", "501", ""], 0),
    ("no json", request(b"\xff\xfe{]", path=b"/run/c/v1/chat/completions"), ["200", "400"], None),
    ("members twice", request(b'{"model": "a", "model": "m", "messages": [], "messages": 3}', path=b"/run/c/v1/chat/completions"), ["200", "400"], None),
    ("surrogates", request(b'{"model": "m\\ud800", "messages": [{"role": "user", "content": "\\udc00"}]}', path=b"/run/c/v1/chat/completions"), ["200"], 1),
    ("deep", request(b'{"model": "m", "messages": ' + b"[" * 100000 + b"]" * 100000 + b"}", path=b"/run/c/v1/chat/completions"), ["200", "400"], None),
    ("gzip", request(gzip.compress(P), b"Content-Encoding: gzip\r\n", path=b"/run/c/v1/chat/completions"), ["200", "400", "415"], None),
    ("odd tags", request(P, b"X-Rollbook-Task: ../../x\r\nX-Rollbook-Sample: -1\r\n", path=b"/run/%2e%2e/task/%00/v1/chat/completions"), ["400", "404", "200"], None),
]


def clients(port):
    bad = []
    least = 0
    for name, (answer, n) in ANSWERS.items():
        s = socket.create_connection(("127.0.0.1", port), timeout=20)
        s.sendall(request(say(name), b"Connection: close\r\n"))
        data, closed = read(s, 20)
        s.close()
        got = statuses(data)[:1]
        if not closed:
            bad.append("server %s: the answer does not end (%s)" % (name, got))
        if name != "nothing" and not got:
            bad.append("server %s: no answer" % name)
        if n and got != ["200"]:
            bad.append("server %s: %s" % (name, got))
        least += n
        if not is_healthy(port):
            sys.exit("after server %s: no health" % name)
        print("server %s: %s %d bytes" % (name, " ".join(got), len(data)))
    for name, data, may, n in CLIENTS:
        got, closed = ask(port, data, may)
        words = " ".join(statuses(got))
        if words not in may:
            bad.append("client %s: %s" % (name, words or "nothing"))
        least += n or 0
        if not is_healthy(port):
            sys.exit("after client %s: no health" % name)
        print("client %s: %s%s" % (name, words or "nothing", ", closed" if closed else ""))
    # A client that goes away in the middle of its body, of its head, of its answer.
    for data in (request(P)[:-5], request(P)[:40], request(say("byte by byte"))):
        s = socket.create_connection(("127.0.0.1", port))
        s.sendall(data)
        s.close()
    # Heads that never end.
    slow = [socket.create_connection(("127.0.0.1", port)) for _ in range(300)]
    for i in range(3):
        for s in slow:
            try:
                s.sendall(b"POST / HTTP/1.1\r\n" if i == 0 else b"X-%d: 1\r\n" % i)
            except OSError:
                pass
        if statuses(ask(port, request(P, b"Connection: close\r\n", path=b"/run/c/v1/chat/completions"))[0]) != ["200"]:
            bad.append("beside slow heads: no answer")
        least += 1
    for s in slow:
        s.close()
    print("at least %d" % least)
    for b in bad:
        print("WRONG " + b)
    sys.exit(len(bad) > 0)


if __name__ == "__main__":
    if sys.argv[1] == "server":
        serve(sys.argv[2])
    else:
        clients(int(sys.argv[2]))
