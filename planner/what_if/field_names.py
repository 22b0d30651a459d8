"""What people and scripts call a field of a plan, on every command that takes one."""

from __future__ import annotations

import re

_GROUP = re.compile(r"\bgroups\.(\d+)\b")


def plain_name(name: str) -> str:
    """A name in the one form that fields are known by.

    A field of the scenario or of its load is named alone; one of the rows that the scenario names, or of the
    assumptions, by that row first, and the layer groups of a model are numbered from 1.

    >>> plain_name("gpu.memory_bandwidth"), plain_name("load.batch"), plain_name("model.groups.1.attention.kv_heads")
    ('accelerator.memory_bandwidth', 'batch', 'model.group1.attention.kv_heads')
    """
    name = _GROUP.sub(r"group\1", name.removeprefix("load."))
    return f"accelerator.{name.removeprefix('gpu.')}" if name.startswith("gpu.") else name
