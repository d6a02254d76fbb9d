"""Once more: the same people, game and switches at a new table, and every phone along with them."""

from __future__ import annotations

from companion.engine.game import Criterion, Meta, total_of
from companion.engine.ranking import rank
from companion.tables import links
from companion.tables.errors import Forbidden
from companion.tables.links import Member, create_link, hash_secret
from companion.tables.opening import OpenedTable, open_table
from companion.tables.queries import Scores, ending, scores
from companion.tables.seating import role_for_newcomer
from companion.tables.state import TableState
from companion.tables.table_store import TableRecord
from companion.tables.tables import Tables


def open_rematch(
    tables: Tables,
    table: TableState,
    seat: int | None,
    device: str = "",
    first: int | None = None,
    secret: str = "",
    *,
    lobby: bool = False,
) -> OpenedTable | None:
    """Open it for the one at ``seat``, its host; ``first`` begins, else whom the game's rule names.

    Where the rule leaves more than one and nobody is named, the seats keep their order. The old table
    remembers the new one, so that everybody who asks is led to the same: None where somebody else was
    first to ask. With a ``secret``, of the phone that asks, it has its next one at the new table. In the
    ``lobby`` its people can be changed first. Forbidden while the game runs.
    """
    if ending(table) is None:
        raise Forbidden("table.not_over")
    beginners = possible_first_seats(table.replay.origin.meta, scores(table, None))
    was_first = table.replay.setup.first
    if first is None:
        first = was_first if was_first in beginners else beginners[0]
    by_name = {option.name: option for option in table.replay.origin.meta.options}
    options = {name: by_name[name].rematch_value(value) for name, value in table.options.items()}
    with tables.change(table.id) as before:
        if before.next_code:
            return None
        opened = open_table(
            tables, table.slug, table.mode, table.stored_names, options, first, device, seat,
            make_secret=(lambda code: links.derive_secret(secret, code)) if secret else None,
            vacant=() if lobby else None,
        )  # fmt: skip
        before.next_code = opened.code
    return opened


def take_seat_at_rematch(
    tables: Tables, table: TableState, member: Member, secret: str, rematch: TableRecord, device: str = ""
) -> str | None:
    """Seat a phone at the rematch as it sat before: its secret there.

    None where its name has no seat there any more or somebody else sits on it, and where the phone has
    lost it again.
    """
    made = links.derive_secret(secret, rematch.code)
    digest = hash_secret(made)
    seated = tables.store.find_access(rematch.code, digest)
    if seated is not None and seated.link is not None:
        return None if seated.revoked else made
    with tables.change(rematch.id) as there:
        if any(link.digest == digest for link in there.links):
            return made  # it asked twice at once
        seat = None
        if member.seat is not None:
            seat = _seat_of(table.stored_names[member.seat], member.seat, there)
            if seat is None or seat in there.taken:
                return None
        role = member.role if member.role == "viewer" else role_for_newcomer(there)
        create_link(there, role, seat, device, made)
    tables.notifier.notify_change(table.id)  # who has not decided yet sees who comes
    return made


def _seat_of(name: str, before: int, rematch: TableRecord) -> int | None:
    """Where somebody sits now: on the seat they had, else on that with their name."""
    theirs = [seat for seat, other in enumerate(rematch.names) if other == name]
    return before if before in theirs else next(iter(theirs), None)


def possible_first_seats(meta: Meta, sheet: Scores) -> tuple[int, ...]:
    """Whom the game's rule lets begin the next play; more than one where the table has to say who."""
    everybody = tuple(range(len(sheet.totals)))
    if sheet.ranking is None or meta.next_starter == "youngest":
        return everybody
    if meta.next_starter == "winner":
        return sheet.ranking.winners or everybody
    totals = tuple(total_of(lines or ()) for lines in sheet.lines)
    fewest = rank([Criterion("points", "setup", totals, most_wins=False)], len(totals))
    return tuple(seat for seat in everybody if fewest.possible[seat][0] == 1)
