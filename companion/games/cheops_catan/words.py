"""The sentences of the scenario: refusals, rules in our own words, log and news."""

from collections.abc import Iterator

from companion.engine.game import Description, Effect, Move
from companion.engine.json_data import replace
from companion.engine.words import MOST_POINTS, N_, N_n, NewsWords, PicturedTerm, Seat, Words
from companion.games.cheops_catan import moves
from companion.games.cheops_catan.parts import GOLD_BY_USE, POINTS_BY_THING
from companion.games.cheops_catan.rules import apply, get_price
from companion.games.cheops_catan.state import State

WORDS = Words(
    refusals={
        "cheops_catan.not_now": N_("Wait: it is %(who)s’s turn, not %(seat)s’s."),
        "cheops_catan.roll_order": N_("Wait: the next roll is %(who)s’s."),
        "cheops_catan.ends_turn": N_("Wait: %(who)s is still building. A roll ends the turn."),
        "cheops_catan.before_roll": N_("%(seat)s must roll first: only a card may be played before the roll."),
        "cheops_catan.one_knight": N_("%(seat)s has already played a knight this turn: wait for the next one."),
        "cheops_catan.knight_cards": N_("Check the knight cards: all %(count)s have been played."),
        "cheops_catan.income_after_seven": N_("A 7 yields no gold. Allow it if %(seat)s’s gold is from an earlier roll."),
        "cheops_catan.no_piece": N_("Choose another piece: all %(count)s of this kind have been built (%(piece)s)."),
        "cheops_catan.city_needs_settlement": N_("Build a settlement first: %(seat)s has none to turn into a city."),
        "cheops_catan.site_settlement": N_("Untick “at the site”: only a settlement can be built there."),
        "cheops_catan.not_begun": N_("No stone yet: building begins with the first settlement at the site."),
        "cheops_catan.own_stones": N_("All %(count)s stones of this colour have been laid: do something else."),
        "cheops_catan.no_access": N_("%(seat)s has no building at the site: go through another player’s."),
        "cheops_catan.no_site_there": N_("Choose another player: that one has no building at the site."),
        "cheops_catan.own_site": N_("Lay the stone without paying: %(seat)s has a building at the site."),
        "cheops_catan.no_route": N_("Draw the road or allow the move: no route from %(seat)s to %(owner)s’s building."),
        "cheops_catan.no_gold": N_("Did somebody forget to enter gold? %(seat)s needs %(needed)s and has %(gold)s."),
        "cheops_catan.other_seat": N_("Choose another player."),
        "cheops_catan.no_harbour_route": N_("Draw the road or allow the move: no route from %(seat)s to %(owner)s’s harbour."),
        "cheops_catan.point_cards": N_("Count the victory point cards again: there are only %(count)s."),
        "cheops_catan.not_twelve": N_n("Play on: that makes %(have)s point, and it takes %(goal)s.", "Play on: that makes %(have)s points, and it takes %(goal)s.", "have"),
        "cheops_catan.crossing_name": N_("Give each intersection a short name."),
        "cheops_catan.same_crossing": N_("Name two different intersections."),
        "cheops_catan.crossing_taken": N_("Choose another intersection: %(owner)s has a building there."),
        "cheops_catan.edge_taken": N_("Choose another place: a road or ship is already there."),
        "cheops_catan.map_full": N_("No room for more on this drawing: go on without it."),
        "cheops_catan.sheet_blessing": N_("The Blessing needs at least 1 stone: enter the stones."),
        "cheops_catan.sheet_both": N_("Untick one: whoever has the Blessing is not cursed at this table."),
        "cheops_catan.sheets_army": N_("Give the largest army to one player only."),
        "cheops_catan.sheets_blessing": N_("Give the Blessing to exactly one player: stones have been laid."),
        "cheops_catan.sheets_stones": N_("Count the stones again: the pyramid takes only %(count)s."),
        "cheops_catan.sheets_most": N_("Give the Blessing to whoever laid the most stones: %(seats)s."),
        "cheops_catan.sheets_curse": N_("Give the Curse only to those with the fewest stones: %(seats)s."),
        "cheops_catan.sheets_no_curse": N_("Untick the Curse: nobody has it before the first stone is laid."),
    },
    moves={
        "Found": N_("Found a settlement"), "Roll": N_("Roll"), "Build": N_("Build"),
        "Knight": N_("Play a knight"), "ShowPoint": N_("Show a victory point card"), "Income": N_("Gold from a field"),
        "Purchase": N_("Buy a card with gold"), "Harbour": N_("Use a harbour"), "Give": N_("Give gold"),
        "Lay": N_("Lay a stone"), "Claim": N_("I have twelve points"), "Reveal": N_("Show hidden cards"),
        "Connect": N_("Draw a road or ship"), "Mark": N_("Draw a building"),
    },
    news={
        "Found": NewsWords(
            N_("%(who)s founded %(a piece)s"),
            N_("You founded %(a piece)s"),
        ),
        "founded_at_site": NewsWords(
            N_("%(who)s founded %(a piece)s at the pyramid site"),
            N_("You founded %(a piece)s at the pyramid site"),
        ),
        "Build": NewsWords(
            N_("%(who)s built %(a piece)s"),
            N_("You built %(a piece)s"),
        ),
        "built_at_site": NewsWords(
            N_("%(who)s built %(a piece)s at the pyramid site"),
            N_("You built %(a piece)s at the pyramid site"),
        ),
        "Roll": NewsWords(
            N_("%(who)s rolled %(total)s"),
            N_("You rolled %(total)s"),
        ),
        "black_stone": NewsWords(
            N_("%(who)s rolled a 7 and laid black stone %(count)s of %(all)s"),
            N_("You rolled a 7 and laid black stone %(count)s of %(all)s"),
        ),
        "Knight": NewsWords(
            N_("%(who)s played a knight"),
            N_("You played a knight"),
        ),
        "ShowPoint": NewsWords(
            N_("%(who)s showed a victory point card: +1"),
            N_("You showed a victory point card: +1"),
        ),
        "Income": NewsWords(
            N_n("%(who)s took %(gold)s gold coin from a gold field", "%(who)s took %(gold)s gold coins from a gold field", "gold"),
            N_n("You took %(gold)s gold coin from a gold field", "You took %(gold)s gold coins from a gold field", "gold"),
        ),
        "Purchase": NewsWords(
            N_("%(who)s bought a resource card for %(gold)s gold coins"),
            N_("You bought a resource card for %(gold)s gold coins"),
        ),
        "Harbour": NewsWords(
            N_n("%(who)s paid %(owner)s %(gold)s gold coin to use a harbour", "%(who)s paid %(owner)s %(gold)s gold coins to use a harbour", "gold"),
            N_n("You paid %(owner)s %(gold)s gold coin to use a harbour", "You paid %(owner)s %(gold)s gold coins to use a harbour", "gold"),
            N_n("%(who)s paid you %(gold)s gold coin for your harbour", "%(who)s paid you %(gold)s gold coins for your harbour", "gold"),
        ),
        "Give": NewsWords(
            N_n("%(who)s gave %(owner)s %(gold)s gold coin", "%(who)s gave %(owner)s %(gold)s gold coins", "gold"),
            N_n("You gave %(owner)s %(gold)s gold coin", "You gave %(owner)s %(gold)s gold coins", "gold"),
            N_n("%(who)s gave you %(gold)s gold coin", "%(who)s gave you %(gold)s gold coins", "gold"),
        ),
        "Lay": NewsWords(
            N_("%(who)s laid %(a stone)s"),
            N_("You laid %(a stone)s"),
        ),
        "laid_through": NewsWords(
            N_n("%(who)s used %(owner)s’s building to lay %(a stone)s and paid %(gold)s gold coin", "%(who)s used %(owner)s’s building to lay %(a stone)s and paid %(gold)s gold coins", "gold"),
            N_n("You used %(owner)s’s building to lay %(a stone)s and paid %(gold)s gold coin", "You used %(owner)s’s building to lay %(a stone)s and paid %(gold)s gold coins", "gold"),
            N_n("%(who)s used your building to lay %(a stone)s: you get %(gold)s gold coin", "%(who)s used your building to lay %(a stone)s: you get %(gold)s gold coins", "gold"),
        ),
        "Claim": NewsWords(
            N_("%(who)s has twelve points"),
            N_("You have twelve points"),
        ),
        "Reveal": NewsWords(
            N_n("%(who)s showed %(cards)s hidden card", "%(who)s showed %(cards)s hidden cards", "cards"),
            N_n("You showed %(cards)s hidden card", "You showed %(cards)s hidden cards", "cards"),
        ),
        "showed_none": NewsWords(
            N_("%(who)s has no hidden cards"),
            N_("You have no hidden cards"),
        ),
        "Connect": NewsWords(
            N_("%(who)s drew %(a way)s from %(start)s to %(end)s"),
            N_("You drew %(a way)s from %(start)s to %(end)s"),
        ),
        "Mark": NewsWords(
            N_("%(who)s drew a building at %(crossing)s"),
            N_("You drew a building at %(crossing)s"),
        ),
        "drew_at_site": NewsWords(
            N_("%(who)s drew a building at the pyramid site: %(crossing)s"),
            N_("You drew a building at the pyramid site: %(crossing)s"),
        ),
        "drew_harbour": NewsWords(
            N_("%(who)s drew a building with a harbour: %(crossing)s"),
            N_("You drew a building with a harbour: %(crossing)s"),
        ),
    },
    effects={
        "blessing": NewsWords(
            N_("%(who)s has the Blessing now: +%(points)s"),
            N_("You have the Blessing now: +%(points)s"),
        ),
        "blessing_lost": NewsWords(
            N_("%(who)s loses the Blessing: −%(points)s"),
            N_("You lose the Blessing: −%(points)s"),
        ),
        "curse": NewsWords(
            N_("%(who)s bears a Curse now: −%(points)s"),
            N_("You bear a Curse now: −%(points)s"),
        ),
        "curse_lost": NewsWords(
            N_("%(who)s is rid of the Curse: +%(points)s"),
            N_("You are rid of the Curse: +%(points)s"),
        ),
        "army": NewsWords(
            N_("%(who)s has the largest army now: +%(points)s"),
            N_("You have the largest army now: +%(points)s"),
        ),
        "army_lost": NewsWords(
            N_("%(who)s loses the largest army: −%(points)s"),
            N_("You lose the largest army: −%(points)s"),
        ),
    },
    prompts={
        "cheops_catan.found": (N_("%(seat)s founds a settlement."), N_("Found a settlement.")),
        "cheops_catan.roll": (N_("%(seat)s rolls, but may play a card first."), N_("Roll the dice; you may play a card first.")),
        "cheops_catan.turn": (N_("%(seat)s builds; %(next)s rolls next."), N_("Build; %(next)s rolls next.")),
        "cheops_catan.early": (N_("A roll ends %(seat)s’s turn."), ""),
        "cheops_catan.reveal": (N_("%(why)s Still to show hidden victory point cards: %(seats)s."), N_("%(why)s Show your hidden victory point cards.")),
    },
    endings={
        "cheops_catan.twelve": (N_("%(seat)s has reached twelve points."), N_("You have reached twelve points.")),
        "cheops_catan.pharaoh": (N_("The Pharaoh’s last black stone has been laid."), ""),
        "cheops_catan.pyramid": (N_("The pyramid is complete."), ""),
    },
    categories={
        "settlement": N_("Settlements"), "city": N_("Cities"), "army": N_("Largest army"),
        "card": N_("Victory point cards"), "blessing": N_("Blessing"), "curse": N_("Curse"),
    },
    criteria={"points": MOST_POINTS},
    rules={
        "setup": (N_("Setting up"), N_("Everybody takes 3 gold and founds three settlements on the Nile: once round the table, back again, and round once more. Only the third yields resources. There is no longest road in this scenario.")),
        "turn": (N_("A turn"), N_("As in the base game: roll, trade, build. You may play one knight a turn. Before the roll you may play a knight and show victory point cards, nothing else. Ships cost wood and wool, are built on water and along the coast, and never move. The app keeps track of what is public; you check hands and costs yourselves.")),
        "pieces": (N_("Pieces"), N_("5 settlements, 4 cities, 15 roads, 8 ships and 11 stones each. A city takes a settlement’s place.")),
        "gold": (N_("Gold"), N_("A settlement at a gold field yields 1, a city 2. Four gold buy any resource card, three with a 3:1 harbour. Gold is not a card: it is never counted or stolen, nor named for a Monopoly.")),
        "routes": (N_("Trade routes"), N_("An unbroken chain of roads and ships of any colours joins two settlements. Along it you may use another player’s harbour for 1 gold each time, or their building at the site for 1 gold a stone. Nobody can refuse you.")),
        "pyramid": (N_("The pyramid"), N_("Once a settlement stands at the site, stones may be laid, each for one brick and one ore. The levels take 16, 9, 4 and 1 stones. You need a building at the site or, if you have none, a route to another player’s, and you pay that player 1 gold.")),
        "seven": (N_("The seven"), N_("A 7 works as usual, but yields no gold. Once building has begun, every 7 also adds a black stone, before the robber moves.")),
        "favours": (N_("Blessing and Curse"), N_("The first stone brings the Blessing, +3; it passes only to somebody with more stones than its holder. Everybody with the fewest stones bears the Curse, −2; this is checked whenever a coloured stone is laid.")),
        "points": (N_("Points"), N_("Settlement 1, city 2, largest army 2 (three knights or more), victory point card 1, Blessing 3, Curse −2.")),
        "end": (N_("The end"), N_("The game ends at once with twelve points on your own turn, the last black stone, or the complete pyramid. Then everybody shows any hidden victory point cards.")),
        "victory": (N_("Victory"), N_("Whoever has the most points wins, hidden cards included; players who are level share the win.")),
    },
    explained={
        "Found": "setup", "Roll": "turn", "Build": "pieces", "Knight": "turn",
        "ShowPoint": "points", "Income": "gold", "Purchase": "gold", "Harbour": "routes",
        "Give": "gold", "Lay": "pyramid", "Claim": "end", "Reveal": "end", "Connect": "routes",
        "Mark": "routes",
    },
    options={
        "pharaoh_starts": (N_("The Pharaoh starts building"), N_("When a 7 begins to add black stones; the author later changed this rule.")),
        "black_stones": (N_("Black stones"), N_("An older printing has 15 black stones.")),
        "own_road": (N_("A route starts with your own road"), N_("A stricter reading of trade routes.")),
        "holder_spared": (N_("The Blessing’s holder is never cursed"), N_("We added this: the box has only three Curse cards.")),
        "reminders": (N_("Harvest reminder after each roll"), N_("The app then says what everybody takes.")),
    },
    choices={
        "settlement": N_("with the first settlement at the site"),
        "stone": N_("with the first coloured stone"),
    },
    lessons={
        "Found": (N_("Found a settlement"), N_("Your resources come from your settlements; one at the site lets you lay stones.")),
        "Roll": (N_("Roll"), N_("It begins your turn. Everybody takes resources; a 7 may bring a black stone.")),
        "road": (N_("Build a road"), N_("It leads to new places to build, and is part of trade routes.")),
        "settlement": (N_("Build a settlement"), N_("It scores a point and yields resources; at the site it lets you lay stones.")),
        "city": (N_("Build a city"), N_("It scores more than the settlement it replaces, and yields more.")),
        "Lay": (N_("Lay a stone"), N_("Whoever has more stones than anybody else gets the Blessing; whoever has the fewest bears the Curse.")),
        "Income": (N_("Gold from a field"), N_("Gold buys cards, and lets you use other players’ harbours and their buildings at the site.")),
        "Purchase": (N_("Buy a card with gold"), N_("You get exactly the card you need, without asking anybody.")),
        "ship": (N_("Build a ship"), N_("It leads along the coast and over water, where roads cannot go.")),
        "Knight": (N_("Play a knight"), N_("It moves the robber and counts towards the largest army.")),
        "Harbour": (N_("Use a harbour"), N_("For a little gold you trade as if the harbour were yours, and nobody can refuse you.")),
        "Give": (N_("Give gold"), N_("Gold may be part of any deal.")),
        "ShowPoint": (N_("Show a victory point card"), N_("It scores a point, and from then on everybody sees it.")),
        "Claim": (N_("I have twelve points"), N_("With twelve points on your own turn you end the game.")),
        "Reveal": (N_("Show hidden cards"), N_("Hidden victory point cards count at the end as well.")),
    },
    reasons={
        "cheops_catan.ends": N_("It brings you to %(points)s points, and the game ends."),
        "cheops_catan.blesses": N_("One stone more than %(who)s: the Blessing comes to you."),
        "cheops_catan.frees": N_("It lifts the Curse from you, because others then have fewer stones."),
        "cheops_catan.army": N_n("With %(knights)s knight the largest army is yours.", "With %(knights)s knights the largest army is yours.", "knights"),
        "cheops_catan.own_way": N_("It goes through your own building, so nobody is paid."),
        "cheops_catan.to_settle": N_("A new settlement must be at least two roads or ships away from any other."),
        "cheops_catan.buys": N_("Gold scores nothing at the end, and this takes %(price)s of your %(gold)s."),
        "cheops_catan.lacks": N_n("Then you are %(lacking)s point short of twelve.", "Then you are %(lacking)s points short of twelve.", "lacking"),
        "cheops_catan.own_site": N_("From the site you lay stones without paying anybody gold."),
    },
    best_moves_intro=(
        N_("If you can pay:"),
        N_("The app does not see your cards. The first of these that you can pay for is best:"),
    ),
    setup_steps={
        "board": (N_("The board"), N_("Unfold the board of the scenario. The robber starts on any desert you like.")),
        "colours": (N_("A colour each"), N_("Everybody chooses a colour and takes all its pieces: settlements, cities, roads, ships and stones.")),
        "gold": (N_("Gold"), N_("Everybody takes %(count)s gold. The rest is for the gold fields and stays beside the board.")),
        "cards": (N_("Resources and cards"), N_("Sort the resources by kind and shuffle the development cards face down, all within reach. Keep the cards with the building costs at hand.")),
        "black": (N_("The Pharaoh’s stones"), N_("The %(count)s black stones lie beside the board. An older box may have fewer: count yours.")),
        "beside": (N_("Dice and special cards"), N_("The dice, the largest army, the Blessing and the Curses lie beside the board. The longest road is not used.")),
        "first": (N_("Who begins"), N_("%(seat)s founds the first settlement. Everybody founds three: once round the table, back again, and round once more. Only the third yields resources.")),
    },
    parts={"each": N_("%(count)s × %(each)s")},
    terms={
        "a:settlement": N_("a settlement"), "a:city": N_("a city"), "a:road": N_("a road"), "a:ship": N_("a ship"),
        "a:stone": N_("a stone"),
        "settlement": N_("settlement"), "city": N_("city"), "road": N_("road"), "ship": N_("ship"),
        "board": N_("board"), "robber": N_("robber"), "stone": N_("stone"), "black": N_("black stone"),
        "gold": N_("gold"), "good": N_("resource card"), "development": N_("development card"),
        "die": N_("die"), "army": N_("largest army"), "blessing": N_("Blessing"), "curse": N_("Curse"),
        "longest": N_("longest road"),
        "cheops_catan.twelve": N_("Twelve points end the game."),
        "cheops_catan.pharaoh": N_("The last black stone ends the game."),
        "cheops_catan.pyramid": N_("The complete pyramid ends the game."),
    },
    fields={
        "at_site": N_("whether it stands at the site"), "total": N_("the sum of the dice"),
        "piece": N_("the piece"), "gold": N_("how much gold"), "harbour": N_("whether there is a harbour"),
        "owner": N_("which player"), "cards": N_("how many victory point cards"), "start": N_("the first intersection"),
        "end": N_("the second intersection"), "ship": N_("road or ship"), "crossing": N_("the intersection"),
        "settlements": N_("the settlements"), "cities": N_("the cities"), "stones": N_("the stones"),
        "army": N_("the largest army"), "blessed": N_("the Blessing"), "cursed": N_("the Curse"), "by_stones": N_("Blessing and Curse from the stones"),
    },
)  # fmt: skip


def describe(state: State | None, seat: int, move: Move) -> Description:
    """Return the log line of a move, with the gold that it pays and the black stones that a roll of 7 adds.

    ``state`` is the state before the move, or None if the move is undone, changed or invalid.
    """
    name = type(move).__name__
    if isinstance(move, moves.Roll):
        return _describe_roll(state, seat, move)
    if isinstance(move, moves.Found):
        return Description(
            "founded_at_site" if move.at_site else name, {"piece": PicturedTerm("settlement")}
        )
    if isinstance(move, moves.Build):
        return Description("built_at_site" if move.at_site else name, {"piece": PicturedTerm(move.piece)})
    if isinstance(move, moves.Reveal) and not move.cards:
        return Description("showed_none")
    if isinstance(move, moves.Claim | moves.Reveal):
        return Description(name, {"cards": move.cards})
    if isinstance(move, moves.Connect):
        road = PicturedTerm("ship" if move.ship else "road")
        return Description(name, {"way": road, "start": move.start, "end": move.end})
    if isinstance(move, moves.Mark):
        code = "drew_at_site" if move.at_site else "drew_harbour" if move.harbour else name
        return Description(code, {"crossing": move.crossing})
    return _describe_payment(name, move)


def _describe_roll(state: State | None, seat: int, move: moves.Roll) -> Description:
    if state is not None:
        after = apply(state, seat, move)
        if after.black > state.black:
            return Description("black_stone", {"count": after.black, "all": after.rules.black_stones})
    return Description("Roll", {"total": move.total})


def _describe_payment(name: str, move: Move) -> Description:
    if isinstance(move, moves.Income):
        return Description(name, {"gold": move.gold})
    if isinstance(move, moves.Purchase):
        return Description(name, {"gold": get_price(move)})
    if isinstance(move, moves.Give):
        return Description(name, {"gold": move.gold, "owner": Seat(move.owner)}, move.owner)
    if isinstance(move, moves.Harbour):
        return Description(name, {"gold": GOLD_BY_USE["fee"], "owner": Seat(move.owner)}, move.owner)
    if isinstance(move, moves.Lay) and move.owner is not None:
        values = {"stone": PicturedTerm("stone"), "gold": GOLD_BY_USE["fee"], "owner": Seat(move.owner)}
        return Description("laid_through", values, move.owner)
    return Description(name, {"stone": PicturedTerm("stone")} if isinstance(move, moves.Lay) else {})


def news(before: State, after: State, seat: int, move: Move) -> Description:
    """Return the news of a move, including which seats won or lost Blessing, Curse or largest army."""
    return replace(describe(before, seat, move), effects=tuple(_iter_effects(before, after)))


def _iter_effects(before: State, after: State) -> Iterator[Effect]:
    for seat in range(after.rules.seats):
        for card, had, has in (
            ("blessing", before.blessed == seat, after.blessed == seat),
            ("curse", seat in before.cursed, seat in after.cursed),
            ("army", before.army == seat, after.army == seat),
        ):
            if had != has:
                yield Effect(seat, card if has else f"{card}_lost", {"points": abs(POINTS_BY_THING[card])})
