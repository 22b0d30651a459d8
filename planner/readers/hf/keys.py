"""The keys of a config as a family of models reads them: checked, defaulted, and none left over that may count.

Every key that is asked for is noted. What nobody asked for is harmless by name (`harmless.py`), or has the value that
the family's class gives it anyway; anything else may change the count and is refused by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from planner.readers.hf.harmless import is_harmless
from planner.readers.hf.refused import Refused
from planner.words import QT_TRANSLATE_NOOP

MOST = 10**9
MOST_LAYERS = 2000
_MISSING = object()
Value = TypeVar("Value")
# Why a key that is not stated has its value. No comma: `Log.defaulted` has one before the reason.
OF_THE_CLASS = QT_TRANSLATE_NOOP("importing", "default of the class")
OF_THE_CLASSES = QT_TRANSLATE_NOOP("importing", "as the classes have it")
OF_THE_FAMILY = QT_TRANSLATE_NOOP("importing", "as models of this family do without it")


@dataclass(slots=True)
class Log:
    """What was taken from where, over all levels of a config."""

    read: dict[str, str] = field(default_factory=dict)
    defaulted: dict[str, str] = field(default_factory=dict)
    ignored: list[str] = field(default_factory=list)
    notes: list[tuple[str, str]] = field(default_factory=list)


class Keys:
    """One level of a config. `defaults` are those of the family's class, `aliases` its other names for a key."""

    def __init__(
        self,
        values: Mapping[str, Any],
        defaults: Mapping[str, Any] | None = None,
        aliases: Mapping[str, str] | None = None,
        path: str = "",
        log: Log | None = None,
    ) -> None:
        self.values = values
        self.defaults = dict(defaults or {})
        self.path = path
        self.log = Log() if log is None else log
        self._used: set[str] = set()
        self._aliases: dict[str, list[str]] = {}
        for one, other in (aliases or {}).items():
            self._aliases.setdefault(one, []).append(other)
            self._aliases.setdefault(other, []).append(one)

    def below(self, name: str, defaults: Mapping[str, Any] | None = None) -> Keys:
        """The keys of a nested object; those of an empty one where it is missing or null."""
        value = self._value(name, None)
        if value is None:
            value = {}
        if not isinstance(value, Mapping):
            raise self.refused(name, "is not an object")
        return Keys(value, defaults, path=f"{self.path}{name}.", log=self.log)

    def has(self, *names: str) -> bool:
        """Whether the config itself states one of these keys with a value that is not null."""
        return any(self.values.get(name) is not None for name in names)

    def states(self, name: str) -> bool:
        """Whether the config itself has this key, null or not."""
        return name in self.values

    def stated(self, name: str) -> Any:
        """A value as it stands, for the family to check; noted as read. None where it is null or missing."""
        self._used.add(name)
        value = self.values.get(name)
        if value is not None:
            self.log.read[f"{self.path}{name}"] = _shown(value)
        return value

    def refused(self, name: str, reason: str, remedy: str = "") -> Refused:
        """The refusal that names this key."""
        return Refused(f"{self.path}{name}", f"{name} {reason}.", remedy)

    def note(self, name: str, sentence: str) -> None:
        """Something that a person should know about how a key was read."""
        self.log.notes.append((f"{self.path}{name}", sentence))

    def _value(self, name: str, default: Any) -> Any:
        """The value as stated, under its own name or an alias; otherwise the default of the class, otherwise this."""
        found: tuple[str, Any] | None = None
        for key in (name, *self._aliases.get(name, ())):
            if key in self.values:
                self._used.add(key)
                if found is not None and found[1] is not None and self.values[key] not in (None, found[1]):
                    raise self.refused(found[0], f"and {key} state different values")
                if found is None or found[1] is None:
                    found = (key, self.values[key])
        if found is not None:
            self.log.read[f"{self.path}{found[0]}"] = _shown(found[1])
            return found[1]
        for key in (name, *self._aliases.get(name, ())):
            if key in self.defaults:
                self.log.defaulted[f"{self.path}{name}"] = f"{_shown(self.defaults[key])}, {OF_THE_CLASS}"
                return self.defaults[key]
        if default is _MISSING:
            raise self.refused(name, "is missing", "Use the complete config.json of the model.")
        self.log.defaulted[f"{self.path}{name}"] = f"{_shown(default)}, {OF_THE_FAMILY}"
        return default

    def whole(self, name: str, default: Any = _MISSING, *, least: int = 1, most: int = MOST) -> int:
        """A whole number; a null or a missing one is refused unless a default is given."""
        value = self._value(name, default)
        if value is None and default is not _MISSING and default is not None:
            value = default
        return self._checked_whole(name, value, least, most)

    def optional(self, name: str, default: int | None = None, *, least: int = 1, most: int = MOST) -> int | None:
        """A whole number, or None where the key is null or has no default."""
        value = self._value(name, default)
        return None if value is None else self._checked_whole(name, value, least, most)

    def _checked_whole(self, name: str, value: Any, least: int, most: int) -> int:
        if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.refused(name, f"is {_shown(value)} and not a whole number")
        if not least <= value <= most:
            raise self.refused(name, f"is {value:,} and not between {least:,} and {most:,}")
        return value

    def number(self, name: str, default: Any = _MISSING) -> float:
        """A finite number."""
        value = self._value(name, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e30:
            raise self.refused(name, f"is {_shown(value)} and not a number")
        return value

    def flag(self, name: str, default: Any = _MISSING) -> bool:
        """True or false; null is false."""
        value = self._value(name, default)
        if value is None:
            return False
        if not isinstance(value, bool):
            raise self.refused(name, f"is {_shown(value)} and neither true nor false")
        return value

    def word(self, name: str, default: Any = _MISSING) -> str:
        """A text."""
        value = self._value(name, default)
        if not isinstance(value, str):
            raise self.refused(name, f"is {_shown(value)} and not a text")
        return value

    def layers(self, name: str = "num_hidden_layers") -> int:
        """The number of layers."""
        return self.whole(name, most=MOST_LAYERS)

    def listed(
        self, name: str, length: int, check: Callable[[Any], Value | None], default: Any = None
    ) -> list[Value] | None:
        """A list with one item per layer, each as `check` gives it (None refuses it); None where there is no list."""
        value = self._value(name, default)
        if value is None:
            return None
        if not isinstance(value, list | tuple):
            raise self.refused(name, f"is {_shown(value)} and not a list")
        if len(value) != length:
            raise self.refused(name, f"has {len(value):,} items, and there are {length:,} layers")
        found: list[Value] = []
        for item in value:
            checked = check(item)
            if checked is None:
                raise self.refused(name, f"holds {_shown(item)}, which is not understood")
            found.append(checked)
        return found

    def words(self, name: str, length: int, known: Iterable[str], default: Any = None) -> list[str] | None:
        """A list with one of the known words per layer; None where there is no list."""
        allowed = frozenset(known)
        return self.listed(
            name, length, lambda item: item if isinstance(item, str) and item in allowed else None, default
        )

    def wholes(self, name: str, length: int, *, least: int = 0, most: int = MOST) -> list[int] | None:
        """A list with a whole number per layer; None where there is no list."""

        def check(item: Any) -> int | None:
            good = isinstance(item, int) and not isinstance(item, bool) and least <= item <= most
            return item if good else None

        return self.listed(name, length, check)

    def indices(self, name: str, length: int, default: Any = None) -> list[int] | None:
        """A list of distinct positions of layers, counted from 0; None where there is no list."""
        value = self._value(name, default)
        if value is None:
            return None
        whole = isinstance(value, list | tuple) and all(
            isinstance(item, int) and not isinstance(item, bool) and 0 <= item < length for item in value
        )
        if not whole:
            raise self.refused(name, f"is {_shown(value)} and not a list of layers from 0 to {length - 1}")
        return sorted(set(value))

    def is_list(self, name: str) -> bool:
        """Whether the config states a list under this key."""
        return isinstance(self.values.get(name), list | tuple)

    def must_be(self, name: str, *accepted: Any, because: str) -> Any:
        """The value, refused when it is not one of those that this reader understands."""
        value = self._value(name, accepted[0])
        if not any(value is choice or (type(value) is type(choice) and value == choice) for choice in accepted):
            raise self.refused(name, f"is {_shown(value)}: {because}")
        return value

    def skip(self, *names: str) -> None:
        """Keys that this family states and that do not change the count."""
        self._used.update(names)

    def finish(self) -> None:
        """Refuses the first key that was not asked for and may change the count; notes the harmless ones."""
        for name, value in self.values.items():
            if name in self._used:
                continue
            known = name in self.defaults and _same(self.defaults[name], value)
            if value is None or known or is_harmless(name, value):
                self.log.ignored.append(f"{self.path}{name}")
                continue
            raise self.refused(
                name[:60],
                f"is {_shown(value)}: this reader does not know whether it changes the count",
                "If it has no effect on the parameters, remove it from a copy of the file and read that.",
            )


def _same(default: Any, value: Any) -> bool:
    if isinstance(default, tuple):
        default = list(default)
    return type(default) is type(value) and bool(default == value)


def _shown(value: Any) -> str:
    text = "null" if value is None else str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
