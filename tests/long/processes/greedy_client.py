"""A client that opens very many connections from one IP address of its own."""

import socket
from contextlib import suppress

from tests.waiting import WAIT_SECONDS

CLIENT_ADDRESS = "127.0.0.2"
INCOMPLETE_POST = (
    b"POST /language HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4096\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\n\r\nlanguage="
)


def open_connections(port: int, count: int, data: bytes) -> list[socket.socket]:
    connections = []
    for _ in range(count):
        connection = socket.create_connection(("127.0.0.1", port), WAIT_SECONDS, (CLIENT_ADDRESS, 0))
        connections.append(connection)
        with suppress(OSError):  # the server closed it already
            connection.sendall(data)
    return connections


def read_status(connection: socket.socket) -> int:
    """Return the HTTP status of the response; 0 if the server closes the connection without one."""
    try:
        head = connection.recv(65536)
    except ConnectionError:
        return 0
    return int(head.split()[1]) if head else 0


def wait_until_closed(connection: socket.socket) -> None:
    try:
        while connection.recv(65536):
            pass
    except TimeoutError:
        raise
    except OSError:
        return


def close_connections(connections: list[socket.socket]) -> None:
    for connection in connections:
        connection.close()
