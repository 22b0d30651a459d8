"""What a family's configuration class gives a key that a config does not state, as Hugging Face transformers has it.

The values are data (presets/config_defaults), written out from the installed classes; a test marked slow holds them
against the installed version.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, NamedTuple

FILE = "transformers-5.24.json"


class ClassDefaults(NamedTuple):
    """The defaults of one configuration class, and its second names for keys."""

    values: Mapping[str, Any]
    aliases: Mapping[str, str]


@cache
def _all() -> Mapping[str, ClassDefaults]:
    content = json.loads((files("presets") / "config_defaults" / FILE).read_text(encoding="utf-8"))
    return MappingProxyType(
        {
            name: ClassDefaults(MappingProxyType(entry["defaults"]), MappingProxyType(entry.get("aliases", {})))
            for name, entry in content["classes"].items()
        }
    )


def class_defaults(model_type: str) -> ClassDefaults:
    """The defaults of the class that a model type names; none where transformers has no such class.

    >>> class_defaults("llama").values["intermediate_size"]
    11008
    """
    return _all().get(model_type, ClassDefaults({}, {}))
