"""A workbook made from presets, a session on it, and views that Qt's own model tester watches."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtTest import QAbstractItemModelTester

from planner.edits import inserted
from planner.presets import accelerator_from_preset, model_from_preset
from planner.workbook import Inference, Scenario, Workbook
from ui.session import Session
from ui.sheets.accelerators_sheet import accelerators_sheet
from ui.sheets.engines_sheet import engines_sheet
from ui.sheets.layers_sheet import layers_sheet
from ui.sheets.models_sheet import models_sheet
from ui.sheets.scenarios_sheet import scenarios_sheet
from ui.sheets.sheet import Sheet
from ui.sheets.table_view import TableView

SHEETS: dict[str, Callable[[], Sheet]] = {
    "scenarios": scenarios_sheet,
    "models": models_sheet,
    "accelerators": accelerators_sheet,
    "engines": engines_sheet,
    "layers": layers_sheet,
}
LAYERS = ("models", "m7", "groups")


@pytest.fixture
def workbook() -> Workbook:
    """Llama-2-7B and 13B, an A100 and an H100, four scenarios: s1 fits, s2 is tight, s3 does not fit, s4 is on m7."""
    rows = [
        (("models",), model_from_preset("llama-2-7b", "m7")),
        (("models",), model_from_preset("llama-2-13b", "m13")),
        (("accelerators",), accelerator_from_preset("a100-sxm4-80gb", "a100")),
        (("accelerators",), accelerator_from_preset("h100-sxm5", "h100")),
    ]
    for name, model, batch in (("s1", "m13", 8), ("s2", "m13", 16), ("s3", "m13", 32), ("s4", "m7", 1)):
        load = Inference(batch=batch, context=4096)
        scenario = Scenario(id=name, name=f"Plan {name}", model=model, accelerator="a100", load=load)
        rows.append((("scenarios",), scenario))
    made = Workbook()
    for table, row in rows:
        made = inserted(made, table, row)
    return made


@pytest.fixture
def session(qapp: Any, workbook: Workbook) -> Session:
    return Session(workbook)


@pytest.fixture
def watched(qtlog: Any) -> Iterator[Callable[[Any], Any]]:
    """Has Qt's model tester follow a model through everything the test does; its complaints fail the test."""
    testers = []

    def watch(model: Any) -> Any:
        testers.append(QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning))
        return model

    yield watch
    complaints = [record.message for record in qtlog.records if "FAIL" in record.message]
    assert not complaints


@pytest.fixture
def view_of(qtbot: Any, session: Session, watched: Callable[[Any], Any]) -> Callable[[str], TableView]:
    """A view of one sheet of the session, shown at a fixed size."""

    def make(name: str) -> TableView:
        view = TableView(session, SHEETS[name]())
        qtbot.addWidget(view)
        if name == "layers":
            view.table.set_container(LAYERS)
        watched(view.table)
        view.resize(1400, 400)
        view.show()
        return view

    return make


@pytest.fixture
def view(view_of: Callable[[str], TableView]) -> TableView:
    """The scenarios."""
    return view_of("scenarios")
