"""A name server for a check: every name below `livery.test` is this machine, no other one exists.

Use: python3 -m image.nameserver ADDRESS. It answers on port 53 of that address until it is ended.
"""

from __future__ import annotations

import socket
import sys

HEADER_BYTES, TYPE_A = 12, b"\x00\x01"
DOMAIN = b"\x06livery\x04test\x00"
# A pointer to the name in the question, type A, class IN, 60 s, four bytes.
ANSWER = b"\xc0\x0c\x00\x01\x00\x01\x00\x00\x00\x3c\x00\x04" + socket.inet_aton("127.0.0.1")


def reply(query: bytes) -> bytes:
    """The answer to a query with one question (RFC 1035, 4.1)."""
    end = query.index(b"\x00", HEADER_BYTES) + 1
    question = query[HEADER_BYTES:end + 4]
    is_known = query[HEADER_BYTES:end].lower().endswith(DOMAIN)
    has_answer = is_known and query[end:end + 2] == TYPE_A
    # A response with recursion; 3 says that there is no such name.
    flags = b"\x81\x80" if is_known else b"\x81\x83"
    counts = b"\x00\x01" + (b"\x00\x01" if has_answer else b"\x00\x00") + b"\x00\x00\x00\x00"
    return query[:2] + flags + counts + question + (ANSWER if has_answer else b"")


def main(address: str) -> None:
    """Answers until the process is ended."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
        server.bind((address, 53))
        print("ready", flush=True)
        while True:
            query, client = server.recvfrom(512)
            if len(query) > HEADER_BYTES:
                server.sendto(reply(query), client)


if __name__ == "__main__":
    main(sys.argv[1])
