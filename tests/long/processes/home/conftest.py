"""A house whose keys were stolen, and whoever pretends to be somebody with them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.home.authority import Authority
from companion.home.name import authority_folder
from tests.long.processes.home.pretenders import BELOW, FOREIGN, House, Pretenders

OWN_ADDRESSES = ("127.0.0.1", "192.168.7.20")


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    data = tmp_path_factory.mktemp("house")
    Authority.load_or_make(authority_folder(data))
    return House(data)


@pytest.fixture(scope="session")
def pretenders(house: House, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pretenders]:
    into = tmp_path_factory.mktemp("claims")
    [key] = house.key_files
    claims = {called: house.claim(into, called, names, key) for called, names in FOREIGN.items()}
    claims[BELOW] = house.claim_below(into, BELOW, key)
    for own in (house.name, *OWN_ADDRESSES):
        claims[own] = house.claim(into, own, {house.name, own}, key)
    made = Pretenders(claims)
    yield made
    made.close()
