"""Rematch: a new table with the same people, game and options."""

from companion.engine.game import Criterion, Meta, sum_score_lines
from companion.engine.ranking import rank_seats
from companion.tables import links
from companion.tables.errors import Forbidden
from companion.tables.links import Member, create_link, hash_secret
from companion.tables.opening import OpenedTable, open_table
from companion.tables.queries import Scores, ending, scores
from companion.tables.seating import choose_role_for_newcomer
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
    """Open the rematch of a finished table, hosted by the player at ``seat`` (None: without a seat).

    Return None if somebody else has already opened it. The seat ``first`` begins, or else one that the
    game's rule allows. ``secret`` is the opener's secret at the old table, from which the new secret is
    derived. With ``lobby``, people first gather in the lobby. ``device`` is the opener's kind of device.
    """
    if ending(table) is None:
        raise Forbidden("table.not_over")
    beginners = find_possible_starters(table.replay.origin.meta, scores(table, None))
    former_first = table.replay.setup.first
    if first is None:
        first = former_first if former_first in beginners else beginners[0]
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
    """Give a member of the old table a link to the rematch, with the same seat (or none for a viewer).

    Return the link's secret, made from ``secret``, the one at the old table. None if the seat is taken, or
    if the link existed and was revoked. ``device`` is the kind of device.
    """
    new_secret = links.derive_secret(secret, rematch.code)
    digest = hash_secret(new_secret)
    access = tables.store.find_access(rematch.code, digest)
    if access is not None and access.link is not None:
        return None if access.revoked else new_secret
    with tables.change(rematch.id) as record:
        if any(link.digest == digest for link in record.links):
            return new_secret  # the phone sent two requests at once
        seat = None
        if member.seat is not None:
            seat = _find_same_seat(table.stored_names[member.seat], member.seat, record)
            if seat is None or seat in record.taken:
                return None
        role = member.role if member.role == "viewer" else choose_role_for_newcomer(record)
        create_link(record, role, seat, device, new_secret)
    tables.notifier.notify_change(table.id)  # phones at the old table show who has joined
    return new_secret


def _find_same_seat(name: str, before: int, rematch: TableRecord) -> int | None:
    seats = [seat for seat, other in enumerate(rematch.names) if other == name]
    return before if before in seats else next(iter(seats), None)


def find_possible_starters(meta: Meta, last_scores: Scores) -> tuple[int, ...]:
    """Return the seats that may begin the rematch by the rules, given the scores of the finished play.

    If there are several seats, the players choose one.
    """
    everybody = tuple(range(len(last_scores.totals)))
    if last_scores.ranking is None or meta.next_starter == "youngest":
        return everybody
    if meta.next_starter == "winner":
        return last_scores.ranking.winners or everybody
    totals = tuple(sum_score_lines(lines or ()) for lines in last_scores.lines)
    fewest = rank_seats([Criterion("points", "setup", totals, most_wins=False)], len(totals))
    return tuple(seat for seat in everybody if fewest.possible[seat][0] == 1)
