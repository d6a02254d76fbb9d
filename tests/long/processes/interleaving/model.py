"""A simple model of the seats and the host of a table. It shares no code with the app."""

from dataclasses import dataclass, field

MIN_SEATS, MAX_SEATS = 2, 6


@dataclass
class TablePeople:
    names: list[str]
    vacant: set[int] | None
    """The open seats in the lobby; None after the start."""
    phones: dict[int, str]
    host: str | None
    invited: int | None = None
    """The seat to which Dan has an invitation."""
    is_over: bool = False
    rematch: "TablePeople | None" = None

    def find_seat(self, phone: str) -> int | None:
        return next((seat for seat, occupant in self.phones.items() if occupant == phone), None)

    def get_shown_names(self) -> list[str]:
        """Return the name of each seat as the join page shows it; "" for an open seat."""
        return ["" if seat in (self.vacant or ()) else name for seat, name in enumerate(self.names)]


@dataclass(frozen=True)
class Action:
    kind: str
    phone: str
    seat: int = -1
    name: str = ""
    shown: list[str] = field(default_factory=list, compare=False)
    """The names on the join page when the phone chose its seat."""

    def __str__(self) -> str:
        return f"{self.phone} {self.kind} {self.seat if self.seat >= 0 else ''}".rstrip()


def apply_action(people: TablePeople, action: Action) -> None:
    """Change the people as the app should after this action; nothing if the action is not allowed."""
    _ACTIONS[action.kind](people, action)


def _sit_down(people: TablePeople, action: Action) -> None:
    seat = action.seat
    if people.is_over or seat >= len(people.names) or seat in people.phones:
        return
    if people.get_shown_names()[seat] != action.shown[seat]:
        return
    if action.name or people.get_shown_names()[seat] == "":
        people.names[seat] = action.name or f"Player {seat + 1}"
    people.phones[seat] = action.phone
    people.host = people.host or action.phone


def _leave_seat(people: TablePeople, action: Action) -> None:
    seat = people.find_seat(action.phone)
    if seat is None:
        return
    del people.phones[seat]
    if people.host == action.phone:
        people.host = people.phones[min(people.phones)] if people.phones else None


def _hand_over_hosting(people: TablePeople, action: Action) -> None:
    if people.host == action.phone and action.seat in people.phones:
        people.host = people.phones[action.seat]


def _free_seat(people: TablePeople, action: Action) -> None:
    is_own_seat = people.find_seat(action.phone) == action.seat
    if people.host != action.phone or is_own_seat or action.seat >= len(people.names):
        return
    people.phones.pop(action.seat, None)
    if people.vacant is not None:
        people.vacant.add(action.seat)
    if people.invited == action.seat:
        people.invited = None


def _rename_seat(people: TablePeople, action: Action) -> None:
    is_own_seat = people.find_seat(action.phone) == action.seat
    if not (is_own_seat or people.host == action.phone) or action.seat >= len(people.names):
        return
    people.names[action.seat] = action.name
    if not is_own_seat and people.vacant is not None:
        people.vacant.discard(action.seat)


def _add_seat(people: TablePeople, action: Action) -> None:
    if people.host != action.phone or people.vacant is None or len(people.names) == MAX_SEATS:
        return
    people.vacant.add(len(people.names))
    people.names.append(f"Player {len(people.names) + 1}")


def _start_game(people: TablePeople, action: Action) -> None:
    if people.host != action.phone or people.vacant is None:
        return
    kept_seats = list(range(len(people.names)))
    for seat in sorted(people.vacant - people.phones.keys(), reverse=True):
        if len(kept_seats) > MIN_SEATS:
            kept_seats.remove(seat)
    people.vacant = None
    people.names = [people.names[seat] for seat in kept_seats]
    people.phones = {kept_seats.index(seat): phone for seat, phone in people.phones.items()}
    if people.invited is not None:
        people.invited = kept_seats.index(people.invited) if people.invited in kept_seats else None


def _take_over_seat(people: TablePeople, action: Action) -> None:
    if people.invited is None:
        return
    if people.phones.get(people.invited) == people.host:
        people.host = action.phone
    people.phones[people.invited] = action.phone
    people.invited = None


def _open_rematch(people: TablePeople, action: Action) -> None:
    seat = people.find_seat(action.phone)
    if seat is None or not people.is_over:
        return
    if people.rematch is None:
        people.rematch = TablePeople(list(people.names), None, {}, None)
    rematch = people.rematch
    if seat not in rematch.phones:
        rematch.phones[seat] = action.phone
        rematch.host = rematch.host or action.phone


_ACTIONS = {
    "sits": _sit_down, "leaves": _leave_seat, "hands over": _hand_over_hosting,
    "frees": _free_seat, "names": _rename_seat, "adds a seat": _add_seat, "starts": _start_game,
    "takes over": _take_over_seat, "plays again": _open_rematch,
}  # fmt: skip
