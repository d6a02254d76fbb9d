"""A line between two ends that can be cut, or fall silent: a proxy that forwards bytes."""

import contextlib
import selectors
import socket
import threading


class CuttableProxy:
    """Forwards bytes to a server until it is cut or silent; cut, it drops everything and refuses."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._open: set[socket.socket] = set()
        self._whole = True
        self._speaks = threading.Event()
        self._speaks.set()
        self._over = threading.Event()
        self._words: tuple[bytes, ...] = ()
        self._speaker: socket.socket | None = None
        self._passed = self._late = False
        self.asked: list[str] = []
        """The first line of each request that the server got."""
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            thread = threading.Thread(target=self._forward, args=(near,), daemon=True)
            self._threads.append(thread)
            thread.start()

    def _forward(self, near: socket.socket) -> None:
        with near, contextlib.suppress(OSError, ValueError):
            if not self._whole:
                return
            with socket.create_connection(("127.0.0.1", self._target)) as far:
                pair = {near, far}
                self._open |= pair
                try:
                    if self._whole:  # it may have been cut meanwhile
                        self._exchange(near, far)
                finally:
                    self._open -= pair

    def _exchange(self, near: socket.socket, far: socket.socket) -> None:
        with selectors.DefaultSelector() as ready:
            ready.register(near, selectors.EVENT_READ, (near, far))
            ready.register(far, selectors.EVENT_READ, (far, near))
            while True:
                for key, _ in ready.select():
                    one, other = key.data
                    data = one.recv(65536)
                    if not data:
                        return
                    if one is near and self._waited_for(near, data):
                        self._lose(far, data)
                    self._speaks.wait()
                    other.sendall(data)
                    if one is near and data[:5] in (b"GET /", b"POST "):
                        self.asked.append(data.partition(b"\r\n")[0].decode("latin-1"))

    def _waited_for(self, near: socket.socket, data: bytes) -> bool:
        if not self._words or self._words[0] not in data or self._speaker not in (None, near):
            return False
        self._speaker, self._words = near, self._words[1:]
        return not self._words

    def _lose(self, far: socket.socket, data: bytes) -> None:
        if self._passed:
            far.sendall(data)
        self.fall_silent()
        if not self._late:
            self._over.wait()
            raise OSError("lost")

    def cut(self) -> None:
        """Everything on its way is lost; nobody gets through."""
        self._whole = False
        for one in list(self._open):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        self._whole = True

    def lead_to(self, port: int) -> None:
        """Forward connections that are opened from now on to another server."""
        self._target = port

    def fall_silent(self) -> None:
        """Every byte is taken and none passed on; nothing is closed."""
        self._speaks.clear()

    def fall_silent_at(self, *words: bytes, passed: bool, late: bool = False) -> None:
        """Fall silent as soon as somebody has said these to the server, one after the other: just before
        the last of them arrives, or when it is ``passed`` on.

        That one connection never speaks again, and neither end is told; unless what was held is only
        ``late``, and arrives when the line speaks.
        """
        self._passed, self._late = passed, late
        self._speaker, self._words = None, words

    def is_silent(self) -> bool:
        return not self._speaks.is_set()

    def speak(self) -> None:
        """What was held arrives, and all that comes after it."""
        self._speaks.set()

    def close(self) -> None:
        self.speak()
        self._over.set()
        self.cut()
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for thread in self._threads:
            thread.join(5)
