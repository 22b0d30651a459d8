"""Every figure on screen says GiB or GB and means it: no bare "G", memory in GiB, bandwidth in GB/s."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from planner import units
from planner.accelerator import Accelerator
from planner.evaluations import Planner
from planner.fields import Number, fields_of
from planner.presets import accelerator_presets, listed
from planner.workbook import Assumptions, Inference, Model, Scenario, Workbook

ROOT = Path(__file__).parents[1]
BARE = re.compile(r"(?<![A-Za-z&+])(?<![A-Za-z]\d)(?<![A-Za-z]\d\d)G(?![\w&'])")
"""A G that stands alone or behind a number: "80 G", "(G)", "{free}G"; no shortcut (Ctrl+G), no name (A10G)."""
GB = re.compile(r"(?<![A-Za-z])GB(?!/s|ps)(?![A-Za-z\d])|\dGB(?!/s|ps)(?![A-Za-z\d])")
NOT_UNITS = {
    ("planner/unit_table.py", "G"): "the decimal prefix itself",
    ("planner/readers/hf/families/llama.py", "G"): "a letter of Hugging Face's layer pattern",
}


def texts(path: Path) -> Iterator[str]:
    """The string constants of a module that are not its documentation."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documentation = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body and isinstance(node.body[0], ast.Expr)
    }  # fmt: skip
    loose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation | loose:
            yield node.value
        elif isinstance(node, ast.JoinedStr):
            yield "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)


def modules() -> list[str]:
    return sorted(
        str(path.relative_to(ROOT)) for folder in ("planner", "ui", "presets") for path in (ROOT / folder).rglob("*.py")
    )


@pytest.mark.parametrize("module", modules())
def test_that_no_text_of_the_program_has_a_bare_g_or_gb_for_memory(module: str) -> None:
    for text in texts(ROOT / module):
        if (module, text) not in NOT_UNITS:
            assert not BARE.search(text), text
        if text != "GB" or module != "planner/typed.py":
            assert not GB.search(text) or text in ("GB", "{}GB"), text


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("80 G", True), ("{free:.2f} G free", True), ("Memory (G)", True), ("80G", True), ("G", True),
        ("80 GiB", False), ("GB/s", False), ("&GPU", False), ("GPUs", False), ("A100-80GB", False), ("13B", False),
        ("G'", False), ("Ctrl+G", False), ("A10G", False), ("{}G", True),
    ],
)  # fmt: skip
def test_that_the_search_finds_a_bare_g_and_nothing_else(text: str, bare: bool) -> None:
    assert bool(BARE.search(text)) == bare


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("80 GB", True), ("80GB", True), ("GB of memory", True), ("39 GB/s", False), ("GBps", False), ("GB200", False),
        ("GiB", False),
    ],
)  # fmt: skip
def test_that_the_search_finds_gb_without_a_time(text: str, found: bool) -> None:
    assert bool(GB.search(text)) == found


@pytest.mark.parametrize("record", [Accelerator, Assumptions, Inference, Model, Scenario])
def test_that_memory_columns_are_in_gib_and_bandwidth_columns_in_gb_per_s(record: type[BaseModel]) -> None:
    for name, field in fields_of(record):
        assert not BARE.search(f"{field.title} {field.help}") and not GB.search(f"{field.title} {field.help}"), name
        if isinstance(field, Number) and field.unit == "byte":
            assert field.shown in ("GiB", "MiB"), name
        if isinstance(field, Number) and field.unit == "byte/s":
            assert field.shown == "GB/s", name


def test_that_amounts_are_written_with_their_whole_unit() -> None:
    for unit, allowed in {
        "byte": "B|KiB|MiB|GiB",
        "byte/token": "B/token|KiB/token|MiB/token|GiB/token",
        "byte/s": "B/s|kB/s|MB/s|GB/s|TB/s",
    }.items():
        for power in range(0, 16):
            written = units.write(3 * 10**power, unit)
            assert re.fullmatch(rf"[\d.,]+ ({allowed})", written), written


def test_that_sentences_with_memory_say_gib() -> None:
    """Every Finding of plans on every card, as it is read: an amount of memory is followed by GiB."""
    cards = [row.model_copy(update={"id": f"c{at}"}) for at, row in enumerate(accelerator_presets().values())]
    model = listed("models")["llama-2-7b"].row
    scenarios = [
        Scenario(id=f"s{at}", name="s", model=model.id, accelerator=card.id, tp=1, load=Inference(batch=batch))
        for at, (card, batch) in enumerate((card, batch) for card in cards for batch in (1, 8, 64))
    ]
    workbook = Workbook(models=(model,), accelerators=tuple(cards), scenarios=tuple(scenarios))
    sentences = {finding.sentence for finding in Planner().evaluate(workbook).findings}
    assert any("GiB" in sentence for sentence in sentences)
    for sentence in sentences:
        plain = re.sub(
            "|".join(re.escape(card.name) for card in sorted(cards, key=lambda c: -len(c.name))), "", sentence
        )
        assert not BARE.search(plain) and not GB.search(plain), sentence


def strings(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    if isinstance(value, dict):
        for name, part in value.items():
            yield from strings(part, (*path, str(name)))
    elif isinstance(value, list):
        for part in value:
            yield from strings(part, path)
    elif isinstance(value, str):
        yield path, value


def test_that_presets_have_no_bare_g_and_gb_only_in_names_and_citations() -> None:
    for file in sorted((ROOT / "presets").rglob("*")):
        if file.suffix not in (".json", ".fitsheet") or file.parent.name == "config_defaults":
            continue
        for path, text in strings(json.loads(file.read_text(encoding="utf-8"))):
            said = re.sub(r"https?://\S+|\([^)]*\)|'[^']*'", "", text)
            # A driver is quoted as it prints its names: "NVIDIA GH200 144G HBM3e".
            assert path[-1] == "driver_names" or not BARE.search(said), f"{file.name}: {text}"
            named = path[-1] in ("name", "driver_names", "aliases", "id") or "sources" in path
            assert named or not GB.search(said), f"{file.name} {path}: {text}"
