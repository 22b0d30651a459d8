"""The recovery journal: what is recorded comes back, half a record ends the reading, a lock tells who lives."""

import errno
import os
import zlib
from pathlib import Path

import pytest

from planner.edits import inserted, moved, removed, replaced
from planner.files import dumps
from planner.journal import About, Journal, Leftover, leftovers, open_elsewhere
from planner.workbook import Inference, Scenario, Workbook

ABOUT = About("/plans/a.fitsheet", "", "0" * 64)


def left_behind(journal: Journal) -> None:
    """As when the process is killed: its files stay, its lock goes."""
    journal._end()
    journal._lock.release()


def only(folder: Path) -> Leftover:
    (found,) = leftovers(folder)
    return found


def states(first: Workbook) -> list[Workbook]:
    """One workbook per sort of change, each from the one before."""
    found = [replaced(first, ("scenarios", "s1", "load", "batch"), 7)]
    found.append(inserted(found[-1], ("scenarios",), Scenario(id="new", name="“Neu” 三"), 0))
    found.append(moved(found[-1], ("scenarios", "new"), 1))
    found.append(replaced(found[-1], ("baseline",), "s1"))
    found.append(removed(found[-1], ("scenarios", "s1")))
    found.append(replaced(found[-1], ("models", "mixed", "groups", "wide", "count"), "=2*3"))
    found.append(replaced(found[-1], ("assumptions", "tight_share"), 0.2))
    found.append(removed(found[-1], ("models", "llama")))
    return found


def test_that_every_sort_of_change_comes_back_as_it_was(example: Workbook, tmp_path: Path) -> None:
    for count in range(1, len(states(example)) + 1):
        folder = tmp_path / str(count)
        journal = Journal(folder)
        journal.clear(ABOUT)
        journal.record(example, (), ABOUT)
        for state in states(example)[:count]:
            journal.record(state, (), ABOUT)
        left_behind(journal)
        found = only(folder)
        assert found.document is not None and found.document.workbook == states(example)[count - 1]
        assert (found.about, found.edits, found.problem) == (ABOUT, count, "")
        found.discard()
        assert os.listdir(folder) == []


def test_that_a_record_is_as_large_as_its_edit(example: Workbook, tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    rows = tuple(Scenario(id=f"r{at}", name=f"Row {at}") for at in range(500))
    large = example.model_copy(update={"scenarios": rows})
    journal.record(large, (), ABOUT)
    before = journal.path.stat().st_size
    journal.record(replaced(large, ("scenarios", "r7", "tp"), 4), (), ABOUT)
    assert 0 < journal.path.stat().st_size - before < before / 100
    journal.close()


def test_that_a_journal_in_use_is_not_offered_and_a_closed_one_is_gone(example: Workbook, tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.record(example, (), ABOUT)
    assert leftovers(tmp_path) == []
    journal.close()
    assert os.listdir(tmp_path) == []


def test_that_nothing_unsaved_is_not_offered_and_tidied_away(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.clear(ABOUT)
    left_behind(journal)
    assert leftovers(tmp_path) == [] and os.listdir(tmp_path) == []


def test_that_an_offer_is_made_to_one_window_at_a_time(example: Workbook, tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.record(example, (), ABOUT)
    left_behind(journal)
    first = only(tmp_path)
    assert leftovers(tmp_path) == []
    first.release()
    assert only(tmp_path).document is not None


def test_that_every_cut_gives_the_last_state_that_was_whole(example: Workbook, tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.record(example, (), ABOUT)
    ends = [(journal.path.stat().st_size, example)]
    for state in states(example):
        journal.record(state, (), ABOUT)
        ends.append((journal.path.stat().st_size, state))
    left_behind(journal)
    data = journal.path.read_bytes()
    for cut in sorted({end - back for end, _ in ends for back in (0, 1, 2, 40)} | {end + 9 for end, _ in ends[:-1]}):
        journal.path.write_bytes(data[:cut])
        whole = [state for end, state in ends if end <= cut]
        found = leftovers(tmp_path)
        if not whole:
            assert found == []
            continue
        assert found[0].document is not None and found[0].document.workbook == whole[-1], cut
        found[0].release()


def test_that_a_flipped_byte_ends_the_reading_before_it(example: Workbook, tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.record(example, (), ABOUT)
    whole = journal.path.stat().st_size
    journal.record(states(example)[0], (), ABOUT)
    left_behind(journal)
    data = bytearray(journal.path.read_bytes())
    data[whole + 30] ^= 1
    journal.path.write_bytes(data)
    found = only(tmp_path)
    assert found.document is not None and found.document.workbook == example
    found.discard()


def test_that_a_journal_that_fits_nothing_is_offered_with_its_reason_and_kept(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.record(Workbook(), (), ABOUT)
    journal._append(
        b"%08x %s\n" % (zlib.crc32(b'{"tables":{"nothing":{"rows":[]}}}'), b'{"tables":{"nothing":{"rows":[]}}}')
    )
    journal._append(b"")
    left_behind(journal)
    found = only(tmp_path)
    assert "does not fit" in found.problem
    found.release()
    assert journal.path.exists()


def test_that_a_journal_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    text = b'{"fitsheet_journal": 99}'
    path = tmp_path / "x.journal"
    path.write_bytes(b"%08x %s\n" % (zlib.crc32(text), text))
    assert leftovers(tmp_path) == [] and path.exists()


def test_that_a_long_journal_is_written_anew(
    example: Workbook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("planner.journal.LEAST_REWRITTEN", 20_000)
    journal = Journal(tmp_path)
    largest, state = 0, example
    for batch in range(1, 400):
        state = replaced(state, ("scenarios", "s1", "load"), Inference(batch=batch))
        journal.record(state, (), ABOUT)
        largest = max(largest, journal.path.stat().st_size)
    assert largest < 5 * len(dumps(example)) + 20_000
    left_behind(journal)
    found = only(tmp_path)
    assert found.document is not None and found.document.workbook == state
    found.discard()


def test_that_a_record_that_could_not_be_written_is_made_up_for_by_the_next(
    example: Workbook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal(tmp_path)
    journal.record(example, (), ABOUT)
    one, two, *_ = states(example)
    real = os.write

    def half(descriptor: int, data: memoryview) -> int:
        real(descriptor, bytes(data)[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", half)
    with pytest.raises(OSError):
        journal.record(one, (), ABOUT)
    monkeypatch.undo()
    journal.record(two, (), ABOUT)
    left_behind(journal)
    found = only(tmp_path)
    assert found.document is not None and found.document.workbook == two
    found.discard()


def test_that_where_nothing_can_be_locked_the_reason_is_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_locks(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("planner.locks._take", no_locks)
    with pytest.raises(OSError, match="No locks"):
        Journal(tmp_path)


def test_that_a_file_open_in_another_window_is_known_by_any_of_its_names(tmp_path: Path) -> None:
    folder, file = tmp_path / "recovery", tmp_path / "plan.fitsheet"
    file.write_text("x")
    link = tmp_path / "link.fitsheet"
    link.symlink_to(file)
    journal = Journal(folder)
    journal.clear(About(str(file)))
    assert open_elsewhere(folder, link, None)
    assert not open_elsewhere(folder, file, journal.path)
    assert not open_elsewhere(folder, tmp_path / "other.fitsheet", None)
    left_behind(journal)
    assert not open_elsewhere(folder, file, None)


@pytest.mark.skipif(os.name == "nt", reason="names of Windows are text")
def test_that_the_name_of_a_file_that_is_no_text_comes_back_as_it_was(tmp_path: Path, example: Workbook) -> None:
    file = tmp_path / os.fsdecode(b"pl\xffan.fitsheet")
    journal = Journal(tmp_path / "recovery")
    journal.record(example, (), About(str(file)))
    assert open_elsewhere(tmp_path / "recovery", file, None)
    assert not open_elsewhere(tmp_path / "recovery", tmp_path / "pl?an.fitsheet", None)
    assert not open_elsewhere(tmp_path / "recovery", tmp_path / "a\0b.fitsheet", None)
    left_behind(journal)
    left = only(tmp_path / "recovery")
    assert left.about.file == str(file)
    left.discard()
