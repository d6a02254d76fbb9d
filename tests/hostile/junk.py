"""What no honest phone sends: values, bodies and headers, made from honest ones by chance."""

import json
import random
from copy import deepcopy
from typing import Any

VALUES: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 7, 8, 99, 2**31 - 1, 2**31, 2**63, 10**30, 1.5, "", " ", "\0", "\ud800",
    "é", "−3", "1", "x" * 70, "y" * 3000, [], {}, [[[[[]]]]], {"a": {"b": []}}, [None], "__class__",
    "{{7*7}}", "'; --", "%s", "NaN",
)  # fmt: skip
TEXTS = tuple(str(v).encode("utf-8", "replace").decode() for v in VALUES)
HEADERS = (
    "Origin", "Cookie", "Accept-Language", "If-None-Match", "If-Match", "If-Modified-Since", "Range",
    "Content-Type", "Content-Length", "Transfer-Encoding", "Authorization", "User-Agent", "Host",
    "HX-Request", "HX-Target", "HX-Current-URL", "Referer", "Accept", "Accept-Encoding",
    "Idempotency-Key", "Last-Event-ID", "Sec-Fetch-Site", "X-Forwarded-For", "Content-Encoding", "Expect",
)  # fmt: skip
BROKEN = ("http://[", "http://]", "http://[zz]", "[::1", "//", "bytes=-", "bytes=9-1", "W/", '"', "Bearer",
          "multipart/form-data", "multipart/form-data; boundary=", "application/json; charset=utf-99", "-1",
          "99999999999999999999", "t-AAAAAA", "=;=;", "fr;q=zz", "a" * 9000, "é\xff", "null")  # fmt: skip


def mutated(chance: random.Random, told: Any) -> Any:
    """The same plain data with something wrong in it, mostly."""
    told = deepcopy(told)
    for _ in range(chance.choice((0, 1, 1, 1, 2, 5))):
        _hurt(chance, told)
    return told


def _hurt(chance: random.Random, node: Any) -> None:
    while isinstance(node, dict | list) and node:
        key = chance.choice(list(node)) if isinstance(node, dict) else chance.randrange(len(node))
        inner = node[key]
        if isinstance(inner, dict | list) and inner and chance.random() < 0.7:
            node = inner
            continue
        how = chance.random()
        if how < 0.7:
            node[key] = deepcopy(chance.choice(VALUES))
        elif how < 0.85:
            del node[key]
        elif isinstance(node, list):
            node.append(deepcopy(inner))
        else:
            node[chance.choice(TEXTS)[:20]] = deepcopy(chance.choice(VALUES))
        return


def mutated_pairs(chance: random.Random, pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    pairs = list(pairs)
    for _ in range(chance.choice((0, 1, 1, 2, 4))):
        how = chance.random()
        if pairs and how < 0.6:
            place = chance.randrange(len(pairs))
            pairs[place] = (pairs[place][0], chance.choice(TEXTS))
        elif pairs and how < 0.8:
            del pairs[chance.randrange(len(pairs))]
        elif pairs:
            name, value = chance.choice(pairs)
            pairs.append((name + chance.choice(("", "[]", ".0", " seat", ".a.b")), value))
    return pairs


def body_of(chance: random.Random, told: Any) -> bytes:
    """Plain data as JSON, now and then cut off or not JSON at all."""
    text = json.dumps(mutated(chance, told)).encode()
    how = chance.random()
    if how < 0.03:
        return text[: chance.randrange(len(text) + 1)]
    return chance.randbytes(chance.randrange(60)) if how < 0.05 else text


def headers(chance: random.Random) -> dict[str, str]:
    """A few headers that are broken or lie; mostly none."""
    if chance.random() < 0.6:
        return {}
    return {chance.choice(HEADERS): chance.choice(BROKEN) for _ in range(chance.randrange(1, 4))}
