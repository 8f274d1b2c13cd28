"""A proxy that lets through to one address, refuses all others and remembers them."""

import select
import socket
from socketserver import StreamRequestHandler, ThreadingTCPServer
from typing import Any


class Proxy(ThreadingTCPServer):
    """`tried` holds the first line of every request that was refused, such as CONNECT and a host."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, allowed: str) -> None:
        super().__init__(("127.0.0.1", 0), _Refusing)
        self.allowed = allowed
        self.tried: list[str] = []

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, *_: Any) -> None:
        """Whoever is refused may go away at once."""


class _Refusing(StreamRequestHandler):
    server: Proxy
    rbufsize = 0

    def handle(self) -> None:
        line = self.rfile.readline(1000).decode(errors="replace").split(" HTTP")[0].strip()
        if line == f"CONNECT {self.server.allowed}":  # some versions do not know that loopback needs no proxy
            while self.rfile.readline(1000).strip():
                pass
            self._let_through()
            return
        if line:
            self.server.tried.append(line)
        self.wfile.write(b"HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")

    def _let_through(self) -> None:
        host, _, port = self.server.allowed.partition(":")
        self.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n")
        with socket.create_connection((host, int(port))) as other:
            ends = {self.connection: other, other: self.connection}
            while True:
                for end in select.select(list(ends), [], [])[0]:
                    piece = end.recv(65536)
                    if not piece:
                        return
                    ends[end].sendall(piece)
