"""The plain values of a config.json, from a file, its bytes or an object; bounded, and refused in words otherwise."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from planner.atomic import reason_of, refuse_no_file
from planner.readers.hf.refused import Refused

LARGEST = 4 * 2**20
DEEPEST = 12
LONGEST_NUMBER = 40
MOST_VALUES = 100_000

_MARKS = ((b"\xff\xfe\x00\x00", "utf-32"), (b"\x00\x00\xfe\xff", "utf-32"), (b"\xff\xfe", "utf-16"),
          (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig"))  # fmt: skip
NOT_A_CONFIG = "Give the config.json of a model."


def config_of(source: Mapping[str, Any] | bytes | str | Path) -> dict[str, Any]:
    """The object in a config. `source` is the object itself, the bytes of the file, or a path (str or Path)."""
    if isinstance(source, Mapping):
        config = dict(source)
    else:
        config = _parsed(source if isinstance(source, bytes) else _bytes_of(Path(source)))
    _check(config)
    return config


def _bytes_of(path: Path) -> bytes:
    try:
        refuse_no_file(path)
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else "the path is not valid"
        raise Refused("file", f"{path} cannot be read: {reason}.", "Check the path and its permissions.") from None
    return data


def _parsed(data: bytes) -> dict[str, Any]:
    if len(data) > LARGEST:
        raise Refused("file", f"The file has more than {LARGEST // 2**20} MiB.", NOT_A_CONFIG)
    encoding = next((name for mark, name in _MARKS if data.startswith(mark)), "utf-8")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise Refused("file", f"The file is not text: byte {error.start:,} is no part of it.", NOT_A_CONFIG) from None
    try:
        value = json.loads(text, parse_int=_integer, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise Refused("file", f"The file is not JSON: {error.msg} in {where}.", NOT_A_CONFIG) from None
    except RecursionError:
        raise Refused("file", "The file is nested too deeply.", NOT_A_CONFIG) from None
    if not isinstance(value, dict):
        raise Refused("file", "The file holds no JSON object.", NOT_A_CONFIG)
    return value


def _integer(word: str) -> int:
    if len(word) > LONGEST_NUMBER:
        raise Refused("file", f"There is a number of {len(word):,} digits.", "No quantity of a model is that large.")
    return int(word)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found and found[name] != value:
            raise Refused(name[:60], "The name stands twice in one object, with different values.", "Remove one.")
        found[name] = value
    return found


def _check(config: dict[str, Any]) -> None:
    """Bounds on what a caller may hand over as an object as well: depth, number of values, names that are text."""
    values = 0
    level: list[Any] = [config]
    for _ in range(DEEPEST):
        below: list[Any] = []
        for item in level:
            inner = item.values() if isinstance(item, Mapping) else item
            if isinstance(item, Mapping) and not all(isinstance(name, str) for name in item):
                raise Refused("config", "A name in the config is not text.", NOT_A_CONFIG)
            values += len(item)
            if values > MOST_VALUES:
                raise Refused("config", f"The config has more than {MOST_VALUES:,} values.", NOT_A_CONFIG)
            below += [value for value in inner if isinstance(value, Mapping | list | tuple)]
        if not below:
            return
        level = below
    raise Refused("config", f"The config is nested more than {DEEPEST} levels deep.", NOT_A_CONFIG)
