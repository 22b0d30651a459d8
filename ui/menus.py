"""The menus and the tool bar: every command of the window with its shortcut."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QToolBar, QToolButton

from planner import __version__
from planner.training.recipes import RECIPES
from ui import deciding, measure_menu, view_menus
from ui.commands import command
from ui.examples import example_file
from ui.find_dialog import FindDialog
from ui.handover import menu as handover_menu
from ui.late import Late
from ui.what_if import menu as what_if_menu

if TYPE_CHECKING:
    from ui.row_dialog import Place
    from ui.window import Window

comparing = Late("ui.comparing")
dialogs = Late("ui.dialogs")
guide = Late("ui.guide")
imports = Late("ui.imports")
keys_dialog = Late("ui.keys_dialog")
preset_dialogs = Late("ui.preset_dialogs")
row_dialog = Late("ui.row_dialog")
Standard = QKeySequence.StandardKey


def fill(window: Window) -> None:
    """All menus of a window, and its tool bar."""
    for add in (_file, _edit, _insert, _view, measure_menu.fill, what_if_menu.fill, _help, handover_menu.fill):
        add(window)
    _tool_bar(window)


def _file(window: Window) -> None:
    documents = window.documents
    menu = window.menuBar().addMenu(window.tr("&File"))
    command(window, menu, window.tr("&New"), Standard.New, documents.new, window.tr("Start an empty workbook"))
    command(window, menu, window.tr("&Open…"), Standard.Open, documents.ask_open, window.tr("Open a workbook"))
    recent = menu.addMenu(window.tr("Open recen&t"))
    recent.aboutToShow.connect(lambda: _fill_recent(window, recent))
    command(window, menu, window.tr("Open the exa&mple"), None, lambda: documents.open_example(example_file()))
    menu.addSeparator()
    command(window, menu, window.tr("&Save"), Standard.Save, documents.save, name="save")
    command(window, menu, window.tr("Save &as…"), Standard.SaveAs, documents.ask_save)
    command(window, menu, window.tr("Reco&ver unsaved work…"), None, documents.recover,
            window.tr("Show what was not saved when Fitsheet ended"))  # fmt: skip
    menu.addSeparator()
    command(window, menu, window.tr("&Quit"), Standard.Quit, window.close)


def _fill_recent(window: Window, menu: QMenu) -> None:
    menu.clear()
    for file in window.settings.recent_files:
        command(window, menu, file.name, None, lambda file=file: window.documents.open(Path(file)), str(file))
    if menu.isEmpty():
        menu.addAction(window.tr("No recent workbooks")).setEnabled(False)
        return
    menu.addSeparator()
    command(window, menu, window.tr("&Clear this list"), None, window.settings.clear_recent_files,
            window.tr("Forget which workbooks were opened; the files stay"))  # fmt: skip


def _edit(window: Window) -> None:
    menu = window.menuBar().addMenu(window.tr("&Edit"))
    stack = window.session.undo_stack
    undo = stack.createUndoAction(window, window.tr("&Undo"))
    undo.setShortcuts(QKeySequence.keyBindings(Standard.Undo))
    redo = stack.createRedoAction(window, window.tr("&Redo"))
    redo.setShortcuts([QKeySequence("Ctrl+Y"), QKeySequence("Ctrl+Shift+Z")])
    window.commands.update(undo=undo, redo=redo)
    # In the window itself too, so that the shortcuts work before the menu was ever opened.
    window.addActions([undo, redo])

    seeking = _seek(window, menu)
    for name in ("scenarios", "models", "accelerators", "engines", "layers"):
        window.shared[name] += [undo, redo, *seeking]

    def fill_edit() -> None:
        menu.clear()
        menu.addActions([undo, redo])
        menu.addSeparator()
        window.table_in_use().commands.fill_menu(menu)
        menu.addSeparator()
        menu.addActions(seeking)

    menu.aboutToShow.connect(fill_edit)
    fill_edit()


def _seek(window: Window, menu: QMenu) -> list[QAction]:
    """Find, replace, and go to a row: of the table in use, from wherever the keyboard is."""
    finding = FindDialog(window.table_in_use, window)
    found = [
        command(window, menu, window.tr("&Find…"), Standard.Find, finding.ask, name="find"),
        command(window, menu, window.tr("R&eplace…"), "Ctrl+H", lambda: finding.ask(replacing=True), name="replace"),
        command(window, menu, window.tr("Find ne&xt"), "F3", finding.find_next, name="find_next"),
        command(window, menu, window.tr("Find pre&vious"), "Shift+F3", finding.find_previous, name="find_previous"),
        command(window, menu, window.tr("&Go to row…"), "Ctrl+G", lambda: _ask_row(window), name="go_to_row"),
    ]
    window.addActions(found)
    return found


def _ask_row(window: Window) -> None:
    def go(place: Place) -> None:
        window.show_dock(place.table.objectName())
        place.table.show_row(place.path)

    table = window.table_in_use()
    table.finish_editing()
    row_dialog.RowDialog(row_dialog.places_in(window.tables, table), go, window).open()


def _insert(window: Window) -> None:
    menu = window.menuBar().addMenu(window.tr("&Insert"))
    command(window, menu, window.tr("&Scenario"), "Ctrl+Shift+N", window.insert_scenario,
            window.tr("A new scenario below the current one"), "scenario")  # fmt: skip
    window.training = training_menu(window, menu)
    command(window, menu, window.tr("&Model from preset…"), "Ctrl+Shift+M",
            lambda: preset_dialogs.insert_model(window))  # fmt: skip
    command(window, menu, window.tr("&GPU from preset…"), "Ctrl+Shift+G",
            lambda: preset_dialogs.insert_accelerator(window))  # fmt: skip
    command(window, menu, window.tr("&Engine from preset…"), "Ctrl+Shift+E",
            lambda: preset_dialogs.insert_engine(window))  # fmt: skip
    command(window, menu, window.tr("&Add this computer"), "Ctrl+Shift+T", window.computer.add,
            window.tr("Its devices and their memory as rows of the GPUs, at once"), "this_computer")  # fmt: skip
    command(window, menu, window.tr("Sa&ve row as preset…"), None, lambda: preset_dialogs.save_as_preset(window),
            window.tr("Keep the current model, GPU or engine among your presets"), "save_as_preset")  # fmt: skip
    menu.addSeparator()
    command(window, menu, window.tr("Model from &config…"), "Ctrl+Shift+I", lambda: imports.import_model(window),
            window.tr("Read a config.json of a file, a folder or the clipboard"), "import")  # fmt: skip
    command(window, menu, window.tr("C&heck a checkpoint…"), "Ctrl+Shift+K", lambda: imports.check_checkpoint(window),
            window.tr("Hold a folder of safetensors or a GGUF file against the current model"),
            "checkpoint")  # fmt: skip


COMMON_RECIPES = ("mixed_adamw", "fsdp_adamw", "lora_adamw", "qlora_adamw")


def training_menu(window: Window, menu: QMenu) -> QMenu:
    """The recipes that a new training scenario may begin with: the common ones, then the others."""
    recipes = menu.addMenu(window.tr("&Training scenario"))
    recipes.menuAction().setStatusTip(window.tr("A new scenario that trains, on the model and the GPU of this one"))
    recipes.setToolTipsVisible(True)
    others = tuple(name for name in RECIPES if name not in COMMON_RECIPES)
    for names in (COMMON_RECIPES, others):
        for name in names:
            label = QCoreApplication.translate("fields", RECIPES[name].label)
            keys = "Ctrl+Shift+L" if name == COMMON_RECIPES[0] else None
            tip = QCoreApplication.translate("menus", "Train {what}").format(what=label)
            command(window, recipes, label, keys, lambda name=name: window.insert_training(name), tip)
        recipes.addSeparator()
    return recipes


def _view(window: Window) -> None:
    menu = window.menuBar().addMenu(window.tr("&View"))
    panels = menu.addMenu(window.tr("P&anels"))
    for dock in window.docks.values():
        panels.addAction(dock.toggleViewAction())
    menu.addSeparator()
    command(window, menu, window.tr("Show &findings"), "Ctrl+Shift+F", lambda: window.show_dock("findings"))
    command(window, menu, window.tr("Show the li&ne that decides"), "Ctrl+L", lambda: deciding.show(window),
            window.tr("Select the line of the ledger that the verdict rests on"), "deciding")  # fmt: skip
    command(window, menu, window.tr("Compare two &rows…"), "Ctrl+Shift+C", lambda: comparing.show(window),
            window.tr("The fields in which two rows differ, side by side"), "compare")  # fmt: skip
    command(window, menu, window.tr("Explain what was explained &before"), "Alt+Left", window.explain.go_back)
    command(window, menu, window.tr("Explain &what came after"), "Alt+Right", window.explain.go_forward)
    command(window, menu, window.tr("&Default layout"), None, window.default_layout,
            window.tr("Every panel back to where it started"))  # fmt: skip
    narrow = command(window, menu, window.tr("Only columns of the selected &load"), None, lambda: None,
                     window.tr("Serving and training have columns of their own: show those of the rows that are "
                               "selected, or those of all rows"), "narrow")  # fmt: skip
    narrow.setCheckable(True)
    narrow.setChecked(window.settings.narrow)
    window.scenarios.adaptive.set_narrow(window.settings.narrow)
    narrow.toggled.connect(lambda on: _narrow(window, on))
    menu.addSeparator()
    view_menus.fill(window, menu)


def _narrow(window: Window, narrow: bool) -> None:
    window.settings.narrow = narrow
    window.scenarios.adaptive.set_narrow(narrow)


def _help(window: Window) -> None:
    menu = window.menuBar().addMenu(window.tr("&Help"))
    command(window, menu, window.tr("&Guide"), Standard.HelpContents, lambda: guide.show(window),
            window.tr("What the window does, and what its words mean"), "guide")  # fmt: skip
    command(window, menu, window.tr("Commands and &keys"), "Shift+F1", lambda: keys_dialog.show_keys(window))
    command(window, menu, window.tr("&About Fitsheet"), None, lambda: dialogs.about(window, __version__))


def _tool_bar(window: Window) -> None:
    bar = QToolBar(window.tr("Tools"), window)
    bar.setObjectName("tools")
    bar.setMovable(False)
    for name, text in (
        ("scenario", window.tr("+ Scenario")),
        ("measure", window.tr("Measure")),
        ("undo", ""),
        ("redo", ""),
    ):
        action = window.commands[name]
        if text:
            action.setIconText(text)
        bar.addAction(action)
        if name == "scenario":
            bar.addWidget(_training_button(window))
    window.addToolBar(bar)


def _training_button(window: Window) -> QToolButton:
    """Opens the recipes, so that a training scenario is made in two clicks."""
    button = QToolButton()
    button.setObjectName("training")
    button.setText(window.tr("+ Training ▾"))
    button.setToolTip(window.tr("A new scenario that trains, on the model and the GPU of the current one"))
    button.setAccessibleName(window.tr("New training scenario"))
    # As a menu of the button, Fusion would draw its own sign over the end of the word.
    button.clicked.connect(lambda: window.training.popup(button.mapToGlobal(button.rect().bottomLeft())))
    return button
