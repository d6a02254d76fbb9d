"""What the documents promise: their links lead somewhere, and their commands are there."""

import re
from importlib.util import find_spec
from pathlib import Path

from tests import ROOT

DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "deploy").rglob("*.md")]

TYPED = [*ROOT.glob("README*.md"), ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]
"""Where commands stand that people type. Decisions tell of what was done once."""
PROGRAMS = {
    "apt-get", "docker", "loginctl", "make", "openssl", "pg_dump", "pip", "pipx", "py", "pytest",
    "python", "python3", "sudo", "systemctl", "table-companion", "uvx",
}  # fmt: skip
WHEEL = "tests/long/processes/installed/test_wheel.py"
HERE, LISTENING = "tests/test_docs.py", "tests/long/processes/home/test_listening.py"
RESTORE, OPERATING = (
    "tests/long/processes/operating/test_restore.py",
    "tests/long/processes/operating/test_operating.py",
)
AUTHORITY = "tests/home/test_authority_copies.py"
NEWEST = ".github/workflows/newest.yml"
RUN_BY = {
    "make run": "tests/served.py", "make test": ".ci/run",
    "make audit": NEWEST, "make newest": NEWEST,
    "make check": ".ci/run", "make pocket": "tests/long/phone/pocket/test_build.py",
    "make words": "tests/test_words.py",
    "COMPANION_ADDRESS=https://NAME.ts.net COMPANION_HTTPS=proxy COMPANION_PROXIES=1 "
    "COMPANION_HOST=127.0.0.1 ~/companion/bin/table-companion":
        "tests/long/processes/home/test_one_port.py",
    "make client": "tests/api/test_client.py",
    "python -m pocket.build --help": "tests/long/phone/pocket/test_build.py",
    "python -m tests.long.processes.calls": "tests/long/processes/test_calls.py",
    ".venv/bin/pip wheel --no-deps --no-build-isolation .": WHEEL,
    "sudo apt-get update": WHEEL, "sudo apt-get install -y python3 python3-venv": WHEEL,
    "python3 -m venv ~/companion": WHEEL,
    "~/companion/bin/pip install ./table_companion-*.whl": WHEEL,
    "~/companion/bin/pip install --upgrade ./table_companion-*.whl": WHEEL,
    "~/companion/bin/table-companion": WHEEL, "table-companion": WHEEL,
    "~/companion/bin/table-companion backup ~/monday.sqlite3": WHEEL,
    "~/companion/bin/table-companion restore ~/monday.sqlite3": WHEEL,
    "~/companion/bin/table-companion check": LISTENING, "table-companion check": LISTENING,
    "python -m companion check": LISTENING, "py -m companion": "tests/long/processes/home/test_one_port.py",
    "python -m companion backup FILE": RESTORE, "table-companion backup FILE": RESTORE,
    "python -m companion restore FILE": RESTORE,
    "python -m companion expire --days 365": OPERATING,
    "python -m companion forget-house": AUTHORITY, "table-companion forget-house": AUTHORITY,
}  # fmt: skip
"""What runs a command that stands in a document."""
LONG = "minutes or hours of a machine of its own; that what it starts is there is tested here"
NOT_RUN = {
    **dict.fromkeys(
        ("make bench", "make bench-pocket", "make bench-quick", "make chance", "make deploy-test",
         "make engines", "make evenings", "make faults", "make hands",
         "make lighthouse", "make load", "make phone", "make planted", "make processes",
         "make proof", "make release", "make screenshots", "make sights", "make site", "make test-all",
         "make thumbs", "make windows-like", "make words test",
         "python -m tests.long.processes.faults silence cuts …"), LONG),
    "make lock": "brings newer versions; tests/operating/test_deploy.py holds what it wrote",
    "make format": "writes over the checkout; make check asks the same",
    "python -m tests.conformance": "writes into the checkout; tests/conformance holds what it wrote",
    ".venv/bin/python -m tests.words de": "writes into the checkout; tests/test_words.py asks the same",
    "pytest tests -k <slug> --ignore tests/browser": "a part of make test",
    "pipx run pre-commit install": "changes the checkout's hooks",
    "pipx": "a program's name", "~/.local/share/table-companion": "a folder",
    "uvx --from ./table_companion-….whl table-companion": "uv is no dependency; tried by hand",
    "pipx run --spec ./table_companion-….whl table-companion": "pipx is no dependency; tried by hand",
    "py -m pip install table_companion-….whl": "Windows; the wheel is tried by make processes",
    "systemctl --user enable --now table-companion":
        "needs a user's systemd; tests/long/processes verifies its unit",
    "loginctl enable-linger": "needs a user's systemd",
    "pg_dump -Fc": "PostgreSQL's own", "tailscale funnel 8000": "needs an account and the internet",
}  # fmt: skip
"""Why nothing runs a command that stands in a document."""


def blocks(text: str, *languages: str) -> list[str]:
    """The fenced blocks of a document in these languages, "" for those that name none."""
    found = re.findall(r"^ *```(\w*)\n(.*?)^ *```", text, re.S | re.M)
    return [block for language, block in found if language in languages]


def program(command: str) -> str:
    """What a line starts, without its folder and its settings; empty where it is nothing to be typed."""
    words = [word for word in command.split() if not re.match(r"[A-Z_]+=", word)]
    name = words[0].rsplit("/", 1)[-1] if words else ""
    return name if name in PROGRAMS else ""


def lines_of(block: str) -> set[str]:
    """The lines that are typed of a block, each whole and without its comment."""
    lines = block.replace("\\\n", "").splitlines()
    return {typed for line in lines if (typed := line.partition(" #")[0].strip())}


def commands(text: str) -> set[str]:
    """What a document has people type: in fences, and in the middle of a sentence.

    Blocks that say above them where they run are typed by tests/deployed, which asks that each is.
    """
    text = re.sub(r"^<!-- (on the |not run by a test: ).*?^```$", "", text, flags=re.S | re.M)
    prose = re.sub(r"^ *```.*?^ *```", "", text, flags=re.S | re.M)
    perhaps = lines_of("".join(blocks(text, ""))).union(re.findall(r"`([^`\n]+)`", prose))
    return lines_of("".join(blocks(text, "sh"))).union(filter(program, perhaps))


def dead_links(document: Path, text: str) -> set[str]:
    """The links of a document that lead to no file of the checkout."""
    links = re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", text)
    return {link for link in links if not (document.parent / link).exists()}


def targets() -> set[str]:
    """What `make` knows."""
    text = (ROOT / "Makefile").read_text()
    return {*re.findall(r"^([a-z-]+):", text, re.M), *re.findall(r"^LONG := (.*)", text, re.M)[0].split()}


def unknown_targets(text: str) -> set[str]:
    """The targets that a document names and the Makefile lacks."""
    return set(re.findall(r"(?:`|^|    )make ([a-z-]+)", text, re.M)) - targets()


def test_every_link_leads_to_a_file() -> None:
    dead = {document: dead_links(document, document.read_text()) for document in DOCUMENTS}
    assert not {document: links for document, links in dead.items() if links}


def test_every_target_that_is_named_can_be_made() -> None:
    unknown = {document: unknown_targets(document.read_text()) for document in DOCUMENTS}
    assert not {document: names for document, names in unknown.items() if names}


def test_every_command_is_run_or_marked_why_not() -> None:
    typed = {command for document in TYPED for command in commands(document.read_text())}
    typed -= lines_of(beginning_of_a_game())  # run as one in tests/long/processes
    assert not typed - RUN_BY.keys() - NOT_RUN.keys(), "say what runs it, or why nothing does"
    assert not (RUN_BY.keys() | NOT_RUN.keys()) - typed, "no document has it any more"
    assert not RUN_BY.keys() & NOT_RUN.keys()
    assert not [file for file in RUN_BY.values() if not (ROOT / file).is_file()]


def test_what_a_target_starts_is_there() -> None:
    recipes = (ROOT / "Makefile").read_text()
    modules = set(re.findall(r"python -m ((?:tests|bench|pocket|companion)[\w.]*)", recipes))
    assert {"tests.long.processes.installed.release", "companion", "bench"} <= modules
    assert not [module for module in modules if not find_spec(module)]
    files = set(re.findall(r"\btests/[\w/]+(?:\.py)?", recipes))
    assert "tests/browser" in files
    assert not [file for file in files if not (ROOT / file).exists()]


def beginning_of_a_game() -> str:
    """What whoever adds a game types first."""
    [block] = blocks((ROOT / "docs" / "adding-a-game.md").read_text(), "sh")
    return block


def test_every_decision_is_in_the_index() -> None:
    folder = ROOT / "docs" / "decisions"
    index = (folder / "README.md").read_text()
    assert not [file.name for file in folder.glob("0*.md") if f"({file.name})" not in index]


def test_a_dead_link_and_an_unknown_target_would_be_seen() -> None:
    assert dead_links(ROOT / "README.md", "[a](docs/nowhere.md)") == {"docs/nowhere.md"}
    assert unknown_targets("`make coffee` and make sense") == {"coffee"}
    typed = "`A=1 make tea` and `teapot`\n```sh\nsudo \\\nbrew # hot\n```\n```\nmake it\n```\n"
    assert commands(typed) == {"A=1 make tea", "sudo brew", "make it"}
