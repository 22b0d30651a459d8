"""Titles of inputs and what lines rest on, in the language of the window."""

from __future__ import annotations

import re

import pytest
from PySide6.QtWidgets import QApplication

from planner.evaluations import Planner
from planner.plan import Evaluation, Kitchen
from planner.presets import accelerator_presets, engine_presets, model_presets
from planner.training.recipes import RECIPES
from planner.words import Said
from planner.workbook import Assumptions, Inference, Scenario, Training, Workbook
from ui import languages
from ui.findings_model import sentence
from ui.titles import deciding_text, reference_text, title_text
from ui.translations import catalogue

CITATION = re.compile(
    r"\b(19|20)\d\d\b|arXiv|IEEE 754|^(pytorch )?[\w./]+(\.(py|cpp|cu|c)\b|/| CPUOffload$)|Adafactor$|^1 / TPOT$"
)
"""A work, a file of a program, a formula: the same in every language."""


def plans() -> list[Evaluation]:
    models = model_presets()
    card = accelerator_presets()["a100-sxm4-80gb"]
    load = Inference(batch=4, context=4096, prompt=2048, output=256)
    rows = [Scenario(id="s", name="s", tp=2, pp=2, ep=2, load=load), Scenario(id="s", name="s", cp=2, load=load)]
    evaluated = [
        Kitchen().evaluate(models[model], card, row, Assumptions(), engine)
        for model in ("llama-3-8b", "deepseek-v3", "qwen3-next-80b-a3b")
        for row in rows
        for engine in (None, *list(engine_presets().values())[:6])
    ]
    trained = [Scenario(id="s", name="s", tp=2, dp=2, load=Training(recipe=recipe)) for recipe in RECIPES]
    return evaluated + [Kitchen().evaluate(models["llama-3-8b"], card, row, Assumptions()) for row in trained]


@pytest.fixture(scope="module")
def chinese(qapp: QApplication) -> object:
    languages.install(qapp, "zh_CN")
    yield qapp
    languages.install(qapp, "en")


def test_that_every_reason_of_a_line_is_translated_or_a_bare_citation(chinese: object) -> None:
    left = set()
    for plan in plans():
        for reference in {line.reference for line in plan.structure.lines if line.reference}:
            said = reference_text(reference)
            if not re.search("[\u4e00-\u9fff]", said) and not all(map(CITATION.search, reference.split("; "))):
                left.add(reference)
    assert left == set()


def test_that_parts_that_were_put_together_are_translated_one_by_one(chinese: object) -> None:
    frozen = "A frozen matrix needs the gradient of its input only"
    palm = "Kaplan et al. 2020: 6N per token, N the active parameters with both tables; no attention term"
    assert reference_text(f"{palm}; {frozen}") == f"{reference_text(palm)}; {reference_text(frozen)}"
    assert reference_text(palm) != palm and reference_text(frozen) != frozen
    assert reference_text("Shazeer 2020, arXiv:2002.05202") == "Shazeer 2020, arXiv:2002.05202"


def test_that_a_title_and_what_fills_it_are_translated(chinese: object) -> None:
    bandwidth = Said("inputs", "{title} of {row}", {"title": Said("fields", "Bandwidth"), "row": "A100"})
    assert str(bandwidth) == "Bandwidth of A100"
    assert "A100" in title_text(bandwidth) and "Bandwidth" not in title_text(bandwidth)


def test_that_every_input_of_a_plan_has_a_title_in_the_language_of_the_window(chinese: object) -> None:
    names = {message.source for message in catalogue.read(languages.FOLDER / "zh_CN.ts")}
    for plan in plans()[:8]:
        unknown = [
            titled.template
            for slot in plan.structure.inputs
            if (titled := plan.titled(slot)).template not in names and re.search("[a-z]{3}", titled.template)
        ]
        assert unknown == []


def test_that_the_line_that_decides_is_named_in_the_language_of_the_window(chinese: object) -> None:
    card = accelerator_presets()["a100-sxm4-80gb"]
    load = Inference(batch=8, context=4096, prompt=2048, output=256)
    found = Kitchen().evaluate(
        model_presets()["llama-2-70b"], card, Scenario(id="s", name="s", load=load), Assumptions()
    )
    assert found.deciding is not None and "line Weights" in found.deciding.sentence
    assert "Weights" not in deciding_text(found.deciding) and "GiB" in deciding_text(found.deciding)
    assert deciding_text(None) == ""


def test_that_a_finding_is_in_one_language_with_the_sentence_inside_it(chinese: object) -> None:
    card = accelerator_presets()["a100-sxm4-80gb"].model_copy(update={"id": "a"})
    model = model_presets()["llama-2-70b"].model_copy(update={"id": "m"})
    plan = Scenario(id="s", name="s", model="m", accelerator="a", load=Inference(batch=8, context=4096))
    found = Planner().evaluate(Workbook(models=(model,), accelerators=(card,), scenarios=(plan,))).findings
    said = next(sentence(finding) for finding in found if finding.code == "does_not_fit")
    assert "Decided" not in said and "usable" not in said and "GiB" in said
    english = next(finding.sentence for finding in found if finding.code == "does_not_fit")
    assert "GiB usable" in english and "Decided by the line Weights" in english
