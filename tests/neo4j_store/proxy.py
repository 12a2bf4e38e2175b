"""A connection that can be lost at a chosen moment: a proxy between a memory and its Neo4j server."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from typing import Self
from urllib.parse import urlsplit, urlunsplit

_COMMIT = b"\x00\x02\xb0\x12\x00\x00"  # the whole message, as Bolt frames it


class Proxy:
    """Passes on what both sides say, until it is told to lose a commit; a context manager."""

    def __init__(self, location: str) -> None:
        parts = urlsplit(location)
        assert parts.hostname is not None and parts.port is not None
        self._server = (parts.hostname, parts.port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        host = f"127.0.0.1:{self._listener.getsockname()[1]}"
        netloc = f"{parts.netloc.rpartition('@')[0]}@{host}"
        self.location = urlunsplit(parts._replace(netloc=netloc))
        self.lost = 0
        self._losing: bool | None = None  # whether the commit shall arrive
        self._open: set[socket.socket] = set()

    def lose_commit(self, *, arrives: bool) -> None:
        """Cut the connection at the next commit: after the server has done it, or before it has heard of it."""
        self._losing = arrives

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self._listener.close()
        for side in tuple(self._open):
            _cut(side)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.create_connection(self._server)
                self._open.update((client, server))
                threading.Thread(target=self._requests, args=(client, server), daemon=True).start()
                threading.Thread(target=self._answers, args=(client, server), daemon=True).start()

    def _requests(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while data := client.recv(65536):
                if _COMMIT in data and self._losing is not None:
                    arrives, self._losing = self._losing, None
                    self.lost += 1
                    if arrives:
                        _cut(client, socket.SHUT_WR)  # whatever the server answers is not passed on
                        server.sendall(data)
                        server.settimeout(30)
                        server.recv(65536)
                    break
                server.sendall(data)
        _cut(client)
        _cut(server)

    def _answers(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while data := server.recv(65536):
                client.sendall(data)
        _cut(client)


def _cut(side: socket.socket, how: int = socket.SHUT_RDWR) -> None:
    with suppress(OSError):
        side.shutdown(how)
        if how == socket.SHUT_RDWR:
            side.close()
