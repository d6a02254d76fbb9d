"""A house chooses its name once."""

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from companion.home.name import authority_folder, house_name


def test_a_house_keeps_the_name_it_chose(tmp_path: Path) -> None:
    folder = authority_folder(tmp_path / "new")
    name = house_name(folder)
    assert re.fullmatch(r"table-[2-9a-hjkmnp-z]{4}\.local", name)
    assert house_name(folder) == name
    assert folder.stat().st_mode & 0o777 == 0o700


def test_those_who_choose_at_once_agree(tmp_path: Path) -> None:
    folder = authority_folder(tmp_path)
    with ThreadPoolExecutor(16) as together:
        assert len(set(together.map(lambda _: house_name(folder), range(64)))) == 1
