"""Messages between the checker and its Python processes: a 4-byte little-endian length, then JSON.

A call of forward is asked for by CALL in the place of a length, and by slot, seed and whether anybody looks at the
answer beside it: what an empty call takes is little then.  Numbers that are not finite travel as null, since JSON has no word for them; zero bytes and halves of characters
in texts, which Python allows, as their numbers.
"""
import json
import math
import socket
import struct

MAX_BYTES = 64 << 20
CALL = 0xFFFFFFFF


class Closed(Exception):
    """The other side is gone."""


def plain_text(text):
    return text.encode("utf-8", "backslashreplace").decode().replace("\0", "\\x00")


def finite(value):
    """A value with null for every number that JSON cannot say, and texts that every reader takes."""
    if isinstance(value, str):
        return plain_text(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {plain_text(str(k)): finite(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [finite(v) for v in value]
    return value


class Channel:
    """One end of a stream socket.  The functions it calls are kept, so that a candidate that patches
    modules later changes nothing here."""

    def __init__(self, fd):
        self._socket = socket.socket(fileno=fd)
        self._dumps, self._loads = json.dumps, json.loads
        self._pack, self._unpack = struct.pack, struct.unpack
        self._finite = finite

    def send(self, message):
        body = self._dumps(self._finite(message), allow_nan=False).encode()
        if len(body) > MAX_BYTES:
            raise ValueError("message of %d bytes" % len(body))
        self._socket.sendall(self._pack("<I", len(body)) + body)

    def reply(self, message):
        """send() of what has numbers alone, in little time."""
        if message:
            places = message.get("at")
            if places is None or len(message) > 1:
                self.send(message)
                return
            body = b'{"at":[%s]}' % b",".join([b"%d" % p for p in places])
        else:
            body = b"{}"
        self._socket.sendall(self._pack("<I", len(body)) + body)

    def _exactly(self, n):
        parts = []
        while n > 0:
            part = self._socket.recv(min(n, 1 << 20))
            if not part:
                raise Closed()
            parts.append(part)
            n -= len(part)
        return b"".join(parts)

    def receive(self):
        (n,) = self._unpack("<I", self._exactly(4))
        if n == CALL:
            return self._unpack("<IqI", self._exactly(16))
        if n > MAX_BYTES:
            raise Closed()
        return self._loads(self._exactly(n))

    def fileno(self):
        return self._socket.fileno()
