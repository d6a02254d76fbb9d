"""A tunnel program on the PATH: begun on demand, shown wherever phones are led, ended with the server."""

import http.client
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.long.processes.home.served import Answer, ServedHouse, answer_of
from tests.long.processes.home.test_listening import started
from tests.served import free_port
from tests.waiting import PATIENCE, until

ADDRESS = "https://four-odd-words-here.trycloudflare.com"
HOST = ADDRESS.removeprefix("https://")
PROGRAMS = Path(__file__).with_name("programs")
FORM = {"Content-Type": "application/x-www-form-urlencoded", "Origin": ADDRESS}


class TunnelledHouse(ServedHouse):
    """A house beside whose server a stand-in for cloudflared runs."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.tunnel_port, self.pid = free_port(), folder / "tunnel.pid"
        super().__init__(
            folder, COMPANION_TUNNEL="1", PATH=f"{PROGRAMS}:{os.environ['PATH']}",
            TUNNEL_PORT=str(self.tunnel_port), TUNNEL_PID=str(self.pid), COMPANION_RATE_LIMITS="1",
            **environment,
        )  # fmt: skip

    def asked(self, path: str, form: str = "", **headers: str) -> Answer:
        """One page through the tunnel, read."""
        asked = http.client.HTTPConnection("127.0.0.1", self.tunnel_port)
        sent = {"Host": HOST, **(FORM if form else {}), **headers}
        asked.request("POST" if form else "GET", path, form or None, sent)
        return answer_of(asked)

    def has_tunnel(self) -> bool:
        """Whether the program still runs."""
        try:
            os.kill(int(self.pid.read_text()), 0)
        except ProcessLookupError:
            return False
        return True


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TunnelledHouse]:
    with TunnelledHouse(tmp_path_factory.mktemp("served")) as served:
        yield served


def test_its_address_is_printed_and_shown_to_the_host(house: TunnelledHouse) -> None:
    told = house.log.read_text()
    assert f"On phones, anywhere:    {ADDRESS}\n" in told
    assert f":{house.port}\n" in told, "whoever is in the same Wi-Fi needs no tunnel"
    asked = http.client.HTTPConnection("127.0.0.1", house.port)
    asked.request("GET", "/host", headers={"Host": f"localhost:{house.port}"})
    shown = asked.getresponse().read().decode()
    asked.close()
    assert f'<b dir="ltr">{ADDRESS}</b>' in shown


def test_links_and_codes_of_a_table_carry_it(house: TunnelledHouse) -> None:
    opened = house.asked("/open/giza", urlencode([("start", 1), ("name", "Ana"), ("name", "Bo")]))
    assert opened.status == 303
    seat = opened.headers.get_all("Set-Cookie", [])
    code = opened.headers["Location"].split("/")[-1]
    kept = "; ".join(cookie.split(";")[0] for cookie in seat)
    assert f"{ADDRESS}/j/{code}" in house.asked(f"/t/{code}/seats", Cookie=kept).text


def test_who_comes_through_it_is_not_the_host_and_is_not_asked_to_trust(house: TunnelledHouse) -> None:
    for host in (HOST, f"localhost:{house.port}"):
        assert house.asked("/host", Host=host).status == 404
        assert house.asked("/trust", Host=host).status == 404
    assert house.ask("/trust", tls=False).status == 200


def test_each_who_comes_through_it_is_counted_alone(house: TunnelledHouse) -> None:
    for number in range(60):
        house.asked(f"/j/GUESS{number}")
    assert house.asked("/j/GUESS0X").status == 429
    assert house.ask("/j/GUESS0X", tls=False).status == 404, "this machine guessed nothing"


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_it_ends_with_the_server(tmp_path: Path, end: signal.Signals) -> None:
    served = TunnelledHouse(tmp_path)
    assert served.has_tunnel()
    served.process.send_signal(end)
    served.process.wait(PATIENCE)
    until(lambda: not served.has_tunnel(), "the tunnel's end")
    assert not (tmp_path / "tunnel-address").exists()


@pytest.mark.parametrize("named", ["", "tailscale", "nothing-of-this-name"])
def test_where_none_is_installed_it_says_so(tmp_path: Path, named: str) -> None:
    how = {"COMPANION_TUNNEL": named} if named else {}
    code, [said] = started(*([] if named else ["--tunnel"]), PATH=str(tmp_path), **how)
    assert code == 18
    assert "There is no tunnel program" in said
