"""Two hundred phones enter at once on one process: what is turned away comes again, and all stands once."""

from tests.long.processes.players import all_at_once, ask, opened, whole_log
from tests.served import Server
from tests.waiting import until

PHONES = 200
TABLES = 10


def test_a_crowd_enters_and_nothing_is_lost_or_doubled(own_server: Server) -> None:
    address = own_server.address
    tables = [opened(address) for _ in range(TABLES)]

    def enter(number: int) -> None:
        """One note, sent again while the server says that it is busy."""
        code, secret = tables[number % TABLES]
        note = {"kind": "note", "text": "x", "key": f"crowd-{number:05d}"}

        def is_taken() -> bool:
            status, told = ask(address, f"/tables/{code}/entries", note, secret)
            assert status == 201 or (status, told["error"]["code"]) == (503, "table.busy")
            return bool(status == 201)

        until(is_taken, "its turn")

    all_at_once(enter, PHONES)
    for code, secret in tables:
        assert whole_log(address, code, secret) == list(range(1, 1 + PHONES // TABLES))
        assert ask(address, f"/tables/{code}", secret=secret)[0] == 200
