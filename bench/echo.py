"""The anchor of the streams: a raw asyncio server that echoes each POST's body to every open stream.

``python -m bench.echo PORT``. No framework, no rules, nothing stored.
"""

from __future__ import annotations

import asyncio
import itertools
import sys

listeners: set[asyncio.StreamWriter] = set()
numbers = itertools.count(1)


async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """One connection: a stream, or POSTs one after another."""
    while line := await reader.readline():
        length = 0
        while (header := await reader.readline()) not in (b"\r\n", b""):
            if header.lower().startswith(b"content-length:"):
                length = int(header.split(b":")[1])
        if line.startswith(b"GET"):
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nretry: 1500\n\n")
            listeners.add(writer)
            continue
        body = await reader.readexactly(length)
        event = b"id: %d\ndata: %s\n\n" % (next(numbers), body)
        for listener in listeners:
            listener.write(event)
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    listeners.discard(writer)
    writer.close()


async def main(port: int) -> None:
    """Serve until killed."""
    server = await asyncio.start_server(serve, "127.0.0.1", port)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
