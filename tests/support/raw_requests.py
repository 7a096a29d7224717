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
]


def ask(host, port, data):
    """The statuses of what comes back, and whether the other side closed."""
    s = socket.create_connection((host, port), timeout=10)
    answer = b""
    closed = False
    try:
        s.sendall(data)
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
        statuses, closed = ask(host, port, data)
        print("%s: %s%s" % (name, " ".join(dict.fromkeys(statuses)) or "nothing", ", closed" if closed else ""))


if __name__ == "__main__":
    main()
