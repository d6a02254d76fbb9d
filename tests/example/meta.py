"""Three Quarries on the shelf: title, seats and switches."""

from companion.engine.game import Meta, Option
from tests.example.parts import PARTS, check_lid

META = Meta(
    slug="example",
    title="Three Quarries",
    seats=(PARTS["seats"]["low"], PARTS["seats"]["high"]),
    options=(
        Option("stones_count", "flag", False, rule="count"),
        Option("lid", "record", None, rule="count", check=check_lid, printed=True, late=True),
    ),
)
