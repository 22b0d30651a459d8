"""The worker's refusals and points in the language of the window."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from planner.measure import judge, sampling
from planner.measure.sampling import Batch, Plan
from ui import languages
from ui.worker_words import NOTES, REFUSALS, failure, note, point, refusal

FIT = {"predicted_bytes": 7 << 30, "free_bytes": 3 << 29, "largest_batch": 1236}


@pytest.fixture
def chinese(qapp: QApplication) -> Iterator[None]:
    languages.install(qapp, "zh_CN")
    yield
    languages.install(qapp, "en")


def test_that_a_refusal_stands_as_the_worker_wrote_it_in_english(qapp: QApplication) -> None:
    assert refusal("time_limit", "One pass of the block", {"pass_s": 2.4, "left_s": 1.0}) == "One pass of the block"
    assert point("GPT-2: head 4") == "GPT-2: head 4"


def test_that_bytes_are_said_as_everywhere_in_the_window(qapp: QApplication) -> None:
    said = "7.00 GiB and 10 % more are needed, 1.50 GiB are free; the largest batch that fits is 1,236"
    assert refusal("cannot_fit", "7,516,192,768 bytes", FIT) == said
    text = "Memory ran out when 2.00 GiB more were asked for; 1.50 GiB were free"
    assert refusal("out_of_memory", "", {"requested_bytes": 2 << 30, "free_bytes": 3 << 29}) == text


@pytest.mark.usefixtures("chinese")
def test_that_a_refusal_says_its_figures_in_chinese() -> None:
    said = refusal("cannot_fit", "in English", FIT)
    assert "需要 7.00 GiB" in said and said.endswith("最大批大小为 1,236")
    assert refusal("cannot_fit", "in English", {**FIT, "largest_batch": 0}).endswith("批大小为 1 也放不下")
    assert "2.44 秒" in refusal("time_limit", "in English", {"pass_s": 2.4412, "left_s": 0.0})


@pytest.mark.usefixtures("chinese")
@pytest.mark.parametrize("details", [{}, {"predicted_bytes": 5, "free_bytes": None, "largest_batch": 3}, None])
def test_that_a_refusal_without_its_figures_stays_as_it_is(details: Any) -> None:
    assert failure({"code": "cannot_fit", "sentence": "in English", "details": details}) == "in English"
    assert failure({"code": "internal", "sentence": "broke", "details": {}}) == "broke"
    assert all(refusal(code, "in English", {}) == "in English" for code in REFUSALS)


@pytest.mark.usefixtures("chinese")
def test_that_only_the_point_of_a_label_is_put_into_words() -> None:
    assert point("prefill head: decode 8 × 8192, layers g2") == "prefill head: 解码 8 × 8192, 层 g2"


def spoken() -> list[str]:
    """Every sentence that the worker's own code makes of a batch and of a point's notes."""
    plan, calm, wide = Plan(short=2, long=8), [8.0] * 30, [8.0, 72.0] * 15
    said = [
        sampling._doubt(Batch(plan, calm[:2], calm[:2], 0.0), 1.0, None),
        sampling._doubt(Batch(plan, calm, calm, 1e9), 1.0, 1.0),
        sampling._doubt(Batch(plan, wide, wide, 0.0), 1.0, 1.0),
        sampling._doubt(Batch(plan, calm, calm, 0.0), 1.0, -1.0),
        sampling._doubt(Batch(plan, calm, calm, 0.0), 1.0, 5.0),
    ]
    assert None not in said
    sentences = [str(each) for each in said]
    sentences += [f"Unsteady. {sentences[0]}"]
    sentences += [each["sentence"] for each in judge.dtype_notes("fp32", {"fp32": 1.0, "bf16": 8.0})]
    sentences += [each["sentence"] for each in judge.probe_notes({"interruptions_per_s": 1e9})]
    return sentences


@pytest.mark.usefixtures("chinese")
def test_that_why_a_point_is_unsteady_is_said_in_chinese() -> None:
    for sentence in spoken():
        assert re.search("[\u4e00-\u9fff]", note(sentence)), sentence
        assert all(number in note(sentence) for number in re.findall(r"\d+", sentence)), sentence
    assert note("a note of another version") == "a note of another version"


def test_that_every_note_stands_in_the_workers_code_as_it_is_here() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in Path(judge.__file__).parent.glob("*.py"))
    for template in NOTES:
        for part in re.split(r"{\w+}", template):
            for piece in re.split("experts |: ", part):  # one sentence has two ends
                assert piece.strip() in code, piece


def test_that_notes_stand_as_the_worker_wrote_them_in_english(qapp: QApplication) -> None:
    assert [note(sentence) for sentence in spoken()] == spoken()
