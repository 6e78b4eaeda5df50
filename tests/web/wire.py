"""A wire between a browser and the server that can be held or cut: what networks do, without a network."""

import socket
import threading
from contextlib import suppress
from typing import Self


class Wire:
    """Listens on a port of its own and passes everything on to the server's.

    Held, nothing gets through and nobody is told, as without signal; what was under way comes later.
    Cut, connections break, new ones with them, and what was under way is lost.
    """

    def __init__(self, port: int) -> None:
        self._server = ("127.0.0.1", port)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self._flows = threading.Event()
        self._flows.set()
        self._is_cut = False
        self._ends: list[socket.socket] = []

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listening.close()
        self.cut()

    def hold(self) -> None:
        """Let nothing through."""
        self._flows.clear()

    def cut(self) -> None:
        """Break everything, and let nobody in."""
        self._is_cut = True
        self._flows.set()
        for end in self._ends:
            with suppress(OSError):  # it had ended before
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._ends.clear()

    def mend(self) -> None:
        """Let everything through again."""
        self._is_cut = False
        self._flows.set()

    def _accept(self) -> None:
        with suppress(OSError):  # closed
            while True:
                browser, _ = self._listening.accept()
                if self._is_cut:
                    browser.close()
                    continue
                server = socket.create_connection(self._server)
                self._ends += [browser, server]
                for ends in ((browser, server), (server, browser)):
                    threading.Thread(target=self._pass_on, args=ends, daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):  # either end is gone: the other one goes, too
            while data := source.recv(65_536):
                self._flows.wait()
                if self._is_cut:
                    break
                target.sendall(data)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
