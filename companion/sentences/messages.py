"""The app's own error messages, and the names of form fields that belong to no game."""

from collections.abc import Mapping

from companion.engine.words import N_

ERROR_MESSAGES: Mapping[str, str] = {
    "table.malformed": N_("Missing or wrong: %(fields)s."),
    "table.no_such_table": N_("There is no table with this code. Compare it with the host’s screen."),
    "table.unreadable": N_("This table’s data is damaged: whoever runs the app can restore a backup."),
    "table.no_table_file": N_(
        "This file is not a table saved by the app, or it is damaged. Choose another one."
    ),
    "table.no_such_game": N_("This game is not available here: choose another."),
    "table.no_such_link": N_("This link was used already or is no longer valid. Ask for a new one."),
    "table.no_such_page": N_("There is nothing here: go back to the start page."),
    "table.no_such_play": N_("There is no such recorded play: choose another."),
    "table.seat_taken": N_("Somebody already sits there. Ask the host for the seat’s QR code."),
    "table.seats_moved": N_("The seats have changed in the meantime. Choose again."),
    "table.nobody_sits": N_("Nobody sits there with a phone. Somebody has to take the seat first."),
    "table.asked_already": N_("Somebody is asking already. Wait until that is answered."),
    "table.no_such_request": N_("This question has been answered or is no longer open."),
    "table.holder_decides": N_("Only the phone that this question is about can answer it."),
    "table.hosting_taken": N_("This table has changed hosts, so nobody can delete it."),
    "table.started": N_("The game has already started: ask the host for a seat."),
    "table.full": N_("This game has no seats left, but you can still watch."),
    "table.hosts_only": N_("Only the host of the table can do this."),
    "table.viewers_watch": N_("This screen is only for watching. Take a seat to enter anything."),
    "table.viewers_full": N_("No more screens can watch this table. Ask the host to end one of them."),
    "table.not_here": N_("This device has no seat at this table. Join it with the code."),
    "table.seat_taken_over": N_(
        "This phone has lost its seat. Ask for it with the code, or scan its QR code."
    ),
    "table.screen_ended": N_("The host has ended this spectator view. Ask for a new one to keep watching."),
    "table.not_over": N_("The game is not over yet. Play again once it is."),
    "table.door_closed": N_("This game is over, so nobody can join: open a new table."),
    "table.still_secret": N_("Something is still hidden from you: come back when the game is over."),
    "table.contested": N_("Meanwhile others played on:"),
    "table.stale": N_("The table has moved on to entry %(version)s. Check it, then enter yours."),
    "table.another_version": N_("The table is at a different version from the one asked for. Look again."),
    "table.ends_own_game": N_("That ends your own game, at %(points)s. You could still go on."),
    "table.ends_behind": N_("That ends the game, and you may be behind."),
    "table.differs": N_("Another phone entered this differently in entry %(entry)s. Which one is right?"),
    "table.busy": N_("One moment: the server is busy. Your entry is kept and will be sent again."),
    "table.busy_here": N_("One moment: the server is busy. Please try again."),
    "table.disk_full": N_(
        "The server’s disk is full: its host has to make room. Entries wait on the phones."
    ),
    "table.unwritable": N_(
        "The disk cannot be written to: the host must check it. Until then entries wait."
    ),
    "table.damaged": N_("The data is damaged: the host has to restore a backup. Until then entries wait."),
    "table.log_full": N_("This log is full. Open a new table."),
    "table.too_many": N_("Too many attempts. Wait a minute."),
    "table.too_slow": N_("This did not arrive in time. Send it again."),
    "table.too_large": N_("This is too large: send something smaller."),
    "table.other_site": N_("This came from another site and was not entered: enter it on this page."),
    "table.no_cookies": N_("Allow cookies here and try again: without them your seat cannot be kept."),
    "table.method": N_("This address does not take that kind of request: use another."),
    "table.fault": N_("Something broke on our side. Nothing was lost; try again."),
}  # fmt: skip
"""Error messages by code, for errors that come from the app and not from a game."""

COMMON_FIELD_LABELS: Mapping[str, str] = {
    "seat": N_("the player"), "seats": N_("the players"), "first": N_("who begins"), "name": N_("the name"),
    "by": N_("the name of a second person"), "move": N_("what to enter"), "kind": N_("the kind of entry"),
    "of": N_("the entry you mean"), "text": N_("the note"), "mode": N_("how the table is used"),
    "options": N_("the house rules"), "option": N_("the house rule"), "value": N_("the value"),
    "file": N_("the file"), "record": N_("the copy"), "part": N_("the sheet"), "edition": N_("the edition"),
    "game": N_("the game"), "sheets": N_("the sheets"), "others": N_("the other sheets"),
    "log": N_("the log"), "opened_at": N_("when the table was opened"), "key": N_("the entry’s key"),
    "form": N_("the form"), "json": N_("the data"), "day": N_("the day"), "points": N_("the points"),
    "_schema": N_("the data"), "_body": N_("the data"), "_request": N_("the data"),
}  # fmt: skip
"""Names of form fields that belong to no game, for messages about missing or wrong fields."""
