"""A family that plays: who sits where, what is lost on the way, and what has to be there after it."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.long.chance.year.house import House, Record
from tests.long.chance.year.phones import FamilyPhone

NAMES = ("Ana", "Bea", "Cy", "Dan", "Eve", "Fay")
FEW = 6
"""Entries of most tables."""
MOST_HEAD = 4096
"""Bytes of a phone's cookies, and of an answer's headers."""


@dataclass
class Played:
    """A table of the year: who sits at it, and how many entries were taken."""

    code: str
    seated: list[FamilyPhone]
    version: int = 0
    over: bool = False


@dataclass
class Family:
    """Six phones around one house."""

    house: House
    phones: list[FamilyPhone] = field(default_factory=lambda: [FamilyPhone(n) for n in NAMES])
    tables: list[Played] = field(default_factory=list)
    group: str = ""
    opened: int = 0
    longest: int = 500
    """Entries of the longest play that they play."""
    whole: int = 10
    """One table of so many is played to its end."""

    @property
    def at(self) -> str:
        """The house's address."""
        return self.house.address

    def found_a_group(self) -> None:
        """Ana founds it, and all others open its link; Bea reads French."""
        self.group = self.phones[0].ask(f"{self.at}/groups", {"name": "Friday"}).end
        assert len(self.group) > 20
        self.settle_in()

    def settle_in(self) -> None:
        """Every phone knows the group, and Bea's her language; at each new address once more."""
        for phone in self.phones:
            assert phone.ask(f"{self.at}/g/{self.group}").status == 200
        assert self.phones[1].ask(f"{self.at}/language", {"language": "fr"}).status == 303

    def play(self, tables: int) -> None:
        """So many tables one after the other, each opened by another phone."""
        plays = [play for play in self.house.plays() if len(play[1]["log"]) <= self.longest]
        for _ in range(tables):
            self.opened += 1
            slug, record = plays[self.opened % len(plays)]
            self._play_one(slug, record, whole=self.opened % self.whole == 0)

    def _play_one(self, slug: str, record: Record, *, whole: bool) -> None:
        turn = self.opened % len(self.phones)
        people = (self.phones[turn:] + self.phones[:turn])[: len(record["seats"])]
        table = Played(self._open(slug, record, people), people)
        self.tables.append(table)
        for seat, phone in enumerate(people[1:], 1):
            sat = phone.ask(f"{self.at}/j/{table.code}", {"seat": seat})
            assert sat.status == 303, (sat.status, sat.text[-300:])
        for line in record["log"] if whole else record["log"][:FEW]:
            answer = people[0].enter(self.at, table.code, line)
            assert answer.status == 201, (slug, line, answer.text)
            table.version += 1
        table.over = table.version == len(record["log"])
        for phone in people:
            phone.ask(f"{self.at}/")
            assert phone.look(self.at, table.code).status == 200

    def _open(self, slug: str, record: Record, people: list[FamilyPhone]) -> str:
        form: list[tuple[str, object]] = [
            ("mode", "referee"),
            ("start", "1"),
            ("group", self.group),
        ]
        form += [("name", phone.name) for phone in people] + [("first", record.get("first", 0))]
        for name, value in record.get("options", {}).items():
            form += [(f"option.{name}", "on" if value is True else value)] * (value is not False)
        opened = people[0].ask(f"{self.at}/open/{slug}", form)
        assert opened.status == 303, (opened.status, opened.text[-400:])
        return opened.end

    def restore(self, tables: int) -> None:
        """A copy is made, so many tables are played, and the copy is put back: these are gone."""
        copy = self.house.back_up(f"before-{self.opened}")
        kept = len(self.tables)
        self.play(tables)
        self.house.restore(copy)
        for table in self.tables[kept:]:
            assert table.seated[0].ask(f"{self.at}/t/{table.code}").status == 404
        del self.tables[kept:]
        self.is_there(self.tables[-1])

    def lose_a_phone(self) -> None:
        """Dan's phone lies in the sea: with another he takes his seat over, and comes to the group."""
        lost = self.phones[3]
        found = FamilyPhone(lost.name)
        table = next(t for t in reversed(self.tables) if not t.over and lost in t.seated[1:])
        seat = table.seated.index(lost)
        asked = table.seated[0].ask(f"{self.at}/t/{table.code}/seats/{seat}/invite", {})
        invitation = asked.text.partition("/i/")[2][:32]
        assert found.ask(f"{self.at}/i/{invitation}", {}).status == 303
        assert lost.ask(f"{self.at}/t/{table.code}").status != 200, "the old phone still sits there"
        for each in self.tables:
            each.seated = [one for one in each.seated if one is not lost]
        table.seated.insert(seat, found)
        self.phones[3] = found
        found.ask(f"{self.at}/g/{self.group}")
        self.is_there(table)

    def move(self) -> None:
        """A new address: the newest running table comes along by its open pages, the group by its link."""
        running = next(table for table in reversed(self.tables) if not table.over)
        self.house.move()
        for phone in running.seated:
            form = {"code": running.code, "ticket": phone.tickets[running.code]}
            assert phone.ask(f"{self.at}/arrive", form).status == 200
        for table in self.tables:
            if table is not running:
                table.seated = []
        self.settle_in()
        self.is_there(running)

    def is_there(self, table: Played) -> None:
        """Everybody who sits at a table is let in and finds all of it."""
        for phone in table.seated:
            page = phone.look(self.at, table.code)
            assert (page.status, f'data-version="{table.version}"' in page.text) == (200, True)

    def everything_is_there(self) -> None:
        """The newest tables with their seats, the whole history of the group, and nothing has grown."""
        for table in self.tables[-5:]:
            self.is_there(table)
        history = self.phones[0].ask(f"{self.at}/g/{self.group}/history.csv").text
        told = {row.split(",")[2] for row in history.splitlines()[1:]}
        over = {table.code for table in self.tables if table.over}
        assert told == over, (told, over, history)
        for phone in self.phones:
            home = phone.ask(f"{self.at}/")
            assert home.status == 200
            assert sum(len(c["name"] + c["value"]) for c in phone.cookies(self.at)) < MOST_HEAD
            assert home.head < MOST_HEAD
        assert "Ouvrir" in self.phones[1].ask(f"{self.at}/").text
