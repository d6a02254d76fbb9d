"""Any history of a group can be read, and every win is somebody's."""

import random

import pytest
from flask import Flask

from tests.groups.test_groups import count, founded, opened, told
from tests.groups.test_people import play_again, rename, wins
from tests.people import Phone

NAMES = ["Ana", "Ben", "Carla", "Dan", "Eva", "Finn"]


@pytest.mark.parametrize("seed", range(500))
def test_every_win_is_credited(app: Flask, seed: int) -> None:
    dice = random.Random(seed)
    phone = Phone(app)
    group = founded(phone)
    people = dice.sample(NAMES, dice.randint(2, 4))
    opened(phone, group, people)
    for _ in range(dice.randint(1, 3)):
        if dice.random() < 0.3:
            Phone(app).sit(phone.code, 1, dice.choice(NAMES))
        count(phone, dice.sample(range(1, 60), len(people)))
        if dice.random() < 0.4:
            rename(phone, dice.randrange(len(people)), dice.choice(NAMES))
        wins(phone, group)
        if dice.random() < 0.4:
            person = dice.choice(told(phone, group)["people"])["person"]
            assert phone.client.post(f"/g/{group}/people/{person}/forget").status_code == 303
            wins(phone, group)
        people = dice.sample(NAMES, dice.randint(2, 4))
        play_again(phone, people)
