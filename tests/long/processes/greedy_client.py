"""One stranger's machine, which asks for much at once, from an address of its own."""

import socket
from contextlib import suppress
from typing import Any

from tests.waiting import WAIT_SECONDS

STRANGER = "127.0.0.2"
HALF_A_POST = (
    b"POST /language HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4096\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\n\r\nlanguage="
)


def lines(port: int, count: int, sent: bytes) -> list[socket.socket]:
    made = []
    for _ in range(count):
        line = socket.create_connection(("127.0.0.1", port), WAIT_SECONDS, (STRANGER, 0))
        made.append(line)
        with suppress(OSError):  # hung up on already
            line.sendall(sent)
    return made


def status(line: socket.socket) -> int:
    """What is answered on a line; 0 where it ends without an answer."""
    try:
        head = line.recv(65536)
    except ConnectionError:
        return 0
    return int(head.split()[1]) if head else 0


def is_over(line: Any) -> bool:
    """Whether the server has ended a line on which there is something to read."""
    try:
        return not line.recv(65536)
    except TimeoutError:
        raise
    except OSError:
        return True


def wait_until_over(line: Any) -> None:
    while not is_over(line):
        pass


def hang_up(table: list[socket.socket]) -> None:
    for line in table:
        line.close()
