"""Writes the conformance set of each game: what was picked, and a few of each kind from the proof."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from companion.engine.data import to_json
from companion.engine.play import check_move, legal_moves
from companion.games import GAMES
from companion.games.plays import parse_entry
from tests.conformance.cases import HERE, Case, Judged, picked
from tests.long.proof.walk import World

OF_A_KIND, TABLES, LONGEST = 1, 30, 12


def finished(slug: str, case: Case) -> Case:
    """A case with the code and the section of its move, as the referee names them."""
    if "move" not in case:
        return case
    judged = Judged(slug, case)
    return {**case, "verdict": judged.verdict, "code": judged.code, "section": judged.section}


def enumerated(slug: str) -> Iterator[Case]:
    """From tables played at random: of each move and all that the second reading has against it, a few."""
    world: World = import_module(f"tests.long.proof.{slug}.test_proof").at_the_start()
    chance, seen = random.Random(slug), Counter[Any]()
    for _ in range(TABLES):
        state, log = world.game.setup(world.setup), list[Case]()
        while world.game.ending(state) is None and len(log) < LONGEST:
            at = world.seen_as(state)
            for line in world.tried(at):
                reasons = sorted(world.reading.against(at, line))
                kind = (line["move"], tuple(reasons))
                rare = len(reasons) < 3 and seen[kind] < OF_A_KIND
                if rare and chance.random() < 0.2:
                    seen[kind] += 1
                    yield _case(world, f"proof_{sum(seen.values())}", log, line, reasons)
            seat = chance.choice(world.game.awaiting(state).seats)
            move = chance.choice(legal_moves(world.game, state, seat) or [None])
            if move is None or check_move(world.game, state, seat, move) is not None:
                break
            log.append({"seat": seat, "move": type(move).__name__, **to_json(move)})
            state = world.game.apply(state, seat, move)


def _case(world: World, name: str, log: list[Case], line: Any, reasons: list[str]) -> Case:
    slug, meta = world.game.meta.slug, world.game.meta
    options = {o.name: world.setup.options[o.name] for o in meta.options}
    changed = {o.name: options[o.name] for o in meta.options if options[o.name] != o.default}
    move = {"seat": line["seat"], "move": line["move"], **to_json(parse_entry(world.game, 1, line).move)}
    own = [code if code.startswith("table.") else f"{slug}.{code}" for code in reasons]
    return {
        "case": name, "seats": world.setup.seats, "first": world.setup.first,
        **({"options": changed} if changed else {}), "log": list(log), "move": move,
        "verdict": "refused" if reasons else "legal", "reasons": own,
    }  # fmt: skip


def write(slug: str) -> None:
    cases = [finished(slug, case) for case in picked(slug).values()]
    for case in enumerated(slug) if (HERE.parent / "long" / "proof" / slug).exists() else ():
        whole = finished(slug, case)
        assert (whole["verdict"] == "refused") == bool(case["reasons"]), whole
        assert whole["verdict"] != "refused" or whole["code"] in case["reasons"], whole
        cases.append(whole)
    lines = (json.dumps(case, ensure_ascii=False, separators=(", ", ": ")) for case in cases)
    (HERE / f"{slug}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(slug, len(cases))


if __name__ == "__main__":
    for game in GAMES:
        write(game.meta.slug)
