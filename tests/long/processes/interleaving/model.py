"""Who sits where and who hosts, as a machine of its own: one deed after the other, nothing else.

It shares no code with the app. A deed that is not allowed leaves everything as it is.
"""

from dataclasses import dataclass, field

FEWEST, MOST = 2, 6
"""Seats of the game that is played."""


@dataclass
class People:
    names: list[str]
    vacant: set[int] | None
    """In the lobby, the seats for whoever comes."""
    phones: dict[int, str]
    """By seat, the phone that sits there."""
    host: str | None
    invited: int | None = None
    """The seat to which Dan holds an invitation."""
    over: bool = False
    rematch: "People | None" = None

    def seat_of(self, phone: str) -> int | None:
        return next((seat for seat, one in self.phones.items() if one == phone), None)

    def doors(self) -> list[str]:
        """What the door shows at each seat: a name, or nothing at a free one."""
        return ["" if seat in (self.vacant or ()) else name for seat, name in enumerate(self.names)]


@dataclass(frozen=True)
class Deed:
    kind: str
    phone: str
    seat: int = -1
    name: str = ""
    seen: list[str] = field(default_factory=list, compare=False)
    """What its door showed when the seat was chosen."""

    def __str__(self) -> str:
        return f"{self.phone} {self.kind} {self.seat if self.seat >= 0 else ''}".rstrip()


def do(people: People, deed: Deed) -> None:
    """Do a deed, if it is allowed."""
    _DEEDS[deed.kind](people, deed)


def _sit(people: People, deed: Deed) -> None:
    seat = deed.seat
    if people.over or seat >= len(people.names) or seat in people.phones:
        return
    if people.doors()[seat] != deed.seen[seat]:
        return
    if deed.name or people.doors()[seat] == "":
        people.names[seat] = deed.name or f"Player {seat + 1}"
    people.phones[seat] = deed.phone
    people.host = people.host or deed.phone


def _leave(people: People, deed: Deed) -> None:
    seat = people.seat_of(deed.phone)
    if seat is None:
        return
    del people.phones[seat]
    if people.host == deed.phone:
        people.host = people.phones[min(people.phones)] if people.phones else None


def _hand_over(people: People, deed: Deed) -> None:
    if people.host == deed.phone and deed.seat in people.phones:
        people.host = people.phones[deed.seat]


def _free(people: People, deed: Deed) -> None:
    own = people.seat_of(deed.phone) == deed.seat
    if people.host != deed.phone or own or deed.seat >= len(people.names):
        return
    people.phones.pop(deed.seat, None)
    if people.vacant is not None:
        people.vacant.add(deed.seat)
    if people.invited == deed.seat:
        people.invited = None


def _rename(people: People, deed: Deed) -> None:
    own = people.seat_of(deed.phone) == deed.seat
    if not (own or people.host == deed.phone) or deed.seat >= len(people.names):
        return
    people.names[deed.seat] = deed.name
    if not own and people.vacant is not None:
        people.vacant.discard(deed.seat)


def _add(people: People, deed: Deed) -> None:
    if people.host != deed.phone or people.vacant is None or len(people.names) == MOST:
        return
    people.vacant.add(len(people.names))
    people.names.append(f"Player {len(people.names) + 1}")


def _start(people: People, deed: Deed) -> None:
    if people.host != deed.phone or people.vacant is None:
        return
    stays = list(range(len(people.names)))
    for seat in sorted(people.vacant - people.phones.keys(), reverse=True):
        if len(stays) > FEWEST:
            stays.remove(seat)
    people.vacant = None
    people.names = [people.names[seat] for seat in stays]
    people.phones = {stays.index(seat): phone for seat, phone in people.phones.items()}
    if people.invited is not None:
        people.invited = stays.index(people.invited) if people.invited in stays else None


def _take_over(people: People, deed: Deed) -> None:
    if people.invited is None:
        return
    if people.phones.get(people.invited) == people.host:
        people.host = deed.phone
    people.phones[people.invited] = deed.phone
    people.invited = None


def _rematch(people: People, deed: Deed) -> None:
    seat = people.seat_of(deed.phone)
    if seat is None or not people.over:
        return
    if people.rematch is None:
        people.rematch = People(list(people.names), None, {}, None)
    there = people.rematch
    if seat not in there.phones:
        there.phones[seat] = deed.phone
        there.host = there.host or deed.phone


_DEEDS = {
    "sits": _sit, "leaves": _leave, "hands over": _hand_over, "frees": _free, "names": _rename,
    "adds a seat": _add, "starts": _start, "takes over": _take_over, "plays again": _rematch,
}  # fmt: skip
