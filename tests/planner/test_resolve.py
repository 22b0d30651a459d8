"""Expressions become numbers, or a Finding at their cell; unchanged rows are given as the identical objects."""

import time
from typing import Any

import pytest

from planner.edits import replaced, value_at
from planner.formula import parse_cell
from planner.resolve import EXPRESSION_CODES, Memory, display_text, parse_display, resolve
from planner.units import UnitError
from planner.workbook import Accelerator, Inference, Model, Scenario, Workbook


def scenario(**cells: Any) -> Scenario:
    own = {name: value for name, value in cells.items() if name in Scenario.model_fields}
    load = Inference(**{name: value for name, value in cells.items() if name in Inference.model_fields})
    return Scenario(**{"id": "s", "name": "S", "load": load, **own})


def codes(workbook: Workbook) -> dict[tuple[str, ...], str]:
    return {finding.path: finding.code for finding in resolve(workbook).findings}


def only(row: Scenario) -> tuple[Scenario, dict[str, str]]:
    """The one scenario as it resolves, and its Findings' codes by field name."""
    workbook = Workbook(scenarios=(row,))
    return resolve(workbook).workbook.scenarios[0], {path[-1]: code for path, code in codes(workbook).items()}


def test_that_every_expression_of_the_example_becomes_a_number(example: Workbook) -> None:
    resolved = resolve(example)
    assert resolved.findings == ()
    plain = resolved.workbook
    assert plain.models[0].groups[0].feed_forward.width == 11008
    wide, narrow = plain.models[1].groups
    assert (wide.attention.kv_heads, wide.attention.head_dim, wide.feed_forward.width) == (4, 64, 4096)
    assert narrow.count == 6
    assert value_at(plain, ("models", "mixed", "position", "positions")) == 2048
    assert plain.accelerators[0].usable_memory == 79 * 2**30
    assert [row.load.batch for row in plain.scenarios] == [1, 8, 1]
    assert [row.load.prompt for row in plain.scenarios] == [3840, 3840, 3840]
    assert Workbook.model_validate(plain.model_dump()) == plain, "resolved values are values of their fields"


def test_that_a_row_without_expressions_is_the_identical_object(example: Workbook) -> None:
    row = scenario(prompt=128)
    workbook = Workbook(scenarios=(row, scenario(id="t")))
    plain = resolve(workbook).workbook
    assert plain.scenarios[0] is row
    assert plain.models is workbook.models
    without = Workbook(scenarios=(row,), accelerators=(Accelerator(id="a", name="A"),))
    assert resolve(without).workbook is without
    narrow = resolve(example).workbook.models[1].groups[1]
    assert narrow.attention is example.models[1].groups[1].attention


def test_that_a_name_means_the_nearest_cell() -> None:
    row, found = only(scenario(tp="=batch", batch="=context // 1024", context=8192, output="=tp"))
    assert (row.tp, row.load.batch, row.load.output) == (8, 8, 8)
    assert found == {}


def test_that_a_layer_group_sees_its_part_then_its_group_then_the_model(example: Workbook) -> None:
    base = ("models", "mixed", "groups", "narrow")
    after = replaced(example, (*base, "feed_forward", "width"), "=heads*head_dim + count + d_model")
    after = replaced(after, (*base, "attention", "kv_heads"), "=heads")
    group = resolve(after).workbook.models[1].groups[1]
    assert group.attention.kv_heads == 8  # its own heads, not those of the group before
    assert group.feed_forward.width == 8 * 64 + 6 + 1024


def test_that_a_model_cell_sees_what_only_one_layer_group_has(example: Workbook) -> None:
    one = replaced(example, ("models", "llama", "d_model"), "=heads*head_dim")
    assert resolve(one).workbook.models[0].d_model == 4096
    assert resolve(one).workbook.models[0].groups[0].feed_forward.width == 11008
    two = replaced(example, ("models", "mixed", "d_model"), "=heads*head_dim")
    assert codes(two)["models", "mixed", "d_model"] == "ambiguous_name"


def test_that_other_rows_are_named_by_id(example: Workbook) -> None:
    after = replaced(example, ("scenarios", "s1", "load", "context"), "=mixed.max_context // s3.tp + mixed.positions")
    assert resolve(after).workbook.scenarios[0].load.context == 2048 // 2 + 2048
    after = replaced(example, ("scenarios", "s1", "load", "batch"), "=llama.heads")
    assert resolve(after).workbook.scenarios[0].load.batch == 32
    assert resolve(after).workbook.scenarios[1].load.batch == 256
    after = replaced(example, ("scenarios", "s1", "load", "batch"), "=mixed.heads")
    assert codes(after)["scenarios", "s1", "load", "batch"] == "ambiguous_name"
    after = replaced(example, ("scenarios", "s1", "load", "prompt"), "=assumptions.tokens_per_step")
    assert resolve(after).workbook.scenarios[0].load.prompt == 8192


def test_that_assumptions_take_expressions() -> None:
    workbook = replaced(Workbook(), ("assumptions", "graphs_high"), "=2*graphs")
    resolved = resolve(workbook)
    assert resolved.workbook.assumptions.graphs_high == 2 * 536_870_912
    wrong = resolve(replaced(workbook, ("assumptions", "graphs_high"), "=2*nothing"))
    assert [finding.path for finding in wrong.findings] == [("assumptions", "graphs_high")]


FAULTS = [
    ({"tp": "=tp"}, "tp", "cycle", "tp → tp"),
    ({"tp": "=batch", "batch": "=2*tp"}, "tp", "cycle", "tp → batch → tp"),
    ({"tp": "=batch", "batch": "=2*tp"}, "batch", "cycle", "batch → tp → batch"),
    ({"tp": "=batsch"}, "tp", "unknown_name", "no number has that name there; there are: pp, dp, ep, cp"),
    ({"tp": "=weights"}, "tp", "unknown_name", "refers to weights"),
    ({"tp": "=gone.tp"}, "tp", "missing_row", "refers to gone.tp"),
    ({"tp": "=s.nothing"}, "tp", "unknown_name", "refers to s.nothing"),
    ({"tp": "=batch", "batch": "=nothing"}, "tp", "blank_precedent", "TP needs batch, which has no value"),
    ({"tp": "=8/3"}, "tp", "not_whole", "gives 2.6666667"),
    ({"tp": "=5000"}, "tp", "out_of_bounds", "from 1 to 4,096; the expression gives 5,000"),
    ({"tp": "=1 - batch"}, "tp", "out_of_bounds", "gives 0"),
    ({"tp": "=8 / (batch - 1)"}, "tp", "division_by_zero", "TP divides by zero"),
    ({"tp": "=8 % (batch - 1)"}, "tp", "division_by_zero", "divides by zero"),
    ({"tp": "=round_up(8, batch - 1)"}, "tp", "division_by_zero", "divides by zero"),
    ({"tp": "=0 ** -batch"}, "tp", "division_by_zero", "divides by zero"),
    ({"tp": "=9 ** 9 ** 9"}, "tp", "too_large", "too large"),
    ({"tp": "=1e300 * 1e300"}, "tp", "too_large", "too large"),
    ({"tp": "=2**2000 / 3"}, "tp", "too_large", "too large"),
    ({"tp": "=(0 - 8) ** 0.5"}, "tp", "bad_expression", "no such power"),
    ({"tp": "=round_up(1e308 * 10, 8)"}, "tp", "too_large", "too large"),
]


@pytest.mark.parametrize(("cells", "name", "code", "part"), FAULTS)
def test_that_a_cell_without_a_value_is_blank_and_says_why(
    cells: dict[str, str], name: str, code: str, part: str
) -> None:
    workbook = Workbook(scenarios=(scenario(**cells),))
    resolved = resolve(workbook)
    found = next(finding for finding in resolved.findings if finding.path[-1] == name)
    assert found.path == (("scenarios", "s", name) if name == "tp" else ("scenarios", "s", "load", name))
    assert found.code == code
    assert code in EXPRESSION_CODES
    assert part in found.sentence
    assert found.remedy
    assert value_at(resolved.workbook, found.path) is None


def test_that_a_blank_cell_of_another_row_is_named_as_people_know_it() -> None:
    card = Accelerator(id="a", name="Unknown card")
    workbook = Workbook(accelerators=(card,), scenarios=(scenario(context="=a.usable_memory // 2**20"),))
    found = resolve(workbook).findings
    assert [finding.code for finding in found] == ["blank_precedent", "blank_precedent"]
    assert found[0].sentence == "Context needs 'Unknown card'.usable_memory, which has no value."
    assert found[1].sentence == "Prompt needs context, which has no value."


def test_that_a_circle_through_rows_is_found_from_every_row_alike() -> None:
    rows = (
        scenario(id="a", name="A", tp="=b.tp"),
        scenario(id="b", name="B", tp="=c.tp + a.batch"),
        scenario(id="c", name="C", tp="=a.tp"),
        scenario(id="d", name="D", tp="=a.tp"),
    )
    for order in (rows, rows[::-1], (rows[1], rows[3], rows[0], rows[2])):
        found = {f.path[1]: f for f in resolve(Workbook(scenarios=order)).findings}
        assert {key: finding.code for key, finding in found.items()} == {
            "a": "cycle", "b": "cycle", "c": "cycle", "d": "blank_precedent",
        }  # fmt: skip
        assert found["a"].sentence == "TP depends on itself: tp → 'B'.tp → 'C'.tp → tp."


def test_that_cells_of_crossing_circles_are_all_found() -> None:
    # a -> d -> b -> c -> a is found only when b, done within a -> b -> c -> a, still counts as part of it
    row, found = only(scenario(tp="=batch + context", batch="=output", output="=tp", context="=batch", prompt="=tp"))
    assert found == {
        "tp": "cycle",
        "batch": "cycle",
        "output": "cycle",
        "context": "cycle",
        "prompt": "blank_precedent",
    }
    assert row.load.prompt is None


def test_that_a_circle_through_a_thousand_rows_takes_no_time() -> None:
    rows = tuple(scenario(id=f"r{index}", tp=f"=r{(index + 1) % 1000}.tp") for index in range(1000))
    begin = time.process_time()
    found = resolve(Workbook(scenarios=rows)).findings
    assert time.process_time() - begin < 2
    assert {finding.code for finding in found} == {"cycle"}
    assert len(found) == 1000
    assert found[0].sentence == "TP depends on itself: tp → ... → tp."


def test_that_a_chain_of_two_thousand_rows_is_resolved() -> None:
    rows = [scenario(id=f"r{index}", batch=f"=r{index + 1}.batch + 1") for index in range(2000)]
    rows.append(scenario(id="r2000", batch=1))
    plain = resolve(Workbook(scenarios=tuple(rows))).workbook
    assert plain.scenarios[0].load.batch == 2001


def test_that_rows_with_one_id_keep_to_themselves() -> None:
    workbook = Workbook(
        models=(Model(id="x", name="M", groups=()),), scenarios=(scenario(id="x"), scenario(id="x", tp=2))
    )
    plain = resolve(workbook).workbook
    assert isinstance(plain.models[0], Model)
    assert [row.tp for row in plain.scenarios] == [1, 2]
    assert [row.load.prompt for row in plain.scenarios] == [3840, 3840]


# Memory


def test_that_the_same_workbook_gives_the_same_answer(example: Workbook) -> None:
    memory = Memory()
    assert resolve(example, memory) is resolve(example, memory)


def test_that_only_rows_whose_inputs_changed_are_resolved_again(example: Workbook) -> None:
    memory = Memory()
    before = resolve(example, memory).workbook
    edited = replaced(example, ("scenarios", "s1", "load", "batch"), 4)
    after = resolve(edited, memory).workbook
    assert [row.load.batch for row in after.scenarios] == [4, 32, 1]
    assert after.scenarios[2] is before.scenarios[2]
    assert after.models is before.models
    assert after.accelerators is before.accelerators
    back = resolve(example, memory).workbook
    assert back == before
    assert back.scenarios[2] is before.scenarios[2]


def test_that_what_is_remembered_follows_rows_that_are_reached_through_others() -> None:
    rows = (scenario(id="a", tp="=b.tp"), scenario(id="b", tp="=c.tp"), scenario(id="c", tp=4))
    workbook, memory = Workbook(scenarios=rows), Memory()
    assert [row.tp for row in resolve(workbook, memory).workbook.scenarios] == [4, 4, 4]
    workbook = replaced(workbook, ("scenarios", "c", "tp"), 8)
    assert [row.tp for row in resolve(workbook, memory).workbook.scenarios] == [8, 8, 8]


def test_that_a_row_that_appears_or_goes_is_noticed() -> None:
    alone = Workbook(scenarios=(scenario(id="a", tp="=b.tp"),))
    both = Workbook(scenarios=(*alone.scenarios, scenario(id="b", tp=2)))
    memory = Memory()
    for workbook, tp, count in ((alone, None, 1), (both, 2, 0), (alone, None, 1)):
        resolved = resolve(workbook, memory)
        assert resolved.workbook.scenarios[0].tp == tp
        assert len(resolved.findings) == count


def test_that_remembering_gives_what_forgetting_gives(example: Workbook) -> None:
    memory = Memory()
    workbook = example
    for path, value in [
        (("scenarios", "s1", "load", "batch"), "=2*s3.tp"),
        (("scenarios", "s3", "tp"), "=s2.batch"),
        (("scenarios", "s3", "tp"), "=nothing"),
        (("models", "llama", "d_model"), "=mixed.d_model"),
        (("models", "mixed", "d_model"), 2048),
        (("assumptions", "graphs"), "=runtime"),
        (("scenarios", "s3", "tp"), 4),
    ]:
        workbook = replaced(workbook, path, value)
        remembered, fresh = resolve(workbook, memory), resolve(workbook)
        assert remembered.workbook == fresh.workbook
        assert remembered.findings == fresh.findings


def test_that_one_changed_row_of_a_hundred_is_resolved_within_a_millisecond() -> None:
    rows = tuple(scenario(id=f"s{index}", name=f"Scenario {index}", context=4096 + index) for index in range(100))
    cards = tuple(Accelerator(id=f"a{index}", name="A") for index in range(126))
    workbook, memory = Workbook(scenarios=rows, accelerators=cards), Memory()
    resolve(workbook, memory)
    times = []
    for batch in range(2, 32):
        workbook = replaced(workbook, ("scenarios", "s50", "load", "batch"), batch)
        begin = time.process_time()
        resolve(workbook, memory)
        times.append(time.process_time() - begin)
    assert sorted(times)[len(times) // 4] < 0.001


# References as they are shown


def test_that_references_are_shown_by_name_and_read_back(example: Workbook) -> None:
    for stored, shown in [
        ("=2*batch", "=2*batch"),
        ("=8*s1.batch", "=8*'7B b1'.batch"),
        ("=s3.tp+llama.d_model", "='It''s mixed'.tp+'Llama-2-7B'.d_model"),
        ("=gone.tp*1.5e3", "=gone.tp*1.5e3"),
        ("=assumptions.graphs", "=assumptions.graphs"),
    ]:
        assert display_text(example, stored) == shown
        if "gone" not in stored:
            assert parse_display(example, shown) == stored
            assert parse_display(example, stored) == stored
        parse_cell(stored)


def test_that_a_name_without_blanks_needs_no_quotes() -> None:
    workbook = Workbook(scenarios=(scenario(id="s1", name="Base"), scenario(id="base", name="Other one")))
    assert parse_display(workbook, "=Base.tp*2") == "=s1.tp*2"
    assert parse_display(workbook, "=base.tp*2") == "=base.tp*2"  # an id goes before a name
    assert parse_display(workbook, "= 'other ONE' . tp") == "= base.tp"
    assert parse_display(workbook, "no expression: Nobody.tp") == "no expression: Nobody.tp"


def test_that_a_shared_or_unknown_name_is_refused_with_a_sentence(example: Workbook) -> None:
    shared = Workbook(scenarios=(scenario(id="s1", name="Same"), scenario(id="s2", name="Same")))
    assert display_text(shared, "=s1.tp") == "=s1.tp"
    with pytest.raises(UnitError, match=r"2 rows are called “Same”.*s1 / s2"):
        parse_display(shared, "='Same'.tp")
    with pytest.raises(UnitError, match="no row called “Nobody”"):
        parse_display(example, "=2*'Nobody'.tp")
    with pytest.raises(UnitError, match="no row called “nobody”"):
        parse_display(example, "=nobody.tp")
    with pytest.raises(UnitError, match="quote is open"):
        parse_display(example, "='7B b1.tp")
