#!/usr/bin/env python3
"""Requests that no HTTP library sends, over raw sockets: raw_requests.py HOST PORT [idle N]

Prints a line a request: its name, the different statuses of the answers on the connection, and whether the proxy closed it.
With "idle N", opens N connections that say nothing, asks /health beside them, and prints its status.
"""
import socket
import sys

BODY = b'{"model": "m", "messages": []}'
HEAD = b"POST /run/raw/v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1\r\n"
HIDDEN = b"POST /run/smuggled/v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n"


def with_length(lines, body=BODY):
    return HEAD + lines + b"Content-Length: %d\r\n\r\n" % len(body) + body


def target(path):
    return b"GET " + path + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


REQUESTS = [
    ("plain", with_length(b"")),
    ("chunked", HEAD + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n" % (len(BODY), BODY)),
    ("blank before colon", HEAD + b"Transfer-Encoding : chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n" + HIDDEN),
    ("two lengths", HEAD + b"Content-Length: 0\r\nContent-Length: %d\r\n\r\n" % len(HIDDEN) + HIDDEN),
    ("equal lengths", HEAD + b"Content-Length: 0\r\nContent-Length: 0\r\n\r\n"),
    ("length and chunked", HEAD + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + HIDDEN),
    ("length with sign", HEAD + b"Content-Length: +0\r\n\r\n"),
    ("other coding", HEAD + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"),
    ("folded line", HEAD + b"X-A: 1\r\n Content-Length: 7\r\nContent-Length: 0\r\n\r\n"),
    ("blank in a name", HEAD + b"X A: 1\r\nContent-Length: 0\r\n\r\n"),
    ("no colon", HEAD + b"Nothing\r\nContent-Length: 0\r\n\r\n"),
    ("two hosts", HEAD + b"Host: 127.0.0.1\r\nContent-Length: 0\r\n\r\n"),
    ("80 lines", with_length(b"".join(b"X-%d: 1\r\n" % i for i in range(78)))),
    ("300 lines", with_length(b"".join(b"X-%d: 1\r\n" % i for i in range(300)))),
    ("long line", with_length(b"X-Long: " + b"a" * 200000 + b"\r\n")),
    ("climbing", target(b"/v1/../../admin")),
    ("climbing, encoded", target(b"/v1/%2e%2E/admin")),
    ("climbing behind a tag", target(b"/run/a/../../admin")),
    ("encoded slash", target(b"/v1/..%2fadmin")),
    ("other form", target(b"http://127.0.0.1/v1/models")),
    ("folded name", with_length(b"X-A: a\r\n bcd\r\n")),
    ("folded by a tab", with_length(b"X-A: a\r\n\tbcd\r\n")),
    ("folded length", HEAD + b"Content-Length: 1\r\n 0\r\n\r\n" + HIDDEN),
    ("folded coding", HEAD + b"Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n" + HIDDEN),
    ("folded first line", b"GET /v1/models HTTP/1.1\r\n X: 1\r\nHost: 127.0.0.1\r\n\r\n"),
    ("line of a colon", HEAD + b":\r\n" + HIDDEN),
    ("line without a name", HEAD + b": v\r\n" + HIDDEN),
    ("length and a line of a colon", HEAD + b"Content-Length: 2\r\n:\r\nX-Y: 1\r\n\r\n{}"),
    ("LF alone", b"GET /v1/models HTTP/1.1\nHost: 127.0.0.1\n\n"),
    ("one LF alone", HEAD + b"X-A: 1\nContent-Length: 0\r\n\r\n"),
    ("CR within a line", HEAD + b"X-A: 1\r2\r\nContent-Length: 0\r\n\r\n"),
    ("NUL", HEAD + b"X-A: 1\x002\r\nContent-Length: 0\r\n\r\n"),
    ("blanks behind a length", HEAD + b"Content-Length: %d \t\r\n\r\n" % len(BODY) + BODY),
    ("no blank before a length", HEAD + b"Content-Length:%d\r\n\r\n" % len(BODY) + BODY),
    ("length of blanks", HEAD + b"Content-Length:  \r\n\r\n"),
    ("two runs", with_length(b"X-Rollbook-Run: a\r\nX-Rollbook-Run: b\r\n")),
    ("the proxy's own word", with_length(b"X-Rollbook-Refused: 400 mine\r\n")),
    ("1000 parameters", target(b"/v1/models?" + b"&".join(b"a%d=1" % i for i in range(1000)))),
    ("2000 parameters", target(b"/v1/models?" + b"&".join(b"a%d=1" % i for i in range(2000)))),
    ("two in a row", with_length(b"") + with_length(b"")),
    ("chunks with words", HEAD + b"Transfer-Encoding: chunked\r\n\r\n%x;a=b\r\n%s\r\n0\r\nX-T: 1\r\n\r\n" % (len(BODY), BODY)),
    ("chunk without CR", HEAD + b"Transfer-Encoding: chunked\r\n\r\n2\n{}\r\n0\r\n\r\n"),
    ("chunk with sign", HEAD + b"Transfer-Encoding: chunked\r\n\r\n+2\r\n{}\r\n0\r\n\r\n"),
    ("chunk too long", HEAD + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n" + HIDDEN),
    ("a byte at a time", with_length(b"X-A: 1 \r\n")),
    ("too large", HEAD + b"Content-Length: 99999999999\r\n\r\n" + b"x" * 3000000),
]
SLOWLY = "a byte at a time"


def ask(host, port, data, slowly=False):
    """The statuses of what comes back, and whether the other side closed."""
    s = socket.create_connection((host, port), timeout=10)
    answer = b""
    closed = False
    try:
        s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for part in (data[i : i + 1] for i in range(len(data))) if slowly else [data]:
            s.sendall(part)
    except OSError:
        pass
    s.settimeout(1.0)
    try:
        while True:
            piece = s.recv(65536)
            if not piece:
                closed = True
                break
            answer += piece
    except (socket.timeout, ConnectionResetError):
        pass
    s.close()
    return [line.split()[1].decode() for line in answer.split(b"\r\n") if line.startswith(b"HTTP/1.1 ")], closed


def idle(host, port, n):
    held = [socket.create_connection((host, port), timeout=10) for _ in range(n)]
    statuses, _ = ask(host, port, target(b"/health"))
    print("health beside %d idle: %s" % (len(held), " ".join(statuses)))


def main():
    host, port = sys.argv[1], int(sys.argv[2])
    if len(sys.argv) > 4:
        return idle(host, port, int(sys.argv[4]))
    for name, data in REQUESTS:
        statuses, closed = ask(host, port, data, name == SLOWLY)
        print("%s: %s%s" % (name, " ".join(dict.fromkeys(statuses)) or "nothing", ", closed" if closed else ""))


if __name__ == "__main__":
    main()
