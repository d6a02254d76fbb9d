"""A TCP proxy that a test can cut or silence, to simulate a bad connection."""

import contextlib
import selectors
import socket
import threading


class CuttableProxy:
    """Forwards bytes to a server. ``cut`` closes all connections, and new ones until ``restore``."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._sockets: set[socket.socket] = set()
        self._is_open = True
        self._may_forward = threading.Event()
        self._may_forward.set()
        self._closed = threading.Event()
        self._words_to_wait_for: tuple[bytes, ...] = ()
        self._speaker: socket.socket | None = None
        self._forward_last_word = self._only_delay = False
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
            thread = threading.Thread(target=self._serve_connection, args=(near,), daemon=True)
            self._threads.append(thread)
            thread.start()

    def _serve_connection(self, near: socket.socket) -> None:
        with near, contextlib.suppress(OSError, ValueError):
            if not self._is_open:
                return
            with socket.create_connection(("127.0.0.1", self._target)) as far:
                pair = {near, far}
                self._sockets |= pair
                try:
                    if self._is_open:  # it may have been cut meanwhile
                        self._forward_both_ways(near, far)
                finally:
                    self._sockets -= pair

    def _forward_both_ways(self, near: socket.socket, far: socket.socket) -> None:
        with selectors.DefaultSelector() as ready:
            ready.register(near, selectors.EVENT_READ, (near, far))
            ready.register(far, selectors.EVENT_READ, (far, near))
            while True:
                for key, _ in ready.select():
                    source, destination = key.data
                    data = source.recv(65536)
                    if not data:
                        return
                    if source is near and self._is_last_word(near, data):
                        self._fall_silent_now(far, data)
                    self._may_forward.wait()
                    destination.sendall(data)
                    if source is near and data[:5] in (b"GET /", b"POST "):
                        self.asked.append(data.partition(b"\r\n")[0].decode("latin-1"))

    def _is_last_word(self, near: socket.socket, data: bytes) -> bool:
        if (
            not self._words_to_wait_for
            or self._words_to_wait_for[0] not in data
            or self._speaker not in (None, near)
        ):
            return False
        self._speaker, self._words_to_wait_for = near, self._words_to_wait_for[1:]
        return not self._words_to_wait_for

    def _fall_silent_now(self, far: socket.socket, data: bytes) -> None:
        if self._forward_last_word:
            far.sendall(data)
        self.fall_silent()
        if not self._only_delay:
            self._closed.wait()
            raise OSError("lost")

    def cut(self) -> None:
        self._is_open = False
        for sock in list(self._sockets):
            with contextlib.suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)

    def restore(self) -> None:
        self._is_open = True

    def set_target_port(self, port: int) -> None:
        self._target = port

    def fall_silent(self) -> None:
        """From now on, keep all received bytes and forward none, without closing a connection."""
        self._may_forward.clear()

    def fall_silent_at(self, *words: bytes, passed: bool, late: bool = False) -> None:
        """Become silent when a client has sent all these words, one after the other.

        With ``passed``, the last word is still forwarded. The client's connection stays open. What it sends
        is lost; with ``late``, it is forwarded after ``end_silence``.
        """
        self._forward_last_word, self._only_delay = passed, late
        self._speaker, self._words_to_wait_for = None, words

    def is_silent(self) -> bool:
        return not self._may_forward.is_set()

    def end_silence(self) -> None:
        """End the silence: forward the kept bytes, and everything that arrives later."""
        self._may_forward.set()

    def close(self) -> None:
        self.end_silence()
        self._closed.set()
        self.cut()
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for thread in self._threads:
            thread.join(5)
