"""Steps that bring an older file to the present version, each on plain dicts, before anything is validated.

`STEPS[n]` takes the whole content of a file of version n and gives that of version n + 1; it may change what it is
given. A step, its fixture (tests/fixtures/v<n>.fitsheet) and the new VERSION come in one commit; a step is never
changed after a release, since it describes files that exist.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

Content: TypeAlias = dict[str, Any]
Step: TypeAlias = Callable[[Content], Content]

VERSION = 1
STEPS: Mapping[int, Step] = MappingProxyType({})


def migrated(content: Content, steps: Mapping[int, Step] = STEPS, current: int = VERSION) -> Content:
    """The content of a file as the current version would have written it; LookupError when a step is not known."""
    for version in range(content["version"], current):
        content = {**steps[version](content), "version": version + 1}
    return content
